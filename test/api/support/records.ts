/** The records of the HTTP contract, with the fields that these suites use. */

export interface Link {
  readonly id: string;
  readonly short_url: string;
  readonly qr_url: string;
  readonly destination_url: string;
  readonly alias: string;
  readonly domain: string;
  readonly title: string | null;
  readonly tags: readonly string[];
  readonly campaign_id: string | null;
  readonly clicks: number;
  readonly unique_clicks: number;
  readonly bot_clicks: number;
  readonly last_clicked_at: string | null;
  readonly status: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Campaign {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: string;
  readonly starts_at: string | null;
  readonly ends_at: string | null;
  readonly utm_source: string | null;
  readonly utm_medium: string | null;
  readonly utm_campaign: string | null;
  readonly tags: readonly string[];
  readonly link_count: number;
  readonly clicks: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface QrCode {
  readonly id: string;
  readonly link_id: string | null;
  readonly short_url: string | null;
  readonly url: string | null;
  readonly name: string | null;
  readonly level: string;
  readonly logo_url: string | null;
  readonly image_url: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Domain {
  readonly id: string;
  readonly hostname: string;
  readonly status: string;
  readonly is_primary: boolean;
  readonly root_url: string | null;
  readonly dns_records: readonly { readonly type: string; readonly name: string; readonly value: string }[];
  readonly verified_at: string | null;
  readonly last_checked_at: string | null;
  readonly last_check: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
  readonly filters: {
    readonly link_ids: readonly string[];
    readonly tags: readonly string[];
    readonly campaign_ids: readonly string[];
    readonly domains: readonly string[];
    readonly include_bots: boolean;
  };
  readonly active: boolean;
  readonly status: string;
  readonly disabled_at: string | null;
  readonly disabled_reason: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly scope: string;
  readonly status: string;
  readonly start: string;
  readonly expiration: string | null;
  readonly created_at: string;
  readonly created_by: { readonly type: string; readonly id: string };
  readonly last_used_at: string | null;
  readonly request_count: number;
  readonly grace_ends_at: string | null;
  readonly revoked_at: string | null;
  readonly revocation_reason: string | null;
  readonly rotated_from: string | null;
  readonly rotated_to: string | null;
  readonly workspace_id: string;
}

export interface RotatedKey extends ApiKey {
  readonly key?: string;
  readonly previous: { readonly id: string; readonly status: string; readonly grace_ends_at: string };
}

export interface List<T> {
  readonly data: readonly T[];
  readonly meta: {
    readonly total: number;
    readonly page: number;
    readonly limit: number;
    readonly next_cursor?: string | null;
  };
}

export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly location: string; readonly message: string; readonly code: string }[];
  readonly request_id: string;
}

export interface Totals {
  readonly clicks: number;
  readonly unique_clicks: number;
  readonly bot_clicks: number;
  readonly qr_scans: number;
  readonly links_created: number;
  readonly active_links: number;
}

export interface GroupEntry {
  readonly key: string | null;
  readonly country?: string | null;
  readonly region?: string | null;
  readonly short_url?: string | null;
  readonly clicks: number;
  readonly unique_clicks: number;
}

export interface Analytics {
  readonly range: string;
  readonly start: string;
  readonly end: string;
  readonly timezone: string;
  readonly interval: string;
  readonly totals: Totals;
  readonly previous: Totals & { readonly start: string; readonly end: string };
  readonly timeseries: readonly { readonly start: string; readonly clicks: number }[];
  readonly comparison?: { readonly start: string; readonly end: string; readonly clicks: number } & Pick<
    Analytics,
    'timeseries'
  >;
  readonly top_links: readonly { readonly link_id: string; readonly short_url: string; readonly clicks: number }[];
  readonly countries: readonly GroupEntry[];
  readonly cities: readonly GroupEntry[];
  readonly referrers: readonly GroupEntry[];
  readonly devices: readonly GroupEntry[];
  readonly browsers: readonly GroupEntry[];
  readonly os: readonly GroupEntry[];
  readonly triggers: readonly GroupEntry[];
  readonly utm_campaigns: readonly GroupEntry[];
  /** With `group_by`. */
  readonly links?: readonly GroupEntry[];
  readonly tags?: readonly GroupEntry[];
  readonly domains?: readonly GroupEntry[];
  readonly destinations?: readonly GroupEntry[];
  readonly utm_sources?: readonly GroupEntry[];
  readonly campaigns?: readonly GroupEntry[];
  readonly variants?: readonly GroupEntry[];
  readonly as_of: string;
}

export interface Attempt {
  readonly duration_ms: number | null;
  readonly error: string | null;
  readonly response: { readonly status: number; readonly headers: object; readonly body: string } | null;
}

export interface Delivery extends Attempt {
  readonly id: string;
  readonly event_id: string;
  readonly type: string;
  readonly status: string;
  readonly replayed: boolean;
  readonly created_at: string;
  readonly attempt: number;
  readonly next_attempt_at: string | null;
}

export interface DeliveryDetail extends Delivery {
  readonly request: { readonly url: string; readonly headers: object; readonly body: string };
  readonly attempts: readonly (Attempt & { readonly at: string })[];
}

/** The fields of a key that was just made and is not used yet, which all such keys have in common. */
export const UNUSED_KEY = {
  status: 'active',
  last_used_at: null,
  request_count: 0,
  grace_ends_at: null,
  revoked_at: null,
  revocation_reason: null,
  rotated_to: null,
};

/** The fields that describe a link, as they are unless they are set. */
export const UNDESCRIBED = {
  title: null,
  tags: [],
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
};
