import { type ClickedLink, decodeLink, decodeVisit, decodeWho, splitClick, type Visit, type Who } from '@contexts/clicks';
import { BoundedMap } from '@kernel';
import type { Block } from '@platform/click-log';
import type { SetAside } from './set-aside';

export interface Click {
  readonly seq: number;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  readonly link: ClickedLink;
  readonly who: Who;
  readonly visit: Visit;
}

export interface DecodedBlock {
  readonly clicks: readonly Click[];
  /** Records that cannot be used, whatever is tried: they must not hold up the others. */
  readonly undecodable: readonly SetAside[];
}

/** Distinct parts of each kind that are remembered: some 5 MB in all. */
const REMEMBERED = 2_000;

/** Decodes a link's part and a visit's part once for many clicks, since these repeat; so their clicks have the same texts. */
export class BlockDecoder {
  private readonly links = new BoundedMap<ClickedLink>(REMEMBERED);
  private readonly visits = new BoundedMap<Visit>(REMEMBERED);

  decode(block: Pick<Block, 'records'>): DecodedBlock {
    const clicks: Click[] = [];
    const undecodable: SetAside[] = [];
    for (const { seq, payload } of block.records) {
      try {
        clicks.push(this.click(seq, payload.toString()));
      } catch (error) {
        undecodable.push({ seq, payload, cause: error instanceof Error ? error.message : String(error) });
      }
    }
    return { clicks, undecodable };
  }

  private click(seq: number, record: string): Click {
    const { at, link, who, visit } = splitClick(record);
    if (!Number.isSafeInteger(at) || at < EARLIEST || at > LATEST) throw new RangeError(`not a time: ${at}`);
    return { seq, at, link: this.link(link), who: checkedWho(decodeWho(who)), visit: this.visit(visit) };
  }

  private link(text: string): ClickedLink {
    const known = this.links.get(text);
    if (known) return known;
    const link = checkedLink(decodeLink(text));
    this.links.set(text, link);
    return link;
  }

  private visit(text: string): Visit {
    const known = this.visits.get(text);
    if (known) return known;
    const visit = checkedVisit(decodeVisit(text));
    this.visits.set(text, visit);
    return visit;
  }
}

/*
 * What no column would take is refused, so that an insert which ClickHouse or Postgres refuses is the fault of this program
 * and is repeated until that is mended, and not the fault of a record.
 */

const checkedLink = (link: ClickedLink): ClickedLink => {
  const { link_id, workspace_id, domain_id, revision, tags, campaign_id, destination } = link;
  if (!isId(link_id) || !isId(workspace_id)) throw new TypeError('link or workspace is no id');
  if (!DIGITS.test(revision)) throw new RangeError(`not a revision: ${revision}`);
  if (!areTexts([domain_id, destination, ...tags])) throw new TypeError('domain, destination or a tag is no text');
  if (![campaign_id, link.utm_source, link.utm_medium, link.utm_campaign, link.utm_term, link.utm_content].every(isTextOrNull)) throw new TypeError('campaign or utm is no text');
  return link;
};

const checkedWho = (who: Who): Who => {
  if (!isId(who.visitor)) throw new TypeError('visitor is no id');
  if (!isSmall(who.bot_rules)) throw new RangeError('bot rules are no small number');
  if (typeof who.agent !== 'string' || !isTextOrNull(who.network)) throw new TypeError('agent or network is no text');
  return who;
};

const checkedVisit = (visit: Visit): Visit => {
  const { rule, variant, language, referrer, purpose, country, method, trigger } = visit;
  if (!isSmall(rule ?? 0) || !isSmall(variant ?? 0)) throw new RangeError('rule or variant are no small number');
  if (!areTexts([language, referrer, purpose, method, trigger]) || !isTextOrNull(country)) throw new TypeError('what was sent is no text');
  return visit;
};

/** The first second of ten digits. */
const EARLIEST = 1_000_000_000_000;
const LATEST = Date.UTC(2200, 0, 1);
const DIGITS = /^\d{1,19}$/;
/** Postgres takes no NUL, and ids are joined by line breaks where they are counted. */
const CONTROL = /[\0-\x1f]/;
const isSmall = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 65_536;
const isId = (value: unknown): boolean => typeof value === 'string' && value !== '' && !CONTROL.test(value);
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
const areTexts = (values: readonly unknown[]): boolean => values.every((value) => typeof value === 'string');
