import { assembleDestination, type Assembled, type ClickedLink } from '@contexts/clicks';
import { DEFAULT_DOMAIN, linkDefaults, linkStatusAt, type LinkRow } from '@contexts/links';

/** All that is known of a link: the index keeps the same fold as the read model does. */
export type RedirectTarget = LinkRow;

/** Where a link is found. Most are on our own hosts, and a look-up takes longer by the length of its key. @param alias in lower case */
export const targetKey = (domainId: string, alias: string): string =>
  domainId === DEFAULT_DOMAIN ? alias : `${domainId}/${alias}`;

/** What a visit of a link leads to, before it is known whether the click can be recorded. */
export type Verdict =
  | { readonly kind: 'redirect'; readonly type: number; readonly assembled: Assembled }
  /** The link is over and names a page for that; nobody has clicked through to its destination. */
  | { readonly kind: 'over'; readonly location: string }
  | { readonly kind: 'refused'; readonly code: 'not_found' | 'link_expired' | 'unavailable' };

/** @param forwarded the visitor's query; @param now RFC 3339 UTC with milliseconds. */
export const judge = (target: RedirectTarget, forwarded: string, now: string): Verdict => {
  const status = linkStatusAt(target, now);
  if (status === 'deleted' || status === 'disabled') return { kind: 'refused', code: 'not_found' };
  if (status === 'expired') {
    if (target.expired_url === null) return { kind: 'refused', code: 'link_expired' };
    return { kind: 'over', location: new URL(target.expired_url).href };
  }
  if (target.starts_at !== null && target.starts_at > now) return { kind: 'refused', code: 'not_found' };
  // Never let a visitor past a condition that this redirector does not know how to check.
  if (isConditional(target)) return { kind: 'refused', code: 'unavailable' };
  return { kind: 'redirect', type: target.redirect_type, assembled: assembleDestination(target, forwarded) };
};

const isConditional = ({ click_limit, password_hash, rules, variants }: RedirectTarget): boolean =>
  click_limit !== null || password_hash !== null || rules.length > 0 || variants.length > 0;

/** May every visit without a query, at any time, be answered alike? */
export const isPlain = (target: RedirectTarget): boolean =>
  target.deleted_at === null &&
  target.disabled_at === null &&
  target.starts_at === null &&
  target.expires_at === null &&
  !isConditional(target);

export const clickedLink = (target: RedirectTarget, assembled: Assembled): ClickedLink => ({
  link_id: target.id,
  workspace_id: target.workspace_id,
  domain_id: target.domain_id,
  revision: target.revision,
  tags: target.tags,
  campaign_id: target.campaign_id,
  ...assembled,
});

/** What most links have in common, which is more than half of them: it is left out of what is stored. */
const SHARED = { ...linkDefaults, deleted_at: null, disabled_at: null, archived_at: null };
type Shared = keyof typeof SHARED;

export const packTarget = (target: RedirectTarget): string =>
  JSON.stringify(Object.fromEntries(Object.entries(target).filter(([field, value]) => !isShared(field, value))));

const isShared = (field: string, value: unknown): boolean =>
  field in SHARED && (value === SHARED[field as Shared] || (Array.isArray(value) && value.length === 0));

export const unpackTarget = (packed: string): RedirectTarget => ({
  ...SHARED,
  ...(JSON.parse(packed) as Omit<RedirectTarget, Shared>),
});
