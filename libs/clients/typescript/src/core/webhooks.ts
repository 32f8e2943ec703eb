import type { WebhookEvent } from '../api/models.js';
import { SignatureError } from './errors.js';

/** Seconds that a timestamp may be off, either way. */
const TOLERANCE = 300;

/** `Headers`, or an object with names in any case, as `request.headers` of Node. */
export type WebhookHeaders =
  { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface UnwrapOptions {
  /** Milliseconds since 1970. Absent: the clock. */
  readonly now?: number;
}

/**
 * The event in a delivery, if its signature is right.
 * @param body as it arrived, byte for byte: not parsed, and not made text again
 * @param secret `whsec_…`; several while a secret is being rotated
 * @throws SignatureError if it is not from Waymark, was changed, or is more than five minutes old
 */
export const unwrap = async (
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { now = Date.now() }: UnwrapOptions = {},
): Promise<WebhookEvent> => {
  const id = demanded(headers, 'webhook-id');
  const timestamp = demanded(headers, 'webhook-timestamp');
  const given = demanded(headers, 'webhook-signature');
  if (!/^\d{1,15}$/.test(timestamp)) throw new SignatureError('the timestamp is not a number');
  if (Math.abs(now / 1_000 - Number(timestamp)) > TOLERANCE) throw new SignatureError('the timestamp is too far off');

  const content = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), content);
  const signatures = given
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? [bytesOf(one.slice('v1,'.length))] : []));
  for (const one of [secret].flat()) {
    const key = await keyOf(one);
    for (const signature of signatures) {
      // Compared in constant time, as the standard of Web Crypto demands of `verify`.
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed)))
        return JSON.parse(new TextDecoder().decode(content)) as WebhookEvent;
    }
  }
  throw new SignatureError('no signature is of this secret');
};

const demanded = (headers: WebhookHeaders, name: string): string => {
  const found = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  const value = typeof found === 'string' ? found : (found?.join(' ') ?? '');
  if (value === '') throw new SignatureError(`the header ${name} is missing`);
  return value;
};

const isHeaders = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers['get'] === 'function';

const keyOf = (secret: string) => {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (!bytes || bytes.length === 0) throw new SignatureError('a secret is `whsec_` and base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
};

/** Undefined where a text is not base64. */
const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
};

const joined = (first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
};
