import { z } from 'zod';
import { parseUrl } from '@kernel';
import { ALIAS, LINK_STATUSES, RESERVED_ALIASES, linkRecordShape } from '@contexts/links';
import { pagingQuery, queryList, refusing } from '@platform/http';
import { bodyInstant, instant } from '../instant.schemas';
import { cursorListOfRecords } from '../responses';
import { holdsNoKey, line, optional } from '../text.schemas';
import { rules, variants } from './link-choice.schemas';
import { LINK_SORTS, readCursor } from './link-order';
import { preview } from './link-preview.schema';
import { destinationUrl } from './link-values.schemas';

const alias = z
  .string()
  .regex(ALIAS, { error: 'must be 1 to 100 letters, digits, dashes or underscores' })
  .refine((text) => !RESERVED_ALIASES.has(text.toLowerCase()), { error: 'is reserved' })
  .refine(...holdsNoKey)
  .meta({
    description: 'Short path, unique per domain, ignoring case. Absent: 7 random characters.',
    example: 'summer-26',
  });

const tag = line(50).refine((text) => !text.includes(','), { error: 'must not contain a comma' });
export const tags = z
  .array(tag)
  .max(20, { error: 'must have at most 20 tags' })
  .transform((list) => [...new Set(list)]);
export const utm = line(255);
const externalId = line(255).meta({
  description: 'Id of the link in another system, unique in the workspace.',
  example: 'cms-4711',
});

const campaignId = z.string().max(100).meta({
  description: 'The campaign that the link belongs to, one of the workspace. The link inherits its utm fields.',
  example: 'cmp_01jd6q3x9v8w7t6s5r4p3n2m3k',
});

/** The external id in a path. */
export const externalIdPath = externalId;

type Clearable<S extends z.ZodRawShape> = { readonly [F in keyof S]: z.ZodOptional<z.ZodNullable<S[F]>> };

const clearable = <S extends z.ZodRawShape>(shape: S) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, z.optional(z.nullable(schema))]),
  ) as Clearable<S>;

type Absentable<S extends z.ZodRawShape> = { readonly [F in keyof S]: ReturnType<typeof optional<S[F] & z.ZodType>> };

const absentable = <S extends z.ZodRawShape>(shape: S) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, optional(schema as z.ZodType)]),
  ) as unknown as Absentable<S>;

/** The largest number of the column. */
const MOST_CLICKS = 2_147_483_647;

/** What can be edited besides the destination. */
const editable = {
  title: line(255),
  tags,
  utm_source: utm,
  utm_medium: utm,
  utm_campaign: utm,
  utm_term: utm,
  utm_content: utm,
  campaign_id: campaignId,
  external_id: externalId,
  redirect_type: z.literal([301, 302, 307, 308]).meta({
    example: 302,
    description: 'Status of the redirect. Browsers keep 301 and 308 for up to 30 seconds. Absent: 302.',
  }),
  forward_query: z.boolean().meta({ description: 'Whether the query of a visit is appended. Absent: true.' }),
  starts_at: bodyInstant.meta({ description: 'The link is not found before.' }),
  expires_at: bodyInstant.meta({
    description: 'The link has expired from then on: 410, or `expired_url`. Later than `starts_at`; it may be past.',
  }),
  expired_url: destinationUrl.meta({ description: 'Where an expired link leads, by 302. No click is counted.' }),
  rules,
  variants,
  preview,
  click_limit: z
    .int()
    .min(1, { error: 'must be at least 1' })
    .max(MOST_CLICKS)
    .meta({
      description:
        'The link redirects people at most so many times, earlier clicks included, and has then expired: 410, or ' +
        '`expired_url`. A higher limit reopens it. Bots are not counted.',
      example: 1000,
    }),
  password: z
    .string()
    .min(4, { error: 'must have at least 4 characters' })
    .max(128, { error: 'must have at most 128 characters' })
    .meta({
      description: 'Each visitor is asked for it. Only a hash is kept; the record has `has_password`.',
      example: 'open sesame',
    }),
};

/** Fields of a record that no body sets. */
const READ_ONLY = Object.fromEntries(
  [
    'id',
    'short_url',
    'status',
    'clicks',
    'unique_clicks',
    'bot_clicks',
    'qr_url',
    'created_at',
    'created_by',
    'updated_at',
  ].map((field) => [field, 'cannot be set: it is read-only']),
);

const IDENTITY = Object.fromEntries(
  ['alias', 'domain'].map((field) => [
    field,
    'cannot be changed: alias and domain are what a link is known by; create another link instead',
  ]),
);

const linkId = z.string().meta({ description: 'Id of the link.', example: 'link_0123456789abcdefghjkmnpqrs' });

const domain = z
  .string()
  .min(1)
  .max(253)
  .meta({
    description:
      'A verified domain of the workspace, or one of the short hosts of this installation. Absent: the primary domain, ' +
      'else the first of these hosts.',
    example: 'go.brand.example',
  });

/** Body of `POST /v1/links`. */
export const createLinkBody = z.strictObject({
  destination_url: destinationUrl,
  alias: optional(alias),
  domain: optional(domain),
  ...absentable(editable),
  find_if_exists: z
    .boolean()
    .optional()
    .meta({
      description:
        'Answers with 200 and the link that has this domain, destination and every field that was sent, if there is ' +
        'one that is not deleted.',
    }),
});
refusing(createLinkBody, READ_ONLY);
export type CreateLinkBody = z.infer<typeof createLinkBody>;

/** Body of `PATCH /v1/links/{id}`: an absent field stays as it is, null clears it. */
export const updateLinkBody = z.strictObject({
  destination_url: destinationUrl.optional(),
  ...clearable(editable),
});
const NO_CHANGE = { ...READ_ONLY, ...IDENTITY };
refusing(updateLinkBody, NO_CHANGE);
export type UpdateLinkBody = z.infer<typeof updateLinkBody>;

/** An item of `PATCH /v1/links/bulk`: the id of a link, and the body of its PATCH. */
export const updateLinkItem = z.strictObject({ id: linkId, ...updateLinkBody.shape });
refusing(updateLinkItem, NO_CHANGE);

/** An item of `DELETE /v1/links/bulk`. */
export const deleteLinkItem = z.strictObject({ id: linkId });

const { external_id: _, ...editableByPut } = editable;

/** Body of `PUT /v1/links/by-external-id/{external_id}`: that of a PATCH, with what a new link may have besides. */
export const putLinkBody = z.strictObject({
  destination_url: destinationUrl.optional().meta({ description: 'Required where no link has the external id.' }),
  alias: optional(alias),
  domain: optional(domain),
  ...clearable(editableByPut),
});
refusing(putLinkBody, { ...READ_ONLY, external_id: 'is in the path' });
export type PutLinkBody = z.infer<typeof putLinkBody>;

/** Body of `POST /api/urls`, in camelCase. */
export const createUrlBody = z.strictObject({ originalUrl: destinationUrl });

const tagList = queryList(z.string().max(50), 20);

/** The filters of every list and count of links. */
const linkFilters = {
  tags: tagList.optional(),
  tags_mode: z.enum(['any', 'all']).default('any'),
  exclude_tags: tagList.optional().meta({ description: 'Excludes links with any of these tags.' }),
  domain: z.string().min(1).max(253).optional().meta({ description: 'Host name, as in the link record.' }),
  campaign_id: z.string().min(1).max(100).optional(),
  search: z.string().min(1).max(1_000).optional().meta({
    description: 'Part of the alias, title, destination or external id, ignoring case.',
  }),
  status: z.enum(LINK_STATUSES).optional().meta({ description: 'Absent: every link that is not deleted.' }),
  created_after: instant.optional().meta({ description: 'Inclusive.' }),
  created_before: instant.optional().meta({ description: 'Exclusive.' }),
};

/** Query of `GET /v1/links/count`. */
export const countLinksQuery = z.strictObject(linkFilters);

/** Query of `GET /v1/tags`. */
export const listTagsQuery = z.strictObject(pagingQuery);

const wantedAlias = z.string().min(1).max(100);
const wantedDomain = z
  .string()
  .min(1)
  .max(253)
  .optional()
  .meta({ description: 'Absent: the first short host of this installation.' });

/** Query of `GET /v1/links/exists`. */
export const aliasQuery = z.strictObject({ alias, domain: wantedDomain });

/** Query of `GET /v1/links/lookup`. */
export const lookupQuery = z
  .strictObject({
    alias: wantedAlias.optional(),
    domain: wantedDomain,
    short_url: z
      .string()
      .max(8_192)
      .refine((text) => shortUrlParts(text) !== null, {
        error: 'must be an absolute http or https URL of one path segment',
      })
      .optional()
      .meta({ description: 'Instead of alias and domain. Query and fragment are ignored.' }),
  })
  .superRefine(({ alias, domain, short_url }, context) => {
    const problem = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (short_url === undefined && alias === undefined)
      return problem('alias', 'is required, unless short_url is given');
    if (short_url === undefined) return;
    if (alias !== undefined) problem('alias', 'does not go with short_url');
    if (domain !== undefined) problem('domain', 'does not go with short_url');
  });
export type LookupQuery = z.infer<typeof lookupQuery>;

/** The host and the alias of a short URL; null for a text that cannot be one. */
export const shortUrlParts = (text: string): { domain: string; alias: string } | null => {
  const url = parseUrl(text);
  const [, alias] = /^\/([^/]+)$/.exec(url?.pathname ?? '') ?? [];
  return url && /^https?:$/.test(url.protocol) && alias !== undefined ? { domain: url.host, alias } : null;
};

/** Query of `GET /v1/links`. */
export const listLinksQuery = z
  .strictObject({
    ...pagingQuery,
    ...linkFilters,
    sort: z
      .enum(LINK_SORTS)
      .default('created_at')
      .meta({
        description:
          'Ties are broken by id, in the same direction. Links without a click come last by last_clicked_at in ' +
          'either order.',
      }),
    order: z.enum(['asc', 'desc']).default('desc'),
    cursor: z
      .string()
      .optional()
      .meta({
        description:
          'Pages by position instead of number, which stays fast on later pages: first empty (`cursor=`), then the ' +
          '`meta.next_cursor` of the previous answer, until that is null; with the same order, by created_at, and ' +
          'without page. A link that stays is seen exactly once while others come and go.',
      }),
  })
  .superRefine(({ cursor, page, sort, order }, context) => {
    if (cursor === undefined) return;
    const problem = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (cursor !== '' && !readCursor(cursor, order))
      problem('cursor', 'must be empty or the next_cursor of a list in this order');
    if (sort !== 'created_at') problem('sort', 'must be created_at, since counters move while you page by cursor');
    if (page !== 1) problem('page', 'does not go with cursor');
  });
export type ListLinksQuery = z.infer<typeof listLinksQuery>;

const { id, short_url, destination_url, ...fields } = linkRecordShape;

/** The link record, for the OpenAPI document. */
export const linkRecord = z
  .object({
    id,
    short_url,
    destination_url,
    clicks: z.int().meta({ description: 'Clicks by people, without bots, HEAD and prefetch.' }),
    ...fields,
    unique_clicks: z.int(),
    bot_clicks: z.int(),
    last_clicked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Link' });

const links = cursorListOfRecords(linkRecord);

/** The list of links. */
export const linkList = links.extend({
  meta: links.shape.meta.extend({
    total_is: z
      .literal('minimum')
      .optional()
      .meta({ description: 'True when filters match more than 10,000 links: `total` stops there.' }),
  }),
});

/** A link at an instant. */
export const linkAtRecord = z.object(linkRecordShape).meta({ id: 'LinkAt' });

export const shortUrlRecord = z.object({ shortCode: z.string(), shortUrl: z.string(), originalUrl: z.string() });
