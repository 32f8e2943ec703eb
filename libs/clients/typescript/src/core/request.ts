import type { Call, Operation } from './operation.js';
import { userAgent } from './runtime.js';
import type { ClientOptions, ConditionalOptions } from './options.js';
import { WaymarkError } from './errors.js';
import { contentOf, isStream, mediaTypeOf } from './upload.js';

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
  const type = typeOf(operation, call);
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
    repeatable: !operation.neverRepeated && !(call.file !== undefined && isStream(call.file)),
  };
};

const typeOf = ({ mediaTypes = [] }: Operation, { body, file }: Call): string | undefined => {
  if (file !== undefined) return mediaTypeOf(file, mediaTypes);
  return body === undefined ? undefined : 'application/json';
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
