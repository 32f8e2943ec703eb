import { z } from 'zod';
import { actorSchema } from '../../keys/src/published';
import { compileLiteral } from './compile-literal';
import { LINK_STATUSES, type Link, linkStatusAt } from './link';
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
const instant = (text: string) => z.iso.datetime().meta({ description: text, example: '2026-11-21T08:00:00.000Z' });

/** Status of a link, for the OpenAPI document. */
export const linkStatusSchema = z.enum(LINK_STATUSES).meta({
  id: 'LinkStatus',
  description: 'The last that holds of `disabled`, `expired`, `archived` and `deleted`; otherwise `active`.',
});

/** The fields of the HTTP contract's link record that come from its events, in the order of the record. */
const record = {
  id: {
    schema: z.string().meta({ description: 'Id of the link.', example: 'link_2c7n4k0v9q8w1x5z3b6m7d4f2g' }),
    of: ({ id }) => id,
  },
  short_url: {
    schema: z.string().meta({ description: 'The address to share.', example: 'https://go.example.com/summer-26' }),
    of: (_, { short_url }) => short_url,
  },
  ...destination,
  created_at: { schema: instant('When the link was created.'), of: ({ created_at }) => created_at },
  alias: {
    schema: z.string().meta({ description: 'Path of the short URL, as it was typed.', example: 'summer-26' }),
    of: ({ alias }) => alias,
  },
  domain: {
    schema: z.string().meta({ description: 'Host name of the short URL.', example: 'go.example.com' }),
    of: ({ domain }) => domain,
  },
  ...description,
  status: { schema: linkStatusSchema, of: (link, _, at) => linkStatusAt(link, at) },
  ...behaviour,
  qr_url: {
    schema: z.string().meta({
      description: 'An image of its QR code, for callers with a credential.',
      example: 'https://go.example.com/v1/links/link_2c7n4k0v9q8w1x5z3b6m7d4f2g/qr',
    }),
    of: (_, { qr_url }) => qr_url,
  },
  created_by: {
    schema: actorSchema.meta({ description: 'Who created the link.' }),
    of: ({ created_by: { type, id } }) => ({ type, id }),
  },
  updated_at: { schema: instant('When it was last changed.'), of: ({ updated_at }) => updated_at },
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
