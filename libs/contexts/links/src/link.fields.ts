import { inKeyOrder } from '@kernel';
import { z } from 'zod';
import type { Rule, Variant } from './rules';

export type RedirectType = 301 | 302 | 307 | 308;

/** What preview bots show in place of the destination's own page. */
export interface Preview {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly image_url?: string | undefined;
}

interface Field<T> {
  /** The value of a field that no event sets, and of one that an edit clears. */
  readonly unset: T;
  /** Schema of the field in the link record, for the OpenAPI document. */
  readonly schema: z.ZodType;
  /** Its value in the link record. */
  present(value: T): unknown;
}

const field = <T>(unset: T, schema: z.ZodType, present: (value: T) => unknown = (value) => value): Field<T> => ({
  unset,
  schema,
  present,
});

const text = z.string().nullable();
const instant = z.iso.datetime().nullable();
const optionalText = field<string | null>(null, text);
const optionalInstant = field<string | null>(null, instant);

/** In the order of the record: first where a link leads, then what describes it, then what it does. */
const destination = { destination_url: field('', z.string()) };

const description = {
  title: optionalText,
  tags: field<readonly string[]>([], z.array(z.string())),
  utm_source: optionalText,
  utm_medium: optionalText,
  utm_campaign: optionalText,
  utm_term: optionalText,
  utm_content: optionalText,
  campaign_id: optionalText,
  external_id: optionalText,
};

const ruleShape = z.object({
  if: z.record(z.string(), z.unknown()).meta({ example: { country: ['DE', 'AT'], device: 'mobile' } }),
  destination_url: z.string(),
});
const variantShape = z.object({ destination_url: z.string(), weight: z.int() });

const previewShape = {
  title: z.string().optional(),
  description: z.string().optional(),
  image_url: z.string().optional(),
};
const PREVIEWED = Object.keys(previewShape) as (keyof Preview)[];

// jsonb stores keys in its own order, so these are returned with a fixed one.
const behaviour = {
  redirect_type: field<RedirectType>(302, z.int()),
  forward_query: field<boolean>(true, z.boolean()),
  starts_at: optionalInstant,
  expires_at: optionalInstant,
  expired_url: optionalText,
  click_limit: field<number | null>(null, z.int().nullable()),
  password_hash: field<string | null>(null, z.boolean(), (hash) => hash !== null),
  rules: field<readonly Rule[]>([], z.array(ruleShape), (rules) =>
    rules.map(({ if: conditions, destination_url }) => ({ if: inKeyOrder(conditions), destination_url })),
  ),
  variants: field<readonly Variant[]>([], z.array(variantShape), (variants) =>
    variants.map(({ destination_url, weight }) => ({ destination_url, weight })),
  ),
  preview: field<Preview | null>(
    null,
    z.object(previewShape).nullable(),
    (preview) =>
      preview && Object.fromEntries(PREVIEWED.flatMap((name) => (preview[name] ? [[name, preview[name]]] : []))),
  ),
};

const table = { ...destination, ...description, ...behaviour };
type Table = typeof table;

/**
 * The editable fields. An event carries only the given ones; an absent field is unset. A field is declared here, in the
 * request bodies (apps/gateway/src/links/link.schemas.ts) and as a column (a migration of `links`), and nowhere else.
 */
export type LinkFields = { readonly [F in keyof Table]: Table[F]['unset'] };

/** Calls `make` for each field, in the order of the record. */
export const eachField = <T>(make: (name: keyof LinkFields) => T): Readonly<Record<keyof LinkFields, T>> =>
  Object.fromEntries((Object.keys(table) as (keyof LinkFields)[]).map((name) => [name, make(name)])) as Record<
    keyof LinkFields,
    T
  >;

/** The values of unset fields. A link always has a destination: its `''` is never seen. */
export const unsetFields = eachField((name) => table[name].unset) as LinkFields;

const { destination_url: _, ...optional } = unsetFields;
export const defaults: Omit<LinkFields, 'destination_url'> = optional;

/** Fields with another name in the link record. */
const RENAMED = { password_hash: 'has_password' } as const;
type RecordName<N> = N extends keyof typeof RENAMED ? (typeof RENAMED)[N] : N;

/** A field of the link record: its schema, and its value for a link. */
export interface RecordField {
  readonly schema: z.ZodType;
  of(link: LinkFields): unknown;
}

const partOf = <F extends Readonly<Record<string, Field<unknown>>>>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { schema, present }]) => [
      RENAMED[name as keyof typeof RENAMED] ?? name,
      { schema, of: (link: LinkFields) => present(link[name as keyof LinkFields]) },
    ]),
  ) as { readonly [N in keyof F as RecordName<N>]: RecordField };

/** The parts of the link record that its fields make. */
export const recordFields = {
  destination: partOf(destination),
  description: partOf(description),
  behaviour: partOf(behaviour),
};
