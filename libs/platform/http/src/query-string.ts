/** More are no query of ours, and would take milliseconds of everybody's. */
const MOST_PAIRS = 1_000;

/** Marks a query that could not be decoded; validation reports it. */
export const UNDECODABLE = Symbol('undecodable');

export type Query = Record<string | symbol, unknown>;

const decode = (text: string): string => decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text);

/**
 * Maps each name to its value, or to all values of a repeated name. Some libraries write a list as `tags[]=a`, which
 * becomes a list of one. It parses no other nesting. The result has no prototype. It never throws, because the router
 * calls it.
 */
export const parseQuery = (text: string): Query => {
  const query = Object.create(null) as Query;
  if (text === '') return query;
  const pairs = text.split('&', MOST_PAIRS + 1);
  try {
    for (const pair of pairs) {
      if (pair === '') continue;
      const equals = pair.indexOf('=');
      add(query, decode(equals < 0 ? pair : pair.slice(0, equals)), equals < 0 ? '' : decode(pair.slice(equals + 1)));
    }
    if (pairs.length > MOST_PAIRS) query[UNDECODABLE] = true;
  } catch {
    // The rest is not looked at: each failure takes microseconds, and a query may have thousands.
    query[UNDECODABLE] = true;
  }
  return query;
};

/** A path with its query, without the API key in it. All else stays as it was written. It never throws. */
export const withoutQueryKey = (url: string): string => {
  const at = url.indexOf('?');
  if (at < 0) return url;
  const pairs = url.slice(at + 1).split('&');
  const kept = pairs.filter((pair) => !KEY_NAMES.has(nameOf(pair)));
  if (kept.length === pairs.length) return url;
  return kept.length === 0 ? url.slice(0, at) : `${url.slice(0, at)}?${kept.join('&')}`;
};

const KEY_NAMES: ReadonlySet<string> = new Set(['api_key', 'api_key[]']);
const nameOf = (pair: string): string => new URLSearchParams(pair).keys().next().value ?? '';

const add = (query: Query, written: string, value: string): void => {
  const isList = /.\[\]$/.test(written);
  const name = isList ? written.slice(0, -2) : written;
  const earlier = query[name];
  if (earlier === undefined) query[name] = isList ? [value] : value;
  else if (Array.isArray(earlier)) earlier.push(value);
  else query[name] = [earlier, value];
};
