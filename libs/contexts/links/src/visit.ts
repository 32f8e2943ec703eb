import { type Link, statusAt } from './link';

/** How a visit to a link is answered. */
export type Verdict =
  | { readonly kind: 'redirect'; readonly type: number }
  /** The link has expired and names a page for that. This visit is not recorded as a click. */
  | { readonly kind: 'over'; readonly location: string }
  | { readonly kind: 'refused'; readonly code: 'not_found' | 'link_expired' | 'unavailable' };

/** @param now RFC 3339 UTC with milliseconds */
export const judge = (link: Link, now: string): Verdict => {
  const status = statusAt(link, now);
  if (status === 'deleted' || status === 'disabled') return { kind: 'refused', code: 'not_found' };
  if (status === 'expired') {
    if (link.expired_url === null) return { kind: 'refused', code: 'link_expired' };
    return { kind: 'over', location: new URL(link.expired_url).href };
  }
  if (link.starts_at !== null && link.starts_at > now) return { kind: 'refused', code: 'not_found' };
  // Never let a visitor past a condition that is not checked yet.
  if (isConditional(link)) return { kind: 'refused', code: 'unavailable' };
  return { kind: 'redirect', type: link.redirect_type };
};

const isConditional = ({ click_limit, password_hash, rules, variants }: Link): boolean =>
  click_limit !== null || password_hash !== null || rules.length > 0 || variants.length > 0;

/** Whether every visit without a query, at any time, gets the same answer. */
export const isPlain = (link: Link): boolean =>
  link.deleted_at === null &&
  link.disabled_at === null &&
  link.starts_at === null &&
  link.expires_at === null &&
  !isConditional(link);
