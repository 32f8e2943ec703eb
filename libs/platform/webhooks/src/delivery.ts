/** The answer to an attempt. */
export interface WebhookResponse {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its first 4 kB. */
  readonly body: string;
}

export interface WebhookAttempt {
  /** When it began, RFC 3339. */
  readonly at: string;
  readonly duration_ms: number;
  /** Why it failed; null if it succeeded. */
  readonly error: string | null;
  /** Null where none came. */
  readonly response: WebhookResponse | null;
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'skipped';

/** A delivery as the HTTP contract lists it. */
export interface WebhookDelivery {
  /** `dlv_…` */
  readonly id: string;
  /** `evt_…`: the body's id, and the header `webhook-id`. */
  readonly event_id: string;
  readonly type: string;
  readonly status: DeliveryStatus;
  readonly replayed: boolean;
  readonly created_at: string;
  /** Number of attempts so far. */
  readonly attempt: number;
  /** Null unless pending. */
  readonly next_attempt_at: string | null;
  /** Of the last attempt, as are `error` and `response`; null before the first. */
  readonly duration_ms: number | null;
  readonly error: string | null;
  readonly response: WebhookResponse | null;
}

export interface WebhookDeliveryDetail extends WebhookDelivery {
  /** As it is sent. The headers with the time and the signature are of each attempt; null before the first. */
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: string };
  /** Oldest first. */
  readonly attempts: readonly WebhookAttempt[];
}
