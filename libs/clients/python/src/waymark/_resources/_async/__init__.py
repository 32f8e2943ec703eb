# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from ..._async.core import AsyncCore
from .health import AsyncHealthResource
from .errors import AsyncErrorsResource
from .links import AsyncLinksResource
from .tags import AsyncTagsResource
from .urls import AsyncUrlsResource
from .campaigns import AsyncCampaignsResource
from .domains import AsyncDomainsResource
from .api_keys import AsyncApiKeysResource
from .auth import AsyncAuthResource
from .analytics import AsyncAnalyticsResource
from .workspace import AsyncWorkspaceResource
from .members import AsyncMembersResource
from .invitations import AsyncInvitationsResource
from .imports import AsyncImportsResource
from .qr_codes import AsyncQrCodesResource
from .webhooks import AsyncWebhooksResource
from .events import AsyncEventsResource
from .redirects import AsyncRedirectsResource


class AsyncResources:
    """The operations by what they are about."""

    health: AsyncHealthResource
    """State and metrics of this installation. They need no credential."""

    errors: AsyncErrorsResource
    """The documentation of error codes."""

    links: AsyncLinksResource
    """Short links: an alias on a domain that redirects its visitors to a destination."""

    tags: AsyncTagsResource
    """Words that links are sorted by."""

    urls: AsyncUrlsResource
    """Shortens a URL in one step, with the fields in camelCase."""

    campaigns: AsyncCampaignsResource
    """Links that belong together and share utm fields and dates."""

    domains: AsyncDomainsResource
    """Host names of your own that links can use once they are verified."""

    api_keys: AsyncApiKeysResource
    """Credentials of programs: scope, rotation with 24 hours of grace, revocation."""

    auth: AsyncAuthResource
    """Accounts of people: sign-up, log-in, tokens and passwords."""

    analytics: AsyncAnalyticsResource
    """Clicks: totals, time series and groups, single clicks, files and a live stream."""

    workspace: AsyncWorkspaceResource
    """The workspace of the credential: its name, plan, usage and limits."""

    members: AsyncMembersResource
    """The users of the workspace and their roles."""

    invitations: AsyncInvitationsResource
    """Invitations of e-mail addresses to the workspace."""

    imports: AsyncImportsResource
    """Files of links from here or from another service, imported in the background."""

    qr_codes: AsyncQrCodesResource
    """QR codes of links or of any URL, as SVG or PNG."""

    webhooks: AsyncWebhooksResource
    """URLs of yours that receive events, and the deliveries to them."""

    events: AsyncEventsResource
    """What happened in the workspace, and who or what caused it."""

    redirects: AsyncRedirectsResource
    """Short URLs, as visitors follow them. They need no credential."""

    def __init__(self, core: AsyncCore) -> None:
        self.health = AsyncHealthResource(core)
        self.errors = AsyncErrorsResource(core)
        self.links = AsyncLinksResource(core)
        self.tags = AsyncTagsResource(core)
        self.urls = AsyncUrlsResource(core)
        self.campaigns = AsyncCampaignsResource(core)
        self.domains = AsyncDomainsResource(core)
        self.api_keys = AsyncApiKeysResource(core)
        self.auth = AsyncAuthResource(core)
        self.analytics = AsyncAnalyticsResource(core)
        self.workspace = AsyncWorkspaceResource(core)
        self.members = AsyncMembersResource(core)
        self.invitations = AsyncInvitationsResource(core)
        self.imports = AsyncImportsResource(core)
        self.qr_codes = AsyncQrCodesResource(core)
        self.webhooks = AsyncWebhooksResource(core)
        self.events = AsyncEventsResource(core)
        self.redirects = AsyncRedirectsResource(core)
