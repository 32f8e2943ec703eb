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
  const apiKey = keyOf(operation, options.apiKey ?? (operation.isPublic ? undefined : client.apiKey));
  const type = typeOf(operation, call);
  return {
    method,
    url: urlOf(client.baseUrl, operation.path, call),
    headers: lowerCased({
      accept: ACCEPT[operation.answer] ?? '*/*',
      'user-agent': userAgent(),
      ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
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

/** Without the line break or space that a file or a shell has left around it. */
const keyOf = ({ isPublic }: Operation, given: string | undefined): string | undefined => {
  const key = given?.trim();
  if (!key && !isPublic) throw new WaymarkError('there is no API key: give `apiKey`, or set WAYMARK_API_KEY');
  // `fetch` would refuse it in a message that holds it.
  if (key && !/^[\x21-\x7e]+$/.test(key))
    throw new WaymarkError('the API key has a character that no key has, such as a line break');
  return key;
};

const typeOf = ({ mediaTypes = [] }: Operation, { body, file }: Call): string | undefined => {
  if (file !== undefined) return mediaTypeOf(file, mediaTypes);
  return body === undefined ? undefined : 'application/json';
};

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/**
 * Without slashes at its end.
 * @throws WaymarkError, which does not show it: it may have a password
 */
export const checkedBaseUrl = (given: string): string => {
  const url = parsedUrl(given);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new WaymarkError('the base URL is no URL that begins with http:// or https://');
  if (url.username || url.password) throw new WaymarkError('the base URL has a user or a password, which are not sent');
  if (url.search || url.hash) throw new WaymarkError('the base URL has a query or a fragment');
  return given.trim().replace(/[/?#]+$/, '');
};

const parsedUrl = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};

/** What is null or undefined is left out. */
const urlOf = (baseUrl: string, path: string, { path: values = [], query = {} }: Call): string => {
  let next = 0;
  const filled = path.replace(/\{\w+\}/g, () => segmentOf(values[next++]));
  const url = new URL(baseUrl + filled);
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
