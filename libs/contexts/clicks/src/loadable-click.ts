import { BoundedMap } from '@kernel';
import {
  type ClickedLink,
  decodeLink,
  decodeVisit,
  decodeWho,
  splitClick,
  type VisitFields,
  type VisitorFields,
} from './click-record';

/** A click whose values fit every column, in its record's parts. */
export interface LoadableClick {
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  readonly link: ClickedLink;
  readonly who: VisitorFields;
  readonly visit: VisitFields;
}

/** Characters cached for each kind, up to twice as many. A link's part includes the visitor's query. */
const REMEMBERED = 2_000_000;

/**
 * Reads records, and refuses values that no column would take. So when ClickHouse or Postgres refuses an insert, this
 * program is at fault and not a record, and the insert is repeated until the program is mended. A link's part and a
 * visit's part repeat: each is decoded once, and many clicks share the object.
 * The returned function throws an Error for text that is not a click, and for a click that a column would not take.
 */
export const createClickReader = (): ((text: string) => LoadableClick) => {
  const links = new BoundedMap<ClickedLink>(REMEMBERED);
  const visits = new BoundedMap<VisitFields>(REMEMBERED);
  return (text) => {
    const { at, link, who, visit } = splitClick(text);
    if (!isTime(at)) throw new RangeError(`not a time: ${at}`);
    return {
      at,
      link: remembered(links, link, loadableLink),
      who: loadableWho(who),
      visit: remembered(visits, visit, loadableVisit),
    };
  };
};

const readAny = createClickReader();

/** When the click of a record happened, in milliseconds since 1970; undefined where it cannot be loaded. */
export const timeOfClick = (text: string): number | undefined => {
  try {
    return readAny(text).at;
  } catch {
    return undefined;
  }
};

const remembered = <P>(known: BoundedMap<P>, text: string, decode: (text: string) => P): P => {
  const before = known.get(text);
  if (before !== undefined) return before;
  const part = decode(text);
  known.set(text, part);
  return part;
};

const loadableLink = (text: string): ClickedLink => {
  const link = decodeLink(text);
  const { link_id, workspace_id, domain_id, revision, tags, campaign_id, destination } = link;
  if (!isId(link_id) || !isId(workspace_id)) throw new TypeError('link or workspace is not an id');
  if (!DIGITS.test(revision)) throw new RangeError(`not a revision: ${revision}`);
  if (!areTexts([domain_id, destination, ...tags])) throw new TypeError('domain, destination or a tag is not text');
  if (
    ![campaign_id, link.utm_source, link.utm_medium, link.utm_campaign, link.utm_term, link.utm_content].every(
      isTextOrNull,
    )
  )
    throw new TypeError('campaign or utm is not text');
  return link;
};

const loadableWho = (text: string): VisitorFields => {
  const who = decodeWho(text);
  if (!isId(who.visitor)) throw new TypeError('visitor is not an id');
  if (!isSmall(who.bot_rules)) throw new RangeError('bot rules are not a small number');
  if (typeof who.agent !== 'string' || !isTextOrNull(who.network)) throw new TypeError('agent or network is not text');
  return who;
};

const loadableVisit = (text: string): VisitFields => {
  const visit = decodeVisit(text);
  const { rule, variant, language, referrer, purpose, country, method, trigger } = visit;
  if (!isSmall(rule ?? 0) || !isSmall(variant ?? 0)) throw new RangeError('rule or variant are not a small number');
  if (!areTexts([language, referrer, purpose, method, trigger]) || !isTextOrNull(country))
    throw new TypeError('what was sent is not text');
  return visit;
};

/** The first Unix time of ten digits. */
const EARLIEST = 1_000_000_000_000;
const LATEST = Date.UTC(2200, 0, 1);
const DIGITS = /^\d{1,19}$/;
/** Postgres takes no NUL, and ids are joined by line breaks where they are counted. */
const CONTROL = /[\0-\x1f]/;
const isTime = (value: number): boolean => Number.isSafeInteger(value) && value >= EARLIEST && value <= LATEST;
const isSmall = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 65_536;
const isId = (value: unknown): boolean => typeof value === 'string' && value !== '' && !CONTROL.test(value);
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
const areTexts = (values: readonly unknown[]): boolean => values.every((value) => typeof value === 'string');
