import type { ClickEventName } from '@kernel';

/** What a webhook gets of a click itself. */
const CLICK_FIELDS = [
  'id',
  'at',
  'trigger',
  'country',
  'region',
  'city',
  'device',
  'browser',
  'os',
  'language',
  'referrer',
  'destination',
  'rule',
  'variant',
  'is_bot',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const;
type ClickField = (typeof CLICK_FIELDS)[number];

/** A click as analytics record it, with the names that its link has now: null where the link is not known. */
export interface NamedClick extends Readonly<
  Record<Exclude<ClickField, 'id' | 'at' | 'is_bot'>, string | number | null>
> {
  /** Made of its source and its number there, so it is the same whenever the click is read. */
  readonly id: string;
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly is_bot: boolean;
  readonly link_id: string;
  /** Of the link at the time of the click, like its campaign. */
  readonly tags: readonly string[];
  readonly campaign_id: string | null;
  readonly short_url: string | null;
  readonly domain: string | null;
  readonly external_id: string | null;
}

/** What a record of analytics has of a click. */
export type RecordedClick = Omit<NamedClick, 'short_url' | 'domain' | 'external_id'>;

/** A click with the names of its link; undefined: the link is not known. */
export const namedClick = (
  click: RecordedClick,
  link: { readonly domain: string; readonly alias: string; readonly external_id: string | null } | undefined,
  shortUrl: (link: { readonly domain: string; readonly alias: string }) => string,
): NamedClick => ({
  ...click,
  domain: link?.domain ?? null,
  external_id: link?.external_id ?? null,
  short_url: link ? shortUrl(link) : null,
});

/** A click as a body has it. It has no address, agent or visitor. */
export interface DeliveredClick {
  readonly click: Readonly<Record<ClickField, string | number | boolean | null>>;
  readonly link: {
    readonly id: string;
    readonly short_url: string | null;
    readonly tags: readonly string[];
    readonly campaign_id: string | null;
    readonly external_id: string | null;
  };
}

/** The body of a delivery about clicks. No stream has it, so it has no revision. */
export interface ClickEventMessage {
  readonly id: string;
  readonly type: ClickEventName;
  readonly created_at: string;
  readonly workspace_id: string;
  readonly api_version: 'v1';
  readonly revision: null;
  readonly data: DeliveredClick | { readonly clicks: readonly DeliveredClick[] };
}

/** The most clicks of one `link.clicks`. */
export const MOST_CLICKS = 500;
/** Characters after which a `link.clicks` takes no further click, and those of a click beside its texts. */
const [MOST_CHARS, CHARS_BESIDE] = [512 * 1_024, 500];

/** A text's digest as part of an id. */
type Digest = (text: string) => string;

/** `link.clicked`: the same click has the same id for every webhook and at every repeat. */
export const clickedMessage = (workspaceId: string, click: NamedClick, digest: Digest): ClickEventMessage => ({
  ...envelope(workspaceId, 'link.clicked', [click], digest),
  data: delivered(click),
});

/** `link.clicks`: the same clicks have the same id. @param clicks at least one, at most {@link MOST_CLICKS} */
export const clicksMessage = (
  workspaceId: string,
  clicks: readonly NamedClick[],
  digest: Digest,
): ClickEventMessage => ({
  ...envelope(workspaceId, 'link.clicks', clicks, digest),
  data: { clicks: clicks.map(delivered) },
});

/**
 * The clicks of each `link.clicks` that some make, in order: the same ones make the same bodies. A long destination is
 * not cut: a body has fewer clicks then.
 */
export const togetherInBodies = (clicks: readonly NamedClick[]): readonly (readonly NamedClick[])[] => {
  const bodies: NamedClick[][] = [];
  let [last, chars]: [NamedClick[], number] = [[], MOST_CHARS];
  for (const click of clicks) {
    if (chars >= MOST_CHARS || last.length === MOST_CLICKS) {
      [last, chars] = [[], 0];
      bodies.push(last);
    }
    last.push(click);
    chars += charsOf(click);
  }
  return bodies;
};

const charsOf = (click: NamedClick): number => {
  const { short_url, external_id, tags } = click;
  const texts = [...CLICK_FIELDS.map((field) => click[field]), short_url, external_id, ...tags];
  return texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), CHARS_BESIDE);
};

const envelope = (workspaceId: string, type: ClickEventName, clicks: readonly NamedClick[], digest: Digest) => ({
  id: `evt_${digest([type, ...clicks.map(({ id }) => id)].join(' '))}`,
  type,
  // Of the newest click: all of them have happened by then.
  created_at: clicks.reduce((newest, { at }) => (at > newest ? at : newest), ''),
  workspace_id: workspaceId,
  api_version: 'v1' as const,
  revision: null,
});

/** Fields are chosen by name: whatever else a record has stays here. */
const delivered = (click: NamedClick): DeliveredClick => ({
  click: Object.fromEntries(CLICK_FIELDS.map((field) => [field, click[field]])) as DeliveredClick['click'],
  link: {
    id: click.link_id,
    short_url: click.short_url,
    tags: click.tags,
    campaign_id: click.campaign_id,
    external_id: click.external_id,
  },
});
