import { type Link, hasExpired, isUsedUp } from './link';
import type { LinkFields } from './link.fields';

/** What the answer to a visit depends on. */
export type Visited = LinkFields & Pick<Link, 'deleted_at' | 'disabled_at' | 'limit_reached'>;

/** How a visit to a link is answered. */
export type Verdict =
  | {
      readonly kind: 'redirect';
      readonly type: number;
      /** RFC 3339 UTC: no copy of this answer may be used from then on, now if none at all; null if it stays right. */
      readonly until: string | null;
    }
  /** The link has expired and names a page for that. This visit is not recorded as a click. */
  | { readonly kind: 'over'; readonly location: string }
  | { readonly kind: 'refused'; readonly code: 'not_found' | 'link_expired' | 'click_limit_reached' };

/**
 * The verdict before the password and the slot of the link, which the caller demands next.
 * @param now RFC 3339 UTC with milliseconds
 */
export const judge = (link: Visited, now: string): Verdict => {
  // By what holds and not by the status, which names one of several things that may hold.
  if (link.deleted_at || link.disabled_at) return { kind: 'refused', code: 'not_found' };
  if (link.starts_at !== null && link.starts_at > now) return { kind: 'refused', code: 'not_found' };
  if (hasExpired(link, now)) return over(link, 'link_expired');
  if (isUsedUp(link)) return over(link, 'click_limit_reached');
  return { kind: 'redirect', type: link.redirect_type, until: isConditional(link) ? now : link.expires_at };
};

/** The verdict on a link at its end. */
export const over = (
  { expired_url }: Pick<Link, 'expired_url'>,
  code: 'link_expired' | 'click_limit_reached',
): Exclude<Verdict, { kind: 'redirect' }> =>
  expired_url === null ? { kind: 'refused', code } : { kind: 'over', location: new URL(expired_url).href };

/** Whether each visit needs a password or a slot of the click limit. */
export const isGuarded = ({ click_limit, password_hash }: Pick<Link, 'click_limit' | 'password_hash'>): boolean =>
  click_limit !== null || password_hash !== null;

/** Whether its destination depends on the visit. */
export const hasChoice = ({ rules, variants }: Pick<Link, 'rules' | 'variants'>): boolean =>
  rules.length > 0 || variants.length > 0;

const isConditional = (link: Visited): boolean => isGuarded(link) || hasChoice(link);

/** Whether every visit without a query, at any time, gets the same answer. */
export const isPlain = (link: Visited): boolean =>
  link.deleted_at === null &&
  link.disabled_at === null &&
  link.starts_at === null &&
  link.expires_at === null &&
  !isConditional(link) &&
  link.preview === null;
