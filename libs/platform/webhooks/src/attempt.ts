import { type Egress, EgressFailure, type EgressResponse } from '@platform/egress';
import { inSpan } from '@platform/telemetry';
import type { WebhookResponse } from './delivery';
import { retryAfterMs } from './schedule';
import { signatureHeaders } from './signature';

const DEADLINE_MS = 15_000;
const READ_BYTES = 64 * 1_024;
const KEPT_BYTES = 4 * 1_024;
/** Of all headers together, names included. */
const KEPT_HEADERS = 8 * 1_024;
const GONE = 410;

/** Headers of each attempt, beside those of its signature. */
export const REQUEST_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'user-agent': 'Waymark-Webhooks',
};

export interface AttemptRequest {
  readonly egress: Pick<Egress, 'request'>;
  readonly url: string;
  readonly event_id: string;
  readonly body: string;
  readonly secrets: readonly Uint8Array[];
  /** The span that wrote the event. */
  readonly traceparent?: string | undefined;
  /** Ends it at once. */
  readonly signal: AbortSignal;
}

export interface AttemptResult {
  /** `gone`: the endpoint wants nothing any more. */
  readonly outcome: 'delivered' | 'failed' | 'gone';
  readonly duration_ms: number;
  readonly error: string | null;
  readonly response: WebhookResponse | null;
  /** What the endpoint asked for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** One attempt to deliver. @returns undefined if our own signal cut it off: that was not an attempt */
export const attemptDelivery = (request: AttemptRequest): Promise<AttemptResult | undefined> =>
  inSpan('webhook.attempt', { kind: 'client', parent: request.traceparent ?? null }, async (span) => {
    const result = await attempt(request, span?.traceparent);
    span?.set({
      'waymark.event_id': request.event_id,
      'waymark.outcome': result?.outcome ?? 'cut',
      'http.response.status_code': result?.response?.status,
    });
    return result;
  });

const attempt = async (
  { egress, url, event_id, body, secrets, signal }: AttemptRequest,
  traceparent: string | undefined,
): Promise<AttemptResult | undefined> => {
  const began = performance.now();
  const timed = (result: Omit<AttemptResult, 'duration_ms'>): AttemptResult => ({
    ...result,
    duration_ms: Math.round(performance.now() - began),
  });
  try {
    const response = await egress.request(url, {
      method: 'POST',
      headers: {
        ...REQUEST_HEADERS,
        ...signatureHeaders({ id: event_id, body, at: Date.now(), secrets }),
        ...(traceparent !== undefined && { traceparent }),
      },
      body,
      deadlineMs: DEADLINE_MS,
      maxBytes: READ_BYTES,
      longer: 'cut',
      signal,
    });
    return timed(resultOf(response));
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!(error instanceof EgressFailure)) throw error;
    return timed({ outcome: 'failed', error: error.message, response: null });
  }
};

const resultOf = (response: EgressResponse): Omit<AttemptResult, 'duration_ms'> => {
  const { status, headers } = response;
  const kept = keep(response);
  if (status >= 200 && status < 300) return { outcome: 'delivered', error: null, response: kept };
  const redirects = status >= 300 && status < 400 ? '; redirects are not followed' : '';
  return {
    outcome: status === GONE ? 'gone' : 'failed',
    error: `answered with status ${status}${redirects}`,
    response: kept,
    retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()),
  };
};

/** What the log keeps. Postgres stores no NUL. */
const keep = ({ status, headers, body }: EgressResponse): WebhookResponse => {
  let size = 0;
  const kept = Object.entries(headers).filter(([name, value]) => (size += name.length + value.length) <= KEPT_HEADERS);
  // Decoded as a stream, which drops a character that is cut in two.
  const text = new TextDecoder().decode(body.subarray(0, KEPT_BYTES), { stream: true });
  return {
    status,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, withoutNul(value)])),
    body: withoutNul(text),
  };
};

const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd');
