import { inKeyOrder } from '@kernel';
import { z } from 'zod';
import { type Preview, type Rule, type Variant, previewShape, ruleShape, variantShape } from './link-choice.record';

export type RedirectType = 301 | 302 | 307 | 308;

/** What a field holds. As text, a list is separated by commas; JSON is JSON in its column, too. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'list' | 'json';

interface Field<T> {
  readonly kind: FieldKind;
  /** The value of a field that no event sets, and of one that an edit clears. */
  readonly unset: T;
  /** Schema of the field in the link record, for the OpenAPI document. */
  readonly schema: z.ZodType;
  /** Its value in the link record. */
  present(value: T): unknown;
}

const field = <T>(
  kind: FieldKind,
  unset: T,
  schema: z.ZodType,
  present: (value: T) => unknown = (value) => value,
): Field<T> => ({ kind, unset, schema, present });

const text = (description: string, example: string | null) =>
  field<string | null>('text', null, z.string().nullable().meta({ description, example }));
const instant = (description: string, example: string | null) =>
  field<string | null>('text', null, z.iso.datetime().nullable().meta({ description, example }));
const utm = (name: string, example: string | null) =>
  text(`The \`${name}\` of visits whose destination and query have none.`, example);

/** Status of a redirect, for the OpenAPI document. */
export const redirectTypeSchema = z
  .literal([301, 302, 307, 308])
  .meta({ id: 'RedirectType', description: 'HTTP status of the redirect.', example: 302 });

/** In the order of the record: first where a link leads, then what describes it, then what it does. */
const destination = {
  destination_url: field<string>(
    'text',
    '',
    z.string().meta({ description: 'Where the link leads.', example: 'https://example.com/summer?ref=1' }),
  ),
};

const description = {
  title: text('Title, for your own use.', 'Summer sale'),
  tags: field<readonly string[]>(
    'list',
    [],
    z.array(z.string()).meta({ description: 'Tags, in the order that they were set.', example: ['summer', 'sale'] }),
  ),
  utm_source: utm('utm_source', 'newsletter'),
  utm_medium: utm('utm_medium', 'email'),
  utm_campaign: utm('utm_campaign', 'summer'),
  utm_term: utm('utm_term', null),
  utm_content: utm('utm_content', null),
  campaign_id: text('The campaign that the link belongs to.', 'cmp_01jd6q3x9v8w7t6s5r4p3n2m3k'),
  external_id: text('Id of the link in another system.', 'cms-4711'),
};

const PREVIEWED = Object.keys(previewShape.shape) as (keyof Preview)[];

// jsonb stores keys in its own order, so these are returned with a fixed one.
const behaviour = {
  redirect_type: field<RedirectType>('number', 302, redirectTypeSchema),
  forward_query: field<boolean>(
    'boolean',
    true,
    z.boolean().meta({ description: 'Whether the query of a visit is appended to the destination.', example: true }),
  ),
  starts_at: instant('The link is not found before.', '2026-12-01T00:00:00.000Z'),
  expires_at: instant('The link has expired from then on.', '2026-12-31T00:00:00.000Z'),
  expired_url: text('Where the link leads once it has expired.', 'https://example.com/over'),
  click_limit: field<number | null>(
    'number',
    null,
    z.int().nullable().meta({ description: 'After so many redirects of people the link has expired.', example: 1000 }),
  ),
  password_hash: field<string | null>(
    'text',
    null,
    z.boolean().meta({ description: 'Whether visitors are asked for a password.', example: false }),
    (hash) => hash !== null,
  ),
  rules: field<readonly Rule[]>(
    'json',
    [],
    z
      .array(ruleShape)
      .meta({ description: 'Other destinations for some visitors: the first rule that holds decides.' }),
    (rules) => rules.map(({ if: conditions, destination_url }) => ({ if: inKeyOrder(conditions), destination_url })),
  ),
  variants: field<readonly Variant[]>(
    'json',
    [],
    z.array(variantShape).meta({
      description: 'Destinations that share the visitors by weight where no rule holds.',
      example: [
        { destination_url: 'https://example.com/a', weight: 3 },
        { destination_url: 'https://example.com/b', weight: 1 },
      ],
    }),
    (variants) => variants.map(({ destination_url, weight }) => ({ destination_url, weight })),
  ),
  preview: field<Preview | null>(
    'json',
    null,
    previewShape.nullable(),
    (preview) =>
      preview && Object.fromEntries(PREVIEWED.flatMap((name) => (preview[name] ? [[name, preview[name]]] : []))),
  ),
};

const table = { ...destination, ...description, ...behaviour };
type Table = typeof table;

/**
 * The editable fields. An event carries only the given ones; an absent field is unset. A field is declared here (the
 * shape of one with parts of its own in link-choice.record.ts), in the request bodies
 * (apps/gateway/src/links/link-fields.schemas.ts; one with parts in a file beside it) and as a column (a migration of
 * libs/platform/read-store). Types, defaults, the fold, the record, the history and the columns of exports and imports
 * are derived.
 */
export type LinkFields = { readonly [F in keyof Table]: Table[F]['unset'] };

/** Calls `make` for each field, in the order of the record. */
export const eachField = <T>(make: (name: keyof LinkFields) => T): Readonly<Record<keyof LinkFields, T>> =>
  Object.fromEntries((Object.keys(table) as (keyof LinkFields)[]).map((name) => [name, make(name)])) as Record<
    keyof LinkFields,
    T
  >;

/** What a field of links or of their record holds; `text` for one that is not in the table, such as `alias`. */
export const kindOf = (name: string): FieldKind =>
  Object.hasOwn(table, name) ? table[name as keyof Table].kind : 'text';

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
