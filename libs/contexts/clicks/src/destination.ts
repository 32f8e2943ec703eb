import { withoutKeys } from '../../keys/src/published';
import type { ClickedLink } from './click-record';
import { firstValues } from './parameters';

export { withoutKeys };

export type Utm = Pick<ClickedLink, 'utm_source' | 'utm_medium' | 'utm_campaign' | 'utm_term' | 'utm_content'>;

const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
const utmOf = firstValues(UTM);
const QR = 'qr=1';
const PLAIN = /^[\x21-\x7e]*$/;
/** Characters: the limit of a link's own values. A visitor's query may exceed it. */
const LONGEST_UTM = 255;

export interface DestinationRules extends Utm {
  readonly destination_url: string;
  readonly forward_query: boolean;
}

export interface Assembled extends Utm {
  /** ASCII, ready for a Location header. */
  readonly destination: string;
}

/** Reads how a visitor came and what to forward from their query. `query` is raw, without its question mark. */
export const readQuery = (query: string): { trigger: 'link' | 'qr'; forwarded: string } => {
  if (!query.includes(QR)) return { trigger: 'link', forwarded: withoutKeys(query) };
  const pairs = query.split('&');
  const kept = pairs.filter((pair) => pair !== QR);
  return { trigger: kept.length < pairs.length ? 'qr' : 'link', forwarded: withoutKeys(kept.join('&')) };
};

/**
 * Where a visitor goes: the destination, then the visitor's query if it is forwarded, then the link's utm values that
 * neither of them has. The fragment stays at the end.
 */
export const assembleDestination = (rules: DestinationRules, forwarded: string): Assembled => {
  const [base = '', ...fragments] = rules.destination_url.split('#');
  const fragment = fragments.length > 0 ? `#${fragments.join('#')}` : '';
  const mark = base.indexOf('?');
  const path = mark < 0 ? base : base.slice(0, mark);
  const queries = [mark < 0 ? '' : base.slice(mark + 1), rules.forward_query ? ascii(forwarded) : ''];
  const present = utmOf(joined(queries));
  for (const name of UTM) {
    const value = rules[name];
    if (value === null || present.has(name)) continue;
    queries.push(`${name}=${encodeURIComponent(value)}`);
    present.set(name, value);
  }
  const query = joined(queries);
  const whole = query === '' ? rules.destination_url : `${path}?${query}${fragment}`;
  return {
    destination: PLAIN.test(whole) ? whole : new URL(whole).href,
    utm_source: bounded(present.get('utm_source') ?? null),
    utm_medium: bounded(present.get('utm_medium') ?? null),
    utm_campaign: bounded(present.get('utm_campaign') ?? null),
    utm_term: bounded(present.get('utm_term') ?? null),
    utm_content: bounded(present.get('utm_content') ?? null),
  };
};

const bounded = (value: string | null): string | null => value && value.replaceAll('\0', '').slice(0, LONGEST_UTM);

const joined = (queries: readonly string[]): string => queries.filter((query) => query !== '').join('&');

/** A request line may hold raw bytes, which arrive as Latin-1 characters; a header must not. */
const ascii = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text.replace(/[^\x21-\x7e]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
