// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type {
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
  TokenTransport,
  WebhookDeliveryStatus,
  WebhookStatus,
} from './enums.js';

/** The token of an invitation or sign-up, and what its account needs. */
export interface Accept {
  /** Token of the invitation or sign-up. Example: `"invite_3q2-7wAAlV0h4mB1nHk0C2o9tG5yRz8uXdJfLsQeTb4"` */
  token: string;
  /**
   * Of the new account; of the existing one, if there is one for the address. Not with an access token. For a
   * sign-up: the one that was chosen there. Example: `"a quiet blue harbour"`
   */
  password?: string | null;
  /** Of a new account; an existing one keeps its own. Example: `"Grace"` */
  name?: string | null;
  /**
   * Where the refresh token goes: into the `body` of the answer, as by default, or into a `cookie` that no script
   * of the page can read, for pages of the same origin. Then `refresh_token` is null. Example: `"body"`
   */
  transport?: TokenTransport | null;
}

/** The password confirms the deletion. */
export interface AccountDelete {
  /** Password of the account. Example: `"a quiet blue harbour"` */
  password: string;
}

/** Who did it: an API key, a user or the system. */
export interface Actor {
  /** Kind of actor. Example: `"api_key"` */
  type: ActorType;
  /**
   * Id of the API key or user; of the system, which part it was: `waymark`, `scheduler`, `webhooks`, `operator`.
   * Example: `"key_01jd6q3x9v8w7t6s5r4p3n2m1k"`
   */
  id: string;
}

/** Whether an alias is taken. */
export interface AliasExists {
  /** Whether a link has the alias, of any workspace. Example: `true` */
  exists: boolean;
}

/** The process runs. */
export interface Alive {
  /** The process runs. */
  status: 'ok' | (string & Record<never, never>);
}

/** Clicks in a window: totals, time series and groups. */
export interface Analytics {
  /** A window in time by its name. Example: `"30d"` */
  range: Range;
  /** Start of the window. Example: `"2026-10-22T00:00:00.000Z"` */
  start: string;
  /** End of the window, exclusive. Example: `"2026-11-21T00:00:00.000Z"` */
  end: string;
  /** The time zone of days. Example: `"UTC"` */
  timezone: string;
  /** Width of the points of a time series. Example: `"day"` */
  interval: Interval;
  /** The totals of a window. */
  totals: AnalyticsTotals;
  /** The totals of the previous window, with the same filters, and the bounds of that window. */
  previous: AnalyticsPrevious;
  /** The window in points, zeros included. */
  timeseries: AnalyticsPoint[];
  /** The window that `compare` names; absent without it. */
  comparison?: AnalyticsComparison;
  /** The links with the most clicks. */
  top_links: AnalyticsTopLink[];
  /** Clicks by country, most clicks first. */
  countries: AnalyticsGroup[];
  /** Clicks by region, most clicks first. With `group_by=region`. */
  regions?: AnalyticsGroup[];
  /** Clicks by city, most clicks first. */
  cities: AnalyticsGroup[];
  /** Clicks by continent, most clicks first. With `group_by=continent`. */
  continents?: AnalyticsGroup[];
  /** Clicks by device, most clicks first. */
  devices: AnalyticsGroup[];
  /** Clicks by browser, most clicks first. */
  browsers: AnalyticsGroup[];
  /** Clicks by os, most clicks first. */
  os: AnalyticsGroup[];
  /** Clicks by language, most clicks first. With `group_by=language`. */
  languages?: AnalyticsGroup[];
  /** Clicks by referrer, most clicks first. */
  referrers: AnalyticsGroup[];
  /** Clicks by referrer url, most clicks first. With `group_by=referrer_url`. */
  referrer_urls?: AnalyticsGroup[];
  /** Clicks by trigger, most clicks first. */
  triggers: AnalyticsGroup[];
  /** Clicks by link, most clicks first. With `group_by=link`. */
  links?: AnalyticsGroup[];
  /** Clicks by domain, most clicks first. With `group_by=domain`. */
  domains?: AnalyticsGroup[];
  /** Clicks by tag, most clicks first. With `group_by=tag`. */
  tags?: AnalyticsGroup[];
  /** Clicks by campaign, most clicks first. With `group_by=campaign`. */
  campaigns?: AnalyticsGroup[];
  /** Clicks by destination, most clicks first. With `group_by=destination`. */
  destinations?: AnalyticsGroup[];
  /** Clicks by utm source, most clicks first. With `group_by=utm_source`. */
  utm_sources?: AnalyticsGroup[];
  /** Clicks by utm medium, most clicks first. With `group_by=utm_medium`. */
  utm_mediums?: AnalyticsGroup[];
  /** Clicks by utm campaign, most clicks first. */
  utm_campaigns: AnalyticsGroup[];
  /** Clicks by utm term, most clicks first. With `group_by=utm_term`. */
  utm_terms?: AnalyticsGroup[];
  /** Clicks by utm content, most clicks first. With `group_by=utm_content`. */
  utm_contents?: AnalyticsGroup[];
  /** Clicks by variant, most clicks first. With `group_by=variant`. */
  variants?: AnalyticsGroup[];
  /** Every click up to this instant is included. Example: `"2026-11-21T08:00:00.000Z"` */
  as_of: string;
}

/** Clicks of the window that `compare` names, with the same filters. */
export interface AnalyticsComparison {
  /** Start of the window. Example: `"2025-10-22T00:00:00.000Z"` */
  start: string;
  /** End of the window, exclusive. Example: `"2025-11-21T00:00:00.000Z"` */
  end: string;
  /** Clicks. Example: `128` */
  clicks: number;
  /** Distinct visitors per link and UTC day. Example: `97` */
  unique_clicks: number;
  /** Its points, as wide as those of the answer, zeros included. Months and years differ in their days. */
  timeseries: AnalyticsPoint[];
}

/** An entry of a group. `short_url` is in groups of links, `country` and `region` in those of places. */
export interface AnalyticsGroup {
  /**
   * The value. Null: unknown or none (a direct visit has no referrer, an untagged link no tag). As a filter:
   * `null`. Example: `"DE"`
   */
  key: string | null;
  /** Clicks. Example: `128` */
  clicks: number;
  /**
   * Distinct visitors. Exact up to 65,536; above that, within about half a percent. Totals and time series are
   * always exact. Example: `97`
   */
  unique_clicks: number;
  /** Of a region or a city: its country. Example: `"DE"` */
  country?: string | null;
  /** Of a city: its region. Example: `"Berlin"` */
  region?: string | null;
  /** Short URL of the link; null where it is not known. Example: `"https://go.example.com/summer-26"` */
  short_url?: string | null;
}

/** A point of the time series. */
export interface AnalyticsPoint {
  /** Start of the point. Example: `"2026-11-21T00:00:00.000Z"` */
  start: string;
  /** Clicks. Example: `128` */
  clicks: number;
  /** Distinct visitors per link and UTC day. Example: `97` */
  unique_clicks: number;
}

/** The totals of the previous window, with the same filters, and the bounds of that window. */
export interface AnalyticsPrevious {
  /** Clicks. Example: `128` */
  clicks: number;
  /** Distinct visitors per link and UTC day. Example: `97` */
  unique_clicks: number;
  /** Visits of bots. Example: `12` */
  bot_clicks: number;
  /** Clicks that came by a QR code. Example: `31` */
  qr_scans: number;
  /**
   * Created links of the workspace, link, campaign, tag or domain in the path; filters of clicks do not change it.
   * Example: `4`
   */
  links_created: number;
  /** Distinct links with at least one counted click. Example: `3` */
  active_links: number;
  /** Start of that window. Example: `"2026-09-22T00:00:00.000Z"` */
  start: string;
  /** End of that window, exclusive. Example: `"2026-10-22T00:00:00.000Z"` */
  end: string;
}

/** A link of the ranking. */
export interface AnalyticsTopLink {
  /** Id of the link. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"` */
  link_id: string;
  /** Short URL of the link; null where it is not known. Example: `"https://go.example.com/summer-26"` */
  short_url: string | null;
  /** Clicks. Example: `128` */
  clicks: number;
}

/** The totals of a window. */
export interface AnalyticsTotals {
  /** Clicks. Example: `128` */
  clicks: number;
  /** Distinct visitors per link and UTC day. Example: `97` */
  unique_clicks: number;
  /** Visits of bots. Example: `12` */
  bot_clicks: number;
  /** Clicks that came by a QR code. Example: `31` */
  qr_scans: number;
  /**
   * Created links of the workspace, link, campaign, tag or domain in the path; filters of clicks do not change it.
   * Example: `4`
   */
  links_created: number;
  /** Distinct links with at least one counted click. Example: `3` */
  active_links: number;
}

/** An API key with its usage, without the key itself. */
export type ApiKey = ApiKeyAt & ApiKeyUsage;

/** An API key without its usage, as it was at an instant. */
export interface ApiKeyAt {
  /** Id of the API key. Example: `"key_01jd6q3x9v8w7t6s5r4p3n2m1k"` */
  id: string;
  /** Name of the key. Example: `"CI"` */
  name: string;
  /**
   * What an API key may do. Bodies take `read`, `read_write` and `read+write` as well, in any case. Example:
   * `"Read + Write"`
   */
  scope: ApiKeyScope;
  /** Status of an API key. An active one and one in its grace period are accepted. */
  status: ApiKeyStatus;
  /** `svc_live_` and the first 4 characters. Example: `"svc_live_4fGh"` */
  start: string;
  /** The first instant at which the key is no longer valid. Example: `"2030-02-01T00:00:00.000Z"` */
  expiration: string | null;
  /** When it was created. Example: `"2026-11-21T08:00:00.000Z"` */
  created_at: string;
  /** Who created the key. Example: `{"type":"user","id":"usr_01jd6q0000000000000000000b"}` */
  created_by: Actor;
  /** After a rotation: the first instant at which it is no longer valid. Example: `null` */
  grace_ends_at: string | null;
  /** When it was revoked. Example: `null` */
  revoked_at: string | null;
  /** As given to `POST …/revoke`. Example: `null` */
  revocation_reason: string | null;
  /** Id of the key that it replaced. Example: `null` */
  rotated_from: string | null;
  /** Id of the key that replaced it. Example: `null` */
  rotated_to: string | null;
  /** Id of its workspace. Example: `"ws_01jd6q0000000000000000000a"` */
  workspace_id: string;
}

/** A new API key. */
export interface ApiKeyCreate {
  /** Name of the key, for your own use. Example: `"CI"` */
  name: string;
  /**
   * What an API key may do. Bodies take `read`, `read_write` and `read+write` as well, in any case. Example:
   * `"Read + Write"`
   */
  scope: ApiKeyScope;
  /**
   * A date, to whose end in UTC the key is valid, or a timestamp. Absent: until it is revoked. Example:
   * `"2030-01-31"`
   */
  expiration?: string | null;
}

/** A page of the events of an API key. */
export interface ApiKeyHistory {
  /** The entries of the page. */
  data: ApiKeyHistoryEntry[];
  /** Where a page is in its list. */
  meta: PageMeta;
}

/** With `lineage=true`, for a rotation: the changes of the rotated key. */
export interface ApiKeyHistoryEntryPrevious {
  /** Id of the rotated key. Example: `"key_01jc2m7a9v8w7t6s5r4p3n2m1k"` */
  key_id: string;
  /**
   * By field of the public record: its value before and after this event. Example: `{"title":{"from":"Summer
   * sale","to":"Winter sale"}}`
   */
  changes: Record<string, Change>;
}

/** An event of an API key or of its rotation lineage. */
export interface ApiKeyHistoryEntry extends HistoryEntry {
  /**
   * With `lineage=true`: the key of the event; for a rotation, the new one. Example:
   * `"key_01jd6q3x9v8w7t6s5r4p3n2m1k"`
   */
  key_id?: string;
  /** With `lineage=true`, for a rotation: the changes of the rotated key. */
  previous?: ApiKeyHistoryEntryPrevious;
}

/** A page of API keys. */
export interface ApiKeyList {
  /** The entries of the page. */
  data: ApiKey[];
  /** Where a page is in its list. */
  meta: PageMeta;
}

/** Why the key is revoked, if you say so. */
export interface ApiKeyRevoke {
  /** Why it is revoked. It stays in the record. Example: `"Leaked"` */
  reason?: string | null;
}

/** Nothing: the new key inherits everything. */
export type ApiKeyRotate = Record<string, never>;

/** A new name of an API key. */
export interface ApiKeyUpdate {
  /** Name of the key, for your own use. Example: `"CI"` */
  name?: string;
}

/** Usage of an API key. */
export interface ApiKeyUsage {
  /** When it was last used. Example: `"2026-11-22T17:04:31.482Z"` */
  last_used_at: string | null;
  /**
   * Requests authenticated by this key, refused ones included, within 2 s. A crash may lose the last second.
   * Example: `4096`
   */
  request_count: number;
}

/** Requests of an API key by day. */
export interface ApiKeyUsageByDay {
  /** Every day of the range, the oldest first. */
  data: ApiKeyUsageDay[];
}

/** Requests of an API key on a day. */
export interface ApiKeyUsageDay {
  /** The day, in UTC. Example: `"2026-11-22"` */
  date: string;
  /** Requests on this day. Example: `512` */
  requests: number;
}

/**
 * Body of `api_key.created`, `api_key.expired`, `api_key.grace_expired`, `api_key.renamed`, `api_key.revoked`,
 * `api_key.rotated`.
 */
export interface ApiKeyWebhookEvent {
  /** Id of the event, the same for every webhook and in every attempt. Example: `"evt_06a1zq3f9ge8kdsy1r2k4m8t0c"` */
  id: string;
  /** What happened. */
  type:
    | 'api_key.created'
    | 'api_key.expired'
    | 'api_key.grace_expired'
    | 'api_key.renamed'
    | 'api_key.revoked'
    | 'api_key.rotated';
  /** When it happened. Example: `"2026-11-22T09:30:00.000Z"` */
  created_at: string;
  /** Id of the workspace. Example: `"ws_01jd6q0000000000000000000a"` */
  workspace_id: string;
  /** Fields may be added within a version. */
  api_version: 'v1' | (string & Record<never, never>);
  /** Of the resource: the highest is the newest. Example: `"3"` */
  revision: string | null;
  /** An API key without its usage, as it was at an instant. */
  data: ApiKeyAt;
  /** Former values of the fields that changed. Example: `{}` */
  previous?: Record<string, unknown>;
}

/** How to get an account. */
export interface AuthOptions {
  /** Whether `POST /v1/auth/register` takes new users. */
  signup: 'open' | 'closed' | (string & Record<never, never>);
}

/** How many items created a link and how many failed. */
export interface BulkCreateMeta {
  /** Items with status 201; a link that was found has 200. Example: `1` */
  created: number;
  /** Items with an `error`. Example: `1` */
  failed: number;
}

/** How many items succeeded and failed. */
export interface BulkMeta {
  /** Items without an `error`. Example: `1` */
  succeeded: number;
  /** Items with an `error`. Example: `1` */
  failed: number;
}

/** A campaign with its counters. */
export type Campaign = CampaignAt & CampaignCounters;

/** A campaign without its counters, as it was at an instant. */
export interface CampaignAt {
  /** Id of the campaign. Example: `"cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"` */
  id: string;
  /** Name of the campaign. Example: `"Summer 2026"` */
  name: string;
  /** Notes, for your own use. Example: `"Newsletter and posters."` */
  description: string | null;
  /** Status of a campaign. It changes no redirect. Example: `"active"` */
  status: CampaignStatus;
  /** A draft is started then. Example: `"2026-12-01T00:00:00.000Z"` */
  starts_at: string | null;
  /** An active or paused campaign is ended then. Example: `"2026-12-31T00:00:00.000Z"` */
  ends_at: string | null;
  /** The `utm_source` that its links inherit. Example: `"newsletter"` */
  utm_source: string | null;
  /** The `utm_medium` that its links inherit. Example: `"email"` */
  utm_medium: string | null;
  /** The `utm_campaign` that its links inherit. Example: `"summer"` */
  utm_campaign: string | null;
  /** Tags of the campaign. Example: `["summer"]` */
  tags: string[];
  /** When it was created. Example: `"2026-11-21T08:00:00.000Z"` */
  created_at: string;
  /** When it was last changed. Example: `"2026-11-21T08:00:00.000Z"` */
  updated_at: string;
}

/** Counters of a campaign. */
export interface CampaignCounters {
  /** Links of the campaign that are not deleted. Example: `3` */
  link_count: number;
  /** Clicks by people on links while these were in the campaign. Example: `128` */
  clicks: number;
}

/** A new campaign. Only its name is required; null is as if absent. */
export interface CampaignCreate {
  /** Name of the campaign. Example: `"Summer 2026"` */
  name: string;
  /** Notes, for your own use. Example: `"Newsletter and posters."` */
  description?: string | null;
  /** A draft is started then. Example: `"2026-12-01T00:00:00Z"` */
  starts_at?: string | null;
  /** An active or paused campaign is ended then. Later than `starts_at`. Example: `"2026-12-31T00:00:00Z"` */
  ends_at?: string | null;
  /**
   * The `utm_source` of each link, unless the destination, the visitor or the link has one. Example:
   * `"newsletter"`
   */
  utm_source?: string | null;
  /** The `utm_medium` of each link, unless the destination, the visitor or the link has one. Example: `"email"` */
  utm_medium?: string | null;
  /** The `utm_campaign` of each link, unless the destination, the visitor or the link has one. Example: `"summer"` */
  utm_campaign?: string | null;
  /** Tags. A repeated one is dropped. Example: `["summer","sale"]` */
  tags?: readonly string[] | null;
}

/** Links that are to be added to a campaign. */
export interface CampaignLinks {
  /** Ids of links of the workspace. Example: `["link_2c7n4k0v9q8w1x5z3b6m7d4f2g"]` */
  link_ids: readonly string[];
}

/** A page of campaigns. */
export interface CampaignList {
  /** The entries of the page. */
  data: Campaign[];
  /** Where a page is in its list. */
  meta: PageMeta;
}

/** Changes of a campaign. An absent field stays as it is, null clears it. */
export interface CampaignUpdate {
  /** Name of the campaign. Example: `"Summer 2026"` */
  name?: string;
  /** Notes, for your own use. Example: `"Newsletter and posters."` */
  description?: string | null;
  /** A draft is started then. Example: `"2026-12-01T00:00:00Z"` */
  starts_at?: string | null;
  /** An active or paused campaign is ended then. Later than `starts_at`. Example: `"2026-12-31T00:00:00Z"` */
  ends_at?: string | null;
  /**
   * The `utm_source` of each link, unless the destination, the visitor or the link has one. Example:
   * `"newsletter"`
   */
  utm_source?: string | null;
  /** The `utm_medium` of each link, unless the destination, the visitor or the link has one. Example: `"email"` */
  utm_medium?: string | null;
  /** The `utm_campaign` of each link, unless the destination, the visitor or the link has one. Example: `"summer"` */
  utm_campaign?: string | null;
  /** Tags. A repeated one is dropped. Example: `["summer","sale"]` */
  tags?: readonly string[] | null;
}

/**
 * Body of `campaign.created`, `campaign.deleted`, `campaign.ended`, `campaign.paused`, `campaign.resumed`,
 * `campaign.started`, `campaign.updated`.
 */
export interface CampaignWebhookEvent {
  /** Id of the event, the same for every webhook and in every attempt. Example: `"evt_06a1zq3f9ge8kdsy1r2k4m8t0c"` */
  id: string;
  /** What happened. */
  type:
    | 'campaign.created'
    | 'campaign.deleted'
    | 'campaign.ended'
    | 'campaign.paused'
    | 'campaign.resumed'
    | 'campaign.started'
    | 'campaign.updated';
  /** When it happened. Example: `"2026-11-22T09:30:00.000Z"` */
  created_at: string;
  /** Id of the workspace. Example: `"ws_01jd6q0000000000000000000a"` */
  workspace_id: string;
  /** Fields may be added within a version. */
  api_version: 'v1' | (string & Record<never, never>);
  /** Of the resource: the highest is the newest. Example: `"3"` */
  revision: string | null;
  /** A campaign without its counters, as it was at an instant. */
  data: CampaignAt;
  /** Former values of the fields that changed. Example: `{}` */
  previous?: Record<string, unknown>;
}

/** A field before and after an event. */
export interface Change {
  /** The value before; null before the creation. Example: `"Summer sale"` */
  from: unknown;
  /** The value after. Example: `"Winter sale"` */
  to: unknown;
}

/** The check of a dependency. */
export interface Check {
  /** Whether the dependency answered. */
  status: 'ok' | 'failed' | (string & Record<never, never>);
  /** Milliseconds that the check took. Example: `3` */
  duration_ms: number;
}

/** What a look at a destination found. */
export interface CheckedDestination {
  /** Whether a server answered, whatever its status. Example: `true` */
  reachable: boolean;
  /** HTTP status of the answer, after redirects. Example: `200` */
  status: number | null;
  /** Where the redirects led. Example: `"https://www.example.com/summer?ref=1"` */
  final_url: string | null;
  /** How many redirects were followed. Example: `1` */
  redirects: number | null;
  /** Media type of the answer. Example: `"text/html; charset=utf-8"` */
  content_type: string | null;
  /** Title of the page. Example: `"Summer sale"` */
  title: string | null;
  /**
   * Why there is no answer. `unreachable`: no such host, no connection, or an address that is not public. `late`:
   * none within 5 seconds. `malformed`: no valid HTTP, or more than 5 redirects. Example: `null`
   */
  error: 'unreachable' | 'late' | 'malformed' | (string & Record<never, never>) | null;
}

/** A click. What is not known is null. */
export interface Click {
  /** Id of the click. It never changes. Example: `"clk_9f2c41d07b3e_1042"` */
  id: string;
  /** When the visitor was redirected. Example: `"2026-11-22T17:04:31.482Z"` */
  at: string;
  /** Id of the link. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"` */
  link_id: string;
  /**
   * Short URL of the link. Null while the link is not known yet, and when its workspace was purged. Example:
   * `"https://go.example.com/summer-26"`
   */
  short_url: string | null;
  /** Host name of the link. Example: `"go.example.com"` */
  domain: string | null;
  /** Id of its domain. Example: `"dom_default"` */
  domain_id: string;
  /** Of the link at the time of the click, like its campaign. Example: `["summer","sale"]` */
  tags: string[];
  /** Id of its campaign. Example: `"cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"` */
  campaign_id: string | null;
  /**
   * Where the visitor was sent. The utm fields are those of this URL: the destination's own, or else the
   * visitor's, the link's, the campaign's.
   */
  destination: string;
  /** The `utm_source` of the destination. Example: `"newsletter"` */
  utm_source: string | null;
  /** The `utm_medium` of the destination. Example: `"email"` */
  utm_medium: string | null;
  /** The `utm_campaign` of the destination. Example: `"summer"` */
  utm_campaign: string | null;
  /** The `utm_term` of the destination. Example: `null` */
  utm_term: string | null;
  /** The `utm_content` of the destination. Example: `null` */
  utm_content: string | null;
  /** Country code of ISO 3166-1 alpha-2. Example: `"DE"` */
  country: string | null;
  /** Region of the country. Example: `"Berlin"` */
  region: string | null;
  /** City. Example: `"Berlin"` */
  city: string | null;
  /** Code of the continent. Example: `"EU"` */
  continent: string | null;
  /** Kind of device. Example: `"mobile"` */
  device: string | null;
  /** Name of the browser. Example: `"Safari"` */
  browser: string | null;
  /** Name of the operating system. Example: `"iOS"` */
  os: string | null;
  /** Language of the visitor's first choice. Example: `"de"` */
  language: string | null;
  /** Host of the page that the visitor came from. Example: `"news.example"` */
  referrer: string | null;
  /** Address of that page without its query. Example: `"https://news.example/today"` */
  referrer_url: string | null;
  /** How the visitor came: `link` or `qr`. Example: `"link"` */
  trigger: string;
  /** Whether the visitor is a bot. Example: `false` */
  is_bot: boolean;
  /** Index of the rule of the link that decided, from 0. Example: `null` */
  rule: number | null;
  /** Index of the variant that was drawn, from 0. Example: `null` */
  variant: number | null;
}

/** A page of clicks, the newest first. */
export interface ClickList {
  /** The clicks of the page. */
  data: Click[];
  /** Where a page is in its list. */
  meta: ClickListMeta;
}

/** Where a page is in its list. */
export interface ClickListMeta {
  /** Clicks of a page at most. Example: `100` */
  limit: number;
  /** The cursor of the next page; null on the last page. Example: `null` */
  next_cursor: string | null;
}

/** A new API key with the key itself. */
export interface CreatedApiKey extends ApiKey {
  /**
   * The whole key. It is only in this answer and in its repeats under the same Idempotency-Key. Shown this once.
   * Example: `"svc_live_4fGhJ8kLmN2pQrStUvWxYz0123456789abcdefghijk7TnZcB"`
   */
  key: string;
}

/** Where a page is in its list. */
export interface CursorMeta {
  /** Entries of the whole list. Example: `1` */
  total: number;
  /** Present when the filters match more than 10,000 entries: `total` stops there. */
  total_is?: 'minimum' | (string & Record<never, never>);
  /** Number of this page, from 1. Example: `1` */
  page: number;
  /** Entries of a page at most. Example: `25` */
  limit: number;
  /** The cursor of the next page. Only with `cursor`; null on the last page. Example: `null` */
  next_cursor?: string | null;
}

/** A destination to look at. */
export interface DestinationCheck {
  /** Where it leads: http or https, without credentials. Example: `"https://example.com/summer?ref=1"` */
  destination_url: string;
}

/** A DNS record to publish. */
export interface DnsRecord {
  /** Type of the record. */
  type: 'TXT' | 'CNAME' | (string & Record<never, never>);
  /** Its name. Example: `"_waymark.go.brand.example"` */
  name: string;
  /** Its value. Example: `"waymark-verification=3v5x7z9b1d3f5h7k9m1p3r5t7w"` */
  value: string;
}

/** A domain with its last check. */
export type Domain = DomainAt & DomainCheck;

/** A domain without its last check, as it was at an instant. */
export interface DomainAt {
  /** Id of the domain. Example: `"dom_0f9k2m4p6r8t0v2x4z6b8d0fgj"` */
  id: string;
  /** Host name in lower case and ASCII. Example: `"go.brand.example"` */
  hostname: string;
  /**
   * Status of a domain. Links resolve on a verified one. `disabled` is reserved: no domain has it so far. Example:
   * `"verified"`
   */
  status: DomainStatus;
  /** Whether links that name no domain are created here. Example: `true` */
  is_primary: boolean;
  /** Where the host itself leads. Example: `"https://brand.example/"` */
  root_url: string | null;
  /** Where unknown aliases lead. Example: `"https://brand.example/404"` */
  not_found_url: string | null;
  /** Where expired links lead that have no `expired_url`. Example: `"https://brand.example/over"` */
  expired_url: string | null;
  /** The JSON document for apps of Apple, or null. Example: `null` */
  apple_app_site_association: unknown;
  /** The JSON document for apps of Android, or null. Example: `null` */
  assetlinks: unknown;
  /** The TXT record proves that the host name is yours; the CNAME record leads visitors here. */
  dns_records: DnsRecord[];
  /** When it was verified. Example: `"2026-11-21T08:00:00.000Z"` */
  verified_at: string | null;
  /** When it was added. Example: `"2026-11-21T08:00:00.000Z"` */
  created_at: string;
  /** When it was last changed. Example: `"2026-11-21T08:00:00.000Z"` */
  updated_at: string;
}

/** The last check of a domain. */
export interface DomainCheck {
  /** When DNS was asked for the TXT record last. Example: `"2026-11-21T08:00:00.000Z"` */
  last_checked_at: string | null;
  /** What was found. `unreachable`: no name server answered, which changes nothing. */
  last_check: 'found' | 'missing' | 'unreachable' | (string & Record<never, never>) | null;
}

/** A new domain. Only its host name is required; null is as if absent. */
export interface DomainCreate {
  /** Host name. It is kept in lower case and in ASCII (`xn--`). Example: `"go.brand.example"` */
  hostname: string;
  /** Where the host itself (`/`) leads. Absent: `not_found_url`. Example: `"https://brand.example/"` */
  root_url?: string | null;
  /** Where unknown aliases lead, by 302. Absent: 404. Example: `"https://brand.example/404"` */
  not_found_url?: string | null;
  /**
   * Where expired links lead that have no `expired_url`, by 302. Absent: 410. Example:
   * `"https://brand.example/over"`
   */
  expired_url?: string | null;
  /** Served under `/.well-known/apple-app-site-association`. At most 128 kB. */
  apple_app_site_association?: Record<string, unknown> | null;
  /** Served under `/.well-known/assetlinks.json`. At most 128 kB. */
  assetlinks?: readonly unknown[] | null;
}

/** A page of domains. */
export interface DomainList {
  /** The entries of the page. */
  data: Domain[];
  /** Where a page is in its list. */
  meta: PageMeta;
}

/** Changes of a domain. An absent field stays as it is, null clears it. */
export interface DomainUpdate {
  /** Where the host itself (`/`) leads. Absent: `not_found_url`. Example: `"https://brand.example/"` */
  root_url?: string | null;
  /** Where unknown aliases lead, by 302. Absent: 404. Example: `"https://brand.example/404"` */
  not_found_url?: string | null;
  /**
   * Where expired links lead that have no `expired_url`, by 302. Absent: 410. Example:
   * `"https://brand.example/over"`
   */
  expired_url?: string | null;
  /** Served under `/.well-known/apple-app-site-association`. At most 128 kB. */
  apple_app_site_association?: Record<string, unknown> | null;
  /** Served under `/.well-known/assetlinks.json`. At most 128 kB. */
  assetlinks?: readonly unknown[] | null;
  /** Links that name no domain are created on the primary one. At most one is; it is verified. Example: `false` */
  is_primary?: boolean;
}

/** Body of `domain.created`, `domain.failed`, `domain.removed`, `domain.updated`, `domain.verified`. */
export interface DomainWebhookEvent {
  /** Id of the event, the same for every webhook and in every attempt. Example: `"evt_06a1zq3f9ge8kdsy1r2k4m8t0c"` */
  id: string;
  /** What happened. */
  type: 'domain.created' | 'domain.failed' | 'domain.removed' | 'domain.updated' | 'domain.verified';
  /** When it happened. Example: `"2026-11-22T09:30:00.000Z"` */
  created_at: string;
  /** Id of the workspace. Example: `"ws_01jd6q0000000000000000000a"` */
  workspace_id: string;
  /** Fields may be added within a version. */
  api_version: 'v1' | (string & Record<never, never>);
  /** Of the resource: the highest is the newest. Example: `"3"` */
  revision: string | null;
  /** A domain without its last check, as it was at an instant. */
  data: DomainAt;
  /** Former values of the fields that changed. Example: `{}` */
  previous?: Record<string, unknown>;
}

/** What an error code means. */
export interface ErrorCode {
  /** The code. Example: `"alias_taken"` */
  code: string;
  /** The HTTP status. Example: `409` */
  status: number;
  /** The code in words. Example: `"Alias taken"` */
  title: string;
  /** What to do about it. Example: `"Another link has this alias on this domain."` */
  advice: string;
}

/** A click, without anything that identifies its visitor. */
export interface EventClick {
  /** Id of the click. It never changes. Example: `"clk_9f2c41d07b3e_1042"` */
  id: string;
  /** When the visitor was redirected. Example: `"2026-11-22T17:04:31.482Z"` */
  at: string;
  /**
   * Where the visitor was sent. The utm fields are those of this URL: the destination's own, or else the
   * visitor's, the link's, the campaign's.
   */
  destination: string;
  /** The `utm_source` of the destination. Example: `"newsletter"` */
  utm_source: string | null;
  /** The `utm_medium` of the destination. Example: `"email"` */
  utm_medium: string | null;
  /** The `utm_campaign` of the destination. Example: `"summer"` */
  utm_campaign: string | null;
  /** The `utm_term` of the destination. Example: `null` */
  utm_term: string | null;
  /** The `utm_content` of the destination. Example: `null` */
  utm_content: string | null;
  /** Country code of ISO 3166-1 alpha-2. Example: `"DE"` */
  country: string | null;
  /** Region of the country. Example: `"Berlin"` */
  region: string | null;
  /** City. Example: `"Berlin"` */
  city: string | null;
  /** Kind of device. Example: `"mobile"` */
  device: string | null;
  /** Name of the browser. Example: `"Safari"` */
  browser: string | null;
  /** Name of the operating system. Example: `"iOS"` */
  os: string | null;
  /** Language of the visitor's first choice. Example: `"de"` */
  language: string | null;
  /** Host of the page that the visitor came from. Example: `"news.example"` */
  referrer: string | null;
  /** How the visitor came: `link` or `qr`. Example: `"link"` */
  trigger: string;
  /** Whether the visitor is a bot. Example: `false` */
  is_bot: boolean;
  /** Index of the rule of the link that decided, from 0. Example: `null` */
  rule: number | null;
  /** Index of the variant that was drawn, from 0. Example: `null` */
  variant: number | null;
}

/** A click and its link. */
export interface EventClickOfLink {
  /** A click, without anything that identifies its visitor. */
  click: EventClick;
  /** The link that was clicked. */
  link: EventLink;
}

/** At most 500 clicks, or those of a second. */
export interface EventClicks {
  /** The clicks. */
  clicks: EventClickOfLink[];
}

/** The link that was clicked. */
export interface EventLink {
  /** Id of the link. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"` */
  id: string;
  /**
   * Its short URL; null in the rare case that the link is not listed yet. Example:
   * `"https://go.example.com/summer-26"`
   */
  short_url: string | null;
  /** Its tags. Example: `["summer","sale"]` */
  tags: string[];
  /** Id of its campaign. Example: `"cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"` */
  campaign_id: string | null;
  /** Its id in another system. Example: `"cms-4711"` */
  external_id: string | null;
}

/** Nothing. */
export type EventNothing = Record<string, never>;

/** What an event is about. */
export interface EventResource {
  /** Kind of resource, as in `type`. Example: `"link"` */
  type: string;
  /** Its id. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"` */
  id: string;
}

/** A page of the events of a resource. */
export interface History {
  /** The entries of the page. */
  data: HistoryEntry[];
  /** Where a page is in its list. */
  meta: PageMeta;
}

/** An event of a resource. */
export interface HistoryEntry {
  /** Id of the event, the same as that of its public event. Example: `"evt_06a1zq3f9ge8kdsy1r2k4m8t0c"` */
  id: string;
  /** Name of the event, as webhooks have it. Example: `"link.updated"` */
  type: string;
  /** When it happened. Example: `"2026-11-22T09:30:00.000Z"` */
  at: string;
  /** Who did it: an API key, a user or the system. */
  actor: Actor;
  /** Id of the request that caused it. Example: `"req_01jdb0q5v9m2t7x4c8k3n6r1ws"` */
  request_id: string;
  /**
   * By field of the public record: its value before and after this event. Example: `{"title":{"from":"Summer
   * sale","to":"Winter sale"}}`
   */
  changes: Record<string, Change>;
  /** Revision of the event in its stream, from 0. Example: `"1"` */
  revision: string;
}

/** An import with the first of its errors. */
export interface Import extends ListedImport {
  /** The first 1,000, in the order of rows. */
  errors: ImportError[];
}

/** A row that failed, and why. */
export interface ImportError {
  /** Data row, from 1; null for a fault of the file as a whole. Example: `2` */
  row: number | null;
  /** Line of the file where the row begins. Example: `3` */
  line: number | null;
  /** Stable code of the fault. Example: `"alias_taken"` */
  code: string;
  /** The fault in words. Example: `"This alias is taken."` */
  message: string;
}

/** A page of imports. */
export interface ImportList {
  /** The entries of the page. */
  data: ListedImport[];
  /** Where a page is in its list. */
  meta: PageMeta;
}

/** An invitation that is pending, without its token. */
export interface Invitation {
  /** Id of the invitation. Example: `"inv_01jd6q3x9v8w7t6s5r4p3n2m5k"` */
  id: string;
  /** The address that is invited. Example: `"grace@example.com"` */
  email: string;
  /**
   * What a user may do: a viewer reads, a member changes everything but the workspace and its members. Example:
   * `"member"`
   */
  role: Role;
  /** The id of the owner who invited. Example: `"usr_01jd6q0000000000000000000b"` */
  invited_by: string;
  /** When it was sent. Example: `"2026-11-21T08:00:00.000Z"` */
  created_at: string;
  /** Seven days later: from then on the token is not valid. Example: `"2026-11-28T08:00:00.000Z"` */
  expires_at: string;
}

/** Who is invited, and as what. */
export interface InvitationCreate {
  /** The address to invite. Example: `"grace@example.com"` */
  email: string;
  /**
   * What a user may do: a viewer reads, a member changes everything but the workspace and its members. Example:
   * `"member"`
   */
  role: Role;
}

/** A page of pending invitations. */
export interface InvitationList {
  /** The entries of the page. */
  data: Invitation[];
  /** Where a page is in its list. */
  meta: PageMeta;
}

/** A short link with its counters. */
export type Link = LinkAt & LinkCounters;

/** A link without its counters, as it was at an instant. */
export interface LinkAt {
  /** Id of the link. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"` */
  id: string;
  /** The address to share. Example: `"https://go.example.com/summer-26"` */
  short_url: string;
  /** Where the link leads. Example: `"https://example.com/summer?ref=1"` */
  destination_url: string;
  /** When the link was created. Example: `"2026-11-21T08:00:00.000Z"` */
  created_at: string;
  /** Path of the short URL, as it was typed. Example: `"summer-26"` */
  alias: string;
  /** Host name of the short URL. Example: `"go.example.com"` */
  domain: string;
  /** Title, for your own use. Example: `"Summer sale"` */
  title: string | null;
  /** Tags, in the order that they were set. Example: `["summer","sale"]` */
  tags: string[];
  /** The `utm_source` of visits whose destination and query have none. Example: `"newsletter"` */
  utm_source: string | null;
  /** The `utm_medium` of visits whose destination and query have none. Example: `"email"` */
  utm_medium: string | null;
  /** The `utm_campaign` of visits whose destination and query have none. Example: `"summer"` */
  utm_campaign: string | null;
  /** The `utm_term` of visits whose destination and query have none. Example: `null` */
  utm_term: string | null;
  /** The `utm_content` of visits whose destination and query have none. Example: `null` */
  utm_content: string | null;
  /** The campaign that the link belongs to. Example: `"cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"` */
  campaign_id: string | null;
  /** Id of the link in another system. Example: `"cms-4711"` */
  external_id: string | null;
  /** The last that holds of `disabled`, `expired`, `archived` and `deleted`; otherwise `active`. */
  status: LinkStatus;
  /** HTTP status of the redirect. Example: `302` */
  redirect_type: RedirectType;
  /** Whether the query of a visit is appended to the destination. Example: `true` */
  forward_query: boolean;
  /** The link is not found before. Example: `"2026-12-01T00:00:00.000Z"` */
  starts_at: string | null;
  /** The link has expired from then on. Example: `"2026-12-31T00:00:00.000Z"` */
  expires_at: string | null;
  /** Where the link leads once it has expired. Example: `"https://example.com/over"` */
  expired_url: string | null;
  /** After so many redirects of people the link has expired. Example: `1000` */
  click_limit: number | null;
  /** Whether visitors are asked for a password. Example: `false` */
  has_password: boolean;
  /** Other destinations for some visitors: the first rule that holds decides. */
  rules: Rule[];
  /** Destinations that share the visitors by weight where no rule holds. */
  variants: Variant[];
  preview: Preview | null;
  /**
   * An image of its QR code, for callers with a credential. Example:
   * `"https://go.example.com/v1/links/link_2c7n4k0v9q8w1x5z3b6m7d4f2g/qr"`
   */
  qr_url: string;
  /** Who created the link. */
  created_by: Actor;
  /** When it was last changed. Example: `"2026-11-21T08:00:00.000Z"` */
  updated_at: string;
}

/** Body of `link.clicked`. */
export interface LinkClickedWebhookEvent {
  /** Id of the event, the same for every webhook and in every attempt. Example: `"evt_06a1zq3f9ge8kdsy1r2k4m8t0c"` */
  id: string;
  /** What happened. */
  type: 'link.clicked';
  /** When it happened. Example: `"2026-11-22T09:30:00.000Z"` */
  created_at: string;
  /** Id of the workspace. Example: `"ws_01jd6q0000000000000000000a"` */
  workspace_id: string;
  /** Fields may be added within a version. */
  api_version: 'v1' | (string & Record<never, never>);
  /** Null: it is about no resource. Example: `null` */
  revision: string | null;
  /** A click and its link. */
  data: EventClickOfLink;
}

/** Body of `link.clicks`. */
export interface LinkClicksWebhookEvent {
  /** Id of the event, the same for every webhook and in every attempt. Example: `"evt_06a1zq3f9ge8kdsy1r2k4m8t0c"` */
  id: string;
  /** What happened. */
  type: 'link.clicks';
  /** When it happened. Example: `"2026-11-22T09:30:00.000Z"` */
  created_at: string;
  /** Id of the workspace. Example: `"ws_01jd6q0000000000000000000a"` */
  workspace_id: string;
  /** Fields may be added within a version. */
  api_version: 'v1' | (string & Record<never, never>);
  /** Null: it is about no resource. Example: `null` */
  revision: string | null;
  /** At most 500 clicks, or those of a second. */
  data: EventClicks;
}

/** How many links meet the filters. */
export interface LinkCount {
  /** How many links meet the filters. Example: `128` */
  count: number;
}

/** Counters of a link. */
export interface LinkCounters {
  /** Clicks by people, without bots, HEAD and prefetch. Example: `128` */
  clicks: number;
  /** Distinct visitors per UTC day. Example: `97` */
  unique_clicks: number;
  /** Visits of bots. Example: `12` */
  bot_clicks: number;
  /** When a person last clicked it. Example: `"2026-11-22T17:04:31.482Z"` */
  last_clicked_at: string | null;
}

/** A new link. Only its destination is required; null is as if absent. */
export interface LinkCreate {
  /** Where it leads: http or https, without credentials. Example: `"https://example.com/summer?ref=1"` */
  destination_url: string;
  /** Short path, unique per domain, ignoring case. Absent: 7 random characters. Example: `"summer-26"` */
  alias?: string | null;
  /**
   * A verified domain of the workspace, or one of the short hosts of this installation. Absent: the primary
   * domain, else the first of these hosts. Example: `"go.brand.example"`
   */
  domain?: string | null;
  /** Title, for your own use. Example: `"Summer sale"` */
  title?: string | null;
  /** Tags. A repeated one is dropped. Example: `["summer","sale"]` */
  tags?: readonly string[] | null;
  /** The `utm_source` of visits whose destination and query have none. Example: `"newsletter"` */
  utm_source?: string | null;
  /** The `utm_medium` of visits whose destination and query have none. Example: `"email"` */
  utm_medium?: string | null;
  /** The `utm_campaign` of visits whose destination and query have none. Example: `"summer"` */
  utm_campaign?: string | null;
  /** The `utm_term` of visits whose destination and query have none. Example: `"shoes"` */
  utm_term?: string | null;
  /** The `utm_content` of visits whose destination and query have none. Example: `"hero"` */
  utm_content?: string | null;
  /**
   * The campaign that the link belongs to, one of the workspace. The link inherits its utm fields. Example:
   * `"cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"`
   */
  campaign_id?: string | null;
  /** Id of the link in another system, unique in the workspace. Example: `"cms-4711"` */
  external_id?: string | null;
  /** Status of the redirect. Browsers keep 301 and 308 for up to 30 seconds. Absent: 302. */
  redirect_type?: RedirectType | null;
  /** Whether the query of a visit is appended. Absent: true. Example: `true` */
  forward_query?: boolean | null;
  /** The link is not found before. Example: `"2026-12-01T00:00:00Z"` */
  starts_at?: string | null;
  /**
   * The link has expired from then on: 410, or `expired_url`. Later than `starts_at`; it may be past. Example:
   * `"2026-12-31T00:00:00Z"`
   */
  expires_at?: string | null;
  /** Where an expired link leads, by 302. No click is counted. Example: `"https://example.com/over"` */
  expired_url?: string | null;
  /** Other destinations for some visitors: the first rule that holds decides. All of them take 64 KiB at most. */
  rules?: readonly RuleInput[] | null;
  /**
   * Two to four destinations that share the visitors by weight where no rule holds, or none. A visitor keeps
   * theirs for a day, and for 30 days where the browser takes a cookie.
   */
  variants?: readonly VariantInput[] | null;
  preview?: PreviewInput | null;
  /**
   * The link redirects people at most this many times, earlier clicks included, and has then expired: 410, or
   * `expired_url`. A higher limit reopens it. Bots are not counted. Example: `1000`
   */
  click_limit?: number | null;
  /** Each visitor is asked for it. Only a hash is kept; the record has `has_password`. Example: `"open sesame"` */
  password?: string | null;
  /**
   * Answers with 200 and the link that has this domain, destination and every field that was sent, if there is one
   * that is not deleted. Example: `false`
   */
  find_if_exists?: boolean | null;
}

/** What became of each item. */
export interface LinkCreateResults {
  /** The results, in the order of the items. */
  data: LinkResult[];
  /** How many items created a link and how many failed. */
  meta: BulkCreateMeta;
}

/** The id of a link that is to be deleted. */
export interface LinkDeleteItem {
  /** Id of the link. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"` */
  id: string;
}

/** What became of each item. */
export interface LinkDeleteResults {
  /** The results, in the order of the items. */
  data: LinkDeletionResult[];
  /** How many items succeeded and failed. */
  meta: BulkMeta;
}

/** What became of an item: status 204, or an error. */
export interface LinkDeletionResult {
  /** Of the item in the request, from 0. Example: `0` */
  index: number;
  /** That of a call with this item alone. Example: `200` */
  status: number;
  /** The problem of such a call, with locations like `body[3].alias`. */
  error?: Problem;
}

/** A page of links. */
export interface LinkList {
  /** The entries of the page. */
  data: Link[];
  /** Where a page is in its list. Example: `{"total":1,"page":1,"limit":25}` */
  meta: CursorMeta;
}

/** The password of the link. */
export interface LinkPassword {
  /** The password of the link. Example: `"open sesame"` */
  password: string;
}

/** What a visit would be answered with. */
export interface LinkResolution {
  /**
   * `redirect`: to `destination_url`. `preview`: a page for the bot that asks. `password_required`: then to
   * `destination_url`. `not_found`: deleted, disabled or not started. `expired` and `click_limit_reached`: to
   * `destination_url` where the link has an `expired_url`. Example: `"redirect"`
   */
  outcome:
    | 'redirect'
    | 'preview'
    | 'password_required'
    | 'not_found'
    | 'expired'
    | 'click_limit_reached'
    | (string & Record<never, never>);
  /** HTTP status of the answer to the visit. Example: `302` */
  status: number;
  /**
   * Where the visit leads, with its query and the utm fields; null where it leads nowhere. Example:
   * `"https://example.com/m?utm_source=newsletter"`
   */
  destination_url: string | null;
  /** Index of the rule that decided, from 0. Example: `0` */
  rule: number | null;
  /** Index of the variant that was drawn, from 0. Example: `null` */
  variant: number | null;
}

/** A link, a draft of one, or both; and who visits it. */
export interface LinkResolve {
  /** A link of the workspace. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"` */
  link_id?: string | null;
  /** A draft: the fields of a new link, or changes of the one that `link_id` names. */
  link?: LinkUpdate | null;
  /** A visit. What is absent is unknown. */
  visitor?: TestVisitor | null;
}

/** The id of a link that is to be restored. */
export interface LinkRestoreItem {
  /** Id of the link. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"` */
  id: string;
}

/** What became of each item. */
export interface LinkRestoreResults {
  /** The results, in the order of the items. */
  data: LinkResult[];
  /** How many items succeeded and failed. */
  meta: BulkMeta;
}

/** What became of an item: its link, or an error. */
export interface LinkResult {
  /** Of the item in the request, from 0. Example: `0` */
  index: number;
  /** That of a call with this item alone. Example: `200` */
  status: number;
  /** A short link with its counters. */
  link?: Link;
  /** The problem of such a call, with locations like `body[3].alias`. */
  error?: Problem;
}

/** The id of a link that is to be disabled, enabled, archived or unarchived. */
export interface LinkSwitchItem {
  /** Id of the link. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"` */
  id: string;
}

/** What became of each item. */
export interface LinkSwitchResults {
  /** The results, in the order of the items. */
  data: LinkResult[];
  /** How many items succeeded and failed. */
  meta: BulkMeta;
}

/** Changes of a link. An absent field stays as it is, null clears it. */
export interface LinkUpdate {
  /** Where it leads: http or https, without credentials. Example: `"https://example.com/summer?ref=1"` */
  destination_url?: string;
  /** Title, for your own use. Example: `"Summer sale"` */
  title?: string | null;
  /** Tags. A repeated one is dropped. Example: `["summer","sale"]` */
  tags?: readonly string[] | null;
  /** The `utm_source` of visits whose destination and query have none. Example: `"newsletter"` */
  utm_source?: string | null;
  /** The `utm_medium` of visits whose destination and query have none. Example: `"email"` */
  utm_medium?: string | null;
  /** The `utm_campaign` of visits whose destination and query have none. Example: `"summer"` */
  utm_campaign?: string | null;
  /** The `utm_term` of visits whose destination and query have none. Example: `"shoes"` */
  utm_term?: string | null;
  /** The `utm_content` of visits whose destination and query have none. Example: `"hero"` */
  utm_content?: string | null;
  /**
   * The campaign that the link belongs to, one of the workspace. The link inherits its utm fields. Example:
   * `"cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"`
   */
  campaign_id?: string | null;
  /** Id of the link in another system, unique in the workspace. Example: `"cms-4711"` */
  external_id?: string | null;
  /** Status of the redirect. Browsers keep 301 and 308 for up to 30 seconds. Absent: 302. */
  redirect_type?: RedirectType | null;
  /** Whether the query of a visit is appended. Absent: true. Example: `true` */
  forward_query?: boolean | null;
  /** The link is not found before. Example: `"2026-12-01T00:00:00Z"` */
  starts_at?: string | null;
  /**
   * The link has expired from then on: 410, or `expired_url`. Later than `starts_at`; it may be past. Example:
   * `"2026-12-31T00:00:00Z"`
   */
  expires_at?: string | null;
  /** Where an expired link leads, by 302. No click is counted. Example: `"https://example.com/over"` */
  expired_url?: string | null;
  /** Other destinations for some visitors: the first rule that holds decides. All of them take 64 KiB at most. */
  rules?: readonly RuleInput[] | null;
  /**
   * Two to four destinations that share the visitors by weight where no rule holds, or none. A visitor keeps
   * theirs for a day, and for 30 days where the browser takes a cookie.
   */
  variants?: readonly VariantInput[] | null;
  preview?: PreviewInput | null;
  /**
   * The link redirects people at most this many times, earlier clicks included, and has then expired: 410, or
   * `expired_url`. A higher limit reopens it. Bots are not counted. Example: `1000`
   */
  click_limit?: number | null;
  /** Each visitor is asked for it. Only a hash is kept; the record has `has_password`. Example: `"open sesame"` */
  password?: string | null;
}

/** The id of a link and its changes. An absent field stays as it is, null clears it. */
export interface LinkUpdateItem {
  /** Id of the link. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"` */
  id: string;
  /** Where it leads: http or https, without credentials. Example: `"https://example.com/summer?ref=1"` */
  destination_url?: string;
  /** Title, for your own use. Example: `"Summer sale"` */
  title?: string | null;
  /** Tags. A repeated one is dropped. Example: `["summer","sale"]` */
  tags?: readonly string[] | null;
  /** The `utm_source` of visits whose destination and query have none. Example: `"newsletter"` */
  utm_source?: string | null;
  /** The `utm_medium` of visits whose destination and query have none. Example: `"email"` */
  utm_medium?: string | null;
  /** The `utm_campaign` of visits whose destination and query have none. Example: `"summer"` */
  utm_campaign?: string | null;
  /** The `utm_term` of visits whose destination and query have none. Example: `"shoes"` */
  utm_term?: string | null;
  /** The `utm_content` of visits whose destination and query have none. Example: `"hero"` */
  utm_content?: string | null;
  /**
   * The campaign that the link belongs to, one of the workspace. The link inherits its utm fields. Example:
   * `"cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"`
   */
  campaign_id?: string | null;
  /** Id of the link in another system, unique in the workspace. Example: `"cms-4711"` */
  external_id?: string | null;
  /** Status of the redirect. Browsers keep 301 and 308 for up to 30 seconds. Absent: 302. */
  redirect_type?: RedirectType | null;
  /** Whether the query of a visit is appended. Absent: true. Example: `true` */
  forward_query?: boolean | null;
  /** The link is not found before. Example: `"2026-12-01T00:00:00Z"` */
  starts_at?: string | null;
  /**
   * The link has expired from then on: 410, or `expired_url`. Later than `starts_at`; it may be past. Example:
   * `"2026-12-31T00:00:00Z"`
   */
  expires_at?: string | null;
  /** Where an expired link leads, by 302. No click is counted. Example: `"https://example.com/over"` */
  expired_url?: string | null;
  /** Other destinations for some visitors: the first rule that holds decides. All of them take 64 KiB at most. */
  rules?: readonly RuleInput[] | null;
  /**
   * Two to four destinations that share the visitors by weight where no rule holds, or none. A visitor keeps
   * theirs for a day, and for 30 days where the browser takes a cookie.
   */
  variants?: readonly VariantInput[] | null;
  preview?: PreviewInput | null;
  /**
   * The link redirects people at most this many times, earlier clicks included, and has then expired: 410, or
   * `expired_url`. A higher limit reopens it. Bots are not counted. Example: `1000`
   */
  click_limit?: number | null;
  /** Each visitor is asked for it. Only a hash is kept; the record has `has_password`. Example: `"open sesame"` */
  password?: string | null;
}

/** What became of each item. */
export interface LinkUpdateResults {
  /** The results, in the order of the items. */
  data: LinkResult[];
  /** How many items succeeded and failed. */
  meta: BulkMeta;
}

/** A new link, or changes of the one that is there. An absent field stays as it is, null clears it. */
export interface LinkUpsert {
  /** Required where no link has the external id. Example: `"https://example.com/summer?ref=1"` */
  destination_url?: string;
  /** Short path, unique per domain, ignoring case. Absent: 7 random characters. Example: `"summer-26"` */
  alias?: string | null;
  /**
   * A verified domain of the workspace, or one of the short hosts of this installation. Absent: the primary
   * domain, else the first of these hosts. Example: `"go.brand.example"`
   */
  domain?: string | null;
  /** Title, for your own use. Example: `"Summer sale"` */
  title?: string | null;
  /** Tags. A repeated one is dropped. Example: `["summer","sale"]` */
  tags?: readonly string[] | null;
  /** The `utm_source` of visits whose destination and query have none. Example: `"newsletter"` */
  utm_source?: string | null;
  /** The `utm_medium` of visits whose destination and query have none. Example: `"email"` */
  utm_medium?: string | null;
  /** The `utm_campaign` of visits whose destination and query have none. Example: `"summer"` */
  utm_campaign?: string | null;
  /** The `utm_term` of visits whose destination and query have none. Example: `"shoes"` */
  utm_term?: string | null;
  /** The `utm_content` of visits whose destination and query have none. Example: `"hero"` */
  utm_content?: string | null;
  /**
   * The campaign that the link belongs to, one of the workspace. The link inherits its utm fields. Example:
   * `"cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"`
   */
  campaign_id?: string | null;
  /** Status of the redirect. Browsers keep 301 and 308 for up to 30 seconds. Absent: 302. */
  redirect_type?: RedirectType | null;
  /** Whether the query of a visit is appended. Absent: true. Example: `true` */
  forward_query?: boolean | null;
  /** The link is not found before. Example: `"2026-12-01T00:00:00Z"` */
  starts_at?: string | null;
  /**
   * The link has expired from then on: 410, or `expired_url`. Later than `starts_at`; it may be past. Example:
   * `"2026-12-31T00:00:00Z"`
   */
  expires_at?: string | null;
  /** Where an expired link leads, by 302. No click is counted. Example: `"https://example.com/over"` */
  expired_url?: string | null;
  /** Other destinations for some visitors: the first rule that holds decides. All of them take 64 KiB at most. */
  rules?: readonly RuleInput[] | null;
  /**
   * Two to four destinations that share the visitors by weight where no rule holds, or none. A visitor keeps
   * theirs for a day, and for 30 days where the browser takes a cookie.
   */
  variants?: readonly VariantInput[] | null;
  preview?: PreviewInput | null;
  /**
   * The link redirects people at most this many times, earlier clicks included, and has then expired: 410, or
   * `expired_url`. A higher limit reopens it. Bots are not counted. Example: `1000`
   */
  click_limit?: number | null;
  /** Each visitor is asked for it. Only a hash is kept; the record has `has_password`. Example: `"open sesame"` */
  password?: string | null;
}

/**
 * Body of `link.archived`, `link.created`, `link.deleted`, `link.disabled`, `link.enabled`, `link.expired`,
 * `link.limit_reached`, `link.restored`, `link.unarchived`, `link.updated`.
 */
export interface LinkWebhookEvent {
  /** Id of the event, the same for every webhook and in every attempt. Example: `"evt_06a1zq3f9ge8kdsy1r2k4m8t0c"` */
  id: string;
  /** What happened. */
  type:
    | 'link.archived'
    | 'link.created'
    | 'link.deleted'
    | 'link.disabled'
    | 'link.enabled'
    | 'link.expired'
    | 'link.limit_reached'
    | 'link.restored'
    | 'link.unarchived'
    | 'link.updated';
  /** When it happened. Example: `"2026-11-22T09:30:00.000Z"` */
  created_at: string;
  /** Id of the workspace. Example: `"ws_01jd6q0000000000000000000a"` */
  workspace_id: string;
  /** Fields may be added within a version. */
  api_version: 'v1' | (string & Record<never, never>);
  /** Of the resource: the highest is the newest. Example: `"3"` */
  revision: string | null;
  /** A link without its counters, as it was at an instant. */
  data: LinkAt;
  /** Former values of the fields that changed. Example: `{}` */
  previous?: Record<string, unknown>;
}

/** An import without its errors. */
export interface ListedImport {
  /** Id of the import. Example: `"imp_01jdb0q5v9m2t7x4c8k3n6r1ws"` */
  id: string;
  /** Status of an import. Example: `"completed"` */
  status: ImportStatus;
  /** Where it comes from. Null where the file could not be read. */
  source: ImportSource | null;
  /** Data rows of the file; null until they are counted. Example: `2` */
  total: number | null;
  /** Links that were created. Example: `1` */
  created: number;
  /** Rows that failed. Example: `1` */
  failed: number;
  /** Columns that were ignored. Example: `["clicks"]` */
  ignored_columns: string[];
  /** When the file arrived. Example: `"2026-11-21T08:00:00.000Z"` */
  created_at: string;
  /** When the import ended. Example: `"2026-11-21T08:00:03.512Z"` */
  ended_at: string | null;
}

/** E-mail address and password of an account. */
export interface Login {
  /** E-mail address of the account. Example: `"ada@example.com"` */
  email: string;
  /** Password of the account. Example: `"a quiet blue harbour"` */
  password: string;
  /**
   * Where the refresh token goes: into the `body` of the answer, as by default, or into a `cookie` that no script
   * of the page can read, for pages of the same origin. Then `refresh_token` is null. Example: `"body"`
   */
  transport?: TokenTransport | null;
}

/** Who sends the request: a user or an API key, and the workspace. */
export interface Me {
  /** The user; null for an API key. */
  user: User | null;
  /** The API key; null for a user. */
  api_key: ApiKey | null;
  /** The workspace; null when it is deleted. */
  workspace: WorkspaceName | null;
  /** The user's role; null for an API key, and in a deleted workspace. */
  role: Role | null;
  /** Every workspace of the user that is not deleted, first joined first; `POST /v1/auth/switch` opens another one. */
  workspaces: OwnWorkspace[];
}

/** A member of the workspace. */
export interface Member {
  /** Id of the user. Example: `"usr_01jd6q0000000000000000000b"` */
  id: string;
  /** E-mail address of the user. Example: `"ada@example.com"` */
  email: string;
  /** Name of the user. Example: `"Ada"` */
  name: string | null;
  /**
   * What a user may do: a viewer reads, a member changes everything but the workspace and its members. Example:
   * `"member"`
   */
  role: Role;
  /** When the user became a member. Example: `"2026-11-21T08:00:00.000Z"` */
  created_at: string;
}

/** A page of members. */
export interface MemberList {
  /** The entries of the page. */
  data: Member[];
  /** Where a page is in its list. */
  meta: PageMeta;
}

/** A new role of a member. */
export interface MemberUpdate {
  /**
   * What a user may do: a viewer reads, a member changes everything but the workspace and its members. Example:
   * `"member"`
   */
  role?: Role;
}

/** A new invitation with its token. */
export interface NewInvitation extends Invitation {
  /**
   * For `POST /v1/auth/accept`. It is in this answer only, and in its repeats under the same Idempotency-Key.
   * Absent where the server has mailed it. Shown this once. Example:
   * `"invite_3q2-7wAAlV0h4mB1nHk0C2o9tG5yRz8uXdJfLsQeTb4"`
   */
  token?: string;
}

/** A workspace of the user. */
export interface OwnWorkspace {
  /** Id of the workspace. Example: `"ws_01jd6q0000000000000000000a"` */
  id: string;
  /** Name of the workspace. Example: `"Acme Ltd"` */
  name: string;
  /** Plan of a workspace. Only the operator changes it. Example: `"pro"` */
  plan: Plan;
  /**
   * What a user may do: a viewer reads, a member changes everything but the workspace and its members. Example:
   * `"member"`
   */
  role: Role;
}

/** Where a page is in its list. */
export interface PageMeta {
  /** Entries of the whole list. Example: `1` */
  total: number;
  /** Present when the filters match more than 10,000 entries: `total` stops there. */
  total_is?: 'minimum' | (string & Record<never, never>);
  /** Number of this page, from 1. Example: `1` */
  page: number;
  /** Entries of a page at most. Example: `25` */
  limit: number;
}

/** The current password and a new one. */
export interface PasswordChange {
  /** Password of the account. Example: `"a quiet blue harbour"` */
  current_password: string;
  /** The new password, at least 10 characters. Example: `"seven green lanterns"` */
  new_password: string;
}

/** Body of `ping`. */
export interface PingWebhookEvent {
  /** Id of the event, the same for every webhook and in every attempt. Example: `"evt_06a1zq3f9ge8kdsy1r2k4m8t0c"` */
  id: string;
  /** What happened. */
  type: 'ping';
  /** When it happened. Example: `"2026-11-22T09:30:00.000Z"` */
  created_at: string;
  /** Id of the workspace. Example: `"ws_01jd6q0000000000000000000a"` */
  workspace_id: string;
  /** Fields may be added within a version. */
  api_version: 'v1' | (string & Record<never, never>);
  /** Null: it is about no resource. Example: `null` */
  revision: string | null;
  /** Nothing. Example: `{}` */
  data: EventNothing;
}

/** Open Graph fields for bots that preview links. */
export interface Preview {
  /** Title of the preview. Example: `"Summer sale"` */
  title?: string;
  /** Text of the preview. Example: `"Half price until Sunday."` */
  description?: string;
  /** Address of its image. Example: `"https://example.com/summer.png"` */
  image_url?: string;
}

/**
 * Bots that preview links in messages and posts get a page with these Open Graph fields in place of the
 * redirect. In a change of a link an absent field stays as it is, null clears it.
 */
export interface PreviewInput {
  /** Title of the preview. Example: `"Summer sale"` */
  title?: string | null;
  /** Text of the preview. Example: `"Half price until Sunday."` */
  description?: string | null;
  /** Address of its image: http or https, without credentials. Example: `"https://example.com/summer.png"` */
  image_url?: string | null;
}

/** A workspace. */
export interface ProblemWorkspaces {
  /** Its id. Example: `"ws_01jd6q0000000000000000000a"` */
  id: string;
  /** Its name. Example: `"Acme Ltd"` */
  name: string;
}

/** A failure (RFC 9457). Some codes have members of their own, and more may be added. */
export interface Problem {
  /** Address of the documentation of the code. Example: `"https://go.example.com/errors/alias_taken"` */
  type: string;
  /** The code in words. Example: `"Alias taken"` */
  title: string;
  /** The HTTP status. Example: `409` */
  status: number;
  /** What went wrong, and what to do about it. Example: `"Another link has this alias on this domain."` */
  detail: string;
  /** The request, as a URN. Example: `"urn:request:req_01jdb0q5v9m2t7x4c8k3n6r1ws"` */
  instance: string;
  /** Stable code of a failure. `GET /errors/{code}` explains it. Codes may be added. Example: `"alias_taken"` */
  code: ProblemCode;
  /** Every problem of the input. Empty for other failures. Example: `[]` */
  errors: ProblemDetail[];
  /** Id of the request, as in `X-Request-Id`. Example: `"req_01jdb0q5v9m2t7x4c8k3n6r1ws"` */
  request_id: string;
  /** With `insufficient_scope`: what the credential would need. Example: `"Read + Write"` */
  required_scope?: string;
  /**
   * With `alias_taken`, and with `conflict` over an external id: the link of the same workspace that has it.
   * Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"`
   */
  existing_link_id?: string;
  /**
   * With `insufficient_scope`, when a key makes a key that outlives it: the expiration of the key that asks.
   * Example: `"2027-01-01T00:00:00.000Z"`
   */
  latest_expiration?: string;
  /** With `invalid_state`, when an account is deleted: the workspaces whose only owner it is. */
  workspaces?: ProblemWorkspaces[];
  /**
   * With `unavailable`, of `/health/ready`: each check by its name. Example:
   * `{"postgres":{"status":"failed","duration_ms":300}}`
   */
  checks?: Record<string, unknown>;
}

/** A problem of the input. */
export interface ProblemDetail {
  /** Where the problem is. Example: `"body.destination_url"` */
  location: string;
  /** What is wrong there. Example: `"is required"` */
  message: string;
  /** Code of this problem. The `code` of the failure is that of the most general one. Example: `"invalid_request"` */
  code: string;
}

/** A QR code. */
export interface QrCode {
  /** Id of the QR code. Example: `"qr_2c7n4k0v9q8w1x5z3b6m7d4f2g"` */
  id: string;
  /** The link whose short URL it holds, with `?qr=1`. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"` */
  link_id: string | null;
  /** What it holds where it is of no link. Example: `null` */
  url: string | null;
  /** Its name, for your own use. Example: `"Poster"` */
  name: string | null;
  /** Format of the image. */
  format: QrFormat;
  /** Pixels of a side. Example: `600` */
  size: number;
  /** Error correction: some 7 % (L), 15 % (M), 25 % (Q) or 30 % (H) may be covered or damaged. Example: `"M"` */
  level: QrLevel;
  /** Empty modules on each side. Example: `2` */
  margin: number;
  /** Colour of the dark modules. Example: `"#000000"` */
  fg_color: string;
  /** Colour of the light modules. Example: `"#ffffff"` */
  bg_color: string;
  /** Where the logo came from; it was fetched when this was set. Example: `null` */
  logo_url: string | null;
  /**
   * The image, for callers with a credential. Example:
   * `"https://go.example.com/v1/qr-codes/qr_2c7n4k0v9q8w1x5z3b6m7d4f2g/image"`
   */
  image_url: string;
  /** Who created the QR code. */
  created_by: Actor;
  /** When it was created. Example: `"2026-11-21T08:00:00.000Z"` */
  created_at: string;
  /** When it was last changed. Example: `"2026-11-21T08:00:00.000Z"` */
  updated_at: string;
  /**
   * The short URL of its link, null where it is of no link. Answers have it, events do not. Example:
   * `"https://go.example.com/summer-26"`
   */
  short_url?: string | null;
}

/** A new QR code, of a link or of a URL. Null is as if absent. */
export interface QrCodeCreate {
  /**
   * A link of the workspace: the QR code holds its short URL with `?qr=1`. Either this or `url`. Example:
   * `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"`
   */
  link_id?: string | null;
  /**
   * What the QR code holds, exactly as given. Either this or `link_id`. Example:
   * `"https://example.com/summer?ref=1"`
   */
  url?: string | null;
  /** Name of the QR code, for your own use. Example: `"Poster"` */
  name?: string | null;
  format?: QrFormat | null;
  /** Pixels of a side: at least 2 for each module. Example: `600` */
  size?: number | null;
  level?: QrLevel | null;
  /** Empty modules on each side. Example: `2` */
  margin?: number | null;
  /** Colour of the dark modules. Example: `"#000000"` */
  fg_color?: string | null;
  /** Colour of the light modules. Example: `"#ffffff"` */
  bg_color?: string | null;
  /**
   * A PNG or JPEG of at most 256 kB, 4 megapixels and 64 scans. It is fetched once, when this is set, and drawn at
   * a fifth of the side. Only with level Q, the default beside it, or H. Example: `"https://example.com/logo.png"`
   */
  logo_url?: string | null;
}

/** A page of QR codes. */
export interface QrCodeList {
  /** The entries of the page. */
  data: QrCode[];
  /** Where a page is in its list. */
  meta: PageMeta;
}

/** Changes of a QR code. An absent field stays as it is, null clears it. */
export interface QrCodeUpdate {
  /**
   * A link of the workspace: the QR code holds its short URL with `?qr=1`. Either this or `url`. Example:
   * `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"`
   */
  link_id?: string | null;
  /**
   * What the QR code holds, exactly as given. Either this or `link_id`. Example:
   * `"https://example.com/summer?ref=1"`
   */
  url?: string | null;
  /** Name of the QR code, for your own use. Example: `"Poster"` */
  name?: string | null;
  format?: QrFormat | null;
  /** Pixels of a side: at least 2 for each module. Example: `600` */
  size?: number | null;
  level?: QrLevel | null;
  /** Empty modules on each side. Example: `2` */
  margin?: number | null;
  /** Colour of the dark modules. Example: `"#000000"` */
  fg_color?: string | null;
  /** Colour of the light modules. Example: `"#ffffff"` */
  bg_color?: string | null;
  /**
   * A PNG or JPEG of at most 256 kB, 4 megapixels and 64 scans. It is fetched once, when this is set, and drawn at
   * a fifth of the side. Only with level Q, the default beside it, or H. Example: `"https://example.com/logo.png"`
   */
  logo_url?: string | null;
}

/** Body of `qr_code.created`, `qr_code.deleted`, `qr_code.updated`. */
export interface QrCodeWebhookEvent {
  /** Id of the event, the same for every webhook and in every attempt. Example: `"evt_06a1zq3f9ge8kdsy1r2k4m8t0c"` */
  id: string;
  /** What happened. */
  type: 'qr_code.created' | 'qr_code.deleted' | 'qr_code.updated';
  /** When it happened. Example: `"2026-11-22T09:30:00.000Z"` */
  created_at: string;
  /** Id of the workspace. Example: `"ws_01jd6q0000000000000000000a"` */
  workspace_id: string;
  /** Fields may be added within a version. */
  api_version: 'v1' | (string & Record<never, never>);
  /** Of the resource: the highest is the newest. Example: `"3"` */
  revision: string | null;
  /** A QR code. */
  data: QrCode;
  /** Former values of the fields that changed. Example: `{}` */
  previous?: Record<string, unknown>;
}

/** Requests may be sent here. */
export interface Ready {
  /** Requests may be sent here. */
  status: 'ok' | (string & Record<never, never>);
  /** Each check by its name. Example: `{"postgres":{"status":"ok","duration_ms":3}}` */
  checks: Record<string, Check>;
}

/** A refresh token, unless the cookie has it. It works once. */
export interface Refresh {
  /**
   * The `refresh_token` of the last answer with tokens. Without it the cookie is read. Example:
   * `"refresh_6kWq3nVb8TzYxC1mLpRs5dFgHj"`
   */
  refresh_token?: string | null;
}

/** A new account and its workspace. */
export interface Register {
  /** E-mail address of the account. Example: `"ada@example.com"` */
  email: string;
  /** Password of the account, at least 10 characters. Example: `"a quiet blue harbour"` */
  password: string;
  /** Name of the user. Example: `"Ada"` */
  name?: string | null;
  /** Name of the workspace. Example: `"Acme Ltd"` */
  workspace_name?: string | null;
  /**
   * Where the refresh token goes: into the `body` of the answer, as by default, or into a `cookie` that no script
   * of the page can read, for pages of the same origin. Then `refresh_token` is null. Example: `"body"`
   */
  transport?: TokenTransport | null;
}

/** The new API key with the key itself, and the key that it replaces. */
export interface RotatedApiKey extends CreatedApiKey {
  /** The rotated key. It stays valid for 24 h, or until its expiration if that is earlier. */
  previous: RotatedFrom;
}

/** The rotated key. It stays valid for 24 h, or until its expiration if that is earlier. */
export interface RotatedFrom {
  /** Id of the rotated key. Example: `"key_01jc2m7a9v8w7t6s5r4p3n2m1k"` */
  id: string;
  /** It is in its grace period. */
  status: 'grace' | (string & Record<never, never>);
  /** The first instant at which it is no longer valid. Example: `"2026-11-22T08:00:00.000Z"` */
  grace_ends_at: string;
}

/** Another destination for some visitors. */
export interface Rule {
  /** All of them must hold; of a list, one must. Example: `{"device":"mobile","country":["DE","AT"]}` */
  if: RuleConditions;
  /** Where visitors go for whom the rule holds. Example: `"https://example.com/m"` */
  destination_url: string;
}

/** All of them must hold; of a list, one must. */
export interface RuleConditions {
  /** `mobile`, `tablet` or `desktop`. Example: `"mobile"` */
  device?: string | string[];
  /** Operating system, as analytics names it. Example: `"iOS"` */
  os?: string | string[];
  /** Browser, as analytics names it. Example: `"Safari"` */
  browser?: string | string[];
  /** Language tag of the visitor's first choice. `de` holds for `de-AT` as well. Example: `"de"` */
  language?: string | string[];
  /** Country code of ISO 3166-1 alpha-2. Example: `["DE","AT"]` */
  country?: string | string[];
  /** Address, or network in CIDR notation. Example: `"192.0.2.0/24"` */
  ip?: string | string[];
  /** By name the value that must occur; true for any value. Example: `{"ref":"newsletter","beta":true}` */
  query?: Record<string, string | boolean>;
  /** From this instant on. Example: `"2026-12-01T00:00:00.000Z"` */
  after?: string;
  /** Until just before this instant. Example: `"2026-12-24T18:00:00.000Z"` */
  before?: string;
}

/** All of them must hold; of a list, one must. */
export interface RuleConditionsInput {
  /** Device: mobile, tablet, desktop. Example: `"mobile"` */
  device?: string | readonly string[];
  /** Operating system, named as analytics does, whatever the case. Example: `"iOS"` */
  os?: string | readonly string[];
  /** Browser, named as analytics does, whatever the case. Example: `"Safari"` */
  browser?: string | readonly string[];
  /** Language tag of the visitor's first choice. `de` holds for `de-AT` as well. Example: `"de"` */
  language?: string | readonly string[];
  /** Country code of ISO 3166-1 alpha-2, whatever the case. Example: `"DE"` */
  country?: string | readonly string[];
  /** Address, or network in CIDR notation. Example: `"192.0.2.0/24"` */
  ip?: string | readonly string[];
  /**
   * By name the value that must occur in the query; true: any value. Both are compared exactly, decoded. Example:
   * `{"ref":"newsletter","beta":true}`
   */
  query?: Record<string, boolean | string>;
  /** From this instant on. Example: `"2026-12-01T00:00:00Z"` */
  after?: string;
  /** Until just before this instant. Example: `"2026-12-24T18:00:00Z"` */
  before?: string;
}

/** Another destination for some visitors. */
export interface RuleInput {
  /** All of them must hold; of a list, one must. */
  if: RuleConditionsInput;
  /**
   * Where visitors go for whom the rule holds. http or https, without credentials. Example:
   * `"https://example.com/m"`
   */
  destination_url: string;
}

/** A shortened URL. */
export interface ShortUrl {
  /** Alias of the link. Example: `"x7k2m9p"` */
  shortCode: string;
  /** The address to share. Example: `"https://go.example.com/x7k2m9p"` */
  shortUrl: string;
  /** Where it leads. Example: `"https://example.com/summer?ref=1"` */
  originalUrl: string;
}

/** A sign-up that waits for its confirmation by mail. */
export interface Signup {
  /** The address that gets the mail. Example: `"ada@example.com"` */
  email: string;
  /** From then on the token of the mail is not valid. Example: `"2026-11-22T08:00:00.000Z"` */
  expires_at: string;
}

/** The workspace to open. */
export interface Switch {
  /** Id of the workspace. Example: `"ws_01jd6q0000000000000000000a"` */
  workspace_id: string;
  /**
   * Where the refresh token goes: into the `body` of the answer, as by default, or into a `cookie` that no script
   * of the page can read, for pages of the same origin. Then `refresh_token` is null. Example: `"body"`
   */
  transport?: TokenTransport | null;
}

/** Tokens of a session in the other workspace. */
export interface SwitchedTokens {
  /**
   * A JWT; valid for `expires_in` seconds. Shown this once. Example:
   * `"eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1c3IifQ.c2lnbmF0dXJl"`
   */
  access_token: string;
  /** How the token is sent. */
  token_type: 'Bearer' | (string & Record<never, never>);
  /** Seconds until the access token expires. Example: `600` */
  expires_in: number;
  /**
   * For `POST /v1/auth/refresh`, once. Null when a cookie has it. Shown this once. Example:
   * `"refresh_6kWq3nVb8TzYxC1mLpRs5dFgHj"`
   */
  refresh_token: string | null;
  /** A user. */
  user: User;
  /** The workspace that is open; null when it is deleted. */
  workspace: WorkspaceName | null;
}

/** A tag and how many links have it. */
export interface Tag {
  /** The tag. Example: `"summer"` */
  tag: string;
  /** Links that have it and are not deleted. Example: `12` */
  count: number;
}

/** A page of tags. */
export interface TagList {
  /** The entries of the page. */
  data: Tag[];
  /** Where a page is in its list. */
  meta: PageMeta;
}

/** A visit. What is absent is unknown. */
export interface TestVisitor {
  /** Country code of ISO 3166-1 alpha-2. Absent: that of `ip`, where it is known. Example: `"DE"` */
  country?: string | null;
  /** Device. Absent: that of `user_agent`. Example: `"mobile"` */
  device?: string | null;
  /** Operating system, named as analytics does. Absent: that of `user_agent`. Example: `"iOS"` */
  os?: string | null;
  /** Browser, named as analytics does. Absent: that of `user_agent`. Example: `"Safari"` */
  browser?: string | null;
  /** A language tag, or a whole `Accept-Language`. Example: `"de-AT"` */
  language?: string | null;
  /** Address of the visitor. Example: `"192.0.2.7"` */
  ip?: string | null;
  /** Query of the short URL, without its question mark. Example: `"ref=newsletter"` */
  query?: string | null;
  /** When the visit is. Absent: now. Example: `"2026-12-24T18:00:00Z"` */
  at?: string | null;
  /** The `User-Agent` of the browser. Example: `"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)"` */
  user_agent?: string | null;
}

/** A ticket for one download. */
export interface Ticket {
  /**
   * The value of `ticket` in the query of this one address. Shown this once. Example:
   * `"ticket_q2Vn0bTzYxC1mLpRs5dFgHj6kWq3nVb8"`
   */
  ticket: string;
  /** Where to download it, with the ticket. */
  url: string;
  /** A minute later: from then on it is a 401. Example: `"2026-11-21T08:01:00.000Z"` */
  expires_at: string;
}

/** What to download. */
export interface TicketCreate {
  /** Path and query of the download. Example: `"/v1/links/export?format=csv"` */
  path: string;
}

/** Tokens of a session, its user and workspace. */
export interface Tokens {
  /**
   * A JWT; valid for `expires_in` seconds. Shown this once. Example:
   * `"eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1c3IifQ.c2lnbmF0dXJl"`
   */
  access_token: string;
  /** How the token is sent. */
  token_type: 'Bearer' | (string & Record<never, never>);
  /** Seconds until the access token expires. Example: `600` */
  expires_in: number;
  /**
   * For `POST /v1/auth/refresh`, once. Null when a cookie has it. Shown this once. Example:
   * `"refresh_6kWq3nVb8TzYxC1mLpRs5dFgHj"`
   */
  refresh_token: string | null;
  /** A user. */
  user: User;
  /** The workspace that is open; null when it is deleted. */
  workspace: WorkspaceName | null;
}

/** A URL to shorten. */
export interface UrlCreate {
  /** Where it leads: http or https, without credentials. Example: `"https://example.com/summer?ref=1"` */
  originalUrl: string;
}

/** A user. */
export interface User {
  /** Id of the user. Example: `"usr_01jd6q0000000000000000000b"` */
  id: string;
  /** E-mail address. Example: `"ada@example.com"` */
  email: string;
  /** Name of the user. Example: `"Ada"` */
  name: string | null;
  /** When the account was made. Example: `"2026-11-21T08:00:00.000Z"` */
  created_at: string;
}

/** A destination for a share of the visitors. */
export interface Variant {
  /** Where its share of visitors goes. Example: `"https://example.com/b"` */
  destination_url: string;
  /** Its share, relative to the weights of the others. Example: `1` */
  weight: number;
}

/** A destination for a share of the visitors. */
export interface VariantInput {
  /** Where its share of visitors goes. http or https, without credentials. Example: `"https://example.com/b"` */
  destination_url: string;
  /** Its share, relative to the weights of the others. Example: `1` */
  weight: number;
}

/** A webhook, without its secret. */
export interface Webhook {
  /** Id of the webhook. Example: `"whk_01jd6q3x9v8w7t6s5r4p3n2m4k"` */
  id: string;
  /** Where events are sent. Example: `"https://hooks.example.com/waymark"` */
  url: string;
  /** Names of events, and patterns. Example: `["link.*","link.clicks"]` */
  events: string[];
  /** A note for people. Example: `"To the data warehouse"` */
  description: string | null;
  /** An event is delivered if it passes every list that is not empty. */
  filters: WebhookFilters;
  /** False: it is paused. Example: `true` */
  active: boolean;
  /**
   * Status of a webhook. `paused`: its `active` is false. `disabled`: see its `disabled_reason`. Example:
   * `"active"`
   */
  status: WebhookStatus;
  /** When it was disabled. Example: `null` */
  disabled_at: string | null;
  /**
   * `failures`: 20 deliveries in a row failed for good, and none succeeded for 24 hours. `gone`: the endpoint
   * answered 410. Example: `null`
   */
  disabled_reason: 'failures' | 'gone' | (string & Record<never, never>) | null;
  /** When it was created. Example: `"2026-11-21T08:00:00.000Z"` */
  created_at: string;
  /** When it was last changed. Example: `"2026-11-21T08:00:00.000Z"` */
  updated_at: string;
}

/** An attempt of a delivery. */
export interface WebhookAttempt {
  /** When it began. Example: `"2026-11-22T09:30:00.120Z"` */
  at: string;
  /** Milliseconds that the attempt took. Example: `84` */
  duration_ms: number;
  /** Why the attempt failed; null if it did not. Example: `null` */
  error: string | null;
  response: WebhookResponse | null;
}

/** A new webhook. Null is as if absent. */
export interface WebhookCreate {
  /**
   * https, to a public address. What the operator allows in `EGRESS_ALLOW` may be reached by http, too, and have
   * another address. Example: `"https://hooks.example.com/waymark"`
   */
  url: string;
  /**
   * Names of events, and patterns. `*` and `link.*` stand for every event, or every one of links, but for
   * `link.clicked` and `link.clicks`, which are subscribed to by their own names. Example:
   * `["link.*","link.clicks"]`
   */
  events: readonly string[];
  /** A note for people. Example: `"To the data warehouse"` */
  description?: string | null;
  filters?: WebhookFiltersInput | null;
  /** False pauses it: what happens meanwhile is not kept for it. Example: `true` */
  active?: boolean | null;
}

/** A delivery of an event to a webhook. */
export interface WebhookDelivery {
  /** Id of the delivery. Example: `"dlv_01jd6q3x9v8w7t6s5r4p3n2m6k"` */
  id: string;
  /**
   * The `id` of the body, and the header `webhook-id`. The same for all webhooks, attempts and replays. Example:
   * `"evt_06a1zq3f9ge8kdsy1r2k4m8t0c"`
   */
  event_id: string;
  /** Name of the event. Example: `"link.created"` */
  type: string;
  /**
   * `pending`: an attempt is due or under way. `failed`: all attempts have failed. `skipped`: the webhook was
   * disabled, paused or deleted before. Example: `"delivered"`
   */
  status: WebhookDeliveryStatus;
  /** Whether a replay has queued it. Example: `false` */
  replayed: boolean;
  /** When it was queued. Example: `"2026-11-22T09:30:00.000Z"` */
  created_at: string;
  /** The number of attempts so far. Example: `1` */
  attempt: number;
  /** When the next attempt is due. Null unless it is pending. Example: `null` */
  next_attempt_at: string | null;
  /** Milliseconds that the last attempt took. `error` and `response` are of that attempt, too. Example: `84` */
  duration_ms: number | null;
  /** Why the attempt failed; null if it did not. Example: `null` */
  error: string | null;
  response: WebhookResponse | null;
}

/** A delivery with what is sent and every attempt. */
export interface WebhookDeliveryDetail extends WebhookDelivery {
  /** What is sent. The headers with the time and the signature differ by attempt, and are not kept. */
  request: WebhookRequest;
  /** Every attempt, the oldest first. */
  attempts: WebhookAttempt[];
}

/** A page of deliveries. */
export interface WebhookDeliveryList {
  /** The entries of the page. */
  data: WebhookDelivery[];
  /** Where a page is in its list. Example: `{"total":1,"page":1,"limit":25}` */
  meta: CursorMeta;
}

/** An event is delivered if it passes every list that is not empty. */
export interface WebhookFilters {
  /** Ids of links. Example: `[]` */
  link_ids: string[];
  /** Tags. Example: `["summer"]` */
  tags: string[];
  /** Ids of campaigns. Example: `[]` */
  campaign_ids: string[];
  /** Host names. Example: `[]` */
  domains: string[];
  /** Whether clicks of bots are delivered, too. Example: `false` */
  include_bots: boolean;
}

/**
 * An event is delivered if it passes every list that is not empty, by what it is about before or after it. One
 * that has no such value, as an API key has no tags, does not pass.
 */
export interface WebhookFiltersInput {
  /** Links of the workspace. Example: `["link_2c7n4k0v9q8w1x5z3b6m7d4f2g"]` */
  link_ids?: readonly string[] | null;
  /** Tags: a link or campaign with one of these is enough. Example: `["summer"]` */
  tags?: readonly string[] | null;
  /** Campaigns of the workspace. Example: `["cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"]` */
  campaign_ids?: readonly string[] | null;
  /** Host names: domains of the workspace, or hosts of this installation. Example: `["go.brand.example"]` */
  domains?: readonly string[] | null;
  /** Whether clicks of bots are delivered, too. Example: `false` */
  include_bots?: boolean | null;
}

/** A page of webhooks. */
export interface WebhookList {
  /** The entries of the page. */
  data: Webhook[];
  /** Where a page is in its list. */
  meta: PageMeta;
}

/** A replay that has been queued. */
export interface WebhookReplay {
  /** Id of the replay. Example: `"rpl_01jd6q3x9v8w7t6s5r4p3n2m6k"` */
  replay_id: string;
  /** How many events have been queued. Example: `12` */
  events: number;
}

/** Which events are sent again. */
export interface WebhookReplayCreate {
  /** Events that happened at this instant or later, at most 30 days ago. Example: `"2026-11-21T08:00:00Z"` */
  from: string;
  /** Events that happened before it. Absent: now. Example: `"2026-11-22T08:00:00Z"` */
  to?: string | null;
  /** Names and patterns within the subscription. Absent: all that the webhook subscribes to. Example: `["link.*"]` */
  events?: readonly string[] | null;
}

/** What is sent. The headers with the time and the signature differ by attempt, and are not kept. */
export interface WebhookRequest {
  /** Where it goes. Example: `"https://hooks.example.com/waymark"` */
  url: string;
  /** Headers by their names. Example: `{"content-type":"application/json"}` */
  headers: Record<string, string>;
  /** The bytes that are signed. Example: `"{\"type\":\"ping\"}"` */
  body: string;
}

/** The answer of the endpoint. Null where none came. */
export interface WebhookResponse {
  /** Its HTTP status. Example: `200` */
  status: number;
  /** Headers by their names. Example: `{"content-type":"application/json"}` */
  headers: Record<string, string>;
  /** Its first 4 kB. Example: `"{\"ok\":true}"` */
  body: string;
}

/** Changes of a webhook. An absent field stays as it is, null clears it; so, too, within `filters`. */
export interface WebhookUpdate {
  /**
   * https, to a public address. What the operator allows in `EGRESS_ALLOW` may be reached by http, too, and have
   * another address. Example: `"https://hooks.example.com/waymark"`
   */
  url?: string;
  /**
   * Names of events, and patterns. `*` and `link.*` stand for every event, or every one of links, but for
   * `link.clicked` and `link.clicks`, which are subscribed to by their own names. Example:
   * `["link.*","link.clicks"]`
   */
  events?: readonly string[];
  /** A note for people. Example: `"To the data warehouse"` */
  description?: string | null;
  filters?: WebhookFiltersInput | null;
  /** False pauses it: what happens meanwhile is not kept for it. Example: `true` */
  active?: boolean | null;
}

/**
 * Body of `webhook.created`, `webhook.deleted`, `webhook.disabled`, `webhook.enabled`, `webhook.secret_rotated`,
 * `webhook.updated`.
 */
export interface WebhookWebhookEvent {
  /** Id of the event, the same for every webhook and in every attempt. Example: `"evt_06a1zq3f9ge8kdsy1r2k4m8t0c"` */
  id: string;
  /** What happened. */
  type:
    | 'webhook.created'
    | 'webhook.deleted'
    | 'webhook.disabled'
    | 'webhook.enabled'
    | 'webhook.secret_rotated'
    | 'webhook.updated';
  /** When it happened. Example: `"2026-11-22T09:30:00.000Z"` */
  created_at: string;
  /** Id of the workspace. Example: `"ws_01jd6q0000000000000000000a"` */
  workspace_id: string;
  /** Fields may be added within a version. */
  api_version: 'v1' | (string & Record<never, never>);
  /** Of the resource: the highest is the newest. Example: `"3"` */
  revision: string | null;
  /** A webhook, without its secret. */
  data: Webhook;
  /** Former values of the fields that changed. Example: `{}` */
  previous?: Record<string, unknown>;
}

/** A webhook with its secret. */
export interface WebhookWithSecret extends Webhook {
  /**
   * Signs its deliveries. Only in this answer and in its repeats under the same Idempotency-Key. Shown this once.
   * Example: `"whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD+7eS1yvYmN0="`
   */
  secret: string;
}

/** A workspace with its usage and limits. */
export interface Workspace {
  /** Id of the workspace. Example: `"ws_01jd6q0000000000000000000a"` */
  id: string;
  /** Name of the workspace. Example: `"Acme Ltd"` */
  name: string;
  /** Plan of a workspace. Only the operator changes it. Example: `"pro"` */
  plan: Plan;
  /** When it was created. Example: `"2026-11-21T08:00:00.000Z"` */
  created_at: string;
  /** When it was last changed. Example: `"2026-11-21T08:00:00.000Z"` */
  updated_at: string;
  /** What the workspace has. */
  usage: WorkspaceUsage;
  /** What the workspace may have. */
  limits: WorkspaceLimits;
}

/** A new workspace. */
export interface WorkspaceCreate {
  /** Name of the workspace. Example: `"Acme Ltd"` */
  name: string;
}

/** The name of the workspace confirms the deletion. */
export interface WorkspaceDelete {
  /** The workspace's name. Example: `"Acme Ltd"` */
  name: string;
}

/** An event of a resource of the workspace. */
export interface WorkspaceEvent extends HistoryEntry {
  /** What an event is about. */
  resource: EventResource;
}

/** A page of the events of the workspace, the newest first. */
export interface WorkspaceEventList {
  /** The events of the page. */
  data: WorkspaceEvent[];
  /** Where a page is in its list. */
  meta: WorkspaceEventListMeta;
}

/** Where a page is in its list. */
export interface WorkspaceEventListMeta {
  /** Entries of a page at most. Example: `25` */
  limit: number;
  /** The cursor of the next page; null on the last page. Example: `null` */
  next_cursor: string | null;
}

/** What the workspace may have. */
export interface WorkspaceLimits {
  /** Requests in 60 seconds. Null: no limit. Example: `1000` */
  requests_per_minute: number | null;
  /** Keys that are active or in grace. Example: `100` */
  api_keys: number;
}

/** A workspace in short. */
export interface WorkspaceName {
  /** Id of the workspace. Example: `"ws_01jd6q0000000000000000000a"` */
  id: string;
  /** Name of the workspace. Example: `"Acme Ltd"` */
  name: string;
  /** Plan of a workspace. Only the operator changes it. Example: `"pro"` */
  plan: Plan;
}

/** A new name of the workspace. */
export interface WorkspaceUpdate {
  /** Name of the workspace. Example: `"Acme Ltd"` */
  name?: string;
}

/** What the workspace has. */
export interface WorkspaceUsage {
  /** Links that are not deleted. Example: `128` */
  links: number;
  /** Keys that are active or in grace. Example: `3` */
  api_keys: number;
  /** Its members. Example: `2` */
  members: number;
}

/**
 * Body of a delivery to a webhook. More types may be added.
 *
 * `type` tells which.
 */
export type WebhookEvent =
  | ApiKeyWebhookEvent
  | CampaignWebhookEvent
  | DomainWebhookEvent
  | LinkWebhookEvent
  | QrCodeWebhookEvent
  | WebhookWebhookEvent
  | LinkClickedWebhookEvent
  | LinkClicksWebhookEvent
  | PingWebhookEvent;
