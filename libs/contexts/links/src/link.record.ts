import { z } from 'zod';
import { compileLiteral } from './compile-literal';
import { LINK_STATUSES, type Link, statusAt } from './link';
import { recordFields } from './link.fields';

/** Where a link and what belongs to it are found. */
export interface LinkUrls {
  readonly short_url: string;
  /** Of an image of its QR code, for callers with a credential. */
  readonly qr_url: string;
}

interface RecordField {
  readonly schema: z.ZodType;
  of(link: Link, urls: LinkUrls, at: string): unknown;
}

const { destination, description, behaviour } = recordFields;
const instant = z.iso.datetime();
const actor = z.object({ type: z.enum(['api_key', 'user', 'system']), id: z.string() });

/** The fields of the HTTP contract's link record that come from its events, in the order of the record. */
const record = {
  id: { schema: z.string().meta({ example: 'link_2c7n4k0v9q8w1x5z3b6m7d4f2g' }), of: ({ id }) => id },
  short_url: { schema: z.string(), of: (_, { short_url }) => short_url },
  ...destination,
  created_at: { schema: instant, of: ({ created_at }) => created_at },
  alias: { schema: z.string(), of: ({ alias }) => alias },
  domain: { schema: z.string(), of: ({ domain }) => domain },
  ...description,
  status: { schema: z.enum(LINK_STATUSES), of: (link, _, at) => statusAt(link, at) },
  ...behaviour,
  qr_url: {
    schema: z.string().meta({ description: 'An image of its QR code, for callers with a credential.' }),
    of: (_, { qr_url }) => qr_url,
  },
  created_by: { schema: actor, of: ({ created_by: { type, id } }) => ({ type, id }) },
  updated_at: { schema: instant, of: ({ updated_at }) => updated_at },
} satisfies Record<string, RecordField>;
type Name = keyof typeof record;
export type LinkRecord = Readonly<Record<Name, unknown>>;

const entries = Object.entries(record) as [Name, RecordField][];

/** Schemas of {@link storedLinkRecord}, for the OpenAPI document. */
export const linkRecordShape = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])) as Readonly<
  Record<Name, z.ZodType>
>;

/**
 * The link record without clicks. A password appears as `has_password` only. Objects have their keys in one order, in
 * whatever order they were stored.
 * @param at RFC 3339, the instant its status is judged at
 */
export const storedLinkRecord = (link: Link, urls: LinkUrls, at: string): LinkRecord => present(link, urls, at);

const present = compileLiteral<[link: Link, urls: LinkUrls, judged_at: string], LinkRecord>(
  ['link', 'urls', 'at'],
  Object.fromEntries(entries.map(([name]) => [name, `scope.${name}(link, urls, at)`])) as Record<Name, string>,
  Object.fromEntries(entries.map(([name, { of }]) => [name, of])),
);
