/** Programs of users, as texts: specs run and check them in environments of their own. */

/** One call, a list and an error, from the installed package. */
export const CALLED = `
import json
import sys
from importlib.metadata import version
from pathlib import Path

import waymark
from waymark import NotFound, Waymark

home = Path(waymark.__file__).parent
refused = ""
with Waymark() as client:
    link = client.links.create(destination_url="https://example.com/packed", tags=["packed"])
    listed = link.id in [one.id for one in client.links.list(tags=["packed"])]
    try:
        client.links.get("link_unknown")
    except NotFound as error:
        refused = error.code
print(json.dumps({
    "listed": listed,
    "refused": refused,
    "typed": (home / "py.typed").exists(),
    "versions": [version("waymark-links"), waymark.__version__],
    "within": str(home).startswith(sys.prefix),
}))
`;

/** What a user writes whose types are checked strictly: each type of answer, input and failure once. */
export const TYPED = `
import asyncio
from typing import assert_type

from waymark import (
    UNSET,
    APIError,
    AsyncWaymark,
    InvalidRequest,
    RateLimited,
    RequestOptions,
    SignatureError,
    Waymark,
    unwrap,
)
from waymark.models import Analytics, Click, Link, LinkAt, LinkWebhookEvent, RotatedApiKey


def clicks_of(waymark: Waymark, tag: str) -> int:
    total = 0
    for one in waymark.links.list(tags=[tag], limit=100):
        assert_type(one, Link)
        total += one.clicks
    for page in waymark.links.list().pages():
        total += len(page.data)
    return total


def changed(waymark: Waymark, link: Link, title: str | None) -> Link:
    options = RequestOptions(if_match=link.http_response.etag if link.http_response else None, timeout=5)
    return waymark.links.update(link.id, title=title if title != link.title else UNSET, options=options)


def used(waymark: Waymark) -> list[str]:
    link = waymark.links.create(destination_url="https://example.com/", tags=["a"], title=None)
    assert_type(link, Link)
    assert_type(waymark.links.get_at(link.id, "2026-11-01T00:00:00Z"), LinkAt)
    assert_type(waymark.analytics.link(link.id, range="7d", group_by=["country"]), Analytics)
    assert_type(waymark.api_keys.rotate("key_1"), RotatedApiKey)
    assert_type(waymark.links.export(format="csv").save("links.csv"), int)
    said: list[str] = [part.decode() for part in waymark.analytics.export(format="ndjson")]
    for click in waymark.analytics.live():
        assert_type(click, Click)
        said.append(click.country or "unknown")
    try:
        waymark.links.delete(changed(waymark, link, "New").id)
    except InvalidRequest as error:
        said.extend(problem.message for problem in error.errors)
    except RateLimited as error:
        said.append(f"wait {error.retry_after}")
    except APIError as error:
        said.append(error.code)
    return said


def received(body: bytes, headers: dict[str, str], secret: str) -> str | None:
    try:
        event = unwrap(body, headers, secret)
    except SignatureError:
        return None
    return event.data.short_url if isinstance(event, LinkWebhookEvent) else event.type


async def later() -> int:
    async with AsyncWaymark(api_key="svc_live_x", max_retries=0) as waymark:
        link = await waymark.links.create(destination_url="https://example.com/")
        assert_type(link, Link)
        async for one in waymark.links.list(tags=["a"]):
            assert_type(one, Link)
        return await waymark.links.export(format="csv").save("links.csv")


if __name__ == "__main__":
    with Waymark(base_url="http://localhost:3000") as client:
        print(clicks_of(client, "a"), used(client), received(b"", {}, "whsec_"), asyncio.run(later()))
`;

/** Four mistakes, each of which a checker must find. */
export const MISTAKEN = `
from waymark import Waymark

with Waymark() as client:
    client.links.create()
    client.links.create(destination_url=1)
    print(client.links.get("link_1").colour)
    for link in client.links.list():
        number: int = link.title
`;
