import type { Assembled, ClickedLink } from '@contexts/clicks';
import { type CampaignUtm, inheritedBy } from '@contexts/campaigns';
import { DEFAULT_DOMAIN, linkDefaults, type LinkRow } from '@contexts/links';

/** All that is known of a link: the index keeps the same fold as the read model. */
export type RedirectTarget = LinkRow;

/**
 * The index's key of a link. Most links are on our own hosts, and a look-up is faster with a shorter key.
 * @param alias in lower case
 */
export const targetKey = (domainId: string, alias: string): string =>
  domainId === DEFAULT_DOMAIN ? alias : `${domainId}/${alias}`;

/** A member of a campaign with the utm fields that it inherits. */
export const inheriting = (target: RedirectTarget, campaign: CampaignUtm): RedirectTarget => ({
  ...target,
  ...inheritedBy(target, campaign),
});

export const clickedLink = (target: RedirectTarget, assembled: Assembled): ClickedLink => ({
  link_id: target.id,
  workspace_id: target.workspace_id,
  domain_id: target.domain_id,
  revision: target.revision,
  tags: target.tags,
  campaign_id: target.campaign_id,
  ...assembled,
});

/** Values that most links share, more than half of a link's size. The index does not store them. */
const SHARED = { ...linkDefaults, deleted_at: null, disabled_at: null, archived_at: null, limit_reached: null };
type Shared = keyof typeof SHARED;

/** The text that `JSON.stringify` gives of the other fields, without an object of them. */
export const packTarget = (target: RedirectTarget): string => {
  let packed = '';
  for (const field of Object.keys(target)) {
    const value: unknown = target[field as keyof RedirectTarget];
    if (value === undefined || isShared(field, value)) continue;
    packed += `,"${field}":${JSON.stringify(value)}`;
  }
  return `{${packed.slice(1)}}`;
};

const isShared = (field: string, value: unknown): boolean =>
  field in SHARED && (value === SHARED[field as Shared] || (Array.isArray(value) && value.length === 0));

/** `Object.assign` takes 2 µs, where a second spread in one literal takes 20. */
export const unpackTarget = (packed: string): RedirectTarget =>
  Object.assign({ ...SHARED }, JSON.parse(packed) as Omit<RedirectTarget, Shared>);
