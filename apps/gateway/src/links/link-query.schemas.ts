import { z } from 'zod';
import { parseUrl } from '@kernel';
import { linkStatusSchema } from '@contexts/links';
import { pagingQuery, queryList } from '@platform/http';
import { instant } from '../instant.schemas';
import { alias } from './link-fields.schemas';
import { LINK_SORTS, readCursor } from './link-order';

const tagList = queryList(z.string().max(50), 20);

/** The filters of every list and count of links. Their names in the document end with `LinkFilter`. */
const linkFilters = {
  tags: tagList.optional().meta({
    parameter: 'TagsLinkFilter',
    description: 'Links with any of these tags, or with all of them by `tags_mode`.',
    example: ['summer', 'sale'],
  }),
  tags_mode: z.enum(['any', 'all']).default('any').meta({
    parameter: 'TagsModeLinkFilter',
    description: 'Whether a link needs any or all of the `tags`.',
    example: 'any',
  }),
  exclude_tags: tagList.optional().meta({
    parameter: 'ExcludeTagsLinkFilter',
    description: 'Excludes links with any of these tags.',
    example: ['winter'],
  }),
  domain: z.string().min(1).max(253).optional().meta({
    parameter: 'DomainLinkFilter',
    description: 'Host name, as in the link record.',
    example: 'go.example.com',
  }),
  campaign_id: z.string().min(1).max(100).optional().meta({
    parameter: 'CampaignLinkFilter',
    description: 'Id of the campaign that the links belong to.',
    example: 'cmp_01jd6q3x9v8w7t6s5r4p3n2m3k',
  }),
  search: z.string().min(1).max(1_000).optional().meta({
    parameter: 'SearchLinkFilter',
    description: 'Part of the alias, title, destination or external id, ignoring case.',
    example: 'sale',
  }),
  status: linkStatusSchema.optional().meta({
    parameter: 'StatusLinkFilter',
    description: 'Status of the links. Absent: every link that is not deleted.',
    example: 'active',
  }),
  created_after: instant.optional().meta({
    parameter: 'CreatedAfterLinkFilter',
    description: 'Links that were created at this instant or later.',
    example: '2026-11-01T00:00:00Z',
  }),
  created_before: instant.optional().meta({
    parameter: 'CreatedBeforeLinkFilter',
    description: 'Links that were created before this instant.',
    example: '2026-12-01T00:00:00Z',
  }),
};

/** Query of `GET /v1/links/count`. */
export const countLinksQuery = z.strictObject(linkFilters);

/** Query of `GET /v1/tags`. */
export const listTagsQuery = z.strictObject(pagingQuery);

const wantedAlias = z.string().min(1).max(100).meta({ description: 'Alias of the link.', example: 'summer-26' });
const wantedDomain = z.string().min(1).max(253).optional().meta({
  description: 'Host name of the link. Absent: the first short host of this installation.',
  example: 'go.example.com',
});

/** Query of `GET /v1/links/exists`. */
export const aliasQuery = z.strictObject({
  alias: alias.meta({ description: 'The alias to look for.' }),
  domain: wantedDomain,
});

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
      .meta({
        description: 'A short URL, instead of alias and domain. Its query and fragment are ignored.',
        example: 'https://go.example.com/summer-26',
      }),
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
        example: 'created_at',
        description:
          'What the list is sorted by. Ties are broken by id, in the same direction. Links without a click come last ' +
          'by last_clicked_at in either order.',
      }),
    order: z.enum(['asc', 'desc']).default('desc').meta({ description: 'Direction of the list.', example: 'desc' }),
    cursor: z
      .string()
      .optional()
      .meta({
        example: '',
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
