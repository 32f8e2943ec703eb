/** A visit to a short URL, as it is stored. It holds no address: see {@link ClickRecord.visitor} and `network`. */
export interface ClickRecord extends ClickedLink, VisitorFields, VisitFields {
  /** When, in milliseconds since 1970 UTC. */
  readonly at: number;
}

/** The link as it was at the time of the click. */
export interface ClickedLink {
  readonly link_id: string;
  readonly workspace_id: string;
  readonly domain_id: string;
  /** Revision of the link's stream, as text. */
  readonly revision: string;
  readonly tags: readonly string[];
  readonly campaign_id: string | null;
  /** Where the visitor was sent, with everything that was added to it. */
  readonly destination: string;
  /** The values in the destination. */
  readonly utm_source: string | null;
  readonly utm_medium: string | null;
  readonly utm_campaign: string | null;
  readonly utm_term: string | null;
  readonly utm_content: string | null;
}

export interface VisitorFields {
  /** The same for the same address and agent on one UTC day, and unlinkable afterwards. */
  readonly visitor: string;
  /** The address cut to /24 or /48, in CIDR notation; null when the address is unknown. */
  readonly network: string | null;
  /** User-Agent, cut to 512 characters. */
  readonly agent: string;
  readonly is_bot: boolean;
  /** Version of the rules that judged `is_bot`. */
  readonly bot_rules: number;
}

export interface VisitFields {
  /** Index of the rule and of the variant that chose the destination; null when none did. */
  readonly rule: number | null;
  readonly variant: number | null;
  /** Accept-Language, Referer and the purpose headers as sent, cut; empty when absent. */
  readonly language: string;
  readonly referrer: string;
  readonly purpose: string;
  /** ISO 3166 code from the CDN in front; null without one. */
  readonly country: string | null;
  readonly method: 'GET' | 'POST';
  readonly trigger: 'link' | 'qr';
}

const VERSION = 1;

/**
 * The three parts of a record are encoded apart, because two of them repeat: a link's part is kept with the link, a
 * visitor's part is remembered between clicks.
 */
export const encodeLink = (link: ClickedLink): string =>
  JSON.stringify([
    link.link_id,
    link.workspace_id,
    link.domain_id,
    link.revision,
    link.tags,
    link.campaign_id,
    link.destination,
    link.utm_source,
    link.utm_medium,
    link.utm_campaign,
    link.utm_term,
    link.utm_content,
  ]);

export const encodeWho = (who: VisitorFields): string =>
  JSON.stringify([who.visitor, who.network, who.agent, who.is_bot ? 1 : 0, who.bot_rules]);

/** Made for every click, so it is put together by hand: half the time of one JSON.stringify. */
export const encodeVisit = ({
  rule,
  variant,
  language,
  referrer,
  purpose,
  country,
  method,
  trigger,
}: VisitFields): string =>
  `[${rule},${variant},${quoted(language)},${quoted(referrer)},${quoted(purpose)},` +
  `${country === null ? null : quoted(country)},"${method}","${trigger}"]`;

const quoted = (text: string): string => (text === '' ? '""' : JSON.stringify(text));

/** Version 1: a JSON array, so that a million records do not repeat their field names. */
export const encodeClick = (at: number, link: string, who: string, visit: string): string =>
  `[${VERSION},${at},${link},${who},${visit}]`;

type LinkPart = [
  string,
  string,
  string,
  string,
  string[],
  string | null,
  string,
  string | null,
  string | null,
  string | null,
  string | null,
  string | null,
];
type WhoPart = [string, string | null, string, 0 | 1, number];
type VisitPart = [number | null, number | null, string, string, string, string | null, 'GET' | 'POST', 'link' | 'qr'];

/** A record split into its parts, each of them still encoded. */
export interface SplitClick {
  readonly at: number;
  readonly link: string;
  readonly who: string;
  readonly visit: string;
}

const HEAD = `[${VERSION},`;

/** Does not check the contents of the parts: decoding does. Throws a plain Error on a record of no known version. */
export const splitClick = (text: string): SplitClick => {
  if (!text.startsWith(HEAD)) throw new Error('This is not a click record of version 1');
  const link = text.indexOf(',', HEAD.length) + 1;
  const who = endOfList(text, link) + 1;
  const visit = endOfList(text, who) + 1;
  const end = endOfList(text, visit);
  if (text[who - 1] !== ',' || text[visit - 1] !== ',' || text[end] !== ']' || end !== text.length - 1)
    throw new Error('A click record has lost a part');
  const at = text.slice(HEAD.length, link - 1);
  if (!DIGITS.test(at)) throw new Error('A click record has no time');
  return {
    at: Number(at),
    link: text.slice(link, who - 1),
    who: text.slice(who, visit - 1),
    visit: text.slice(visit, end),
  };
};

const DIGITS = /^\d+$/;
const [QUOTE, BACKSLASH, OPEN, CLOSE] = ['"', '\\', '[', ']'].map((character) => character.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
];

/** The index after the list that begins at `start`. Brackets inside strings do not count. */
const endOfList = (text: string, start: number): number => {
  if (text.charCodeAt(start) !== OPEN) throw new Error('A click record has lost a part');
  for (let at = start + 1, depth = 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfText(text, at);
    else if (character === OPEN) depth += 1;
    else if (character === CLOSE && (depth -= 1) === 0) return at + 1;
  }
  throw new Error('A click record is cut off');
};

/** The quote that ends the string which begins at `start`. */
const endOfText = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end > 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  throw new Error('A click record is cut off');
};

/** These three throw a plain Error on text that their encoder did not write. */
export const decodeLink = (text: string): ClickedLink => {
  const [link_id, workspace_id, domain_id, revision, tags, campaign_id, destination, ...utm] = partOf<LinkPart>(
    text,
    12,
  );
  const [utm_source, utm_medium, utm_campaign, utm_term, utm_content] = utm;
  return {
    link_id,
    workspace_id,
    domain_id,
    revision,
    tags,
    campaign_id,
    destination,
    utm_source,
    utm_medium,
    utm_campaign,
    utm_term,
    utm_content,
  };
};

export const decodeWho = (text: string): VisitorFields => {
  const [visitor, network, agent, bot, bot_rules] = partOf<WhoPart>(text, 5);
  return { visitor, network, agent, is_bot: bot === 1, bot_rules };
};

export const decodeVisit = (text: string): VisitFields => {
  const [rule, variant, language, referrer, purpose, country, method, trigger] = partOf<VisitPart>(text, 8);
  return { rule, variant, language, referrer, purpose, country, method, trigger };
};

const partOf = <P extends readonly unknown[]>(text: string, length: P['length']): P => {
  const part = JSON.parse(text) as P;
  if (part.length !== length) throw new Error('A click record has lost a part');
  return part;
};

/** Throws a plain Error on text that {@link encodeClick} of a known version did not write. */
export const decodeClick = (text: string): ClickRecord => {
  const { at, link, who, visit } = splitClick(text);
  return { at, ...decodeLink(link), ...decodeWho(who), ...decodeVisit(visit) };
};
