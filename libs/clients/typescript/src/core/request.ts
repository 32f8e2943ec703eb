import type { Call, Operation, Upload } from './operation.js';
import { isServer, userAgent } from './runtime.js';
import type { ClientOptions, ConditionalOptions } from './options.js';
import { WaymarkError } from './errors.js';

/** A request that can be sent, all attempts alike. */
export interface Request {
  readonly method: Operation['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Made for each attempt; absent: no body. */
  readonly body?: () => Promise<string | Uint8Array | AsyncIterable<Uint8Array>>;
  /** Whether it can be sent again. */
  readonly repeatable: boolean;
}

/** Bytes of an upload that are sent at once. */
const PART = 65_536;

const ACCEPT: Readonly<Partial<Record<Operation['answer'], string>>> = {
  events: 'text/event-stream',
  json: 'application/json',
  page: 'application/json',
};

export const requestOf = (
  operation: Operation,
  call: Call,
  client: ClientOptions & { readonly baseUrl: string },
  options: ConditionalOptions,
): Request => {
  const { method } = operation;
  const body = bodyOf(call);
  const apiKey = options.apiKey ?? client.apiKey;
  if (!operation.isPublic && !apiKey)
    throw new WaymarkError('there is no API key: give `apiKey`, or set WAYMARK_API_KEY');
  // `fetch` would refuse it in a message that holds it.
  if (apiKey && !/^[\x21-\x7e]+$/.test(apiKey.trim()))
    throw new WaymarkError('the API key has a character that no key has, such as a line break');
  const type = operation.mediaType ?? (call.body === undefined ? undefined : 'application/json');
  return {
    method,
    url: urlOf(client.baseUrl, operation.path, call),
    headers: lowerCased({
      accept: ACCEPT[operation.answer] ?? '*/*',
      'user-agent': userAgent(),
      ...(operation.isPublic ? {} : { authorization: `Bearer ${apiKey ?? ''}` }),
      ...(type ? { 'content-type': type } : {}),
      ...(operation.idempotent ? { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() } : {}),
      ...(options.ifMatch === undefined ? {} : { 'if-match': options.ifMatch }),
      ...client.headers,
      ...options.headers,
    }),
    ...(body ? { body } : {}),
    repeatable: !operation.neverRepeated && !isStream(call.file),
  };
};

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** What is null or undefined is left out. */
const urlOf = (baseUrl: string, path: string, { path: values = [], query = {} }: Call): string => {
  let next = 0;
  const filled = path.replace(/\{\w+\}/g, () => segmentOf(values[next++]));
  const url = new URL(baseUrl.replace(/\/+$/, '') + filled);
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    if (value === null || value === undefined) continue;
    const texts = (Array.isArray(value) ? value : [value]).map(String);
    url.searchParams.set(name, (Array.isArray(value) && hasEscapes(path) ? texts.map(itemOf) : texts).join(','));
  }
  return url.toString();
};

/** Lists of analytics are filters with escapes. In all others a backslash means itself, and no value has a comma. */
const hasEscapes = (path: string): boolean => path.startsWith('/v1/analytics/');

/** A value of a filter. A comma gets a backslash, unless it has one already, and so does a backslash at the end. */
const itemOf = (text: string): string =>
  text.replace(/\\[^]|[\\,]/g, (part) => (part.length === 1 ? `\\${part}` : part));

/** `..` and nothing would lead to another path. */
const segmentOf = (value: string | undefined): string => {
  if (value === undefined || value === '' || value === '.' || value === '..')
    throw new WaymarkError(`'${value ?? ''}' is not an id`);
  return encodeURIComponent(value);
};

const bodyOf = ({ body, file }: Call): Request['body'] => {
  if (file !== undefined) return () => contentOf(file);
  if (body === undefined) return undefined;
  const text = JSON.stringify(body);
  return () => Promise.resolve(text);
};

const contentOf = async (file: Upload): Promise<string | Uint8Array | AsyncIterable<Uint8Array>> => {
  if (typeof file === 'string') return contentOf(new TextEncoder().encode(file));
  if (file instanceof Uint8Array) return file.length > PART && isServer() ? partsOf(file) : file;
  if (!('path' in file)) return file;
  const { createReadStream } = await import('node:fs');
  const { open } = await import('node:fs/promises');
  // Opened first, so that an absent file is reported as such.
  const handle = await open(file.path);
  return createReadStream('', { fd: handle });
};

/** Sends bytes in parts, each of which renews the time-out. Browsers cannot send in parts. */
async function* partsOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PART) yield await Promise.resolve(bytes.subarray(at, at + PART));
}

const isStream = (file: Upload | undefined): boolean => typeof file === 'object' && Symbol.asyncIterator in file;
