import type { components } from '../../api/openapi';
import type { Link, LinkAt } from '../../api/queries';
import { instantOf, localOf } from '../../ui/local-time';
import { type ConditionFields, conditionsOf, valueOf } from './conditions';

export type LinkCreate = components['schemas']['LinkCreate'];
export type LinkUpdate = components['schemas']['LinkUpdate'];

export const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

export interface RuleFields {
  /** Tells rules apart while they move. */
  readonly key: number;
  readonly conditions: readonly ConditionFields[];
  readonly destination_url: string;
}

export interface VariantFields {
  readonly key: number;
  readonly destination_url: string;
  readonly weight: string;
}

/** A link as the form has it: texts, and instants in the browser's time zone. */
export interface Fields {
  readonly destination_url: string;
  readonly domain: string;
  readonly alias: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly campaign_id: string;
  readonly external_id: string;
  readonly utm_source: string;
  readonly utm_medium: string;
  readonly utm_campaign: string;
  readonly utm_term: string;
  readonly utm_content: string;
  readonly redirect_type: string;
  readonly forward_query: boolean;
  readonly starts_at: string;
  readonly expires_at: string;
  readonly expired_url: string;
  readonly click_limit: string;
  readonly password: string;
  readonly removes_password: boolean;
  readonly rules: readonly RuleFields[];
  readonly variants: readonly VariantFields[];
  readonly preview_title: string;
  readonly preview_description: string;
  readonly preview_image_url: string;
}

export const EMPTY: Fields = {
  destination_url: '',
  domain: '',
  alias: '',
  title: '',
  tags: [],
  campaign_id: '',
  external_id: '',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
  redirect_type: '302',
  forward_query: true,
  starts_at: '',
  expires_at: '',
  expired_url: '',
  click_limit: '',
  password: '',
  removes_password: false,
  rules: [],
  variants: [],
  preview_title: '',
  preview_description: '',
  preview_image_url: '',
};

let lastKey = 0;
export const newKey = (): number => (lastKey += 1);

/** Fields as they are kept: never a password, and no keys. */
export const plain = ({ password: _password, rules, variants, ...fields }: Fields): object => ({
  ...fields,
  rules: rules.map(({ key: _key, ...rule }) => rule),
  variants: variants.map(({ key: _key, ...variant }) => variant),
});

/** Keys are those of this page, lest a new rule gets the key of an old one. */
export const revive = ({ rules = [], variants = [], ...fields }: Partial<Fields>): Partial<Fields> => ({
  ...fields,
  rules: rules.map((rule) => ({ ...rule, key: newKey() })),
  variants: variants.map((variant) => ({ ...variant, key: newKey() })),
});

const ruleOf = ({ if: conditions, destination_url }: Link['rules'][number]): RuleFields => ({
  key: newKey(),
  destination_url,
  conditions: conditionsOf(conditions),
});

export const fieldsOf = (link: Link | LinkAt): Fields => ({
  ...EMPTY,
  ...Object.fromEntries(
    [...UTM, 'title', 'campaign_id', 'external_id', 'expired_url'].map((name) => [name, link[name as 'title'] ?? '']),
  ),
  destination_url: link.destination_url,
  domain: link.domain,
  alias: link.alias,
  tags: link.tags,
  redirect_type: String(link.redirect_type),
  forward_query: link.forward_query,
  starts_at: localOf(link.starts_at),
  expires_at: localOf(link.expires_at),
  click_limit: link.click_limit === null ? '' : String(link.click_limit),
  rules: link.rules.map(ruleOf),
  variants: link.variants.map(({ destination_url, weight }) => ({
    key: newKey(),
    destination_url,
    weight: String(weight),
  })),
  preview_title: link.preview?.title ?? '',
  preview_description: link.preview?.description ?? '',
  preview_image_url: link.preview?.image_url ?? '',
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** Everything that a form says, as the API takes it. */
const whole = (fields: Fields) => {
  const preview = {
    title: orNull(fields.preview_title),
    description: orNull(fields.preview_description),
    image_url: orNull(fields.preview_image_url),
  };
  return {
    destination_url: fields.destination_url.trim(),
    title: orNull(fields.title),
    tags: [...fields.tags],
    campaign_id: orNull(fields.campaign_id),
    external_id: orNull(fields.external_id),
    utm_source: orNull(fields.utm_source),
    utm_medium: orNull(fields.utm_medium),
    utm_campaign: orNull(fields.utm_campaign),
    utm_term: orNull(fields.utm_term),
    utm_content: orNull(fields.utm_content),
    redirect_type: Number(fields.redirect_type) as 301 | 302 | 307 | 308,
    forward_query: fields.forward_query,
    starts_at: instantOf(fields.starts_at),
    expires_at: instantOf(fields.expires_at),
    expired_url: orNull(fields.expired_url),
    click_limit: numberOrNull(fields.click_limit),
    rules: fields.rules.map(({ conditions, destination_url }) => ({
      if: Object.fromEntries(conditions.map((condition) => [condition.name, valueOf(condition)])),
      destination_url: destination_url.trim(),
    })),
    variants: fields.variants.map(({ destination_url, weight }) => ({
      destination_url: destination_url.trim(),
      weight: Number(weight),
    })),
    preview: Object.values(preview).some((part) => part !== null) ? preview : null,
  };
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The body of a creation: what differs from the defaults. */
export const createBody = (fields: Fields): LinkCreate => {
  const defaults = whole(EMPTY);
  const given = Object.entries(whole(fields)).filter(
    ([name, value]) => name === 'destination_url' || !same(value, defaults[name as keyof typeof defaults]),
  );
  return {
    ...(Object.fromEntries(given) as unknown as LinkCreate),
    ...(fields.alias.trim() && { alias: fields.alias.trim() }),
    ...(fields.domain && { domain: fields.domain }),
    ...(fields.password && { password: fields.password }),
  };
};

/** The body of an edit: what differs from the link as it was read; null clears. */
export const updateBody = (fields: Fields, before: Fields): LinkUpdate => {
  const [now, then] = [whole(fields), whole(before)];
  const changed = Object.entries(now).filter(([name, value]) => !same(value, then[name as keyof typeof then]));
  return {
    ...(Object.fromEntries(changed) as LinkUpdate),
    ...(fields.password && { password: fields.password }),
    ...(fields.removes_password && { password: null }),
  };
};

/** Where people end up, with the utm fields that the address does not have yet; null while it is no address. */
export const finalUrl = (fields: Pick<Fields, 'destination_url' | (typeof UTM)[number]>): string | null => {
  try {
    const url = new URL(fields.destination_url.trim());
    if (!/^https?:$/.test(url.protocol)) return null;
    for (const name of UTM)
      if (fields[name].trim() !== '' && !url.searchParams.has(name)) url.searchParams.append(name, fields[name].trim());
    return url.href;
  } catch {
    return null;
  }
};
