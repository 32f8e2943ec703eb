"""Reads requests as JSON lines and answers with what the library does (see test/clients). ASYNC=1: by AsyncWaymark."""

import asyncio
import hashlib
import inspect
import json
import keyword
import os
import re
import sys
import threading
from itertools import islice
from typing import Any

import waymark
from waymark import models
from waymark._core.config import USER_AGENT
from waymark._core.model import Model

ASYNC = os.environ.get("ASYNC") == "1"
loop = asyncio.new_event_loop()
clients: dict[str | None, Any] = {}
running: set[asyncio.Task[Any]] = set()


def python_name(name: str) -> str:
    snake = re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name)
    return snake + "_" if keyword.iskeyword(snake) else snake


def document_name(name: str) -> str:
    return re.sub("_([a-z])", lambda letter: letter[1].upper(), name)


def settled(value: Any) -> Any:
    """What an awaitable of the asynchronous client comes to, as a task that can be cancelled."""
    if not inspect.isawaitable(value):
        return value
    task = asyncio.ensure_future(value, loop=loop)
    running.add(task)
    try:
        return loop.run_until_complete(task)
    finally:
        running.discard(task)


def cancel_running() -> None:
    for task in running:
        task.cancel()


def items(value: Any) -> Any:
    """Iterates over either kind of iterable."""
    if hasattr(value, "__iter__"):
        yield from value
        return
    iterator = aiter(value)
    try:
        while True:
            yield settled(anext(iterator))
    except StopAsyncIteration:
        pass
    finally:
        settled(iterator.aclose())


def plain(value: Any) -> Any:
    """A value as JSON: of a record the typed fields, and from `raw` those that the library does not know."""
    if isinstance(value, waymark.Redirect):
        return value._asdict()
    if isinstance(value, Model):
        typed = {name: plain(getattr(value, field)) for field, (name, _) in value._fields.items() if name in value.raw}
        return {**{name: found for name, found in value.raw.items() if name not in typed}, **typed}
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def client(base_url: str | None) -> Any:
    if base_url not in clients:
        clients[base_url] = (waymark.AsyncWaymark if ASYNC else waymark.Waymark)(base_url=base_url)
    return clients[base_url]


def methods() -> list[str]:
    """The operations that there are methods for. `get_at` is a second one of `get`."""
    return [
        f"{document_name(resource)}.{document_name(name)}"
        for resource, owner in vars(client(None)).items()
        if not resource.startswith("_")
        for name, _ in inspect.getmembers(owner, inspect.ismethod)
        if not name.startswith("_") and not (name.endswith("_at") and hasattr(owner, name[:-3]))
    ]


def invoke(request: dict[str, Any], options: waymark.RequestOptions) -> Any:
    args, wanted = request.get("args") or {}, request.get("with") or {}
    resource, name = map(python_name, request["call"].split("."))
    owner = getattr(client((request.get("options") or {}).get("base_url")), resource)
    at = [wanted["at"]] if "at" in wanted else []
    body = args.get("body")
    positional = [*(args.get("path") or []), *at]
    keywords = {python_name(key): value for key, value in (args.get("query") or {}).items()}
    if "file" in args:
        positional.append(args["file"])
        keywords["media_type"] = args.get("media_type")
    elif isinstance(body, list):
        positional.append(body)
    else:
        keywords |= {python_name(key): value for key, value in (body or {}).items()}
    return getattr(owner, name + ("_at" if at else ""))(*positional, **keywords, options=options)


def collected(value: Any, wanted: dict[str, Any]) -> Any:
    if isinstance(value, waymark.File | waymark.AsyncFile):
        if "save" in wanted:
            settled(value.save(wanted["save"]))
            with open(wanted["save"], "rb") as file:
                content = file.read()
        else:
            content = b"".join(items(value))
        return {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    if isinstance(value, waymark.Pages | waymark.AsyncPages) and wanted.get("pages"):
        return [plain(page.data) for page in items(value.pages())]
    if isinstance(value, waymark.Pages | waymark.AsyncPages | waymark.Live | waymark.AsyncLive):
        return [plain(item) for item in islice(items(value), wanted.get("take"))]
    return plain(value)


def cancel_in(seconds: float, cancel: waymark.Cancellation | None) -> Any:
    if cancel is None:
        return loop.call_later(seconds, cancel_running)
    timer = threading.Timer(seconds, cancel.cancel)
    timer.start()
    return timer


def operation(request: dict[str, Any]) -> Any:
    given, wanted = request.get("options") or {}, request.get("with") or {}
    answers: list[waymark.Response] = []
    cancel_after = given.get("cancel_after_ms")
    cancel = waymark.Cancellation() if cancel_after is not None and not ASYNC else None
    options = waymark.RequestOptions(
        api_key=given.get("api_key"),
        timeout=given["timeout_ms"] / 1000 if "timeout_ms" in given else None,
        max_retries=given.get("max_retries"),
        if_match=given.get("if_match"),
        idempotency_key=given.get("idempotency_key"),
        headers=given.get("headers"),
        cancel=cancel,
        on_response=answers.append,
    )
    timer = cancel_in(cancel_after / 1000, cancel) if cancel_after is not None else None
    try:
        result = collected(settled(invoke(request, options)), wanted)
    finally:
        if timer:
            timer.cancel()
    if wanted.get("raw"):
        return {"status": answers[-1].status, "headers": dict(answers[-1].headers), "value": result}
    return result


def answer(request: dict[str, Any]) -> Any:
    call = request["call"]
    if call == "methods":
        return methods()
    if call == "version":
        runtime = f"{sys.implementation.name} {sys.version.split()[0]}"
        return {"language": "python", "runtime": runtime, "user_agent": USER_AGENT}
    if call == "unwrap":
        event = waymark.unwrap(request["body"], request["headers"], request["secret"], now=request.get("now"))
        return plain(event)
    if call == "read":
        read = models.read_webhook_event if request["model"] == "WebhookEvent" else None
        read = read or getattr(getattr(models, request["model"], None), "from_json", None)
        if read is None:
            raise NotImplementedError(f"there is no class {request['model']}")
        return plain(read(request["json"]))
    return operation(request)


def failure(error: BaseException) -> dict[str, Any]:
    known = isinstance(error, waymark.WaymarkError)
    kind = {NotImplementedError: "Unsupported", asyncio.CancelledError: "Cancelled"}.get(type(error), "Bug")
    names = ("code", "status", "request_id", "retry_after", "required_scope", "existing_link_id")
    return {
        **{name: getattr(error, name, None) for name in names},
        "kind": type(error).__name__ if known else kind,
        "message": str(error) if known else repr(error),
        "locations": [one.location for one in getattr(error, "errors", [])],
        "record": plain(getattr(error, "record", None)),
    }


for line in sys.stdin:
    try:
        reply = {"ok": True, "value": answer(json.loads(line))}
    except (Exception, asyncio.CancelledError) as error:
        reply = {"ok": False, "error": failure(error)}
    print(json.dumps(reply), flush=True)
