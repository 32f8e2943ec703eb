# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from ._enums import (
    ApiKeyScope,
    QrFormat,
    QrLevel,
    RedirectType,
    Role,
    TokenTransport,
)


class Accept(TypedDict):
    """The token of an invitation or sign-up, and what its account needs."""

    token: str
    """Token of the invitation or sign-up."""

    password: NotRequired[str | None]
    """
    Of the new account; of the existing one, if there is one for the address. Not with an access token. For a
    sign-up: the one that was chosen there.
    """

    name: NotRequired[str | None]
    """Of a new account; an existing one keeps its own."""

    transport: NotRequired[TokenTransport | None]
    """
    Where the refresh token goes: into the `body` of the answer, as by default, or into a `cookie` that no script
    of the page can read, for pages of the same origin. Then `refresh_token` is null.
    """


class AccountDelete(TypedDict):
    """The password confirms the deletion."""

    password: str
    """Password of the account."""


class ApiKeyCreate(TypedDict):
    """A new API key."""

    name: str
    """Name of the key, for your own use."""

    scope: ApiKeyScope
    """What an API key may do. Bodies take `read`, `read_write` and `read+write` as well, in any case."""

    expiration: NotRequired[str | None]
    """A date, to whose end in UTC the key is valid, or a timestamp. Absent: until it is revoked."""


class ApiKeyRevoke(TypedDict):
    """Why the key is revoked, if you say so."""

    reason: NotRequired[str | None]
    """Why it is revoked. It stays in the record."""


class ApiKeyRotate(TypedDict):
    """Nothing: the new key inherits everything."""


class ApiKeyUpdate(TypedDict):
    """A new name of an API key."""

    name: NotRequired[str]
    """Name of the key, for your own use."""


class CampaignCreate(TypedDict):
    """A new campaign. Only its name is required; null is as if absent."""

    name: str
    """Name of the campaign."""

    description: NotRequired[str | None]
    """Notes, for your own use."""

    starts_at: NotRequired[str | None]
    """A draft is started then."""

    ends_at: NotRequired[str | None]
    """An active or paused campaign is ended then. Later than `starts_at`."""

    utm_source: NotRequired[str | None]
    """The `utm_source` of each link, unless the destination, the visitor or the link has one."""

    utm_medium: NotRequired[str | None]
    """The `utm_medium` of each link, unless the destination, the visitor or the link has one."""

    utm_campaign: NotRequired[str | None]
    """The `utm_campaign` of each link, unless the destination, the visitor or the link has one."""

    tags: NotRequired[Sequence[str] | None]
    """Tags. A repeated one is dropped."""


class CampaignLinks(TypedDict):
    """Links that are to be added to a campaign."""

    link_ids: Sequence[str]
    """Ids of links of the workspace."""


class CampaignUpdate(TypedDict):
    """Changes of a campaign. An absent field stays as it is, null clears it."""

    name: NotRequired[str]
    """Name of the campaign."""

    description: NotRequired[str | None]
    """Notes, for your own use."""

    starts_at: NotRequired[str | None]
    """A draft is started then."""

    ends_at: NotRequired[str | None]
    """An active or paused campaign is ended then. Later than `starts_at`."""

    utm_source: NotRequired[str | None]
    """The `utm_source` of each link, unless the destination, the visitor or the link has one."""

    utm_medium: NotRequired[str | None]
    """The `utm_medium` of each link, unless the destination, the visitor or the link has one."""

    utm_campaign: NotRequired[str | None]
    """The `utm_campaign` of each link, unless the destination, the visitor or the link has one."""

    tags: NotRequired[Sequence[str] | None]
    """Tags. A repeated one is dropped."""


class DestinationCheck(TypedDict):
    """A destination to look at."""

    destination_url: str
    """Where it leads: http or https, without credentials."""


class DomainCreate(TypedDict):
    """A new domain. Only its host name is required; null is as if absent."""

    hostname: str
    """Host name. It is kept in lower case and in ASCII (`xn--`)."""

    root_url: NotRequired[str | None]
    """Where the host itself (`/`) leads. Absent: `not_found_url`."""

    not_found_url: NotRequired[str | None]
    """Where unknown aliases lead, by 302. Absent: 404."""

    expired_url: NotRequired[str | None]
    """Where expired links lead that have no `expired_url`, by 302. Absent: 410."""

    apple_app_site_association: NotRequired[Mapping[str, Any] | None]
    """Served under `/.well-known/apple-app-site-association`. At most 128 kB."""

    assetlinks: NotRequired[Sequence[Any] | None]
    """Served under `/.well-known/assetlinks.json`. At most 128 kB."""


class DomainUpdate(TypedDict):
    """Changes of a domain. An absent field stays as it is, null clears it."""

    root_url: NotRequired[str | None]
    """Where the host itself (`/`) leads. Absent: `not_found_url`."""

    not_found_url: NotRequired[str | None]
    """Where unknown aliases lead, by 302. Absent: 404."""

    expired_url: NotRequired[str | None]
    """Where expired links lead that have no `expired_url`, by 302. Absent: 410."""

    apple_app_site_association: NotRequired[Mapping[str, Any] | None]
    """Served under `/.well-known/apple-app-site-association`. At most 128 kB."""

    assetlinks: NotRequired[Sequence[Any] | None]
    """Served under `/.well-known/assetlinks.json`. At most 128 kB."""

    is_primary: NotRequired[bool]
    """Links that name no domain are created on the primary one. At most one is; it is verified."""


class InvitationCreate(TypedDict):
    """Who is invited, and as what."""

    email: str
    """The address to invite."""

    role: Role
    """What a user may do: a viewer reads, a member changes everything but the workspace and its members."""


class RuleConditionsInput(TypedDict):
    """All of them must hold; of a list, one must."""

    device: NotRequired[str | Sequence[str]]
    """Device: mobile, tablet, desktop."""

    os: NotRequired[str | Sequence[str]]
    """Operating system, named as analytics does, whatever the case."""

    browser: NotRequired[str | Sequence[str]]
    """Browser, named as analytics does, whatever the case."""

    language: NotRequired[str | Sequence[str]]
    """Language tag of the visitor's first choice. `de` holds for `de-AT` as well."""

    country: NotRequired[str | Sequence[str]]
    """Country code of ISO 3166-1 alpha-2, whatever the case."""

    ip: NotRequired[str | Sequence[str]]
    """Address, or network in CIDR notation."""

    query: NotRequired[Mapping[str, bool | str]]
    """By name the value that must occur in the query; true: any value. Both are compared exactly, decoded."""

    after: NotRequired[str]
    """From this instant on."""

    before: NotRequired[str]
    """Until just before this instant."""


RuleInput = TypedDict(
    "RuleInput",
    {
        # All of them must hold; of a list, one must.
        "if": RuleConditionsInput,
        # Where visitors go for whom the rule holds. http or https, without credentials.
        "destination_url": str,
    },
)
"""Another destination for some visitors."""


class VariantInput(TypedDict):
    """A destination for a share of the visitors."""

    destination_url: str
    """Where its share of visitors goes. http or https, without credentials."""

    weight: int
    """Its share, relative to the weights of the others."""


class PreviewInput(TypedDict):
    """
    Bots that preview links in messages and posts get a page with these Open Graph fields in place of the
    redirect. In a change of a link an absent field stays as it is, null clears it.
    """

    title: NotRequired[str | None]
    """Title of the preview."""

    description: NotRequired[str | None]
    """Text of the preview."""

    image_url: NotRequired[str | None]
    """Address of its image: http or https, without credentials."""


class LinkCreate(TypedDict):
    """A new link. Only its destination is required; null is as if absent."""

    destination_url: str
    """Where it leads: http or https, without credentials."""

    alias: NotRequired[str | None]
    """Short path, unique per domain, ignoring case. Absent: 7 random characters."""

    domain: NotRequired[str | None]
    """
    A verified domain of the workspace, or one of the short hosts of this installation. Absent: the primary
    domain, else the first of these hosts.
    """

    title: NotRequired[str | None]
    """Title, for your own use."""

    tags: NotRequired[Sequence[str] | None]
    """Tags. A repeated one is dropped."""

    utm_source: NotRequired[str | None]
    """The `utm_source` of visits whose destination and query have none."""

    utm_medium: NotRequired[str | None]
    """The `utm_medium` of visits whose destination and query have none."""

    utm_campaign: NotRequired[str | None]
    """The `utm_campaign` of visits whose destination and query have none."""

    utm_term: NotRequired[str | None]
    """The `utm_term` of visits whose destination and query have none."""

    utm_content: NotRequired[str | None]
    """The `utm_content` of visits whose destination and query have none."""

    campaign_id: NotRequired[str | None]
    """The campaign that the link belongs to, one of the workspace. The link inherits its utm fields."""

    external_id: NotRequired[str | None]
    """Id of the link in another system, unique in the workspace."""

    redirect_type: NotRequired[RedirectType | None]
    """Status of the redirect. Browsers keep 301 and 308 for up to 30 seconds. Absent: 302."""

    forward_query: NotRequired[bool | None]
    """Whether the query of a visit is appended. Absent: true."""

    starts_at: NotRequired[str | None]
    """The link is not found before."""

    expires_at: NotRequired[str | None]
    """The link has expired from then on: 410, or `expired_url`. Later than `starts_at`; it may be past."""

    expired_url: NotRequired[str | None]
    """Where an expired link leads, by 302. No click is counted."""

    rules: NotRequired[Sequence[RuleInput] | None]
    """Other destinations for some visitors: the first rule that holds decides. All of them take 64 KiB at most."""

    variants: NotRequired[Sequence[VariantInput] | None]
    """
    Two to four destinations that share the visitors by weight where no rule holds, or none. A visitor keeps
    theirs for a day, and for 30 days where the browser takes a cookie.
    """

    preview: NotRequired[PreviewInput | None]
    """"""

    click_limit: NotRequired[int | None]
    """
    The link redirects people at most this many times, earlier clicks included, and has then expired: 410, or
    `expired_url`. A higher limit reopens it. Bots are not counted.
    """

    password: NotRequired[str | None]
    """Each visitor is asked for it. Only a hash is kept; the record has `has_password`."""

    find_if_exists: NotRequired[bool | None]
    """
    Answers with 200 and the link that has this domain, destination and every field that was sent, if there is one
    that is not deleted.
    """


class LinkDeleteItem(TypedDict):
    """The id of a link that is to be deleted."""

    id: str
    """Id of the link."""


class LinkPassword(TypedDict):
    """The password of the link."""

    password: str
    """The password of the link."""


class LinkUpdate(TypedDict):
    """Changes of a link. An absent field stays as it is, null clears it."""

    destination_url: NotRequired[str]
    """Where it leads: http or https, without credentials."""

    title: NotRequired[str | None]
    """Title, for your own use."""

    tags: NotRequired[Sequence[str] | None]
    """Tags. A repeated one is dropped."""

    utm_source: NotRequired[str | None]
    """The `utm_source` of visits whose destination and query have none."""

    utm_medium: NotRequired[str | None]
    """The `utm_medium` of visits whose destination and query have none."""

    utm_campaign: NotRequired[str | None]
    """The `utm_campaign` of visits whose destination and query have none."""

    utm_term: NotRequired[str | None]
    """The `utm_term` of visits whose destination and query have none."""

    utm_content: NotRequired[str | None]
    """The `utm_content` of visits whose destination and query have none."""

    campaign_id: NotRequired[str | None]
    """The campaign that the link belongs to, one of the workspace. The link inherits its utm fields."""

    external_id: NotRequired[str | None]
    """Id of the link in another system, unique in the workspace."""

    redirect_type: NotRequired[RedirectType | None]
    """Status of the redirect. Browsers keep 301 and 308 for up to 30 seconds. Absent: 302."""

    forward_query: NotRequired[bool | None]
    """Whether the query of a visit is appended. Absent: true."""

    starts_at: NotRequired[str | None]
    """The link is not found before."""

    expires_at: NotRequired[str | None]
    """The link has expired from then on: 410, or `expired_url`. Later than `starts_at`; it may be past."""

    expired_url: NotRequired[str | None]
    """Where an expired link leads, by 302. No click is counted."""

    rules: NotRequired[Sequence[RuleInput] | None]
    """Other destinations for some visitors: the first rule that holds decides. All of them take 64 KiB at most."""

    variants: NotRequired[Sequence[VariantInput] | None]
    """
    Two to four destinations that share the visitors by weight where no rule holds, or none. A visitor keeps
    theirs for a day, and for 30 days where the browser takes a cookie.
    """

    preview: NotRequired[PreviewInput | None]
    """"""

    click_limit: NotRequired[int | None]
    """
    The link redirects people at most this many times, earlier clicks included, and has then expired: 410, or
    `expired_url`. A higher limit reopens it. Bots are not counted.
    """

    password: NotRequired[str | None]
    """Each visitor is asked for it. Only a hash is kept; the record has `has_password`."""


class TestVisitor(TypedDict):
    """A visit. What is absent is unknown."""

    country: NotRequired[str | None]
    """Country code of ISO 3166-1 alpha-2. Absent: that of `ip`, where it is known."""

    device: NotRequired[str | None]
    """Device. Absent: that of `user_agent`."""

    os: NotRequired[str | None]
    """Operating system, named as analytics does. Absent: that of `user_agent`."""

    browser: NotRequired[str | None]
    """Browser, named as analytics does. Absent: that of `user_agent`."""

    language: NotRequired[str | None]
    """A language tag, or a whole `Accept-Language`."""

    ip: NotRequired[str | None]
    """Address of the visitor."""

    query: NotRequired[str | None]
    """Query of the short URL, without its question mark."""

    at: NotRequired[str | None]
    """When the visit is. Absent: now."""

    user_agent: NotRequired[str | None]
    """The `User-Agent` of the browser."""


class LinkResolve(TypedDict):
    """A link, a draft of one, or both; and who visits it."""

    link_id: NotRequired[str | None]
    """A link of the workspace."""

    link: NotRequired[LinkUpdate | None]
    """A draft: the fields of a new link, or changes of the one that `link_id` names."""

    visitor: NotRequired[TestVisitor | None]
    """A visit. What is absent is unknown."""


class LinkRestoreItem(TypedDict):
    """The id of a link that is to be restored."""

    id: str
    """Id of the link."""


class LinkSwitchItem(TypedDict):
    """The id of a link that is to be disabled, enabled, archived or unarchived."""

    id: str
    """Id of the link."""


class LinkUpdateItem(TypedDict):
    """The id of a link and its changes. An absent field stays as it is, null clears it."""

    id: str
    """Id of the link."""

    destination_url: NotRequired[str]
    """Where it leads: http or https, without credentials."""

    title: NotRequired[str | None]
    """Title, for your own use."""

    tags: NotRequired[Sequence[str] | None]
    """Tags. A repeated one is dropped."""

    utm_source: NotRequired[str | None]
    """The `utm_source` of visits whose destination and query have none."""

    utm_medium: NotRequired[str | None]
    """The `utm_medium` of visits whose destination and query have none."""

    utm_campaign: NotRequired[str | None]
    """The `utm_campaign` of visits whose destination and query have none."""

    utm_term: NotRequired[str | None]
    """The `utm_term` of visits whose destination and query have none."""

    utm_content: NotRequired[str | None]
    """The `utm_content` of visits whose destination and query have none."""

    campaign_id: NotRequired[str | None]
    """The campaign that the link belongs to, one of the workspace. The link inherits its utm fields."""

    external_id: NotRequired[str | None]
    """Id of the link in another system, unique in the workspace."""

    redirect_type: NotRequired[RedirectType | None]
    """Status of the redirect. Browsers keep 301 and 308 for up to 30 seconds. Absent: 302."""

    forward_query: NotRequired[bool | None]
    """Whether the query of a visit is appended. Absent: true."""

    starts_at: NotRequired[str | None]
    """The link is not found before."""

    expires_at: NotRequired[str | None]
    """The link has expired from then on: 410, or `expired_url`. Later than `starts_at`; it may be past."""

    expired_url: NotRequired[str | None]
    """Where an expired link leads, by 302. No click is counted."""

    rules: NotRequired[Sequence[RuleInput] | None]
    """Other destinations for some visitors: the first rule that holds decides. All of them take 64 KiB at most."""

    variants: NotRequired[Sequence[VariantInput] | None]
    """
    Two to four destinations that share the visitors by weight where no rule holds, or none. A visitor keeps
    theirs for a day, and for 30 days where the browser takes a cookie.
    """

    preview: NotRequired[PreviewInput | None]
    """"""

    click_limit: NotRequired[int | None]
    """
    The link redirects people at most this many times, earlier clicks included, and has then expired: 410, or
    `expired_url`. A higher limit reopens it. Bots are not counted.
    """

    password: NotRequired[str | None]
    """Each visitor is asked for it. Only a hash is kept; the record has `has_password`."""


class LinkUpsert(TypedDict):
    """A new link, or changes of the one that is there. An absent field stays as it is, null clears it."""

    destination_url: NotRequired[str]
    """Required where no link has the external id."""

    alias: NotRequired[str | None]
    """Short path, unique per domain, ignoring case. Absent: 7 random characters."""

    domain: NotRequired[str | None]
    """
    A verified domain of the workspace, or one of the short hosts of this installation. Absent: the primary
    domain, else the first of these hosts.
    """

    title: NotRequired[str | None]
    """Title, for your own use."""

    tags: NotRequired[Sequence[str] | None]
    """Tags. A repeated one is dropped."""

    utm_source: NotRequired[str | None]
    """The `utm_source` of visits whose destination and query have none."""

    utm_medium: NotRequired[str | None]
    """The `utm_medium` of visits whose destination and query have none."""

    utm_campaign: NotRequired[str | None]
    """The `utm_campaign` of visits whose destination and query have none."""

    utm_term: NotRequired[str | None]
    """The `utm_term` of visits whose destination and query have none."""

    utm_content: NotRequired[str | None]
    """The `utm_content` of visits whose destination and query have none."""

    campaign_id: NotRequired[str | None]
    """The campaign that the link belongs to, one of the workspace. The link inherits its utm fields."""

    redirect_type: NotRequired[RedirectType | None]
    """Status of the redirect. Browsers keep 301 and 308 for up to 30 seconds. Absent: 302."""

    forward_query: NotRequired[bool | None]
    """Whether the query of a visit is appended. Absent: true."""

    starts_at: NotRequired[str | None]
    """The link is not found before."""

    expires_at: NotRequired[str | None]
    """The link has expired from then on: 410, or `expired_url`. Later than `starts_at`; it may be past."""

    expired_url: NotRequired[str | None]
    """Where an expired link leads, by 302. No click is counted."""

    rules: NotRequired[Sequence[RuleInput] | None]
    """Other destinations for some visitors: the first rule that holds decides. All of them take 64 KiB at most."""

    variants: NotRequired[Sequence[VariantInput] | None]
    """
    Two to four destinations that share the visitors by weight where no rule holds, or none. A visitor keeps
    theirs for a day, and for 30 days where the browser takes a cookie.
    """

    preview: NotRequired[PreviewInput | None]
    """"""

    click_limit: NotRequired[int | None]
    """
    The link redirects people at most this many times, earlier clicks included, and has then expired: 410, or
    `expired_url`. A higher limit reopens it. Bots are not counted.
    """

    password: NotRequired[str | None]
    """Each visitor is asked for it. Only a hash is kept; the record has `has_password`."""


class Login(TypedDict):
    """E-mail address and password of an account."""

    email: str
    """E-mail address of the account."""

    password: str
    """Password of the account."""

    transport: NotRequired[TokenTransport | None]
    """
    Where the refresh token goes: into the `body` of the answer, as by default, or into a `cookie` that no script
    of the page can read, for pages of the same origin. Then `refresh_token` is null.
    """


class MemberUpdate(TypedDict):
    """A new role of a member."""

    role: NotRequired[Role]
    """What a user may do: a viewer reads, a member changes everything but the workspace and its members."""


class PasswordChange(TypedDict):
    """The current password and a new one."""

    current_password: str
    """Password of the account."""

    new_password: str
    """The new password, at least 10 characters."""


class QrCodeCreate(TypedDict):
    """A new QR code, of a link or of a URL. Null is as if absent."""

    link_id: NotRequired[str | None]
    """A link of the workspace: the QR code holds its short URL with `?qr=1`. Either this or `url`."""

    url: NotRequired[str | None]
    """What the QR code holds, exactly as given. Either this or `link_id`."""

    name: NotRequired[str | None]
    """Name of the QR code, for your own use."""

    format: NotRequired[QrFormat | None]
    """"""

    size: NotRequired[int | None]
    """Pixels of a side: at least 2 for each module."""

    level: NotRequired[QrLevel | None]
    """"""

    margin: NotRequired[int | None]
    """Empty modules on each side."""

    fg_color: NotRequired[str | None]
    """Colour of the dark modules."""

    bg_color: NotRequired[str | None]
    """Colour of the light modules."""

    logo_url: NotRequired[str | None]
    """
    A PNG or JPEG of at most 256 kB, 4 megapixels and 64 scans. It is fetched once, when this is set, and drawn at
    a fifth of the side. Only with level Q, the default beside it, or H.
    """


class QrCodeUpdate(TypedDict):
    """Changes of a QR code. An absent field stays as it is, null clears it."""

    link_id: NotRequired[str | None]
    """A link of the workspace: the QR code holds its short URL with `?qr=1`. Either this or `url`."""

    url: NotRequired[str | None]
    """What the QR code holds, exactly as given. Either this or `link_id`."""

    name: NotRequired[str | None]
    """Name of the QR code, for your own use."""

    format: NotRequired[QrFormat | None]
    """"""

    size: NotRequired[int | None]
    """Pixels of a side: at least 2 for each module."""

    level: NotRequired[QrLevel | None]
    """"""

    margin: NotRequired[int | None]
    """Empty modules on each side."""

    fg_color: NotRequired[str | None]
    """Colour of the dark modules."""

    bg_color: NotRequired[str | None]
    """Colour of the light modules."""

    logo_url: NotRequired[str | None]
    """
    A PNG or JPEG of at most 256 kB, 4 megapixels and 64 scans. It is fetched once, when this is set, and drawn at
    a fifth of the side. Only with level Q, the default beside it, or H.
    """


class Refresh(TypedDict):
    """A refresh token, unless the cookie has it. It works once."""

    refresh_token: NotRequired[str | None]
    """The `refresh_token` of the last answer with tokens. Without it the cookie is read."""


class Register(TypedDict):
    """A new account and its workspace."""

    email: str
    """E-mail address of the account."""

    password: str
    """Password of the account, at least 10 characters."""

    name: NotRequired[str | None]
    """Name of the user."""

    workspace_name: NotRequired[str | None]
    """Name of the workspace."""

    transport: NotRequired[TokenTransport | None]
    """
    Where the refresh token goes: into the `body` of the answer, as by default, or into a `cookie` that no script
    of the page can read, for pages of the same origin. Then `refresh_token` is null.
    """


class Switch(TypedDict):
    """The workspace to open."""

    workspace_id: str
    """Id of the workspace."""

    transport: NotRequired[TokenTransport | None]
    """
    Where the refresh token goes: into the `body` of the answer, as by default, or into a `cookie` that no script
    of the page can read, for pages of the same origin. Then `refresh_token` is null.
    """


class TicketCreate(TypedDict):
    """What to download."""

    path: str
    """Path and query of the download."""


class UrlCreate(TypedDict):
    """A URL to shorten."""

    originalUrl: str
    """Where it leads: http or https, without credentials."""


class WebhookFiltersInput(TypedDict):
    """
    An event is delivered if it passes every list that is not empty, by what it is about before or after it. One
    that has no such value, as an API key has no tags, does not pass.
    """

    link_ids: NotRequired[Sequence[str] | None]
    """Links of the workspace."""

    tags: NotRequired[Sequence[str] | None]
    """Tags: a link or campaign with one of these is enough."""

    campaign_ids: NotRequired[Sequence[str] | None]
    """Campaigns of the workspace."""

    domains: NotRequired[Sequence[str] | None]
    """Host names: domains of the workspace, or hosts of this installation."""

    include_bots: NotRequired[bool | None]
    """Whether clicks of bots are delivered, too."""


class WebhookCreate(TypedDict):
    """A new webhook. Null is as if absent."""

    url: str
    """
    https, to a public address. What the operator allows in `EGRESS_ALLOW` may be reached by http, too, and have
    another address.
    """

    events: Sequence[str]
    """
    Names of events, and patterns. `*` and `link.*` stand for every event, or every one of links, but for
    `link.clicked` and `link.clicks`, which are subscribed to by their own names.
    """

    description: NotRequired[str | None]
    """A note for people."""

    filters: NotRequired[WebhookFiltersInput | None]
    """"""

    active: NotRequired[bool | None]
    """False pauses it: what happens meanwhile is not kept for it."""


WebhookReplayCreate = TypedDict(
    "WebhookReplayCreate",
    {
        # Events that happened at this instant or later, at most 30 days ago.
        "from": str,
        # Events that happened before it. Absent: now.
        "to": NotRequired[str | None],
        # Names and patterns within the subscription. Absent: all that the webhook subscribes to.
        "events": NotRequired[Sequence[str] | None],
    },
)
"""Which events are sent again."""


class WebhookUpdate(TypedDict):
    """Changes of a webhook. An absent field stays as it is, null clears it; so, too, within `filters`."""

    url: NotRequired[str]
    """
    https, to a public address. What the operator allows in `EGRESS_ALLOW` may be reached by http, too, and have
    another address.
    """

    events: NotRequired[Sequence[str]]
    """
    Names of events, and patterns. `*` and `link.*` stand for every event, or every one of links, but for
    `link.clicked` and `link.clicks`, which are subscribed to by their own names.
    """

    description: NotRequired[str | None]
    """A note for people."""

    filters: NotRequired[WebhookFiltersInput | None]
    """"""

    active: NotRequired[bool | None]
    """False pauses it: what happens meanwhile is not kept for it."""


class WorkspaceCreate(TypedDict):
    """A new workspace."""

    name: str
    """Name of the workspace."""


class WorkspaceDelete(TypedDict):
    """The name of the workspace confirms the deletion."""

    name: str
    """The workspace's name."""


class WorkspaceUpdate(TypedDict):
    """A new name of the workspace."""

    name: NotRequired[str]
    """Name of the workspace."""
