import type { LinkAt } from '../../api/queries';

/** The fields of a link in the order in which they are shown. */
export const FIELDS: readonly (readonly [name: keyof LinkAt, label: string])[] = [
  ['status', 'Status'],
  ['destination_url', 'Destination'],
  ['title', 'Title'],
  ['tags', 'Tags'],
  ['rules', 'Rules'],
  ['variants', 'Variants'],
  ['utm_source', 'utm_source'],
  ['utm_medium', 'utm_medium'],
  ['utm_campaign', 'utm_campaign'],
  ['utm_term', 'utm_term'],
  ['utm_content', 'utm_content'],
  ['starts_at', 'Starts'],
  ['expires_at', 'Ends'],
  ['click_limit', 'Most clicks'],
  ['expired_url', 'Afterwards leads to'],
  ['has_password', 'Password'],
  ['redirect_type', 'Status of the redirect'],
  ['forward_query', 'Passes the query on'],
  ['preview', 'Preview'],
  ['campaign_id', 'Campaign'],
  ['external_id', 'Id in another system'],
];

const LABELS: ReadonlyMap<string, string> = new Map(FIELDS);

/** Undefined for a field that people cannot change. */
export const fieldLabel = (name: string): string | undefined => LABELS.get(name);

/** An edit cannot set these: they follow from other requests. */
const FIXED: readonly string[] = ['status', 'has_password'];
export const isEditable = (name: string): boolean => LABELS.has(name) && !FIXED.includes(name);
