import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Enricher, decodeWho, firstLanguageTag, networkOf, parametersOf } from '@contexts/clicks';
import { type Draw, type VisitFacts, shareOf } from '@contexts/links';
import { cdnCountry } from './cdn-country';
import type { ClientOrigin } from './client-address';
import { recordedAgent, recordedLanguage } from './visitors';

/** A request, as far as the destination of a link may depend on it. */
export interface AskedVisit {
  readonly req: IncomingMessage;
  readonly trigger: 'link' | 'qr';
  /** The query without `qr=1`. */
  readonly forwarded: string;
  readonly atMs: number;
}

const once = <T>(find: () => T): (() => T) => {
  let found: { readonly value: T } | undefined;
  return () => (found ??= { value: find() }).value;
};

/** What rules may ask of a visit. The same functions enrich its click, so rules and analytics use the same words. */
export const factsOf = (visit: AskedVisit, origin: ClientOrigin, enrich: Enricher): VisitFacts => {
  const { req } = visit;
  const agent = once(() => enrich.agent(recordedAgent(req)));
  const address = once(() => origin.addressOf(req));
  return {
    now: new Date(visit.atMs).toISOString(),
    device: () => agent().device,
    os: () => agent().os,
    browser: () => agent().browser,
    language: once(() => firstLanguageTag(recordedLanguage(req))),
    country: once(() => countryByCdn(visit, origin, enrich) || enrich.place(networkOf(address()), null).country),
    address,
    query: once(() => parametersOf(visit.trigger === 'qr' ? `qr=1&${visit.forwarded}` : visit.forwarded)),
  };
};

/** The country that a CDN knows of the visitor: it needs no database. Empty where none says a country. */
export const countryByCdn = ({ req }: Pick<AskedVisit, 'req'>, origin: ClientOrigin, enrich: Enricher): string =>
  enrich.place(null, cdnCountry(req, origin)).country;

const COOKIE = /(?:^|;)\s*wmv=([\w-]{22})\s*(?=;|$)/g;
const COOKIE_SECONDS = 30 * 86_400;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The mark of a variant in its cookie. */
export const variantMarkOf = (destination: string): string => digest(destination).toString('base64url').slice(0, 22);

/**
 * How a visitor draws a variant of a link.
 * @param who the visitor's part of the click record; the visitor's id in it changes with each UTC day
 */
export const drawOf = ({ req }: AskedVisit, linkId: string, who: string): Draw => ({
  marks: [...(req.headers.cookie ?? '').matchAll(COOKIE)].map(([, mark = '']) => mark),
  share: () => shareOf(digest(`${decodeWho(who).visitor}/${linkId}`)),
});

/**
 * The cookie that keeps a variant for 30 days; undefined for HEAD and for bots.
 * @param secure whether short URLs are https
 */
export const cookieOf = ({ req }: AskedVisit, mark: string, who: string, secure: boolean): string | undefined => {
  if (req.method === 'HEAD' || decodeWho(who).is_bot) return undefined;
  // Browsers compare paths with regard to case, so it is the alias as this visitor typed it.
  const [path = '/'] = (req.url ?? '/').split('?', 1);
  return `wmv=${mark}; Path=${path}; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
};
