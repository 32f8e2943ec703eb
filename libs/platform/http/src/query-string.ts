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
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    try {
      add(query, decode(equals < 0 ? pair : pair.slice(0, equals)), equals < 0 ? '' : decode(pair.slice(equals + 1)));
    } catch {
      query[UNDECODABLE] = true;
    }
  }
  return query;
};

const add = (query: Query, written: string, value: string): void => {
  const isList = /.\[\]$/.test(written);
  const name = isList ? written.slice(0, -2) : written;
  const earlier = query[name];
  if (earlier === undefined) query[name] = isList ? [value] : value;
  else if (Array.isArray(earlier)) earlier.push(value);
  else query[name] = [earlier, value];
};
