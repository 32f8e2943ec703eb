# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from ..._sync.core import Core
from .health import HealthResource
from .errors import ErrorsResource
from .links import LinksResource
from .tags import TagsResource
from .urls import UrlsResource
from .campaigns import CampaignsResource
from .domains import DomainsResource
from .api_keys import ApiKeysResource
from .auth import AuthResource
from .analytics import AnalyticsResource
from .workspace import WorkspaceResource
from .members import MembersResource
from .invitations import InvitationsResource
from .imports import ImportsResource
from .qr_codes import QrCodesResource
from .webhooks import WebhooksResource
from .events import EventsResource
from .redirects import RedirectsResource


class Resources:
    """The operations by what they are about."""

    health: HealthResource
    """State and metrics of this installation. They need no credential."""

    errors: ErrorsResource
    """The documentation of error codes."""

    links: LinksResource
    """Short links: an alias on a domain that redirects its visitors to a destination."""

    tags: TagsResource
    """Words that links are sorted by."""

    urls: UrlsResource
    """Shortens a URL in one step, with the fields in camelCase."""

    campaigns: CampaignsResource
    """Links that belong together and share utm fields and dates."""

    domains: DomainsResource
    """Host names of your own that links can use once they are verified."""

    api_keys: ApiKeysResource
    """Credentials of programs: scope, rotation with 24 hours of grace, revocation."""

    auth: AuthResource
    """Accounts of people: sign-up, log-in, tokens and passwords."""

    analytics: AnalyticsResource
    """Clicks: totals, time series and groups, single clicks, files and a live stream."""

    workspace: WorkspaceResource
    """The workspace of the credential: its name, plan, usage and limits."""

    members: MembersResource
    """The users of the workspace and their roles."""

    invitations: InvitationsResource
    """Invitations of e-mail addresses to the workspace."""

    imports: ImportsResource
    """Files of links from here or from another service, imported in the background."""

    qr_codes: QrCodesResource
    """QR codes of links or of any URL, as SVG or PNG."""

    webhooks: WebhooksResource
    """URLs of yours that receive events, and the deliveries to them."""

    events: EventsResource
    """What happened in the workspace, and who or what caused it."""

    redirects: RedirectsResource
    """Short URLs, as visitors follow them. They need no credential."""

    def __init__(self, core: Core) -> None:
        self.health = HealthResource(core)
        self.errors = ErrorsResource(core)
        self.links = LinksResource(core)
        self.tags = TagsResource(core)
        self.urls = UrlsResource(core)
        self.campaigns = CampaignsResource(core)
        self.domains = DomainsResource(core)
        self.api_keys = ApiKeysResource(core)
        self.auth = AuthResource(core)
        self.analytics = AnalyticsResource(core)
        self.workspace = WorkspaceResource(core)
        self.members = MembersResource(core)
        self.invitations = InvitationsResource(core)
        self.imports = ImportsResource(core)
        self.qr_codes = QrCodesResource(core)
        self.webhooks = WebhooksResource(core)
        self.events = EventsResource(core)
        self.redirects = RedirectsResource(core)
