"""What the wire cannot show of the core. Run by `python -m unittest discover -s tests`."""

from __future__ import annotations

import asyncio
import io
import math
import pickle
import subprocess
import sys
import time
import unittest
from email.utils import formatdate
from pathlib import Path
from typing import Any
from unittest.mock import patch

from waymark import (
    UNSET,
    APIError,
    AsyncWaymark,
    Cancellation,
    NotFound,
    RequestOptions,
    SignatureError,
    TimeoutError,
    Waymark,
    WaymarkError,
    unwrap,
)
from waymark._core.call import Call, Operation
from waymark._core.config import Config
from waymark._core.limits import Limits
from waymark._core.paging import first_query, next_query
from waymark._core.response import Headers, Response
from waymark._core.retries import backoff, retry_after_of
from waymark._core.uploads import Upload, UploadSource, media_type_of
from waymark.errors import error_of
from waymark.models import CreatedApiKey, LinkWebhookEvent, UnknownWebhookEvent

KEY = "svc_live_4fGhJ8kLmN2pQrStUvWxYz0123456789abcdefghijk7TnZcB"
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
# Made by the JavaScript library of Standard Webhooks.
SIGNED = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "Webhook-Timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}
BODY = b'{"test": 2432232314}'
NOW = 1_614_265_330
WRITE = Operation("links.create", "POST", "/v1/links/{id}", idempotent=True)


def named(name: object) -> io.BytesIO:
    """A stream with a name, as those of files have."""
    stream = io.BytesIO()
    stream.name = name
    return stream


def call(operation: Operation = WRITE, path: str = "a", **options: Any) -> Call:
    return Call(
        Config(KEY, "http://host/prefix/", 60, 2), operation, [path], None, {"title": "x"}, RequestOptions(**options)
    )


class Waiting(unittest.TestCase):
    def test_waits_grow_and_have_a_jitter_of_a_quarter(self) -> None:
        for attempt, most in enumerate([0.5, 1.0, 2.0, 4.0, 8.0, 8.0]):
            waits = [backoff(attempt) for _ in range(500)]
            self.assertGreaterEqual(min(waits), most * 0.75)
            self.assertLessEqual(max(waits), most)
            self.assertGreater(max(waits) - min(waits), most * 0.1)
        self.assertLessEqual(backoff(10_000), 8.0)

    def test_retry_after_is_a_number_or_a_date(self) -> None:
        self.assertEqual(retry_after_of({"retry-after": "61"}), 61.0)
        self.assertAlmostEqual(
            retry_after_of({"retry-after": formatdate(time.time() + 30, usegmt=True)}) or 0, 30, delta=2
        )
        self.assertEqual(retry_after_of({"retry-after": formatdate(0, usegmt=True)}), 0.0)
        # The clock of this machine is off; that of the server counts.
        dates = {"retry-after": formatdate(NOW + 30, usegmt=True), "date": formatdate(NOW, usegmt=True)}
        self.assertEqual(retry_after_of(dates), 30.0)
        for text in ("", "soon", "-5", "1e9", "nan", "²"):
            self.assertIsNone(retry_after_of({"retry-after": text}))

    def test_a_transient_answer_is_repeated_as_often_as_allowed(self) -> None:
        refused = Response(503, Headers([("Retry-After", "7")]))
        self.assertEqual([call().wait_after(refused, attempt) for attempt in range(3)], [7.0, 7.0, None])
        self.assertIsNone(call(max_retries=0).wait_after(refused, 0))
        self.assertIsNone(call().wait_after(Response(503, Headers([("Retry-After", "62")])), 0))
        self.assertIsNone(call().wait_after(Response(404, Headers([])), 0))
        self.assertIsNone(call(WRITE._replace(retried=False)).wait_after(refused, 0))

    def test_a_cancellation_ends_a_wait(self) -> None:
        cancel = Cancellation()
        heard: list[int] = []
        with cancel.calling(lambda: heard.append(1)):
            cancel.cancel()
        self.assertEqual((cancel.wait(3600), heard, cancel.cancelled), (True, [1], True))


class Attempts(unittest.TestCase):
    def answered(self, *answers: tuple[int, str]) -> Waymark:
        """A client that is answered with these statuses and codes, one after the other."""
        import httpx2

        rest = iter(answers)

        def answer(_: httpx2.Request) -> httpx2.Response:
            status, code = next(rest)
            return httpx2.Response(status, headers={"Retry-After": "0"}, json={"code": code})

        client = Waymark(api_key=KEY, base_url="http://host")
        client._core._http = httpx2.Client(transport=httpx2.MockTransport(answer))
        return client

    def test_what_a_delete_does_not_find_was_deleted_by_an_attempt_that_may_have_been_done(self) -> None:
        gone, limited, failed = (404, "not_found"), (429, "rate_limited"), (503, "unavailable")
        for before in ([failed], [limited, failed], [failed, limited]):
            self.answered(*before, gone).links.delete("link_1")
        for before in ([], [limited], [limited, limited]):
            with self.assertRaises(NotFound):
                self.answered(*before, gone).links.delete("link_1")

    def test_the_phases_of_an_attempt_share_its_time_out(self) -> None:
        import httpx2

        left: list[float] = []
        now = 1000.0

        def answer(request: httpx2.Request) -> httpx2.Response:
            nonlocal now
            limits = request.extensions["timeout"]
            for phase in ("pool", "connect", "write", "read"):
                left.append(limits.get(phase))
                now += 4
            return httpx2.Response(200, json={})

        client = Waymark(api_key=KEY, base_url="http://host", timeout=10, max_retries=0)
        client._core._http = httpx2.Client(transport=httpx2.MockTransport(answer))
        with patch("waymark._core.limits.time.monotonic", lambda: now), self.assertRaises(TimeoutError):
            client.links.get("link_1")
        self.assertEqual(left, [10, 6, 2, 0.001])

    def test_a_silence_of_a_file_has_the_whole_time_out(self) -> None:
        limits = Limits(10)
        now = 1000.0
        with patch("waymark._core.limits.time.monotonic", lambda: now):
            limits.begin()
            now += 9
            self.assertEqual((limits["read"], limits.left), (1, 1))
            limits.end()
            self.assertEqual((limits["read"], limits.left), (10, None))
        self.assertEqual(dict(Limits(None)), {"connect": None, "read": None, "write": None, "pool": None})

    def test_an_attempt_of_the_asynchronous_client_ends_in_time_whatever_it_waits_for(self) -> None:
        async def ask() -> None:
            async with AsyncWaymark(api_key=KEY, base_url="http://host", timeout=0.01, max_retries=0) as client:
                forever = asyncio.Event()
                client._core._http.send = lambda *_args, **_options: forever.wait()  # type: ignore[assignment]
                await asyncio.wait_for(client.links.get("link_1"), 30)

        with self.assertRaises(TimeoutError) as caught:
            asyncio.run(ask())
        self.assertIsInstance(caught.exception, WaymarkError)


class Requests(unittest.TestCase):
    def test_all_attempts_have_one_key(self) -> None:
        one, other = call(), call()
        keys = {one.headers(attempt)["Idempotency-Key"] for attempt in range(3)}
        self.assertEqual(len(keys), 1)
        self.assertNotIn(other.headers(0)["Idempotency-Key"], keys)
        self.assertEqual([one.headers(attempt).get("X-Waymark-Retry") for attempt in range(3)], [None, "1", "2"])

    def test_an_id_cannot_lead_to_another_path(self) -> None:
        self.assertEqual(call(path="../api-keys?x#y").url, "http://host/prefix/v1/links/..%2Fapi-keys%3Fx%23y")
        for path in ("", ".", ".."):
            with self.assertRaises(ValueError):
                call(path=path)

    def test_a_header_cannot_bring_another_one(self) -> None:
        with self.assertRaises(ValueError):
            call(headers={"X-One": "a\r\nX-Two: b"})
        with self.assertRaises(ValueError):
            call(idempotency_key="a\nb")

    def test_headers_replace_those_of_the_client_in_any_case(self) -> None:
        headers = call(headers={"user-agent": "mine"}).headers(0)
        self.assertEqual([value for name, value in headers.items() if name.lower() == "user-agent"], ["mine"])

    def test_what_an_operation_does_not_take_is_refused(self) -> None:
        with self.assertRaises(ValueError):
            call(if_match='"1"')
        with self.assertRaises(ValueError):
            call(WRITE._replace(idempotent=False), idempotency_key="key")

    def test_public_operations_send_only_the_key_of_the_call_and_others_need_one(self) -> None:
        self.assertNotIn("Authorization", call(WRITE._replace(public=True)).headers(0))
        given = call(WRITE._replace(public=True), api_key="token")
        self.assertEqual(given.headers(0)["Authorization"], "Bearer token")
        with self.assertRaisesRegex(WaymarkError, "WAYMARK_API_KEY"):
            Call(Config(None, "http://host", 60, 2), WRITE, ["a"])

    def test_an_endless_time_out_is_none(self) -> None:
        self.assertEqual((call(timeout=math.inf).timeout, call().timeout), (None, 60))

    def test_uploads_are_repeated_when_they_can_be_read_again(self) -> None:
        file = io.BytesIO(b"head,body")
        file.seek(5)
        upload = Upload(file, "text/csv")
        self.assertEqual([b"".join(upload.parts()) for _ in range(2)], [b"body", b"body"])
        self.assertTrue(upload.repeatable)
        pipe = io.BytesIO(b"once")
        pipe.seekable = lambda: False  # type: ignore[method-assign]
        self.assertFalse(Upload(pipe, "text/csv").repeatable)
        known = ("text/csv", "application/x-ndjson")
        tables: list[UploadSource] = ["a.CSV", "a", b".ndjson", io.BytesIO(), named(3)]
        self.assertEqual({media_type_of(source, known) for source in tables}, {known[0]})
        lines: list[UploadSource] = ["a.ndjson", "a.JSONL", Path("a.json"), named("a.ndjson"), named(b"a.ndjson")]
        self.assertEqual({media_type_of(source, known) for source in lines}, {known[1]})


class Lists(unittest.TestCase):
    def test_a_list_is_numbered_only_where_it_is_asked_to_be(self) -> None:
        self.assertEqual(first_query(True, {"tags": None}), {"cursor": ""})
        self.assertEqual(first_query(True, {"sort": "created_at"}), {"sort": "created_at", "cursor": ""})
        for query in ({"sort": "clicks"}, {"page": 2}, {"cursor": "x"}):
            self.assertEqual(first_query(True, query), query)

    def test_a_numbered_list_ends_with_its_total(self) -> None:
        def meta(**members: object) -> dict[str, object]:
            return {"data": [1], "meta": {"page": 2, "limit": 10, "total": 20, **members}}

        self.assertIsNone(next_query({}, meta()))
        self.assertEqual(next_query({"sort": "clicks"}, meta(total=21)), {"sort": "clicks", "page": 3})
        self.assertEqual(next_query({}, {**meta(total_is="minimum"), "data": [1] * 10}), {"page": 3})
        self.assertIsNone(next_query({}, meta(total_is="minimum")))
        self.assertIsNone(next_query({}, {**meta(total=99), "data": []}))


class Secrets(unittest.TestCase):
    def test_a_key_is_in_no_dump(self) -> None:
        dumps = [repr(call(api_key=KEY, headers={"X": KEY}).options), repr(Config(KEY, None, 60, 2))]
        for make in (Waymark, AsyncWaymark):
            client = make(api_key=KEY)
            dumps += [repr(client), repr(vars(client)), repr(vars(vars(client)["_core"]))]
        dumps.append(repr(CreatedApiKey.from_json({"id": "key_1", "key": KEY})))
        for dump in dumps:
            self.assertNotIn(KEY[9:], dump)

    def test_a_key_that_cannot_be_sent_is_refused_without_being_told(self) -> None:
        for key in (KEY + "\n", "clé", "a b"):
            for use in (lambda: Waymark(api_key=key), lambda: call(api_key=key)):  # noqa: B023
                with self.assertRaises(ValueError) as caught:
                    use()
                self.assertNotIn(key, str(caught.exception))

    def test_a_base_url_has_no_credential(self) -> None:
        for url in ("http://u:secret@host", "http://u:secret/@host", "ftp://host", "host", "http://host?x=1", "http://"):
            with self.assertRaisesRegex(ValueError, "the base URL") as caught:
                Waymark(base_url=url)
            self.assertNotIn("secret", str(caught.exception))


class Errors(unittest.TestCase):
    def test_a_page_of_a_proxy_is_unknown(self) -> None:
        for content in (b"<html>", b'"text"', b"[]", b'{"error": 1}', b"\xff"):
            self.assertEqual(error_of(Response(502, Headers([]), content)).code, "unknown")

    def test_an_error_survives_pickling(self) -> None:
        error = error_of(Response(404, Headers([("X-Request-Id", "req_1")]), b'{"code": "not_found", "detail": "No."}'))
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual((type(copy), str(copy)), (NotFound, "404 not_found: No. (request req_1)"))
        self.assertIsInstance(copy, APIError)

    def test_unset_is_one_value(self) -> None:
        self.assertIs(pickle.loads(pickle.dumps(UNSET)), UNSET)


class Webhooks(unittest.TestCase):
    def test_a_signature_of_another_library_fits(self) -> None:
        event = unwrap(BODY, SIGNED, ["whsec_b3RoZXI=", SECRET], now=NOW + 300)
        self.assertIsInstance(event, UnknownWebhookEvent)
        self.assertEqual(event.raw, {"test": 2432232314})

    def test_what_is_not_genuine_is_refused(self) -> None:
        def refused(body: bytes = BODY, secret: str | list[str] = SECRET, now: int = NOW, **headers: str) -> None:
            changed = {**SIGNED, **{name.replace("_", "-"): value for name, value in headers.items()}}
            with self.assertRaises(SignatureError):
                unwrap(body, changed, secret, now=now)

        refused(body=BODY + b" ")
        refused(now=NOW + 301)
        refused(now=NOW - 301)
        refused(secret="whsec_b3RoZXI=")
        none: list[str] = []
        for secret in ("", "whsec_", "whsec_!", none):
            refused(secret=secret)
        refused(webhook_signature=SIGNED["webhook-signature"].replace("v1", "v2"))
        refused(webhook_signature="v1,é")
        refused(webhook_id="msg_other")
        for header in ("webhook-id", "Webhook-Timestamp", "webhook-signature"):
            with self.assertRaises(SignatureError):
                unwrap(BODY, {name: value for name, value in SIGNED.items() if name != header}, SECRET, now=NOW)

    def test_an_event_is_read_by_its_type(self) -> None:
        from waymark.models import read_webhook_event

        event = read_webhook_event({"type": "link.created", "data": {"id": "link_1", "newer": 1}})
        self.assertIsInstance(event, LinkWebhookEvent)
        assert isinstance(event, LinkWebhookEvent)
        self.assertEqual((event.data.id, event.data.raw["newer"], event.previous), ("link_1", 1, None))


class Import(unittest.TestCase):
    def test_importing_loads_no_transport(self) -> None:
        text = "import sys, waymark; sys.exit(any(name in sys.modules for name in ('httpx2', 'ssl', 'asyncio')))"
        self.assertEqual(subprocess.run([sys.executable, "-c", text]).returncode, 0)


if __name__ == "__main__":
    unittest.main()
