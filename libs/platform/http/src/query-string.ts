/** Marks a query that could not be decoded; validation reports it. */
export const UNDECODABLE = Symbol('undecodable');

export type Query = Record<string | symbol, unknown>;

const decode = (text: string): string => decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text);

/**
 * Name to value, or to all values of a repeated name. `tags[]=a`, as some libraries write a list, is a list of one. No other
 * nesting, no prototype, never throws: the router calls it.
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
