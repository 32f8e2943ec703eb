// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type { Core } from '../core/types.js';
import { HealthResource } from './health.js';
import { ErrorsResource } from './errors.js';
import { LinksResource } from './links.js';
import { TagsResource } from './tags.js';
import { UrlsResource } from './urls.js';
import { CampaignsResource } from './campaigns.js';
import { DomainsResource } from './domains.js';
import { ApiKeysResource } from './api-keys.js';
import { AuthResource } from './auth.js';
import { AnalyticsResource } from './analytics.js';
import { WorkspaceResource } from './workspace.js';
import { MembersResource } from './members.js';
import { InvitationsResource } from './invitations.js';
import { ImportsResource } from './imports.js';
import { QrCodesResource } from './qr-codes.js';
import { WebhooksResource } from './webhooks.js';
import { EventsResource } from './events.js';
import { RedirectsResource } from './redirects.js';

/** The resources of the API. */
export class Resources {
  /** State and metrics of this installation. They need no credential. */
  readonly health: HealthResource;
  /** The documentation of error codes. */
  readonly errors: ErrorsResource;
  /** Short links: an alias on a domain that redirects its visitors to a destination. */
  readonly links: LinksResource;
  /** Words that links are sorted by. */
  readonly tags: TagsResource;
  /** Shortens a URL in one step, with the fields in camelCase. */
  readonly urls: UrlsResource;
  /** Links that belong together and share utm fields and dates. */
  readonly campaigns: CampaignsResource;
  /** Host names of your own that links can use once they are verified. */
  readonly domains: DomainsResource;
  /** Credentials of programs: scope, rotation with 24 hours of grace, revocation. */
  readonly apiKeys: ApiKeysResource;
  /** Accounts of people: sign-up, log-in, tokens and passwords. */
  readonly auth: AuthResource;
  /** Clicks: totals, time series and groups, single clicks, files and a live stream. */
  readonly analytics: AnalyticsResource;
  /** The workspace of the credential: its name, plan, usage and limits. */
  readonly workspace: WorkspaceResource;
  /** The users of the workspace and their roles. */
  readonly members: MembersResource;
  /** Invitations of e-mail addresses to the workspace. */
  readonly invitations: InvitationsResource;
  /** Files of links from here or from another service, imported in the background. */
  readonly imports: ImportsResource;
  /** QR codes of links or of any URL, as SVG or PNG. */
  readonly qrCodes: QrCodesResource;
  /** URLs of yours that receive events, and the deliveries to them. */
  readonly webhooks: WebhooksResource;
  /** What happened in the workspace, and who or what caused it. */
  readonly events: EventsResource;
  /** Short URLs, as visitors follow them. They need no credential. */
  readonly redirects: RedirectsResource;

  constructor(core: Core) {
    this.health = new HealthResource(core);
    this.errors = new ErrorsResource(core);
    this.links = new LinksResource(core);
    this.tags = new TagsResource(core);
    this.urls = new UrlsResource(core);
    this.campaigns = new CampaignsResource(core);
    this.domains = new DomainsResource(core);
    this.apiKeys = new ApiKeysResource(core);
    this.auth = new AuthResource(core);
    this.analytics = new AnalyticsResource(core);
    this.workspace = new WorkspaceResource(core);
    this.members = new MembersResource(core);
    this.invitations = new InvitationsResource(core);
    this.imports = new ImportsResource(core);
    this.qrCodes = new QrCodesResource(core);
    this.webhooks = new WebhooksResource(core);
    this.events = new EventsResource(core);
    this.redirects = new RedirectsResource(core);
  }
}
