import { problemOf } from './problem';

/** A UUID. `crypto.randomUUID` is there for https and localhost alone; a server in a local network may have neither. */
const newUuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

/** Codes of answers after which the same request may still be carried out under its key. */
const OPEN: readonly string[] = ['rate_limited', 'idempotency_in_progress', 'token_expired', 'invalid_token'];

/** Milliseconds for which the same write is a repeat. Later it is a new one: others may have changed what it changes. */
const REPEATED_WITHIN = 600_000;

interface Unanswered {
  readonly content: string;
  readonly key: string;
  /** Milliseconds; monotonic. */
  readonly at: number;
}

/** Writes that ended without a final answer, by what they change. */
const unanswered = new Map<string, Unanswered>();

/** What a request changes: the first three parts of its path, such as `/v1/links/link_…`. */
const placeOf = ({ url }: Request): string => new URL(url).pathname.split('/', 4).join('/');

/** Whether our side failed at an item of a bulk call: the same call handles it. */
const hasOpenItem = async ({ url }: Request, response: Response): Promise<boolean> => {
  if (!/^\/v1\/links\/bulk\b/.test(new URL(url).pathname)) return false;
  const { data } = (await response.clone().json()) as { readonly data: readonly { readonly status: number }[] };
  return data.some(({ status }) => status >= 500);
};

const isFinal = async (request: Request, response: Response): Promise<boolean> => {
  // An answer that breaks off is none.
  await response.clone().arrayBuffer();
  if (response.ok) return !(await hasOpenItem(request, response));
  return response.status < 500 && !OPEN.includes((await problemOf(response.clone())).code);
};

/**
 * Sends a write under an Idempotency-Key. An answer that was lost does not tell whether the write was carried out. So
 * the same write has the key of the one before as long as that has no final answer. Another write at the same place,
 * a final answer and ten minutes begin a new key.
 * @param body stands for a body that is too large to be read
 * @throws what `send` throws
 */
export const underKey = async (
  request: Request,
  send: (request: Request) => Promise<Response>,
  body?: unknown,
): Promise<Response> => {
  const place = placeOf(request);
  const sent = body ?? (await request.clone().text());
  const content = JSON.stringify([request.method, request.url, request.headers.get('if-match'), sent]);
  const before = unanswered.get(place);
  const isRepeat = before?.content === content && performance.now() - before.at < REPEATED_WITHIN;
  const key = isRepeat ? before.key : newUuid();
  request.headers.set('idempotency-key', key);
  unanswered.delete(place);
  let final = false;
  try {
    const response = await send(request);
    final = await isFinal(request, response);
    return response;
  } finally {
    if (!final) unanswered.set(place, { content, key, at: performance.now() });
  }
};
