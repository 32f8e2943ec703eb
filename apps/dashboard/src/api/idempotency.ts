import { asProblem } from './problem';

/** A UUID. `crypto.randomUUID` is there for https and localhost alone; a server in a local network may have neither. */
export const newUuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

/** Codes of answers after which the same request may still be carried out under its key. */
const OPEN: readonly string[] = ['rate_limited', 'idempotency_in_progress', 'token_expired', 'invalid_token'];

const isSettled = (error: unknown): boolean => {
  const { status, code } = asProblem(error);
  return status >= 400 && status < 500 && !OPEN.includes(code);
};

/**
 * Sends something under an Idempotency-Key that is the same for the same content, until an answer settles it.
 * @param isFinal whether a success settles it; every success by default
 */
export type Repeatable = <T>(
  content: unknown,
  send: (key: string) => Promise<T>,
  isFinal?: (result: T) => boolean,
) => Promise<T>;

/**
 * For what one form sends. An answer that was lost does not tell whether the request was carried out, so a repeat has
 * the key of the first; what was answered is another request when it is sent again.
 */
export const repeatable = (): Repeatable => {
  let last: { readonly text: string; readonly key: string } | null = null;
  return async (content, send, isFinal = () => true) => {
    const text = JSON.stringify(content);
    if (last?.text !== text) last = { text, key: newUuid() };
    try {
      const result = await send(last.key);
      if (isFinal(result)) last = null;
      return result;
    } catch (error) {
      if (isSettled(error)) last = null;
      throw error;
    }
  };
};

/** For an action without a form. */
export const once = (): { readonly 'Idempotency-Key': string } => ({ 'Idempotency-Key': newUuid() });
