import { z } from 'zod';
import { ALIAS, LINK_STATUSES, RESERVED_ALIASES, linkRecordShape, problemWithDestination } from '@contexts/links';
import { pagingQuery, queryList } from '@platform/http';
import { holdsNoKey, line } from '../text.schemas';
import { LINK_SORTS, readCursor } from './link-order';

const destinationUrl = z
  .string()
  .superRefine((text, context) => {
    const problem = problemWithDestination(text);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  })
  .meta({
    format: 'uri',
    maxLength: 8_192,
    example: 'https://example.com/summer?ref=1',
    description: 'http or https, without credentials.',
  });

const alias = z
  .string()
  .regex(ALIAS, { error: 'must be 1 to 100 letters, digits, dashes or underscores' })
  .refine((text) => !RESERVED_ALIASES.has(text.toLowerCase()), { error: 'is reserved' })
  .refine(...holdsNoKey)
  .meta({
    description: 'Short path, unique per domain without regard to case. Absent: 7 random characters.',
    example: 'summer-26',
  });

const tag = line(50).refine((text) => !text.includes(','), { error: 'must not contain a comma' });
const tags = z
  .array(tag)
  .max(20, { error: 'must have at most 20 tags' })
  .transform((list) => [...new Set(list)]);
const utm = line(255);

type Clearable<S extends z.ZodRawShape> = { readonly [F in keyof S]: z.ZodOptional<z.ZodNullable<S[F]>> };

const clearable = <S extends z.ZodRawShape>(shape: S) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, z.optional(z.nullable(schema))]),
  ) as Clearable<S>;

/** What can be edited besides the destination. Fields of later capabilities are unknown until they work. */
const editable = {
  title: line(255),
  tags,
  utm_source: utm,
  utm_medium: utm,
  utm_campaign: utm,
  utm_term: utm,
  utm_content: utm,
};

/** Body of `POST /v1/links`. */
export const createLinkBody = z.strictObject({
  destination_url: destinationUrl,
  alias: alias.optional(),
  domain: z.string().min(1).max(253).optional().meta({ description: 'One of the own short hosts.' }),
  ...z.object(editable).partial().shape,
});
export type CreateLinkBody = z.infer<typeof createLinkBody>;

/** Body of `PATCH /v1/links/{id}`: absent leaves a field as it is, null clears it. */
export const updateLinkBody = z.strictObject({
  destination_url: destinationUrl.optional(),
  ...clearable(editable),
});
export type UpdateLinkBody = z.infer<typeof updateLinkBody>;

/** Body of `POST /api/urls`, in camelCase. */
export const createUrlBody = z.strictObject({ originalUrl: destinationUrl });

/** Query of `GET /v1/links`. */
export const listLinksQuery = z
  .strictObject({
    ...pagingQuery,
    tags: queryList(z.string().max(50), 20).optional(),
    tags_mode: z.enum(['any', 'all']).default('any'),
    status: z.enum(LINK_STATUSES).optional().meta({ description: 'Absent: every link that is not deleted.' }),
    sort: z.enum(LINK_SORTS).default('created_at').meta({
      description:
        'Ties are broken by id, in the same direction. Links that nobody has clicked have 0 clicks, and come last by last_clicked_at in either order.',
    }),
    order: z.enum(['asc', 'desc']).default('desc'),
    cursor: z
      .string()
      .optional()
      .meta({
        description:
          'Pages by place instead of number, which stays quick however far it goes: first empty (`cursor=`), then the `meta.next_cursor` of the answer before, ' +
          'until that is null; with the same sort and order, and without page. By created_at no link is missed and none comes twice. ' +
          'Counters move meanwhile: by clicks or last_clicked_at a link that is clicked while you page may come twice, or be missed, where it passes the place you are at.',
      }),
  })
  .superRefine(({ cursor, page, sort, order }, context) => {
    if (cursor === undefined) return;
    if (cursor !== '' && !readCursor(cursor, { sort, order }))
      context.addIssue({
        code: 'custom',
        path: ['cursor'],
        message: 'must be empty or the next_cursor of a list in this sort and order',
      });
    if (page !== 1) context.addIssue({ code: 'custom', path: ['page'], message: 'does not go with cursor' });
  });
export type ListLinksQuery = z.infer<typeof listLinksQuery>;

const { id, short_url, destination_url, ...fields } = linkRecordShape;

/** The link record, for the OpenAPI document. */
export const linkRecord = z
  .object({
    id,
    short_url,
    destination_url,
    clicks: z.int().meta({ description: 'Clicks of people: bots, HEAD and prefetch are apart.' }),
    ...fields,
    unique_clicks: z.int(),
    bot_clicks: z.int(),
    last_clicked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Link' });

/** A link at an instant. */
export const linkAtRecord = z.object(linkRecordShape).meta({ id: 'LinkAt' });

export const shortUrlRecord = z.object({ shortCode: z.string(), shortUrl: z.string(), originalUrl: z.string() });
