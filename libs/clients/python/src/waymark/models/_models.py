# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from .._core.model import Model, Read, each, entries
from ._enums import (
    ActorType,
    ApiKeyScope,
    ApiKeyStatus,
    CampaignStatus,
    DomainStatus,
    ImportSource,
    ImportStatus,
    Interval,
    LinkStatus,
    Plan,
    ProblemCode,
    QrFormat,
    QrLevel,
    Range,
    RedirectType,
    Role,
    WebhookDeliveryStatus,
    WebhookStatus,
)


class Actor(Model):
    """Who did it: an API key, a user or the system."""

    __slots__ = ("type", "id")

    type: ActorType
    """Kind of actor."""

    id: str
    """Id of the API key or user; of the system, which part it was: `waymark`, `scheduler`, `webhooks`, `operator`."""


class AliasExists(Model):
    """Whether an alias is taken."""

    __slots__ = ("exists",)

    exists: bool
    """Whether a link has the alias, of any workspace."""


class Alive(Model):
    """The process runs."""

    __slots__ = ("status",)

    status: Literal["ok"] | str
    """The process runs."""


class AnalyticsTotals(Model):
    """The totals of a window."""

    __slots__ = ("clicks", "unique_clicks", "bot_clicks", "qr_scans", "links_created", "active_links")

    clicks: int
    """Clicks."""

    unique_clicks: int
    """Distinct visitors per link and UTC day."""

    bot_clicks: int
    """Visits of bots."""

    qr_scans: int
    """Clicks that came by a QR code."""

    links_created: int
    """Created links of the workspace, link, campaign, tag or domain in the path; filters of clicks do not change it."""

    active_links: int
    """Distinct links with at least one counted click."""


class AnalyticsPrevious(Model):
    """The totals of the previous window, with the same filters, and the bounds of that window."""

    __slots__ = (
        "clicks",
        "unique_clicks",
        "bot_clicks",
        "qr_scans",
        "links_created",
        "active_links",
        "start",
        "end",
    )

    clicks: int
    """Clicks."""

    unique_clicks: int
    """Distinct visitors per link and UTC day."""

    bot_clicks: int
    """Visits of bots."""

    qr_scans: int
    """Clicks that came by a QR code."""

    links_created: int
    """Created links of the workspace, link, campaign, tag or domain in the path; filters of clicks do not change it."""

    active_links: int
    """Distinct links with at least one counted click."""

    start: str
    """Start of that window."""

    end: str
    """End of that window, exclusive."""


class AnalyticsPoint(Model):
    """A point of the time series."""

    __slots__ = ("start", "clicks", "unique_clicks")

    start: str
    """Start of the point."""

    clicks: int
    """Clicks."""

    unique_clicks: int
    """Distinct visitors per link and UTC day."""


class AnalyticsComparison(Model):
    """Clicks of the window that `compare` names, with the same filters."""

    __slots__ = ("start", "end", "clicks", "unique_clicks", "timeseries")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "timeseries": each(AnalyticsPoint.from_json),
    }

    start: str
    """Start of the window."""

    end: str
    """End of the window, exclusive."""

    clicks: int
    """Clicks."""

    unique_clicks: int
    """Distinct visitors per link and UTC day."""

    timeseries: list[AnalyticsPoint]
    """Its points, as wide as those of the answer, zeros included. Months and years differ in their days."""


class AnalyticsTopLink(Model):
    """A link of the ranking."""

    __slots__ = ("link_id", "short_url", "clicks")

    link_id: str
    """Id of the link."""

    short_url: str | None
    """Short URL of the link; null where it is not known."""

    clicks: int
    """Clicks."""


class AnalyticsGroup(Model):
    """An entry of a group. `short_url` is in groups of links, `country` and `region` in those of places."""

    __slots__ = ("key", "clicks", "unique_clicks", "country", "region", "short_url")

    key: str | None
    """
    The value. Null: unknown or none (a direct visit has no referrer, an untagged link no tag). As a filter:
    `null`.
    """

    clicks: int
    """Clicks."""

    unique_clicks: int
    """
    Distinct visitors. Exact up to 65,536; above that, within about half a percent. Totals and time series are
    always exact.
    """

    country: str | None
    """Of a region or a city: its country."""

    region: str | None
    """Of a city: its region."""

    short_url: str | None
    """Short URL of the link; null where it is not known."""


class Analytics(Model):
    """Clicks in a window: totals, time series and groups."""

    __slots__ = (
        "range",
        "start",
        "end",
        "timezone",
        "interval",
        "totals",
        "previous",
        "timeseries",
        "comparison",
        "top_links",
        "countries",
        "regions",
        "cities",
        "continents",
        "devices",
        "browsers",
        "os",
        "languages",
        "referrers",
        "referrer_urls",
        "triggers",
        "links",
        "domains",
        "tags",
        "campaigns",
        "destinations",
        "utm_sources",
        "utm_mediums",
        "utm_campaigns",
        "utm_terms",
        "utm_contents",
        "variants",
        "as_of",
    )
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "totals": AnalyticsTotals.from_json,
        "previous": AnalyticsPrevious.from_json,
        "timeseries": each(AnalyticsPoint.from_json),
        "comparison": AnalyticsComparison.from_json,
        "top_links": each(AnalyticsTopLink.from_json),
        "countries": each(AnalyticsGroup.from_json),
        "regions": each(AnalyticsGroup.from_json),
        "cities": each(AnalyticsGroup.from_json),
        "continents": each(AnalyticsGroup.from_json),
        "devices": each(AnalyticsGroup.from_json),
        "browsers": each(AnalyticsGroup.from_json),
        "os": each(AnalyticsGroup.from_json),
        "languages": each(AnalyticsGroup.from_json),
        "referrers": each(AnalyticsGroup.from_json),
        "referrer_urls": each(AnalyticsGroup.from_json),
        "triggers": each(AnalyticsGroup.from_json),
        "links": each(AnalyticsGroup.from_json),
        "domains": each(AnalyticsGroup.from_json),
        "tags": each(AnalyticsGroup.from_json),
        "campaigns": each(AnalyticsGroup.from_json),
        "destinations": each(AnalyticsGroup.from_json),
        "utm_sources": each(AnalyticsGroup.from_json),
        "utm_mediums": each(AnalyticsGroup.from_json),
        "utm_campaigns": each(AnalyticsGroup.from_json),
        "utm_terms": each(AnalyticsGroup.from_json),
        "utm_contents": each(AnalyticsGroup.from_json),
        "variants": each(AnalyticsGroup.from_json),
    }

    range: Range
    """A window in time by its name."""

    start: str
    """Start of the window."""

    end: str
    """End of the window, exclusive."""

    timezone: str
    """The time zone of days."""

    interval: Interval
    """Width of the points of a time series."""

    totals: AnalyticsTotals
    """The totals of a window."""

    previous: AnalyticsPrevious
    """The totals of the previous window, with the same filters, and the bounds of that window."""

    timeseries: list[AnalyticsPoint]
    """The window in points, zeros included."""

    comparison: AnalyticsComparison | None
    """The window that `compare` names; absent without it."""

    top_links: list[AnalyticsTopLink]
    """The links with the most clicks."""

    countries: list[AnalyticsGroup]
    """Clicks by country, most clicks first."""

    regions: list[AnalyticsGroup] | None
    """Clicks by region, most clicks first. With `group_by=region`."""

    cities: list[AnalyticsGroup]
    """Clicks by city, most clicks first."""

    continents: list[AnalyticsGroup] | None
    """Clicks by continent, most clicks first. With `group_by=continent`."""

    devices: list[AnalyticsGroup]
    """Clicks by device, most clicks first."""

    browsers: list[AnalyticsGroup]
    """Clicks by browser, most clicks first."""

    os: list[AnalyticsGroup]
    """Clicks by os, most clicks first."""

    languages: list[AnalyticsGroup] | None
    """Clicks by language, most clicks first. With `group_by=language`."""

    referrers: list[AnalyticsGroup]
    """Clicks by referrer, most clicks first."""

    referrer_urls: list[AnalyticsGroup] | None
    """Clicks by referrer url, most clicks first. With `group_by=referrer_url`."""

    triggers: list[AnalyticsGroup]
    """Clicks by trigger, most clicks first."""

    links: list[AnalyticsGroup] | None
    """Clicks by link, most clicks first. With `group_by=link`."""

    domains: list[AnalyticsGroup] | None
    """Clicks by domain, most clicks first. With `group_by=domain`."""

    tags: list[AnalyticsGroup] | None
    """Clicks by tag, most clicks first. With `group_by=tag`."""

    campaigns: list[AnalyticsGroup] | None
    """Clicks by campaign, most clicks first. With `group_by=campaign`."""

    destinations: list[AnalyticsGroup] | None
    """Clicks by destination, most clicks first. With `group_by=destination`."""

    utm_sources: list[AnalyticsGroup] | None
    """Clicks by utm source, most clicks first. With `group_by=utm_source`."""

    utm_mediums: list[AnalyticsGroup] | None
    """Clicks by utm medium, most clicks first. With `group_by=utm_medium`."""

    utm_campaigns: list[AnalyticsGroup]
    """Clicks by utm campaign, most clicks first."""

    utm_terms: list[AnalyticsGroup] | None
    """Clicks by utm term, most clicks first. With `group_by=utm_term`."""

    utm_contents: list[AnalyticsGroup] | None
    """Clicks by utm content, most clicks first. With `group_by=utm_content`."""

    variants: list[AnalyticsGroup] | None
    """Clicks by variant, most clicks first. With `group_by=variant`."""

    as_of: str
    """Every click up to this instant is included."""


class ApiKeyAt(Model):
    """An API key without its usage, as it was at an instant."""

    __slots__ = (
        "id",
        "name",
        "scope",
        "status",
        "start",
        "expiration",
        "created_at",
        "created_by",
        "grace_ends_at",
        "revoked_at",
        "revocation_reason",
        "rotated_from",
        "rotated_to",
        "workspace_id",
    )
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "created_by": Actor.from_json,
    }

    id: str
    """Id of the API key."""

    name: str
    """Name of the key."""

    scope: ApiKeyScope
    """What an API key may do. Bodies take `read`, `read_write` and `read+write` as well, in any case."""

    status: ApiKeyStatus
    """Status of an API key. An active one and one in its grace period are accepted."""

    start: str
    """`svc_live_` and the first 4 characters."""

    expiration: str | None
    """The first instant at which the key is no longer valid."""

    created_at: str
    """When it was created."""

    created_by: Actor
    """Who created the key."""

    grace_ends_at: str | None
    """After a rotation: the first instant at which it is no longer valid."""

    revoked_at: str | None
    """When it was revoked."""

    revocation_reason: str | None
    """As given to `POST …/revoke`."""

    rotated_from: str | None
    """Id of the key that it replaced."""

    rotated_to: str | None
    """Id of the key that replaced it."""

    workspace_id: str
    """Id of its workspace."""


class ApiKeyUsage(Model):
    """Usage of an API key."""

    __slots__ = ("last_used_at", "request_count")

    last_used_at: str | None
    """When it was last used."""

    request_count: int
    """Requests authenticated by this key, refused ones included, within 2 s. A crash may lose the last second."""


class ApiKey(ApiKeyAt):
    """An API key with its usage, without the key itself."""

    __slots__ = ("last_used_at", "request_count")

    last_used_at: str | None
    """When it was last used."""

    request_count: int
    """Requests authenticated by this key, refused ones included, within 2 s. A crash may lose the last second."""


class Change(Model):
    """A field before and after an event."""

    __slots__ = ("from_", "to")
    _own_names: ClassVar[Mapping[str, str]] = {
        "from_": "from",
    }

    from_: Any
    """The value before; null before the creation."""

    to: Any
    """The value after."""


class HistoryEntry(Model):
    """An event of a resource."""

    __slots__ = ("id", "type", "at", "actor", "request_id", "changes", "revision")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "actor": Actor.from_json,
        "changes": entries(Change.from_json),
    }

    id: str
    """Id of the event, the same as that of its public event."""

    type: str
    """Name of the event, as webhooks have it."""

    at: str
    """When it happened."""

    actor: Actor
    """Who did it: an API key, a user or the system."""

    request_id: str
    """Id of the request that caused it."""

    changes: dict[str, Change]
    """By field of the public record: its value before and after this event."""

    revision: str
    """Revision of the event in its stream, from 0."""


class ApiKeyHistoryEntryPrevious(Model):
    """With `lineage=true`, for a rotation: the changes of the rotated key."""

    __slots__ = ("key_id", "changes")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "changes": entries(Change.from_json),
    }

    key_id: str
    """Id of the rotated key."""

    changes: dict[str, Change]
    """By field of the public record: its value before and after this event."""


class ApiKeyHistoryEntry(HistoryEntry):
    """An event of an API key or of its rotation lineage."""

    __slots__ = ("key_id", "previous")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "previous": ApiKeyHistoryEntryPrevious.from_json,
    }

    key_id: str | None
    """With `lineage=true`: the key of the event; for a rotation, the new one."""

    previous: ApiKeyHistoryEntryPrevious | None
    """With `lineage=true`, for a rotation: the changes of the rotated key."""


class PageMeta(Model):
    """Where a page is in its list."""

    __slots__ = ("total", "total_is", "page", "limit")

    total: int
    """Entries of the whole list."""

    total_is: Literal["minimum"] | str | None
    """Present when the filters match more than 10,000 entries: `total` stops there."""

    page: int
    """Number of this page, from 1."""

    limit: int
    """Entries of a page at most."""


class ApiKeyHistory(Model):
    """A page of the events of an API key."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(ApiKeyHistoryEntry.from_json),
        "meta": PageMeta.from_json,
    }

    data: list[ApiKeyHistoryEntry]
    """The entries of the page."""

    meta: PageMeta
    """Where a page is in its list."""


class ApiKeyList(Model):
    """A page of API keys."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(ApiKey.from_json),
        "meta": PageMeta.from_json,
    }

    data: list[ApiKey]
    """The entries of the page."""

    meta: PageMeta
    """Where a page is in its list."""


class ApiKeyUsageDay(Model):
    """Requests of an API key on a day."""

    __slots__ = ("date", "requests")

    date: str
    """The day, in UTC."""

    requests: int
    """Requests on this day."""


class ApiKeyUsageByDay(Model):
    """Requests of an API key by day."""

    __slots__ = ("data",)
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(ApiKeyUsageDay.from_json),
    }

    data: list[ApiKeyUsageDay]
    """Every day of the range, the oldest first."""


class ApiKeyWebhookEvent(Model):
    """
    Body of `api_key.created`, `api_key.expired`, `api_key.grace_expired`, `api_key.renamed`, `api_key.revoked`,
    `api_key.rotated`.
    """

    __slots__ = (
        "id",
        "type",
        "created_at",
        "workspace_id",
        "api_version",
        "revision",
        "data",
        "previous",
    )
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": ApiKeyAt.from_json,
    }

    id: str
    """Id of the event, the same for every webhook and in every attempt."""

    type: Literal[
        "api_key.created",
        "api_key.expired",
        "api_key.grace_expired",
        "api_key.renamed",
        "api_key.revoked",
        "api_key.rotated",
    ]
    """What happened."""

    created_at: str
    """When it happened."""

    workspace_id: str
    """Id of the workspace."""

    api_version: Literal["v1"] | str
    """Fields may be added within a version."""

    revision: str | None
    """Of the resource: the highest is the newest."""

    data: ApiKeyAt
    """An API key without its usage, as it was at an instant."""

    previous: dict[str, Any] | None
    """Former values of the fields that changed."""


class AuthOptions(Model):
    """How to get an account."""

    __slots__ = ("signup",)

    signup: Literal["open", "closed"] | str
    """Whether `POST /v1/auth/register` takes new users."""


class BulkCreateMeta(Model):
    """How many items created a link and how many failed."""

    __slots__ = ("created", "failed")

    created: int
    """Items with status 201; a link that was found has 200."""

    failed: int
    """Items with an `error`."""


class BulkMeta(Model):
    """How many items succeeded and failed."""

    __slots__ = ("succeeded", "failed")

    succeeded: int
    """Items without an `error`."""

    failed: int
    """Items with an `error`."""


class CampaignAt(Model):
    """A campaign without its counters, as it was at an instant."""

    __slots__ = (
        "id",
        "name",
        "description",
        "status",
        "starts_at",
        "ends_at",
        "utm_source",
        "utm_medium",
        "utm_campaign",
        "tags",
        "created_at",
        "updated_at",
    )

    id: str
    """Id of the campaign."""

    name: str
    """Name of the campaign."""

    description: str | None
    """Notes, for your own use."""

    status: CampaignStatus
    """Status of a campaign. It changes no redirect."""

    starts_at: str | None
    """A draft is started then."""

    ends_at: str | None
    """An active or paused campaign is ended then."""

    utm_source: str | None
    """The `utm_source` that its links inherit."""

    utm_medium: str | None
    """The `utm_medium` that its links inherit."""

    utm_campaign: str | None
    """The `utm_campaign` that its links inherit."""

    tags: list[str]
    """Tags of the campaign."""

    created_at: str
    """When it was created."""

    updated_at: str
    """When it was last changed."""


class CampaignCounters(Model):
    """Counters of a campaign."""

    __slots__ = ("link_count", "clicks")

    link_count: int
    """Links of the campaign that are not deleted."""

    clicks: int
    """Clicks by people on links while these were in the campaign."""


class Campaign(CampaignAt):
    """A campaign with its counters."""

    __slots__ = ("link_count", "clicks")

    link_count: int
    """Links of the campaign that are not deleted."""

    clicks: int
    """Clicks by people on links while these were in the campaign."""


class CampaignList(Model):
    """A page of campaigns."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(Campaign.from_json),
        "meta": PageMeta.from_json,
    }

    data: list[Campaign]
    """The entries of the page."""

    meta: PageMeta
    """Where a page is in its list."""


class CampaignWebhookEvent(Model):
    """
    Body of `campaign.created`, `campaign.deleted`, `campaign.ended`, `campaign.paused`, `campaign.resumed`,
    `campaign.started`, `campaign.updated`.
    """

    __slots__ = (
        "id",
        "type",
        "created_at",
        "workspace_id",
        "api_version",
        "revision",
        "data",
        "previous",
    )
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": CampaignAt.from_json,
    }

    id: str
    """Id of the event, the same for every webhook and in every attempt."""

    type: Literal[
        "campaign.created",
        "campaign.deleted",
        "campaign.ended",
        "campaign.paused",
        "campaign.resumed",
        "campaign.started",
        "campaign.updated",
    ]
    """What happened."""

    created_at: str
    """When it happened."""

    workspace_id: str
    """Id of the workspace."""

    api_version: Literal["v1"] | str
    """Fields may be added within a version."""

    revision: str | None
    """Of the resource: the highest is the newest."""

    data: CampaignAt
    """A campaign without its counters, as it was at an instant."""

    previous: dict[str, Any] | None
    """Former values of the fields that changed."""


class Check(Model):
    """The check of a dependency."""

    __slots__ = ("status", "duration_ms")

    status: Literal["ok", "failed"] | str
    """Whether the dependency answered."""

    duration_ms: int
    """Milliseconds that the check took."""


class CheckedDestination(Model):
    """What a look at a destination found."""

    __slots__ = ("reachable", "status", "final_url", "redirects", "content_type", "title", "error")

    reachable: bool
    """Whether a server answered, whatever its status."""

    status: int | None
    """HTTP status of the answer, after redirects."""

    final_url: str | None
    """Where the redirects led."""

    redirects: int | None
    """How many redirects were followed."""

    content_type: str | None
    """Media type of the answer."""

    title: str | None
    """Title of the page."""

    error: Literal["unreachable", "late", "malformed"] | str | None
    """
    Why there is no answer. `unreachable`: no such host, no connection, or an address that is not public. `late`:
    none within 5 seconds. `malformed`: no valid HTTP, or more than 5 redirects.
    """


class Click(Model):
    """A click. What is not known is null."""

    __slots__ = (
        "id",
        "at",
        "link_id",
        "short_url",
        "domain",
        "domain_id",
        "tags",
        "campaign_id",
        "destination",
        "utm_source",
        "utm_medium",
        "utm_campaign",
        "utm_term",
        "utm_content",
        "country",
        "region",
        "city",
        "continent",
        "device",
        "browser",
        "os",
        "language",
        "referrer",
        "referrer_url",
        "trigger",
        "is_bot",
        "rule",
        "variant",
    )

    id: str
    """Id of the click. It never changes."""

    at: str
    """When the visitor was redirected."""

    link_id: str
    """Id of the link."""

    short_url: str | None
    """Short URL of the link. Null while the link is not known yet, and when its workspace was purged."""

    domain: str | None
    """Host name of the link."""

    domain_id: str
    """Id of its domain."""

    tags: list[str]
    """Of the link at the time of the click, like its campaign."""

    campaign_id: str | None
    """Id of its campaign."""

    destination: str
    """
    Where the visitor was sent. The utm fields are those of this URL: the destination's own, or else the
    visitor's, the link's, the campaign's.
    """

    utm_source: str | None
    """The `utm_source` of the destination."""

    utm_medium: str | None
    """The `utm_medium` of the destination."""

    utm_campaign: str | None
    """The `utm_campaign` of the destination."""

    utm_term: str | None
    """The `utm_term` of the destination."""

    utm_content: str | None
    """The `utm_content` of the destination."""

    country: str | None
    """Country code of ISO 3166-1 alpha-2."""

    region: str | None
    """Region of the country."""

    city: str | None
    """City."""

    continent: str | None
    """Code of the continent."""

    device: str | None
    """Kind of device."""

    browser: str | None
    """Name of the browser."""

    os: str | None
    """Name of the operating system."""

    language: str | None
    """Language of the visitor's first choice."""

    referrer: str | None
    """Host of the page that the visitor came from."""

    referrer_url: str | None
    """Address of that page without its query."""

    trigger: str
    """How the visitor came: `link` or `qr`."""

    is_bot: bool
    """Whether the visitor is a bot."""

    rule: int | None
    """Index of the rule of the link that decided, from 0."""

    variant: int | None
    """Index of the variant that was drawn, from 0."""


class ClickListMeta(Model):
    """Where a page is in its list."""

    __slots__ = ("limit", "next_cursor")

    limit: int
    """Clicks of a page at most."""

    next_cursor: str | None
    """The cursor of the next page; null on the last page."""


class ClickList(Model):
    """A page of clicks, the newest first."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(Click.from_json),
        "meta": ClickListMeta.from_json,
    }

    data: list[Click]
    """The clicks of the page."""

    meta: ClickListMeta
    """Where a page is in its list."""


class CreatedApiKey(ApiKey):
    """A new API key with the key itself."""

    __slots__ = ("key",)
    _own_secrets: ClassVar[frozenset[str]] = frozenset({"key"})

    key: str
    """The whole key. It is only in this answer and in its repeats under the same Idempotency-Key."""


class CursorMeta(Model):
    """Where a page is in its list."""

    __slots__ = ("total", "total_is", "page", "limit", "next_cursor")

    total: int
    """Entries of the whole list."""

    total_is: Literal["minimum"] | str | None
    """Present when the filters match more than 10,000 entries: `total` stops there."""

    page: int
    """Number of this page, from 1."""

    limit: int
    """Entries of a page at most."""

    next_cursor: str | None
    """The cursor of the next page. Only with `cursor`; null on the last page."""


class DnsRecord(Model):
    """A DNS record to publish."""

    __slots__ = ("type", "name", "value")

    type: Literal["TXT", "CNAME"] | str
    """Type of the record."""

    name: str
    """Its name."""

    value: str
    """Its value."""


class DomainAt(Model):
    """A domain without its last check, as it was at an instant."""

    __slots__ = (
        "id",
        "hostname",
        "status",
        "is_primary",
        "root_url",
        "not_found_url",
        "expired_url",
        "apple_app_site_association",
        "assetlinks",
        "dns_records",
        "verified_at",
        "created_at",
        "updated_at",
    )
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "dns_records": each(DnsRecord.from_json),
    }

    id: str
    """Id of the domain."""

    hostname: str
    """Host name in lower case and ASCII."""

    status: DomainStatus
    """Status of a domain. Links resolve on a verified one. `disabled` is reserved: no domain has it so far."""

    is_primary: bool
    """Whether links that name no domain are created here."""

    root_url: str | None
    """Where the host itself leads."""

    not_found_url: str | None
    """Where unknown aliases lead."""

    expired_url: str | None
    """Where expired links lead that have no `expired_url`."""

    apple_app_site_association: Any
    """The JSON document for apps of Apple, or null."""

    assetlinks: Any
    """The JSON document for apps of Android, or null."""

    dns_records: list[DnsRecord]
    """The TXT record proves that the host name is yours; the CNAME record leads visitors here."""

    verified_at: str | None
    """When it was verified."""

    created_at: str
    """When it was added."""

    updated_at: str
    """When it was last changed."""


class DomainCheck(Model):
    """The last check of a domain."""

    __slots__ = ("last_checked_at", "last_check")

    last_checked_at: str | None
    """When DNS was asked for the TXT record last."""

    last_check: Literal["found", "missing", "unreachable"] | str | None
    """What was found. `unreachable`: no name server answered, which changes nothing."""


class Domain(DomainAt):
    """A domain with its last check."""

    __slots__ = ("last_checked_at", "last_check")

    last_checked_at: str | None
    """When DNS was asked for the TXT record last."""

    last_check: Literal["found", "missing", "unreachable"] | str | None
    """What was found. `unreachable`: no name server answered, which changes nothing."""


class DomainList(Model):
    """A page of domains."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(Domain.from_json),
        "meta": PageMeta.from_json,
    }

    data: list[Domain]
    """The entries of the page."""

    meta: PageMeta
    """Where a page is in its list."""


class DomainWebhookEvent(Model):
    """Body of `domain.created`, `domain.failed`, `domain.removed`, `domain.updated`, `domain.verified`."""

    __slots__ = (
        "id",
        "type",
        "created_at",
        "workspace_id",
        "api_version",
        "revision",
        "data",
        "previous",
    )
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": DomainAt.from_json,
    }

    id: str
    """Id of the event, the same for every webhook and in every attempt."""

    type: Literal["domain.created", "domain.failed", "domain.removed", "domain.updated", "domain.verified"]
    """What happened."""

    created_at: str
    """When it happened."""

    workspace_id: str
    """Id of the workspace."""

    api_version: Literal["v1"] | str
    """Fields may be added within a version."""

    revision: str | None
    """Of the resource: the highest is the newest."""

    data: DomainAt
    """A domain without its last check, as it was at an instant."""

    previous: dict[str, Any] | None
    """Former values of the fields that changed."""


class ErrorCode(Model):
    """What an error code means."""

    __slots__ = ("code", "status", "title", "advice")

    code: str
    """The code."""

    status: int
    """The HTTP status."""

    title: str
    """The code in words."""

    advice: str
    """What to do about it."""


class EventClick(Model):
    """A click, without anything that identifies its visitor."""

    __slots__ = (
        "id",
        "at",
        "destination",
        "utm_source",
        "utm_medium",
        "utm_campaign",
        "utm_term",
        "utm_content",
        "country",
        "region",
        "city",
        "device",
        "browser",
        "os",
        "language",
        "referrer",
        "trigger",
        "is_bot",
        "rule",
        "variant",
    )

    id: str
    """Id of the click. It never changes."""

    at: str
    """When the visitor was redirected."""

    destination: str
    """
    Where the visitor was sent. The utm fields are those of this URL: the destination's own, or else the
    visitor's, the link's, the campaign's.
    """

    utm_source: str | None
    """The `utm_source` of the destination."""

    utm_medium: str | None
    """The `utm_medium` of the destination."""

    utm_campaign: str | None
    """The `utm_campaign` of the destination."""

    utm_term: str | None
    """The `utm_term` of the destination."""

    utm_content: str | None
    """The `utm_content` of the destination."""

    country: str | None
    """Country code of ISO 3166-1 alpha-2."""

    region: str | None
    """Region of the country."""

    city: str | None
    """City."""

    device: str | None
    """Kind of device."""

    browser: str | None
    """Name of the browser."""

    os: str | None
    """Name of the operating system."""

    language: str | None
    """Language of the visitor's first choice."""

    referrer: str | None
    """Host of the page that the visitor came from."""

    trigger: str
    """How the visitor came: `link` or `qr`."""

    is_bot: bool
    """Whether the visitor is a bot."""

    rule: int | None
    """Index of the rule of the link that decided, from 0."""

    variant: int | None
    """Index of the variant that was drawn, from 0."""


class EventLink(Model):
    """The link that was clicked."""

    __slots__ = ("id", "short_url", "tags", "campaign_id", "external_id")

    id: str
    """Id of the link."""

    short_url: str | None
    """Its short URL; null in the rare case that the link is not listed yet."""

    tags: list[str]
    """Its tags."""

    campaign_id: str | None
    """Id of its campaign."""

    external_id: str | None
    """Its id in another system."""


class EventClickOfLink(Model):
    """A click and its link."""

    __slots__ = ("click", "link")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "click": EventClick.from_json,
        "link": EventLink.from_json,
    }

    click: EventClick
    """A click, without anything that identifies its visitor."""

    link: EventLink
    """The link that was clicked."""


class EventClicks(Model):
    """At most 500 clicks, or those of a second."""

    __slots__ = ("clicks",)
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "clicks": each(EventClickOfLink.from_json),
    }

    clicks: list[EventClickOfLink]
    """The clicks."""


class EventNothing(Model):
    """Nothing."""

    __slots__ = ()


class EventResource(Model):
    """What an event is about."""

    __slots__ = ("type", "id")

    type: str
    """Kind of resource, as in `type`."""

    id: str
    """Its id."""


class History(Model):
    """A page of the events of a resource."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(HistoryEntry.from_json),
        "meta": PageMeta.from_json,
    }

    data: list[HistoryEntry]
    """The entries of the page."""

    meta: PageMeta
    """Where a page is in its list."""


class ListedImport(Model):
    """An import without its errors."""

    __slots__ = (
        "id",
        "status",
        "source",
        "total",
        "created",
        "failed",
        "ignored_columns",
        "created_at",
        "ended_at",
    )

    id: str
    """Id of the import."""

    status: ImportStatus
    """Status of an import."""

    source: ImportSource | None
    """Where it comes from. Null where the file could not be read."""

    total: int | None
    """Data rows of the file; null until they are counted."""

    created: int
    """Links that were created."""

    failed: int
    """Rows that failed."""

    ignored_columns: list[str]
    """Columns that were ignored."""

    created_at: str
    """When the file arrived."""

    ended_at: str | None
    """When the import ended."""


class ImportError(Model):
    """A row that failed, and why."""

    __slots__ = ("row", "line", "code", "message")

    row: int | None
    """Data row, from 1; null for a fault of the file as a whole."""

    line: int | None
    """Line of the file where the row begins."""

    code: str
    """Stable code of the fault."""

    message: str
    """The fault in words."""


class Import(ListedImport):
    """An import with the first of its errors."""

    __slots__ = ("errors",)
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "errors": each(ImportError.from_json),
    }

    errors: list[ImportError]
    """The first 1,000, in the order of rows."""


class ImportList(Model):
    """A page of imports."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(ListedImport.from_json),
        "meta": PageMeta.from_json,
    }

    data: list[ListedImport]
    """The entries of the page."""

    meta: PageMeta
    """Where a page is in its list."""


class Invitation(Model):
    """An invitation that is pending, without its token."""

    __slots__ = ("id", "email", "role", "invited_by", "created_at", "expires_at")

    id: str
    """Id of the invitation."""

    email: str
    """The address that is invited."""

    role: Role
    """What a user may do: a viewer reads, a member changes everything but the workspace and its members."""

    invited_by: str
    """The id of the owner who invited."""

    created_at: str
    """When it was sent."""

    expires_at: str
    """Seven days later: from then on the token is not valid."""


class InvitationList(Model):
    """A page of pending invitations."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(Invitation.from_json),
        "meta": PageMeta.from_json,
    }

    data: list[Invitation]
    """The entries of the page."""

    meta: PageMeta
    """Where a page is in its list."""


class RuleConditions(Model):
    """All of them must hold; of a list, one must."""

    __slots__ = ("device", "os", "browser", "language", "country", "ip", "query", "after", "before")

    device: str | list[str] | None
    """`mobile`, `tablet` or `desktop`."""

    os: str | list[str] | None
    """Operating system, as analytics names it."""

    browser: str | list[str] | None
    """Browser, as analytics names it."""

    language: str | list[str] | None
    """Language tag of the visitor's first choice. `de` holds for `de-AT` as well."""

    country: str | list[str] | None
    """Country code of ISO 3166-1 alpha-2."""

    ip: str | list[str] | None
    """Address, or network in CIDR notation."""

    query: dict[str, str | bool] | None
    """By name the value that must occur; true for any value."""

    after: str | None
    """From this instant on."""

    before: str | None
    """Until just before this instant."""


class Rule(Model):
    """Another destination for some visitors."""

    __slots__ = ("if_", "destination_url")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "if_": RuleConditions.from_json,
    }
    _own_names: ClassVar[Mapping[str, str]] = {
        "if_": "if",
    }

    if_: RuleConditions
    """All of them must hold; of a list, one must."""

    destination_url: str
    """Where visitors go for whom the rule holds."""


class Variant(Model):
    """A destination for a share of the visitors."""

    __slots__ = ("destination_url", "weight")

    destination_url: str
    """Where its share of visitors goes."""

    weight: int
    """Its share, relative to the weights of the others."""


class Preview(Model):
    """Open Graph fields for bots that preview links."""

    __slots__ = ("title", "description", "image_url")

    title: str | None
    """Title of the preview."""

    description: str | None
    """Text of the preview."""

    image_url: str | None
    """Address of its image."""


class LinkAt(Model):
    """A link without its counters, as it was at an instant."""

    __slots__ = (
        "id",
        "short_url",
        "destination_url",
        "created_at",
        "alias",
        "domain",
        "title",
        "tags",
        "utm_source",
        "utm_medium",
        "utm_campaign",
        "utm_term",
        "utm_content",
        "campaign_id",
        "external_id",
        "status",
        "redirect_type",
        "forward_query",
        "starts_at",
        "expires_at",
        "expired_url",
        "click_limit",
        "has_password",
        "rules",
        "variants",
        "preview",
        "qr_url",
        "created_by",
        "updated_at",
    )
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "rules": each(Rule.from_json),
        "variants": each(Variant.from_json),
        "preview": Preview.from_json,
        "created_by": Actor.from_json,
    }

    id: str
    """Id of the link."""

    short_url: str
    """The address to share."""

    destination_url: str
    """Where the link leads."""

    created_at: str
    """When the link was created."""

    alias: str
    """Path of the short URL, as it was typed."""

    domain: str
    """Host name of the short URL."""

    title: str | None
    """Title, for your own use."""

    tags: list[str]
    """Tags, in the order that they were set."""

    utm_source: str | None
    """The `utm_source` of visits whose destination and query have none."""

    utm_medium: str | None
    """The `utm_medium` of visits whose destination and query have none."""

    utm_campaign: str | None
    """The `utm_campaign` of visits whose destination and query have none."""

    utm_term: str | None
    """The `utm_term` of visits whose destination and query have none."""

    utm_content: str | None
    """The `utm_content` of visits whose destination and query have none."""

    campaign_id: str | None
    """The campaign that the link belongs to."""

    external_id: str | None
    """Id of the link in another system."""

    status: LinkStatus
    """The last that holds of `disabled`, `expired`, `archived` and `deleted`; otherwise `active`."""

    redirect_type: RedirectType
    """HTTP status of the redirect."""

    forward_query: bool
    """Whether the query of a visit is appended to the destination."""

    starts_at: str | None
    """The link is not found before."""

    expires_at: str | None
    """The link has expired from then on."""

    expired_url: str | None
    """Where the link leads once it has expired."""

    click_limit: int | None
    """After so many redirects of people the link has expired."""

    has_password: bool
    """Whether visitors are asked for a password."""

    rules: list[Rule]
    """Other destinations for some visitors: the first rule that holds decides."""

    variants: list[Variant]
    """Destinations that share the visitors by weight where no rule holds."""

    preview: Preview | None
    """"""

    qr_url: str
    """An image of its QR code, for callers with a credential."""

    created_by: Actor
    """Who created the link."""

    updated_at: str
    """When it was last changed."""


class LinkCounters(Model):
    """Counters of a link."""

    __slots__ = ("clicks", "unique_clicks", "bot_clicks", "last_clicked_at")

    clicks: int
    """Clicks by people, without bots, HEAD and prefetch."""

    unique_clicks: int
    """Distinct visitors per UTC day."""

    bot_clicks: int
    """Visits of bots."""

    last_clicked_at: str | None
    """When a person last clicked it."""


class Link(LinkAt):
    """A short link with its counters."""

    __slots__ = ("clicks", "unique_clicks", "bot_clicks", "last_clicked_at")

    clicks: int
    """Clicks by people, without bots, HEAD and prefetch."""

    unique_clicks: int
    """Distinct visitors per UTC day."""

    bot_clicks: int
    """Visits of bots."""

    last_clicked_at: str | None
    """When a person last clicked it."""


class LinkClickedWebhookEvent(Model):
    """Body of `link.clicked`."""

    __slots__ = ("id", "type", "created_at", "workspace_id", "api_version", "revision", "data")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": EventClickOfLink.from_json,
    }

    id: str
    """Id of the event, the same for every webhook and in every attempt."""

    type: Literal["link.clicked"]
    """What happened."""

    created_at: str
    """When it happened."""

    workspace_id: str
    """Id of the workspace."""

    api_version: Literal["v1"] | str
    """Fields may be added within a version."""

    revision: str | None
    """Null: it is about no resource."""

    data: EventClickOfLink
    """A click and its link."""


class LinkClicksWebhookEvent(Model):
    """Body of `link.clicks`."""

    __slots__ = ("id", "type", "created_at", "workspace_id", "api_version", "revision", "data")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": EventClicks.from_json,
    }

    id: str
    """Id of the event, the same for every webhook and in every attempt."""

    type: Literal["link.clicks"]
    """What happened."""

    created_at: str
    """When it happened."""

    workspace_id: str
    """Id of the workspace."""

    api_version: Literal["v1"] | str
    """Fields may be added within a version."""

    revision: str | None
    """Null: it is about no resource."""

    data: EventClicks
    """At most 500 clicks, or those of a second."""


class LinkCount(Model):
    """How many links meet the filters."""

    __slots__ = ("count",)

    count: int
    """How many links meet the filters."""


class ProblemDetail(Model):
    """A problem of the input."""

    __slots__ = ("location", "message", "code")

    location: str
    """Where the problem is."""

    message: str
    """What is wrong there."""

    code: str
    """Code of this problem. The `code` of the failure is that of the most general one."""


class ProblemWorkspaces(Model):
    """A workspace."""

    __slots__ = ("id", "name")

    id: str
    """Its id."""

    name: str
    """Its name."""


class Problem(Model):
    """A failure (RFC 9457). Some codes have members of their own, and more may be added."""

    __slots__ = (
        "type",
        "title",
        "status",
        "detail",
        "instance",
        "code",
        "errors",
        "request_id",
        "required_scope",
        "existing_link_id",
        "latest_expiration",
        "workspaces",
        "checks",
    )
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "errors": each(ProblemDetail.from_json),
        "workspaces": each(ProblemWorkspaces.from_json),
    }

    type: str
    """Address of the documentation of the code."""

    title: str
    """The code in words."""

    status: int
    """The HTTP status."""

    detail: str
    """What went wrong, and what to do about it."""

    instance: str
    """The request, as a URN."""

    code: ProblemCode
    """Stable code of a failure. `GET /errors/{code}` explains it. Codes may be added."""

    errors: list[ProblemDetail]
    """Every problem of the input. Empty for other failures."""

    request_id: str
    """Id of the request, as in `X-Request-Id`."""

    required_scope: str | None
    """With `insufficient_scope`: what the credential would need."""

    existing_link_id: str | None
    """With `alias_taken`, and with `conflict` over an external id: the link of the same workspace that has it."""

    latest_expiration: str | None
    """With `insufficient_scope`, when a key makes a key that outlives it: the expiration of the key that asks."""

    workspaces: list[ProblemWorkspaces] | None
    """With `invalid_state`, when an account is deleted: the workspaces whose only owner it is."""

    checks: dict[str, Any] | None
    """With `unavailable`, of `/health/ready`: each check by its name."""


class LinkResult(Model):
    """What became of an item: its link, or an error."""

    __slots__ = ("index", "status", "link", "error")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "link": Link.from_json,
        "error": Problem.from_json,
    }

    index: int
    """Of the item in the request, from 0."""

    status: int
    """That of a call with this item alone."""

    link: Link | None
    """A short link with its counters."""

    error: Problem | None
    """The problem of such a call, with locations like `body[3].alias`."""


class LinkCreateResults(Model):
    """What became of each item."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(LinkResult.from_json),
        "meta": BulkCreateMeta.from_json,
    }

    data: list[LinkResult]
    """The results, in the order of the items."""

    meta: BulkCreateMeta
    """How many items created a link and how many failed."""


class LinkDeletionResult(Model):
    """What became of an item: status 204, or an error."""

    __slots__ = ("index", "status", "error")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "error": Problem.from_json,
    }

    index: int
    """Of the item in the request, from 0."""

    status: int
    """That of a call with this item alone."""

    error: Problem | None
    """The problem of such a call, with locations like `body[3].alias`."""


class LinkDeleteResults(Model):
    """What became of each item."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(LinkDeletionResult.from_json),
        "meta": BulkMeta.from_json,
    }

    data: list[LinkDeletionResult]
    """The results, in the order of the items."""

    meta: BulkMeta
    """How many items succeeded and failed."""


class LinkList(Model):
    """A page of links."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(Link.from_json),
        "meta": CursorMeta.from_json,
    }

    data: list[Link]
    """The entries of the page."""

    meta: CursorMeta
    """Where a page is in its list."""


class LinkResolution(Model):
    """What a visit would be answered with."""

    __slots__ = ("outcome", "status", "destination_url", "rule", "variant")

    outcome: Literal["redirect", "preview", "password_required", "not_found", "expired", "click_limit_reached"] | str
    """
    `redirect`: to `destination_url`. `preview`: a page for the bot that asks. `password_required`: then to
    `destination_url`. `not_found`: deleted, disabled or not started. `expired` and `click_limit_reached`: to
    `destination_url` where the link has an `expired_url`.
    """

    status: int
    """HTTP status of the answer to the visit."""

    destination_url: str | None
    """Where the visit leads, with its query and the utm fields; null where it leads nowhere."""

    rule: int | None
    """Index of the rule that decided, from 0."""

    variant: int | None
    """Index of the variant that was drawn, from 0."""


class LinkRestoreResults(Model):
    """What became of each item."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(LinkResult.from_json),
        "meta": BulkMeta.from_json,
    }

    data: list[LinkResult]
    """The results, in the order of the items."""

    meta: BulkMeta
    """How many items succeeded and failed."""


class LinkSwitchResults(Model):
    """What became of each item."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(LinkResult.from_json),
        "meta": BulkMeta.from_json,
    }

    data: list[LinkResult]
    """The results, in the order of the items."""

    meta: BulkMeta
    """How many items succeeded and failed."""


class LinkUpdateResults(Model):
    """What became of each item."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(LinkResult.from_json),
        "meta": BulkMeta.from_json,
    }

    data: list[LinkResult]
    """The results, in the order of the items."""

    meta: BulkMeta
    """How many items succeeded and failed."""


class LinkWebhookEvent(Model):
    """
    Body of `link.archived`, `link.created`, `link.deleted`, `link.disabled`, `link.enabled`, `link.expired`,
    `link.limit_reached`, `link.restored`, `link.unarchived`, `link.updated`.
    """

    __slots__ = (
        "id",
        "type",
        "created_at",
        "workspace_id",
        "api_version",
        "revision",
        "data",
        "previous",
    )
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": LinkAt.from_json,
    }

    id: str
    """Id of the event, the same for every webhook and in every attempt."""

    type: Literal[
        "link.archived",
        "link.created",
        "link.deleted",
        "link.disabled",
        "link.enabled",
        "link.expired",
        "link.limit_reached",
        "link.restored",
        "link.unarchived",
        "link.updated",
    ]
    """What happened."""

    created_at: str
    """When it happened."""

    workspace_id: str
    """Id of the workspace."""

    api_version: Literal["v1"] | str
    """Fields may be added within a version."""

    revision: str | None
    """Of the resource: the highest is the newest."""

    data: LinkAt
    """A link without its counters, as it was at an instant."""

    previous: dict[str, Any] | None
    """Former values of the fields that changed."""


class User(Model):
    """A user."""

    __slots__ = ("id", "email", "name", "created_at")

    id: str
    """Id of the user."""

    email: str
    """E-mail address."""

    name: str | None
    """Name of the user."""

    created_at: str
    """When the account was made."""


class WorkspaceName(Model):
    """A workspace in short."""

    __slots__ = ("id", "name", "plan")

    id: str
    """Id of the workspace."""

    name: str
    """Name of the workspace."""

    plan: Plan
    """Plan of a workspace. Only the operator changes it."""


class OwnWorkspace(Model):
    """A workspace of the user."""

    __slots__ = ("id", "name", "plan", "role")

    id: str
    """Id of the workspace."""

    name: str
    """Name of the workspace."""

    plan: Plan
    """Plan of a workspace. Only the operator changes it."""

    role: Role
    """What a user may do: a viewer reads, a member changes everything but the workspace and its members."""


class Me(Model):
    """Who sends the request: a user or an API key, and the workspace."""

    __slots__ = ("user", "api_key", "workspace", "role", "workspaces")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "user": User.from_json,
        "api_key": ApiKey.from_json,
        "workspace": WorkspaceName.from_json,
        "workspaces": each(OwnWorkspace.from_json),
    }

    user: User | None
    """The user; null for an API key."""

    api_key: ApiKey | None
    """The API key; null for a user."""

    workspace: WorkspaceName | None
    """The workspace; null when it is deleted."""

    role: Role | None
    """The user's role; null for an API key, and in a deleted workspace."""

    workspaces: list[OwnWorkspace]
    """Every workspace of the user that is not deleted, first joined first; `POST /v1/auth/switch` opens another one."""


class Member(Model):
    """A member of the workspace."""

    __slots__ = ("id", "email", "name", "role", "created_at")

    id: str
    """Id of the user."""

    email: str
    """E-mail address of the user."""

    name: str | None
    """Name of the user."""

    role: Role
    """What a user may do: a viewer reads, a member changes everything but the workspace and its members."""

    created_at: str
    """When the user became a member."""


class MemberList(Model):
    """A page of members."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(Member.from_json),
        "meta": PageMeta.from_json,
    }

    data: list[Member]
    """The entries of the page."""

    meta: PageMeta
    """Where a page is in its list."""


class NewInvitation(Invitation):
    """A new invitation with its token."""

    __slots__ = ("token",)
    _own_secrets: ClassVar[frozenset[str]] = frozenset({"token"})

    token: str | None
    """
    For `POST /v1/auth/accept`. It is in this answer only, and in its repeats under the same Idempotency-Key.
    Absent where the server has mailed it.
    """


class PingWebhookEvent(Model):
    """Body of `ping`."""

    __slots__ = ("id", "type", "created_at", "workspace_id", "api_version", "revision", "data")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": EventNothing.from_json,
    }

    id: str
    """Id of the event, the same for every webhook and in every attempt."""

    type: Literal["ping"]
    """What happened."""

    created_at: str
    """When it happened."""

    workspace_id: str
    """Id of the workspace."""

    api_version: Literal["v1"] | str
    """Fields may be added within a version."""

    revision: str | None
    """Null: it is about no resource."""

    data: EventNothing
    """Nothing."""


class QrCode(Model):
    """A QR code."""

    __slots__ = (
        "id",
        "link_id",
        "url",
        "name",
        "format",
        "size",
        "level",
        "margin",
        "fg_color",
        "bg_color",
        "logo_url",
        "image_url",
        "created_by",
        "created_at",
        "updated_at",
        "short_url",
    )
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "created_by": Actor.from_json,
    }

    id: str
    """Id of the QR code."""

    link_id: str | None
    """The link whose short URL it holds, with `?qr=1`."""

    url: str | None
    """What it holds where it is of no link."""

    name: str | None
    """Its name, for your own use."""

    format: QrFormat
    """Format of the image."""

    size: int
    """Pixels of a side."""

    level: QrLevel
    """Error correction: some 7 % (L), 15 % (M), 25 % (Q) or 30 % (H) may be covered or damaged."""

    margin: int
    """Empty modules on each side."""

    fg_color: str
    """Colour of the dark modules."""

    bg_color: str
    """Colour of the light modules."""

    logo_url: str | None
    """Where the logo came from; it was fetched when this was set."""

    image_url: str
    """The image, for callers with a credential."""

    created_by: Actor
    """Who created the QR code."""

    created_at: str
    """When it was created."""

    updated_at: str
    """When it was last changed."""

    short_url: str | None
    """The short URL of its link, null where it is of no link. Answers have it, events do not."""


class QrCodeList(Model):
    """A page of QR codes."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(QrCode.from_json),
        "meta": PageMeta.from_json,
    }

    data: list[QrCode]
    """The entries of the page."""

    meta: PageMeta
    """Where a page is in its list."""


class QrCodeWebhookEvent(Model):
    """Body of `qr_code.created`, `qr_code.deleted`, `qr_code.updated`."""

    __slots__ = (
        "id",
        "type",
        "created_at",
        "workspace_id",
        "api_version",
        "revision",
        "data",
        "previous",
    )
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": QrCode.from_json,
    }

    id: str
    """Id of the event, the same for every webhook and in every attempt."""

    type: Literal["qr_code.created", "qr_code.deleted", "qr_code.updated"]
    """What happened."""

    created_at: str
    """When it happened."""

    workspace_id: str
    """Id of the workspace."""

    api_version: Literal["v1"] | str
    """Fields may be added within a version."""

    revision: str | None
    """Of the resource: the highest is the newest."""

    data: QrCode
    """A QR code."""

    previous: dict[str, Any] | None
    """Former values of the fields that changed."""


class Ready(Model):
    """Requests may be sent here."""

    __slots__ = ("status", "checks")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "checks": entries(Check.from_json),
    }

    status: Literal["ok"] | str
    """Requests may be sent here."""

    checks: dict[str, Check]
    """Each check by its name."""


class RotatedFrom(Model):
    """The rotated key. It stays valid for 24 h, or until its expiration if that is earlier."""

    __slots__ = ("id", "status", "grace_ends_at")

    id: str
    """Id of the rotated key."""

    status: Literal["grace"] | str
    """It is in its grace period."""

    grace_ends_at: str
    """The first instant at which it is no longer valid."""


class RotatedApiKey(CreatedApiKey):
    """The new API key with the key itself, and the key that it replaces."""

    __slots__ = ("previous",)
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "previous": RotatedFrom.from_json,
    }

    previous: RotatedFrom
    """The rotated key. It stays valid for 24 h, or until its expiration if that is earlier."""


class ShortUrl(Model):
    """A shortened URL."""

    __slots__ = ("short_code", "short_url", "original_url")
    _own_names: ClassVar[Mapping[str, str]] = {
        "short_code": "shortCode",
        "short_url": "shortUrl",
        "original_url": "originalUrl",
    }

    short_code: str
    """Alias of the link."""

    short_url: str
    """The address to share."""

    original_url: str
    """Where it leads."""


class Signup(Model):
    """A sign-up that waits for its confirmation by mail."""

    __slots__ = ("email", "expires_at")

    email: str
    """The address that gets the mail."""

    expires_at: str
    """From then on the token of the mail is not valid."""


class SwitchedTokens(Model):
    """Tokens of a session in the other workspace."""

    __slots__ = ("access_token", "token_type", "expires_in", "refresh_token", "user", "workspace")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "user": User.from_json,
        "workspace": WorkspaceName.from_json,
    }
    _own_secrets: ClassVar[frozenset[str]] = frozenset({"access_token", "refresh_token"})

    access_token: str
    """A JWT; valid for `expires_in` seconds."""

    token_type: Literal["Bearer"] | str
    """How the token is sent."""

    expires_in: int
    """Seconds until the access token expires."""

    refresh_token: str | None
    """For `POST /v1/auth/refresh`, once. Null when a cookie has it."""

    user: User
    """A user."""

    workspace: WorkspaceName | None
    """The workspace that is open; null when it is deleted."""


class Tag(Model):
    """A tag and how many links have it."""

    __slots__ = ("tag", "count")

    tag: str
    """The tag."""

    count: int
    """Links that have it and are not deleted."""


class TagList(Model):
    """A page of tags."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(Tag.from_json),
        "meta": PageMeta.from_json,
    }

    data: list[Tag]
    """The entries of the page."""

    meta: PageMeta
    """Where a page is in its list."""


class Ticket(Model):
    """A ticket for one download."""

    __slots__ = ("ticket", "url", "expires_at")
    _own_secrets: ClassVar[frozenset[str]] = frozenset({"ticket"})

    ticket: str
    """The value of `ticket` in the query of this one address."""

    url: str
    """Where to download it, with the ticket."""

    expires_at: str
    """A minute later: from then on it is a 401."""


class Tokens(Model):
    """Tokens of a session, its user and workspace."""

    __slots__ = ("access_token", "token_type", "expires_in", "refresh_token", "user", "workspace")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "user": User.from_json,
        "workspace": WorkspaceName.from_json,
    }
    _own_secrets: ClassVar[frozenset[str]] = frozenset({"access_token", "refresh_token"})

    access_token: str
    """A JWT; valid for `expires_in` seconds."""

    token_type: Literal["Bearer"] | str
    """How the token is sent."""

    expires_in: int
    """Seconds until the access token expires."""

    refresh_token: str | None
    """For `POST /v1/auth/refresh`, once. Null when a cookie has it."""

    user: User
    """A user."""

    workspace: WorkspaceName | None
    """The workspace that is open; null when it is deleted."""


class WebhookFilters(Model):
    """An event is delivered if it passes every list that is not empty."""

    __slots__ = ("link_ids", "tags", "campaign_ids", "domains", "include_bots")

    link_ids: list[str]
    """Ids of links."""

    tags: list[str]
    """Tags."""

    campaign_ids: list[str]
    """Ids of campaigns."""

    domains: list[str]
    """Host names."""

    include_bots: bool
    """Whether clicks of bots are delivered, too."""


class Webhook(Model):
    """A webhook, without its secret."""

    __slots__ = (
        "id",
        "url",
        "events",
        "description",
        "filters",
        "active",
        "status",
        "disabled_at",
        "disabled_reason",
        "created_at",
        "updated_at",
    )
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "filters": WebhookFilters.from_json,
    }

    id: str
    """Id of the webhook."""

    url: str
    """Where events are sent."""

    events: list[str]
    """Names of events, and patterns."""

    description: str | None
    """A note for people."""

    filters: WebhookFilters
    """An event is delivered if it passes every list that is not empty."""

    active: bool
    """False: it is paused."""

    status: WebhookStatus
    """Status of a webhook. `paused`: its `active` is false. `disabled`: see its `disabled_reason`."""

    disabled_at: str | None
    """When it was disabled."""

    disabled_reason: Literal["failures", "gone"] | str | None
    """
    `failures`: 20 deliveries in a row failed for good, and none succeeded for 24 hours. `gone`: the endpoint
    answered 410.
    """

    created_at: str
    """When it was created."""

    updated_at: str
    """When it was last changed."""


class WebhookResponse(Model):
    """The answer of the endpoint. Null where none came."""

    __slots__ = ("status", "headers", "body")

    status: int
    """Its HTTP status."""

    headers: dict[str, str]
    """Headers by their names."""

    body: str
    """Its first 4 kB."""


class WebhookAttempt(Model):
    """An attempt of a delivery."""

    __slots__ = ("at", "duration_ms", "error", "response")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "response": WebhookResponse.from_json,
    }

    at: str
    """When it began."""

    duration_ms: int
    """Milliseconds that the attempt took."""

    error: str | None
    """Why the attempt failed; null if it did not."""

    response: WebhookResponse | None
    """"""


class WebhookDelivery(Model):
    """A delivery of an event to a webhook."""

    __slots__ = (
        "id",
        "event_id",
        "type",
        "status",
        "replayed",
        "created_at",
        "attempt",
        "next_attempt_at",
        "duration_ms",
        "error",
        "response",
    )
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "response": WebhookResponse.from_json,
    }

    id: str
    """Id of the delivery."""

    event_id: str
    """The `id` of the body, and the header `webhook-id`. The same for all webhooks, attempts and replays."""

    type: str
    """Name of the event."""

    status: WebhookDeliveryStatus
    """
    `pending`: an attempt is due or under way. `failed`: all attempts have failed. `skipped`: the webhook was
    disabled, paused or deleted before.
    """

    replayed: bool
    """Whether a replay has queued it."""

    created_at: str
    """When it was queued."""

    attempt: int
    """The number of attempts so far."""

    next_attempt_at: str | None
    """When the next attempt is due. Null unless it is pending."""

    duration_ms: int | None
    """Milliseconds that the last attempt took. `error` and `response` are of that attempt, too."""

    error: str | None
    """Why the attempt failed; null if it did not."""

    response: WebhookResponse | None
    """"""


class WebhookRequest(Model):
    """What is sent. The headers with the time and the signature differ by attempt, and are not kept."""

    __slots__ = ("url", "headers", "body")

    url: str
    """Where it goes."""

    headers: dict[str, str]
    """Headers by their names."""

    body: str
    """The bytes that are signed."""


class WebhookDeliveryDetail(WebhookDelivery):
    """A delivery with what is sent and every attempt."""

    __slots__ = ("request", "attempts")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "request": WebhookRequest.from_json,
        "attempts": each(WebhookAttempt.from_json),
    }

    request: WebhookRequest
    """What is sent. The headers with the time and the signature differ by attempt, and are not kept."""

    attempts: list[WebhookAttempt]
    """Every attempt, the oldest first."""


class WebhookDeliveryList(Model):
    """A page of deliveries."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(WebhookDelivery.from_json),
        "meta": CursorMeta.from_json,
    }

    data: list[WebhookDelivery]
    """The entries of the page."""

    meta: CursorMeta
    """Where a page is in its list."""


class WebhookList(Model):
    """A page of webhooks."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(Webhook.from_json),
        "meta": PageMeta.from_json,
    }

    data: list[Webhook]
    """The entries of the page."""

    meta: PageMeta
    """Where a page is in its list."""


class WebhookReplay(Model):
    """A replay that has been queued."""

    __slots__ = ("replay_id", "events")

    replay_id: str
    """Id of the replay."""

    events: int
    """How many events have been queued."""


class WebhookWebhookEvent(Model):
    """
    Body of `webhook.created`, `webhook.deleted`, `webhook.disabled`, `webhook.enabled`, `webhook.secret_rotated`,
    `webhook.updated`.
    """

    __slots__ = (
        "id",
        "type",
        "created_at",
        "workspace_id",
        "api_version",
        "revision",
        "data",
        "previous",
    )
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": Webhook.from_json,
    }

    id: str
    """Id of the event, the same for every webhook and in every attempt."""

    type: Literal[
        "webhook.created",
        "webhook.deleted",
        "webhook.disabled",
        "webhook.enabled",
        "webhook.secret_rotated",
        "webhook.updated",
    ]
    """What happened."""

    created_at: str
    """When it happened."""

    workspace_id: str
    """Id of the workspace."""

    api_version: Literal["v1"] | str
    """Fields may be added within a version."""

    revision: str | None
    """Of the resource: the highest is the newest."""

    data: Webhook
    """A webhook, without its secret."""

    previous: dict[str, Any] | None
    """Former values of the fields that changed."""


class WebhookWithSecret(Webhook):
    """A webhook with its secret."""

    __slots__ = ("secret",)
    _own_secrets: ClassVar[frozenset[str]] = frozenset({"secret"})

    secret: str
    """Signs its deliveries. Only in this answer and in its repeats under the same Idempotency-Key."""


class WorkspaceUsage(Model):
    """What the workspace has."""

    __slots__ = ("links", "api_keys", "members")

    links: int
    """Links that are not deleted."""

    api_keys: int
    """Keys that are active or in grace."""

    members: int
    """Its members."""


class WorkspaceLimits(Model):
    """What the workspace may have."""

    __slots__ = ("requests_per_minute", "api_keys")

    requests_per_minute: int | None
    """Requests in 60 seconds. Null: no limit."""

    api_keys: int
    """Keys that are active or in grace."""


class Workspace(Model):
    """A workspace with its usage and limits."""

    __slots__ = ("id", "name", "plan", "created_at", "updated_at", "usage", "limits")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "usage": WorkspaceUsage.from_json,
        "limits": WorkspaceLimits.from_json,
    }

    id: str
    """Id of the workspace."""

    name: str
    """Name of the workspace."""

    plan: Plan
    """Plan of a workspace. Only the operator changes it."""

    created_at: str
    """When it was created."""

    updated_at: str
    """When it was last changed."""

    usage: WorkspaceUsage
    """What the workspace has."""

    limits: WorkspaceLimits
    """What the workspace may have."""


class WorkspaceEvent(HistoryEntry):
    """An event of a resource of the workspace."""

    __slots__ = ("resource",)
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "resource": EventResource.from_json,
    }

    resource: EventResource
    """What an event is about."""


class WorkspaceEventListMeta(Model):
    """Where a page is in its list."""

    __slots__ = ("limit", "next_cursor")

    limit: int
    """Entries of a page at most."""

    next_cursor: str | None
    """The cursor of the next page; null on the last page."""


class WorkspaceEventList(Model):
    """A page of the events of the workspace, the newest first."""

    __slots__ = ("data", "meta")
    _own_readers: ClassVar[Mapping[str, Read]] = {
        "data": each(WorkspaceEvent.from_json),
        "meta": WorkspaceEventListMeta.from_json,
    }

    data: list[WorkspaceEvent]
    """The events of the page."""

    meta: WorkspaceEventListMeta
    """Where a page is in its list."""
