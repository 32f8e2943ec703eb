// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type { Tool } from '../mcp/tool.js';

/** The operations that `waymark mcp` offers. */
export const tools: readonly Tool[] = [
  {
    name: 'links_create',
    operation: 'links.create',
    title: 'Create a link',
    description: 'Create a link. With `find_if_exists` an identical link is found instead: 200.',
    scope: 'write',
    answer: 'json',
    path: [],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: {
        destination_url: {
          type: 'string',
          description:
            'Where it leads: http or https, without credentials. Example: `"https://example.com/summer?ref=1"`',
        },
        alias: {
          type: ['string', 'null'],
          description:
            'Short path, unique per domain, ignoring case. Absent: 7 random characters. Example: `"summer-26"`',
        },
        domain: {
          type: ['string', 'null'],
          description:
            'A verified domain of the workspace, or one of the short hosts of this installation. Absent: the primary domain, else the first of these hosts. Example: `"go.brand.example"`',
        },
        title: { type: ['string', 'null'], description: 'Title, for your own use. Example: `"Summer sale"`' },
        tags: {
          type: ['array', 'null'],
          items: { type: 'string' },
          description: 'Tags. A repeated one is dropped. Example: `["summer","sale"]`',
        },
        utm_source: {
          type: ['string', 'null'],
          description: 'The `utm_source` of visits whose destination and query have none. Example: `"newsletter"`',
        },
        utm_medium: {
          type: ['string', 'null'],
          description: 'The `utm_medium` of visits whose destination and query have none. Example: `"email"`',
        },
        utm_campaign: {
          type: ['string', 'null'],
          description: 'The `utm_campaign` of visits whose destination and query have none. Example: `"summer"`',
        },
        utm_term: {
          type: ['string', 'null'],
          description: 'The `utm_term` of visits whose destination and query have none. Example: `"shoes"`',
        },
        utm_content: {
          type: ['string', 'null'],
          description: 'The `utm_content` of visits whose destination and query have none. Example: `"hero"`',
        },
        campaign_id: {
          type: ['string', 'null'],
          description:
            'The campaign that the link belongs to, one of the workspace. The link inherits its utm fields. Example: `"cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"`',
        },
        external_id: {
          type: ['string', 'null'],
          description: 'Id of the link in another system, unique in the workspace. Example: `"cms-4711"`',
        },
        redirect_type: {
          type: ['integer', 'null'],
          enum: [301, 302, 307, 308, null],
          description: 'Status of the redirect. Browsers keep 301 and 308 for up to 30 seconds. Absent: 302.',
        },
        forward_query: {
          type: ['boolean', 'null'],
          description: 'Whether the query of a visit is appended. Absent: true. Example: `true`',
        },
        starts_at: {
          type: ['string', 'null'],
          description: 'The link is not found before. Example: `"2026-12-01T00:00:00Z"`',
        },
        expires_at: {
          type: ['string', 'null'],
          description:
            'The link has expired from then on: 410, or `expired_url`. Later than `starts_at`; it may be past. Example: `"2026-12-31T00:00:00Z"`',
        },
        expired_url: {
          type: ['string', 'null'],
          description:
            'Where an expired link leads, by 302. No click is counted. Example: `"https://example.com/over"`',
        },
        rules: {
          type: ['array', 'null'],
          items: {
            type: 'object',
            properties: {
              if: {
                type: 'object',
                properties: {
                  device: {
                    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                    description: 'Device: mobile, tablet, desktop. Example: `"mobile"`',
                  },
                  os: {
                    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                    description: 'Operating system, named as analytics does, whatever the case. Example: `"iOS"`',
                  },
                  browser: {
                    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                    description: 'Browser, named as analytics does, whatever the case. Example: `"Safari"`',
                  },
                  language: {
                    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                    description:
                      'Language tag of the visitor\'s first choice. `de` holds for `de-AT` as well. Example: `"de"`',
                  },
                  country: {
                    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                    description: 'Country code of ISO 3166-1 alpha-2, whatever the case. Example: `"DE"`',
                  },
                  ip: {
                    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                    description: 'Address, or network in CIDR notation. Example: `"192.0.2.0/24"`',
                  },
                  query: {
                    type: 'object',
                    additionalProperties: { anyOf: [{ type: 'boolean' }, { type: 'string' }] },
                    description:
                      'By name the value that must occur in the query; true: any value. Both are compared exactly, decoded. Example: `{"ref":"newsletter","beta":true}`',
                  },
                  after: { type: 'string', description: 'From this instant on. Example: `"2026-12-01T00:00:00Z"`' },
                  before: {
                    type: 'string',
                    description: 'Until just before this instant. Example: `"2026-12-24T18:00:00Z"`',
                  },
                },
                additionalProperties: false,
                description: 'All of them must hold; of a list, one must.',
              },
              destination_url: {
                type: 'string',
                description:
                  'Where visitors go for whom the rule holds. http or https, without credentials. Example: `"https://example.com/m"`',
              },
            },
            required: ['if', 'destination_url'],
            additionalProperties: false,
          },
          description:
            'Other destinations for some visitors: the first rule that holds decides. All of them take 64 KiB at most.',
        },
        variants: {
          type: ['array', 'null'],
          items: {
            type: 'object',
            properties: {
              destination_url: {
                type: 'string',
                description:
                  'Where its share of visitors goes. http or https, without credentials. Example: `"https://example.com/b"`',
              },
              weight: {
                type: 'integer',
                description: 'Its share, relative to the weights of the others. Example: `1`',
              },
            },
            required: ['destination_url', 'weight'],
            additionalProperties: false,
          },
          description:
            'Two to four destinations that share the visitors by weight where no rule holds, or none. A visitor keeps theirs for a day, and for 30 days where the browser takes a cookie.',
        },
        preview: {
          type: ['object', 'null'],
          properties: {
            title: { type: ['string', 'null'], description: 'Title of the preview. Example: `"Summer sale"`' },
            description: {
              type: ['string', 'null'],
              description: 'Text of the preview. Example: `"Half price until Sunday."`',
            },
            image_url: {
              type: ['string', 'null'],
              description:
                'Address of its image: http or https, without credentials. Example: `"https://example.com/summer.png"`',
            },
          },
          additionalProperties: false,
        },
        click_limit: {
          type: ['integer', 'null'],
          description:
            'The link redirects people at most this many times, earlier clicks included, and has then expired: 410, or `expired_url`. A higher limit reopens it. Bots are not counted. Example: `1000`',
        },
        password: {
          type: ['string', 'null'],
          description:
            'Each visitor is asked for it. Only a hash is kept; the record has `has_password`. Example: `"open sesame"`',
        },
        find_if_exists: {
          type: ['boolean', 'null'],
          description:
            'Answers with 200 and the link that has this domain, destination and every field that was sent, if there is one that is not deleted. Example: `false`',
        },
      },
      required: ['destination_url'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  },
  {
    name: 'links_list',
    operation: 'links.list',
    title: 'List links',
    description: 'List links. The newest first, unless sorted otherwise. Without `status` all but the deleted ones.',
    scope: 'read',
    answer: 'page',
    path: [],
    query: [
      'page',
      'limit',
      'tags',
      'tags_mode',
      'exclude_tags',
      'domain',
      'campaign_id',
      'search',
      'status',
      'created_after',
      'created_before',
      'sort',
      'order',
      'cursor',
    ],
    inputSchema: {
      type: 'object',
      properties: {
        page: { type: 'integer', description: 'Number of the page, from 1.' },
        limit: { type: 'integer', description: 'Entries of a page at most.' },
        tags: {
          type: 'array',
          items: { type: 'string' },
          description: 'Links with any of these tags, or with all of them by `tags_mode`.',
        },
        tags_mode: {
          type: 'string',
          enum: ['any', 'all'],
          description: 'Whether a link needs any or all of the `tags`.',
        },
        exclude_tags: {
          type: 'array',
          items: { type: 'string' },
          description: 'Excludes links with any of these tags.',
        },
        domain: { type: 'string', description: 'Host name, as in the link record.' },
        campaign_id: { type: 'string', description: 'Id of the campaign that the links belong to.' },
        search: { type: 'string', description: 'Part of the alias, title, destination or external id, ignoring case.' },
        status: {
          type: 'string',
          enum: ['active', 'disabled', 'expired', 'archived', 'deleted'],
          description: 'Status of the links. Absent: every link that is not deleted.',
        },
        created_after: { type: 'string', description: 'Links that were created at this instant or later.' },
        created_before: { type: 'string', description: 'Links that were created before this instant.' },
        sort: {
          type: 'string',
          enum: ['created_at', 'clicks', 'last_clicked_at'],
          description:
            'What the list is sorted by. Ties are broken by id, in the same direction. Links without a click come last by last_clicked_at in either order.',
        },
        order: { type: 'string', enum: ['asc', 'desc'], description: 'Direction of the list.' },
        cursor: {
          type: 'string',
          description:
            'Pages by position instead of number, which stays fast on later pages: first empty (`cursor=`), then the `meta.next_cursor` of the previous answer, until that is null; with the same order, by created_at, and without page. A link that stays is seen exactly once while others come and go.',
        },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'links_upsert',
    operation: 'links.upsert',
    title: 'Create or change the link with an external id',
    description:
      'Create or change the link with an external id. Creates the link (201), or changes the one that has this external id as a PATCH does (200): absent fields stay as they are, null clears. A deleted one is restored at its address. Another alias or domain than its own is a 409. With `If-Match` none is created: where no link has the external id, it is a 412.',
    scope: 'write',
    answer: 'json',
    path: ['external_id'],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: {
        external_id: { type: 'string', description: 'Id of the link in another system.' },
        destination_url: {
          type: 'string',
          description: 'Required where no link has the external id. Example: `"https://example.com/summer?ref=1"`',
        },
        alias: {
          type: ['string', 'null'],
          description:
            'Short path, unique per domain, ignoring case. Absent: 7 random characters. Example: `"summer-26"`',
        },
        domain: {
          type: ['string', 'null'],
          description:
            'A verified domain of the workspace, or one of the short hosts of this installation. Absent: the primary domain, else the first of these hosts. Example: `"go.brand.example"`',
        },
        title: { type: ['string', 'null'], description: 'Title, for your own use. Example: `"Summer sale"`' },
        tags: {
          type: ['array', 'null'],
          items: { type: 'string' },
          description: 'Tags. A repeated one is dropped. Example: `["summer","sale"]`',
        },
        utm_source: {
          type: ['string', 'null'],
          description: 'The `utm_source` of visits whose destination and query have none. Example: `"newsletter"`',
        },
        utm_medium: {
          type: ['string', 'null'],
          description: 'The `utm_medium` of visits whose destination and query have none. Example: `"email"`',
        },
        utm_campaign: {
          type: ['string', 'null'],
          description: 'The `utm_campaign` of visits whose destination and query have none. Example: `"summer"`',
        },
        utm_term: {
          type: ['string', 'null'],
          description: 'The `utm_term` of visits whose destination and query have none. Example: `"shoes"`',
        },
        utm_content: {
          type: ['string', 'null'],
          description: 'The `utm_content` of visits whose destination and query have none. Example: `"hero"`',
        },
        campaign_id: {
          type: ['string', 'null'],
          description:
            'The campaign that the link belongs to, one of the workspace. The link inherits its utm fields. Example: `"cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"`',
        },
        redirect_type: {
          type: ['integer', 'null'],
          enum: [301, 302, 307, 308, null],
          description: 'Status of the redirect. Browsers keep 301 and 308 for up to 30 seconds. Absent: 302.',
        },
        forward_query: {
          type: ['boolean', 'null'],
          description: 'Whether the query of a visit is appended. Absent: true. Example: `true`',
        },
        starts_at: {
          type: ['string', 'null'],
          description: 'The link is not found before. Example: `"2026-12-01T00:00:00Z"`',
        },
        expires_at: {
          type: ['string', 'null'],
          description:
            'The link has expired from then on: 410, or `expired_url`. Later than `starts_at`; it may be past. Example: `"2026-12-31T00:00:00Z"`',
        },
        expired_url: {
          type: ['string', 'null'],
          description:
            'Where an expired link leads, by 302. No click is counted. Example: `"https://example.com/over"`',
        },
        rules: {
          type: ['array', 'null'],
          items: {
            type: 'object',
            properties: {
              if: {
                type: 'object',
                properties: {
                  device: {
                    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                    description: 'Device: mobile, tablet, desktop. Example: `"mobile"`',
                  },
                  os: {
                    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                    description: 'Operating system, named as analytics does, whatever the case. Example: `"iOS"`',
                  },
                  browser: {
                    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                    description: 'Browser, named as analytics does, whatever the case. Example: `"Safari"`',
                  },
                  language: {
                    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                    description:
                      'Language tag of the visitor\'s first choice. `de` holds for `de-AT` as well. Example: `"de"`',
                  },
                  country: {
                    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                    description: 'Country code of ISO 3166-1 alpha-2, whatever the case. Example: `"DE"`',
                  },
                  ip: {
                    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                    description: 'Address, or network in CIDR notation. Example: `"192.0.2.0/24"`',
                  },
                  query: {
                    type: 'object',
                    additionalProperties: { anyOf: [{ type: 'boolean' }, { type: 'string' }] },
                    description:
                      'By name the value that must occur in the query; true: any value. Both are compared exactly, decoded. Example: `{"ref":"newsletter","beta":true}`',
                  },
                  after: { type: 'string', description: 'From this instant on. Example: `"2026-12-01T00:00:00Z"`' },
                  before: {
                    type: 'string',
                    description: 'Until just before this instant. Example: `"2026-12-24T18:00:00Z"`',
                  },
                },
                additionalProperties: false,
                description: 'All of them must hold; of a list, one must.',
              },
              destination_url: {
                type: 'string',
                description:
                  'Where visitors go for whom the rule holds. http or https, without credentials. Example: `"https://example.com/m"`',
              },
            },
            required: ['if', 'destination_url'],
            additionalProperties: false,
          },
          description:
            'Other destinations for some visitors: the first rule that holds decides. All of them take 64 KiB at most.',
        },
        variants: {
          type: ['array', 'null'],
          items: {
            type: 'object',
            properties: {
              destination_url: {
                type: 'string',
                description:
                  'Where its share of visitors goes. http or https, without credentials. Example: `"https://example.com/b"`',
              },
              weight: {
                type: 'integer',
                description: 'Its share, relative to the weights of the others. Example: `1`',
              },
            },
            required: ['destination_url', 'weight'],
            additionalProperties: false,
          },
          description:
            'Two to four destinations that share the visitors by weight where no rule holds, or none. A visitor keeps theirs for a day, and for 30 days where the browser takes a cookie.',
        },
        preview: {
          type: ['object', 'null'],
          properties: {
            title: { type: ['string', 'null'], description: 'Title of the preview. Example: `"Summer sale"`' },
            description: {
              type: ['string', 'null'],
              description: 'Text of the preview. Example: `"Half price until Sunday."`',
            },
            image_url: {
              type: ['string', 'null'],
              description:
                'Address of its image: http or https, without credentials. Example: `"https://example.com/summer.png"`',
            },
          },
          additionalProperties: false,
        },
        click_limit: {
          type: ['integer', 'null'],
          description:
            'The link redirects people at most this many times, earlier clicks included, and has then expired: 410, or `expired_url`. A higher limit reopens it. Bots are not counted. Example: `1000`',
        },
        password: {
          type: ['string', 'null'],
          description:
            'Each visitor is asked for it. Only a hash is kept; the record has `has_password`. Example: `"open sesame"`',
        },
      },
      required: ['external_id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'links_get',
    operation: 'links.get',
    title: 'Get a link',
    description: 'Get a link. The link as it is, or as it was at an instant.',
    scope: 'read',
    answer: 'json',
    path: ['id'],
    query: ['as_of'],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the link.' },
        as_of: {
          type: 'string',
          description:
            'Returns the state at this instant, without counters and usage: 404 before the creation, 400 in the future.',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'links_update',
    operation: 'links.update',
    title: 'Change a link',
    description: 'Change a link. Absent fields are unchanged; null clears a field.',
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the link.' },
        destination_url: {
          type: 'string',
          description:
            'Where it leads: http or https, without credentials. Example: `"https://example.com/summer?ref=1"`',
        },
        title: { type: ['string', 'null'], description: 'Title, for your own use. Example: `"Summer sale"`' },
        tags: {
          type: ['array', 'null'],
          items: { type: 'string' },
          description: 'Tags. A repeated one is dropped. Example: `["summer","sale"]`',
        },
        utm_source: {
          type: ['string', 'null'],
          description: 'The `utm_source` of visits whose destination and query have none. Example: `"newsletter"`',
        },
        utm_medium: {
          type: ['string', 'null'],
          description: 'The `utm_medium` of visits whose destination and query have none. Example: `"email"`',
        },
        utm_campaign: {
          type: ['string', 'null'],
          description: 'The `utm_campaign` of visits whose destination and query have none. Example: `"summer"`',
        },
        utm_term: {
          type: ['string', 'null'],
          description: 'The `utm_term` of visits whose destination and query have none. Example: `"shoes"`',
        },
        utm_content: {
          type: ['string', 'null'],
          description: 'The `utm_content` of visits whose destination and query have none. Example: `"hero"`',
        },
        campaign_id: {
          type: ['string', 'null'],
          description:
            'The campaign that the link belongs to, one of the workspace. The link inherits its utm fields. Example: `"cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"`',
        },
        external_id: {
          type: ['string', 'null'],
          description: 'Id of the link in another system, unique in the workspace. Example: `"cms-4711"`',
        },
        redirect_type: {
          type: ['integer', 'null'],
          enum: [301, 302, 307, 308, null],
          description: 'Status of the redirect. Browsers keep 301 and 308 for up to 30 seconds. Absent: 302.',
        },
        forward_query: {
          type: ['boolean', 'null'],
          description: 'Whether the query of a visit is appended. Absent: true. Example: `true`',
        },
        starts_at: {
          type: ['string', 'null'],
          description: 'The link is not found before. Example: `"2026-12-01T00:00:00Z"`',
        },
        expires_at: {
          type: ['string', 'null'],
          description:
            'The link has expired from then on: 410, or `expired_url`. Later than `starts_at`; it may be past. Example: `"2026-12-31T00:00:00Z"`',
        },
        expired_url: {
          type: ['string', 'null'],
          description:
            'Where an expired link leads, by 302. No click is counted. Example: `"https://example.com/over"`',
        },
        rules: {
          type: ['array', 'null'],
          items: {
            type: 'object',
            properties: {
              if: {
                type: 'object',
                properties: {
                  device: {
                    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                    description: 'Device: mobile, tablet, desktop. Example: `"mobile"`',
                  },
                  os: {
                    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                    description: 'Operating system, named as analytics does, whatever the case. Example: `"iOS"`',
                  },
                  browser: {
                    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                    description: 'Browser, named as analytics does, whatever the case. Example: `"Safari"`',
                  },
                  language: {
                    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                    description:
                      'Language tag of the visitor\'s first choice. `de` holds for `de-AT` as well. Example: `"de"`',
                  },
                  country: {
                    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                    description: 'Country code of ISO 3166-1 alpha-2, whatever the case. Example: `"DE"`',
                  },
                  ip: {
                    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                    description: 'Address, or network in CIDR notation. Example: `"192.0.2.0/24"`',
                  },
                  query: {
                    type: 'object',
                    additionalProperties: { anyOf: [{ type: 'boolean' }, { type: 'string' }] },
                    description:
                      'By name the value that must occur in the query; true: any value. Both are compared exactly, decoded. Example: `{"ref":"newsletter","beta":true}`',
                  },
                  after: { type: 'string', description: 'From this instant on. Example: `"2026-12-01T00:00:00Z"`' },
                  before: {
                    type: 'string',
                    description: 'Until just before this instant. Example: `"2026-12-24T18:00:00Z"`',
                  },
                },
                additionalProperties: false,
                description: 'All of them must hold; of a list, one must.',
              },
              destination_url: {
                type: 'string',
                description:
                  'Where visitors go for whom the rule holds. http or https, without credentials. Example: `"https://example.com/m"`',
              },
            },
            required: ['if', 'destination_url'],
            additionalProperties: false,
          },
          description:
            'Other destinations for some visitors: the first rule that holds decides. All of them take 64 KiB at most.',
        },
        variants: {
          type: ['array', 'null'],
          items: {
            type: 'object',
            properties: {
              destination_url: {
                type: 'string',
                description:
                  'Where its share of visitors goes. http or https, without credentials. Example: `"https://example.com/b"`',
              },
              weight: {
                type: 'integer',
                description: 'Its share, relative to the weights of the others. Example: `1`',
              },
            },
            required: ['destination_url', 'weight'],
            additionalProperties: false,
          },
          description:
            'Two to four destinations that share the visitors by weight where no rule holds, or none. A visitor keeps theirs for a day, and for 30 days where the browser takes a cookie.',
        },
        preview: {
          type: ['object', 'null'],
          properties: {
            title: { type: ['string', 'null'], description: 'Title of the preview. Example: `"Summer sale"`' },
            description: {
              type: ['string', 'null'],
              description: 'Text of the preview. Example: `"Half price until Sunday."`',
            },
            image_url: {
              type: ['string', 'null'],
              description:
                'Address of its image: http or https, without credentials. Example: `"https://example.com/summer.png"`',
            },
          },
          additionalProperties: false,
        },
        click_limit: {
          type: ['integer', 'null'],
          description:
            'The link redirects people at most this many times, earlier clicks included, and has then expired: 410, or `expired_url`. A higher limit reopens it. Bots are not counted. Example: `1000`',
        },
        password: {
          type: ['string', 'null'],
          description:
            'Each visitor is asked for it. Only a hash is kept; the record has `has_password`. Example: `"open sesame"`',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'links_delete',
    operation: 'links.delete',
    title: 'Delete a link',
    description: 'Delete a link. Its alias stays reserved for the workspace.',
    scope: 'write',
    answer: 'none',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the link.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'links_restore',
    operation: 'links.restore',
    title: 'Restore a deleted link',
    description:
      'Restore a deleted link. It redirects again, with its alias and its clicks. Restoring a link that is not deleted changes nothing.',
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the link.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  },
  {
    name: 'links_disable',
    operation: 'links.disable',
    title: 'Disable a link',
    description:
      'Disable a link. It is not found any more by visitors, until it is enabled. A link that is so already stays as it is.',
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the link.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'links_enable',
    operation: 'links.enable',
    title: 'Enable a link',
    description: 'Enable a link. It redirects again. A link that is so already stays as it is.',
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the link.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  },
  {
    name: 'links_archive',
    operation: 'links.archive',
    title: 'Archive a link',
    description:
      'Archive a link. It redirects as before; its status is `archived`, also where it is disabled or has expired. A link that is so already stays as it is.',
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the link.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'links_unarchive',
    operation: 'links.unarchive',
    title: 'Unarchive a link',
    description: 'Unarchive a link. Its status is no longer `archived`. A link that is so already stays as it is.',
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the link.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  },
  {
    name: 'links_create_many',
    operation: 'links.createMany',
    title: 'Create up to 100 links',
    description:
      'Create up to 100 links. Each item is the body of a `POST /v1/links`. Of items with one alias the first has it. A fault of one item stands in its own `error` and stops no other item; a 400 of the whole call is about the list. Items about one link, alias or external id are handled in their order, others at the same time. If our side fails in the middle, the items it failed for have a 503 and the answer is not final: the same call with the same Idempotency-Key handles these items alone. One call takes one request of the rate limit.',
    scope: 'write',
    answer: 'json',
    path: [],
    query: [],
    body: 'items',
    inputSchema: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              destination_url: {
                type: 'string',
                description:
                  'Where it leads: http or https, without credentials. Example: `"https://example.com/summer?ref=1"`',
              },
              alias: {
                type: ['string', 'null'],
                description:
                  'Short path, unique per domain, ignoring case. Absent: 7 random characters. Example: `"summer-26"`',
              },
              domain: {
                type: ['string', 'null'],
                description:
                  'A verified domain of the workspace, or one of the short hosts of this installation. Absent: the primary domain, else the first of these hosts. Example: `"go.brand.example"`',
              },
              title: { type: ['string', 'null'], description: 'Title, for your own use. Example: `"Summer sale"`' },
              tags: {
                type: ['array', 'null'],
                items: { type: 'string' },
                description: 'Tags. A repeated one is dropped. Example: `["summer","sale"]`',
              },
              utm_source: {
                type: ['string', 'null'],
                description:
                  'The `utm_source` of visits whose destination and query have none. Example: `"newsletter"`',
              },
              utm_medium: {
                type: ['string', 'null'],
                description: 'The `utm_medium` of visits whose destination and query have none. Example: `"email"`',
              },
              utm_campaign: {
                type: ['string', 'null'],
                description: 'The `utm_campaign` of visits whose destination and query have none. Example: `"summer"`',
              },
              utm_term: {
                type: ['string', 'null'],
                description: 'The `utm_term` of visits whose destination and query have none. Example: `"shoes"`',
              },
              utm_content: {
                type: ['string', 'null'],
                description: 'The `utm_content` of visits whose destination and query have none. Example: `"hero"`',
              },
              campaign_id: {
                type: ['string', 'null'],
                description:
                  'The campaign that the link belongs to, one of the workspace. The link inherits its utm fields. Example: `"cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"`',
              },
              external_id: {
                type: ['string', 'null'],
                description: 'Id of the link in another system, unique in the workspace. Example: `"cms-4711"`',
              },
              redirect_type: {
                type: ['integer', 'null'],
                enum: [301, 302, 307, 308, null],
                description: 'Status of the redirect. Browsers keep 301 and 308 for up to 30 seconds. Absent: 302.',
              },
              forward_query: {
                type: ['boolean', 'null'],
                description: 'Whether the query of a visit is appended. Absent: true. Example: `true`',
              },
              starts_at: {
                type: ['string', 'null'],
                description: 'The link is not found before. Example: `"2026-12-01T00:00:00Z"`',
              },
              expires_at: {
                type: ['string', 'null'],
                description:
                  'The link has expired from then on: 410, or `expired_url`. Later than `starts_at`; it may be past. Example: `"2026-12-31T00:00:00Z"`',
              },
              expired_url: {
                type: ['string', 'null'],
                description:
                  'Where an expired link leads, by 302. No click is counted. Example: `"https://example.com/over"`',
              },
              rules: {
                type: ['array', 'null'],
                items: {
                  type: 'object',
                  properties: {
                    if: {
                      type: 'object',
                      properties: {
                        device: {
                          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                          description: 'Device: mobile, tablet, desktop. Example: `"mobile"`',
                        },
                        os: {
                          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                          description: 'Operating system, named as analytics does, whatever the case. Example: `"iOS"`',
                        },
                        browser: {
                          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                          description: 'Browser, named as analytics does, whatever the case. Example: `"Safari"`',
                        },
                        language: {
                          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                          description:
                            'Language tag of the visitor\'s first choice. `de` holds for `de-AT` as well. Example: `"de"`',
                        },
                        country: {
                          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                          description: 'Country code of ISO 3166-1 alpha-2, whatever the case. Example: `"DE"`',
                        },
                        ip: {
                          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                          description: 'Address, or network in CIDR notation. Example: `"192.0.2.0/24"`',
                        },
                        query: {
                          type: 'object',
                          additionalProperties: { anyOf: [{ type: 'boolean' }, { type: 'string' }] },
                          description:
                            'By name the value that must occur in the query; true: any value. Both are compared exactly, decoded. Example: `{"ref":"newsletter","beta":true}`',
                        },
                        after: {
                          type: 'string',
                          description: 'From this instant on. Example: `"2026-12-01T00:00:00Z"`',
                        },
                        before: {
                          type: 'string',
                          description: 'Until just before this instant. Example: `"2026-12-24T18:00:00Z"`',
                        },
                      },
                      additionalProperties: false,
                      description: 'All of them must hold; of a list, one must.',
                    },
                    destination_url: {
                      type: 'string',
                      description:
                        'Where visitors go for whom the rule holds. http or https, without credentials. Example: `"https://example.com/m"`',
                    },
                  },
                  required: ['if', 'destination_url'],
                  additionalProperties: false,
                },
                description:
                  'Other destinations for some visitors: the first rule that holds decides. All of them take 64 KiB at most.',
              },
              variants: {
                type: ['array', 'null'],
                items: {
                  type: 'object',
                  properties: {
                    destination_url: {
                      type: 'string',
                      description:
                        'Where its share of visitors goes. http or https, without credentials. Example: `"https://example.com/b"`',
                    },
                    weight: {
                      type: 'integer',
                      description: 'Its share, relative to the weights of the others. Example: `1`',
                    },
                  },
                  required: ['destination_url', 'weight'],
                  additionalProperties: false,
                },
                description:
                  'Two to four destinations that share the visitors by weight where no rule holds, or none. A visitor keeps theirs for a day, and for 30 days where the browser takes a cookie.',
              },
              preview: {
                type: ['object', 'null'],
                properties: {
                  title: { type: ['string', 'null'], description: 'Title of the preview. Example: `"Summer sale"`' },
                  description: {
                    type: ['string', 'null'],
                    description: 'Text of the preview. Example: `"Half price until Sunday."`',
                  },
                  image_url: {
                    type: ['string', 'null'],
                    description:
                      'Address of its image: http or https, without credentials. Example: `"https://example.com/summer.png"`',
                  },
                },
                additionalProperties: false,
              },
              click_limit: {
                type: ['integer', 'null'],
                description:
                  'The link redirects people at most this many times, earlier clicks included, and has then expired: 410, or `expired_url`. A higher limit reopens it. Bots are not counted. Example: `1000`',
              },
              password: {
                type: ['string', 'null'],
                description:
                  'Each visitor is asked for it. Only a hash is kept; the record has `has_password`. Example: `"open sesame"`',
              },
              find_if_exists: {
                type: ['boolean', 'null'],
                description:
                  'Answers with 200 and the link that has this domain, destination and every field that was sent, if there is one that is not deleted. Example: `false`',
              },
            },
            required: ['destination_url'],
            additionalProperties: false,
          },
        },
      },
      required: ['items'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  },
  {
    name: 'links_update_many',
    operation: 'links.updateMany',
    title: 'Change up to 100 links',
    description:
      'Change up to 100 links. Each item is the body of a `PATCH /v1/links/{id}` with the `id`. A fault of one item stands in its own `error` and stops no other item; a 400 of the whole call is about the list. Items about one link, alias or external id are handled in their order, others at the same time. If our side fails in the middle, the items it failed for have a 503 and the answer is not final: the same call with the same Idempotency-Key handles these items alone. One call takes one request of the rate limit.',
    scope: 'write',
    answer: 'json',
    path: [],
    query: [],
    body: 'items',
    inputSchema: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string', description: 'Id of the link. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"`' },
              destination_url: {
                type: 'string',
                description:
                  'Where it leads: http or https, without credentials. Example: `"https://example.com/summer?ref=1"`',
              },
              title: { type: ['string', 'null'], description: 'Title, for your own use. Example: `"Summer sale"`' },
              tags: {
                type: ['array', 'null'],
                items: { type: 'string' },
                description: 'Tags. A repeated one is dropped. Example: `["summer","sale"]`',
              },
              utm_source: {
                type: ['string', 'null'],
                description:
                  'The `utm_source` of visits whose destination and query have none. Example: `"newsletter"`',
              },
              utm_medium: {
                type: ['string', 'null'],
                description: 'The `utm_medium` of visits whose destination and query have none. Example: `"email"`',
              },
              utm_campaign: {
                type: ['string', 'null'],
                description: 'The `utm_campaign` of visits whose destination and query have none. Example: `"summer"`',
              },
              utm_term: {
                type: ['string', 'null'],
                description: 'The `utm_term` of visits whose destination and query have none. Example: `"shoes"`',
              },
              utm_content: {
                type: ['string', 'null'],
                description: 'The `utm_content` of visits whose destination and query have none. Example: `"hero"`',
              },
              campaign_id: {
                type: ['string', 'null'],
                description:
                  'The campaign that the link belongs to, one of the workspace. The link inherits its utm fields. Example: `"cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"`',
              },
              external_id: {
                type: ['string', 'null'],
                description: 'Id of the link in another system, unique in the workspace. Example: `"cms-4711"`',
              },
              redirect_type: {
                type: ['integer', 'null'],
                enum: [301, 302, 307, 308, null],
                description: 'Status of the redirect. Browsers keep 301 and 308 for up to 30 seconds. Absent: 302.',
              },
              forward_query: {
                type: ['boolean', 'null'],
                description: 'Whether the query of a visit is appended. Absent: true. Example: `true`',
              },
              starts_at: {
                type: ['string', 'null'],
                description: 'The link is not found before. Example: `"2026-12-01T00:00:00Z"`',
              },
              expires_at: {
                type: ['string', 'null'],
                description:
                  'The link has expired from then on: 410, or `expired_url`. Later than `starts_at`; it may be past. Example: `"2026-12-31T00:00:00Z"`',
              },
              expired_url: {
                type: ['string', 'null'],
                description:
                  'Where an expired link leads, by 302. No click is counted. Example: `"https://example.com/over"`',
              },
              rules: {
                type: ['array', 'null'],
                items: {
                  type: 'object',
                  properties: {
                    if: {
                      type: 'object',
                      properties: {
                        device: {
                          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                          description: 'Device: mobile, tablet, desktop. Example: `"mobile"`',
                        },
                        os: {
                          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                          description: 'Operating system, named as analytics does, whatever the case. Example: `"iOS"`',
                        },
                        browser: {
                          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                          description: 'Browser, named as analytics does, whatever the case. Example: `"Safari"`',
                        },
                        language: {
                          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                          description:
                            'Language tag of the visitor\'s first choice. `de` holds for `de-AT` as well. Example: `"de"`',
                        },
                        country: {
                          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                          description: 'Country code of ISO 3166-1 alpha-2, whatever the case. Example: `"DE"`',
                        },
                        ip: {
                          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
                          description: 'Address, or network in CIDR notation. Example: `"192.0.2.0/24"`',
                        },
                        query: {
                          type: 'object',
                          additionalProperties: { anyOf: [{ type: 'boolean' }, { type: 'string' }] },
                          description:
                            'By name the value that must occur in the query; true: any value. Both are compared exactly, decoded. Example: `{"ref":"newsletter","beta":true}`',
                        },
                        after: {
                          type: 'string',
                          description: 'From this instant on. Example: `"2026-12-01T00:00:00Z"`',
                        },
                        before: {
                          type: 'string',
                          description: 'Until just before this instant. Example: `"2026-12-24T18:00:00Z"`',
                        },
                      },
                      additionalProperties: false,
                      description: 'All of them must hold; of a list, one must.',
                    },
                    destination_url: {
                      type: 'string',
                      description:
                        'Where visitors go for whom the rule holds. http or https, without credentials. Example: `"https://example.com/m"`',
                    },
                  },
                  required: ['if', 'destination_url'],
                  additionalProperties: false,
                },
                description:
                  'Other destinations for some visitors: the first rule that holds decides. All of them take 64 KiB at most.',
              },
              variants: {
                type: ['array', 'null'],
                items: {
                  type: 'object',
                  properties: {
                    destination_url: {
                      type: 'string',
                      description:
                        'Where its share of visitors goes. http or https, without credentials. Example: `"https://example.com/b"`',
                    },
                    weight: {
                      type: 'integer',
                      description: 'Its share, relative to the weights of the others. Example: `1`',
                    },
                  },
                  required: ['destination_url', 'weight'],
                  additionalProperties: false,
                },
                description:
                  'Two to four destinations that share the visitors by weight where no rule holds, or none. A visitor keeps theirs for a day, and for 30 days where the browser takes a cookie.',
              },
              preview: {
                type: ['object', 'null'],
                properties: {
                  title: { type: ['string', 'null'], description: 'Title of the preview. Example: `"Summer sale"`' },
                  description: {
                    type: ['string', 'null'],
                    description: 'Text of the preview. Example: `"Half price until Sunday."`',
                  },
                  image_url: {
                    type: ['string', 'null'],
                    description:
                      'Address of its image: http or https, without credentials. Example: `"https://example.com/summer.png"`',
                  },
                },
                additionalProperties: false,
              },
              click_limit: {
                type: ['integer', 'null'],
                description:
                  'The link redirects people at most this many times, earlier clicks included, and has then expired: 410, or `expired_url`. A higher limit reopens it. Bots are not counted. Example: `1000`',
              },
              password: {
                type: ['string', 'null'],
                description:
                  'Each visitor is asked for it. Only a hash is kept; the record has `has_password`. Example: `"open sesame"`',
              },
            },
            required: ['id'],
            additionalProperties: false,
          },
        },
      },
      required: ['items'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'links_delete_many',
    operation: 'links.deleteMany',
    title: 'Delete up to 100 links',
    description:
      'Delete up to 100 links. Each item has status 204, or an error. A fault of one item stands in its own `error` and stops no other item; a 400 of the whole call is about the list. Items about one link, alias or external id are handled in their order, others at the same time. If our side fails in the middle, the items it failed for have a 503 and the answer is not final: the same call with the same Idempotency-Key handles these items alone. One call takes one request of the rate limit.',
    scope: 'write',
    answer: 'json',
    path: [],
    query: [],
    body: 'items',
    inputSchema: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string', description: 'Id of the link. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"`' },
            },
            required: ['id'],
            additionalProperties: false,
          },
        },
      },
      required: ['items'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'links_restore_many',
    operation: 'links.restoreMany',
    title: 'Restore up to 100 deleted links',
    description:
      'Restore up to 100 deleted links. Each item has the `id` alone. A link that is not deleted stays as it is. A fault of one item stands in its own `error` and stops no other item; a 400 of the whole call is about the list. Items about one link, alias or external id are handled in their order, others at the same time. If our side fails in the middle, the items it failed for have a 503 and the answer is not final: the same call with the same Idempotency-Key handles these items alone. One call takes one request of the rate limit.',
    scope: 'write',
    answer: 'json',
    path: [],
    query: [],
    body: 'items',
    inputSchema: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string', description: 'Id of the link. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"`' },
            },
            required: ['id'],
            additionalProperties: false,
          },
        },
      },
      required: ['items'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  },
  {
    name: 'links_disable_many',
    operation: 'links.disableMany',
    title: 'Disable up to 100 links',
    description:
      'Disable up to 100 links. They are not found any more by visitors, until they are enabled. Each item has the `id` alone. A link that is so already stays as it is. A fault of one item stands in its own `error` and stops no other item; a 400 of the whole call is about the list. Items about one link, alias or external id are handled in their order, others at the same time. If our side fails in the middle, the items it failed for have a 503 and the answer is not final: the same call with the same Idempotency-Key handles these items alone. One call takes one request of the rate limit.',
    scope: 'write',
    answer: 'json',
    path: [],
    query: [],
    body: 'items',
    inputSchema: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string', description: 'Id of the link. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"`' },
            },
            required: ['id'],
            additionalProperties: false,
          },
        },
      },
      required: ['items'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'links_enable_many',
    operation: 'links.enableMany',
    title: 'Enable up to 100 links',
    description:
      'Enable up to 100 links. They redirect again. Each item has the `id` alone. A link that is so already stays as it is. A fault of one item stands in its own `error` and stops no other item; a 400 of the whole call is about the list. Items about one link, alias or external id are handled in their order, others at the same time. If our side fails in the middle, the items it failed for have a 503 and the answer is not final: the same call with the same Idempotency-Key handles these items alone. One call takes one request of the rate limit.',
    scope: 'write',
    answer: 'json',
    path: [],
    query: [],
    body: 'items',
    inputSchema: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string', description: 'Id of the link. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"`' },
            },
            required: ['id'],
            additionalProperties: false,
          },
        },
      },
      required: ['items'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  },
  {
    name: 'links_archive_many',
    operation: 'links.archiveMany',
    title: 'Archive up to 100 links',
    description:
      'Archive up to 100 links. They redirect as before; their status is `archived`, also where they are disabled or have expired. Each item has the `id` alone. A link that is so already stays as it is. A fault of one item stands in its own `error` and stops no other item; a 400 of the whole call is about the list. Items about one link, alias or external id are handled in their order, others at the same time. If our side fails in the middle, the items it failed for have a 503 and the answer is not final: the same call with the same Idempotency-Key handles these items alone. One call takes one request of the rate limit.',
    scope: 'write',
    answer: 'json',
    path: [],
    query: [],
    body: 'items',
    inputSchema: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string', description: 'Id of the link. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"`' },
            },
            required: ['id'],
            additionalProperties: false,
          },
        },
      },
      required: ['items'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'links_unarchive_many',
    operation: 'links.unarchiveMany',
    title: 'Unarchive up to 100 links',
    description:
      'Unarchive up to 100 links. Their status is no longer `archived`. Each item has the `id` alone. A link that is so already stays as it is. A fault of one item stands in its own `error` and stops no other item; a 400 of the whole call is about the list. Items about one link, alias or external id are handled in their order, others at the same time. If our side fails in the middle, the items it failed for have a 503 and the answer is not final: the same call with the same Idempotency-Key handles these items alone. One call takes one request of the rate limit.',
    scope: 'write',
    answer: 'json',
    path: [],
    query: [],
    body: 'items',
    inputSchema: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string', description: 'Id of the link. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"`' },
            },
            required: ['id'],
            additionalProperties: false,
          },
        },
      },
      required: ['items'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  },
  {
    name: 'links_lookup',
    operation: 'links.lookup',
    title: 'Get a link by its alias or its short URL',
    description:
      'Get a link by its alias or its short URL. Of the workspace. Send `alias`, with `domain` or without, or `short_url` alone.',
    scope: 'read',
    answer: 'json',
    path: [],
    query: ['alias', 'domain', 'short_url'],
    inputSchema: {
      type: 'object',
      properties: {
        alias: { type: 'string', description: 'Alias of the link.' },
        domain: {
          type: 'string',
          description: 'Host name of the link. Absent: the first short host of this installation.',
        },
        short_url: {
          type: 'string',
          description: 'A short URL, instead of alias and domain. Its query and fragment are ignored.',
        },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'links_exists',
    operation: 'links.exists',
    title: 'Check whether an alias is taken',
    description:
      'Check whether an alias is taken. By a link of any workspace, deleted links included. On a domain where this workspace cannot create links it is a 400, whether or not the domain exists.',
    scope: 'read',
    answer: 'json',
    path: [],
    query: ['alias', 'domain'],
    inputSchema: {
      type: 'object',
      properties: {
        alias: { type: 'string', description: 'The alias to look for.' },
        domain: {
          type: 'string',
          description: 'Host name of the link. Absent: the first short host of this installation.',
        },
      },
      required: ['alias'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'links_count',
    operation: 'links.count',
    title: 'Count links',
    description: 'Count links. The exact number, with the filters of the list.',
    scope: 'read',
    answer: 'json',
    path: [],
    query: [
      'tags',
      'tags_mode',
      'exclude_tags',
      'domain',
      'campaign_id',
      'search',
      'status',
      'created_after',
      'created_before',
    ],
    inputSchema: {
      type: 'object',
      properties: {
        tags: {
          type: 'array',
          items: { type: 'string' },
          description: 'Links with any of these tags, or with all of them by `tags_mode`.',
        },
        tags_mode: {
          type: 'string',
          enum: ['any', 'all'],
          description: 'Whether a link needs any or all of the `tags`.',
        },
        exclude_tags: {
          type: 'array',
          items: { type: 'string' },
          description: 'Excludes links with any of these tags.',
        },
        domain: { type: 'string', description: 'Host name, as in the link record.' },
        campaign_id: { type: 'string', description: 'Id of the campaign that the links belong to.' },
        search: { type: 'string', description: 'Part of the alias, title, destination or external id, ignoring case.' },
        status: {
          type: 'string',
          enum: ['active', 'disabled', 'expired', 'archived', 'deleted'],
          description: 'Status of the links. Absent: every link that is not deleted.',
        },
        created_after: { type: 'string', description: 'Links that were created at this instant or later.' },
        created_before: { type: 'string', description: 'Links that were created before this instant.' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'links_check',
    operation: 'links.check',
    title: 'Look whether a destination answers',
    description:
      'Look whether a destination answers. Sends one HEAD, and a GET where that does not tell enough. What no link may lead to is the same 400 as for a link. At most 30 a minute for each workspace.',
    scope: 'write',
    answer: 'json',
    path: [],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: {
        destination_url: {
          type: 'string',
          description:
            'Where it leads: http or https, without credentials. Example: `"https://example.com/summer?ref=1"`',
        },
      },
      required: ['destination_url'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  },
  {
    name: 'links_history',
    operation: 'links.history',
    title: 'History of a link',
    description: 'History of a link. The changes of the link, oldest first; also of a deleted link.',
    scope: 'read',
    answer: 'page',
    path: ['id'],
    query: ['page', 'limit'],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the link.' },
        page: { type: 'integer', description: 'Number of the page, from 1.' },
        limit: { type: 'integer', description: 'Entries of a page at most.' },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'links_qr_code',
    operation: 'links.qrCode',
    title: 'Get a QR code of a link',
    description:
      'Get a QR code of a link. It holds the short URL with `?qr=1`, by which analytics tell scans from other clicks. What readers could not read is a 400: too little contrast, less than 2 pixels a module. The same image has the same ETag: send it back as If-None-Match for a 304.',
    scope: 'read',
    answer: 'file',
    path: ['id'],
    query: ['format', 'size', 'level', 'margin', 'fg_color', 'bg_color'],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the link.' },
        format: { type: 'string', enum: ['svg', 'png'], description: 'Format of the image.' },
        size: { type: 'integer', description: 'Pixels of a side: at least 2 for each module.' },
        level: {
          type: 'string',
          enum: ['L', 'M', 'Q', 'H'],
          description: 'Error correction: some 7 % (L), 15 % (M), 25 % (Q) or 30 % (H) may be covered or damaged.',
        },
        margin: { type: 'integer', description: 'Empty modules on each side.' },
        fg_color: { type: 'string', description: 'Colour of the dark modules. A # is written %23 in a query.' },
        bg_color: { type: 'string', description: 'Colour of the light modules. A # is written %23 in a query.' },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'tags_list',
    operation: 'tags.list',
    title: 'List tags',
    description: 'List tags. Tags of links that are not deleted, most used first.',
    scope: 'read',
    answer: 'page',
    path: [],
    query: ['page', 'limit'],
    inputSchema: {
      type: 'object',
      properties: {
        page: { type: 'integer', description: 'Number of the page, from 1.' },
        limit: { type: 'integer', description: 'Entries of a page at most.' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'campaigns_create',
    operation: 'campaigns.create',
    title: 'Create a campaign',
    description:
      'Create a campaign. It begins as a draft. A workspace may have 1,000 campaigns, deleted ones not counted.',
    scope: 'write',
    answer: 'json',
    path: [],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Name of the campaign. Example: `"Summer 2026"`' },
        description: {
          type: ['string', 'null'],
          description: 'Notes, for your own use. Example: `"Newsletter and posters."`',
        },
        starts_at: {
          type: ['string', 'null'],
          description: 'A draft is started then. Example: `"2026-12-01T00:00:00Z"`',
        },
        ends_at: {
          type: ['string', 'null'],
          description:
            'An active or paused campaign is ended then. Later than `starts_at`. Example: `"2026-12-31T00:00:00Z"`',
        },
        utm_source: {
          type: ['string', 'null'],
          description:
            'The `utm_source` of each link, unless the destination, the visitor or the link has one. Example: `"newsletter"`',
        },
        utm_medium: {
          type: ['string', 'null'],
          description:
            'The `utm_medium` of each link, unless the destination, the visitor or the link has one. Example: `"email"`',
        },
        utm_campaign: {
          type: ['string', 'null'],
          description:
            'The `utm_campaign` of each link, unless the destination, the visitor or the link has one. Example: `"summer"`',
        },
        tags: {
          type: ['array', 'null'],
          items: { type: 'string' },
          description: 'Tags. A repeated one is dropped. Example: `["summer","sale"]`',
        },
      },
      required: ['name'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  },
  {
    name: 'campaigns_list',
    operation: 'campaigns.list',
    title: 'List campaigns',
    description: 'List campaigns. The newest first.',
    scope: 'read',
    answer: 'page',
    path: [],
    query: ['page', 'limit', 'status'],
    inputSchema: {
      type: 'object',
      properties: {
        page: { type: 'integer', description: 'Number of the page, from 1.' },
        limit: { type: 'integer', description: 'Entries of a page at most.' },
        status: {
          type: 'string',
          enum: ['draft', 'active', 'paused', 'ended'],
          description: 'Campaigns with this status alone.',
        },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'campaigns_get',
    operation: 'campaigns.get',
    title: 'Get a campaign',
    description: 'Get a campaign. The campaign as it is, or as it was at an instant.',
    scope: 'read',
    answer: 'json',
    path: ['id'],
    query: ['as_of'],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the campaign.' },
        as_of: {
          type: 'string',
          description:
            'Returns the state at this instant, without counters and usage: 404 before the creation, 400 in the future.',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'campaigns_update',
    operation: 'campaigns.update',
    title: 'Change a campaign',
    description:
      'Change a campaign. Absent fields are unchanged; null clears a field. New utm fields show in every redirect of its links within a second; clicks of the past keep theirs. Dates do not reopen a campaign that has ended.',
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the campaign.' },
        name: { type: 'string', description: 'Name of the campaign. Example: `"Summer 2026"`' },
        description: {
          type: ['string', 'null'],
          description: 'Notes, for your own use. Example: `"Newsletter and posters."`',
        },
        starts_at: {
          type: ['string', 'null'],
          description: 'A draft is started then. Example: `"2026-12-01T00:00:00Z"`',
        },
        ends_at: {
          type: ['string', 'null'],
          description:
            'An active or paused campaign is ended then. Later than `starts_at`. Example: `"2026-12-31T00:00:00Z"`',
        },
        utm_source: {
          type: ['string', 'null'],
          description:
            'The `utm_source` of each link, unless the destination, the visitor or the link has one. Example: `"newsletter"`',
        },
        utm_medium: {
          type: ['string', 'null'],
          description:
            'The `utm_medium` of each link, unless the destination, the visitor or the link has one. Example: `"email"`',
        },
        utm_campaign: {
          type: ['string', 'null'],
          description:
            'The `utm_campaign` of each link, unless the destination, the visitor or the link has one. Example: `"summer"`',
        },
        tags: {
          type: ['array', 'null'],
          items: { type: 'string' },
          description: 'Tags. A repeated one is dropped. Example: `["summer","sale"]`',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'campaigns_delete',
    operation: 'campaigns.delete',
    title: 'Delete a campaign',
    description:
      'Delete a campaign. Its links stay and no longer inherit its utm fields. They leave the campaign shortly afterwards.',
    scope: 'write',
    answer: 'none',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the campaign.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'campaigns_history',
    operation: 'campaigns.history',
    title: 'History of a campaign',
    description: 'History of a campaign. The changes of the campaign, oldest first; also of a deleted one.',
    scope: 'read',
    answer: 'page',
    path: ['id'],
    query: ['page', 'limit'],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the campaign.' },
        page: { type: 'integer', description: 'Number of the page, from 1.' },
        limit: { type: 'integer', description: 'Entries of a page at most.' },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'campaigns_start',
    operation: 'campaigns.start',
    title: 'Start a campaign',
    description:
      "Start a campaign. A draft becomes active, unless it is past its `ends_at`. In any other state: 409. No status changes where the campaign's links lead.",
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the campaign.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'campaigns_pause',
    operation: 'campaigns.pause',
    title: 'Pause a campaign',
    description:
      "Pause a campaign. An active campaign is paused, until it is resumed or ends. In any other state: 409. No status changes where the campaign's links lead.",
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the campaign.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'campaigns_resume',
    operation: 'campaigns.resume',
    title: 'Resume a campaign',
    description:
      "Resume a campaign. A paused campaign is active again, unless it is past its `ends_at`. In any other state: 409. No status changes where the campaign's links lead.",
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the campaign.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'campaigns_end',
    operation: 'campaigns.end',
    title: 'End a campaign',
    description:
      "End a campaign. An active or paused campaign ends for good. In any other state: 409. No status changes where the campaign's links lead.",
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the campaign.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'campaigns_add_links',
    operation: 'campaigns.addLinks',
    title: 'Add links to a campaign',
    description:
      'Add links to a campaign. They leave the campaigns that they were in. All are added, or none if one of them is not a link of the workspace. After a 503 some may have been added: send the same request again.',
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the campaign.' },
        link_ids: {
          type: 'array',
          items: { type: 'string' },
          description: 'Ids of links of the workspace. Example: `["link_2c7n4k0v9q8w1x5z3b6m7d4f2g"]`',
        },
      },
      required: ['id', 'link_ids'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  },
  {
    name: 'campaigns_remove_link',
    operation: 'campaigns.removeLink',
    title: 'Remove a link from a campaign',
    description: 'Remove a link from a campaign. The link stays. A link that is not in the campaign is a 404.',
    scope: 'write',
    answer: 'none',
    path: ['id', 'link_id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the campaign.' },
        link_id: { type: 'string', description: 'Id of the link.' },
      },
      required: ['id', 'link_id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'domains_create',
    operation: 'domains.create',
    title: 'Add a domain',
    description:
      'Add a domain. It is `pending`: publish its TXT record, then verify it. Any workspace may add a host name, and the one that proves it has it. A removed domain that is added again has its former id and links, and a new TXT record. A workspace may have 100 domains, removed ones not counted.',
    scope: 'write',
    answer: 'json',
    path: [],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: {
        hostname: {
          type: 'string',
          description: 'Host name. It is kept in lower case and in ASCII (`xn--`). Example: `"go.brand.example"`',
        },
        root_url: {
          type: ['string', 'null'],
          description:
            'Where the host itself (`/`) leads. Absent: `not_found_url`. Example: `"https://brand.example/"`',
        },
        not_found_url: {
          type: ['string', 'null'],
          description: 'Where unknown aliases lead, by 302. Absent: 404. Example: `"https://brand.example/404"`',
        },
        expired_url: {
          type: ['string', 'null'],
          description:
            'Where expired links lead that have no `expired_url`, by 302. Absent: 410. Example: `"https://brand.example/over"`',
        },
        apple_app_site_association: {
          type: ['object', 'null'],
          additionalProperties: {},
          description: 'Served under `/.well-known/apple-app-site-association`. At most 128 kB.',
        },
        assetlinks: {
          type: ['array', 'null'],
          items: {},
          description: 'Served under `/.well-known/assetlinks.json`. At most 128 kB.',
        },
      },
      required: ['hostname'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  },
  {
    name: 'domains_list',
    operation: 'domains.list',
    title: 'List domains',
    description: 'List domains. The newest first.',
    scope: 'read',
    answer: 'page',
    path: [],
    query: ['page', 'limit', 'status'],
    inputSchema: {
      type: 'object',
      properties: {
        page: { type: 'integer', description: 'Number of the page, from 1.' },
        limit: { type: 'integer', description: 'Entries of a page at most.' },
        status: {
          type: 'string',
          enum: ['pending', 'verified', 'failed', 'disabled'],
          description: 'Domains with this status alone.',
        },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'domains_get',
    operation: 'domains.get',
    title: 'Get a domain',
    description: 'Get a domain. The domain as it is, or as it was at an instant.',
    scope: 'read',
    answer: 'json',
    path: ['id'],
    query: ['as_of'],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the domain.' },
        as_of: {
          type: 'string',
          description:
            'Returns the state at this instant, without counters and usage: 404 before the creation, 400 in the future.',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'domains_update',
    operation: 'domains.update',
    title: 'Change a domain',
    description:
      'Change a domain. Absent fields are unchanged; null clears a field. Only a verified domain can be made primary.',
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the domain.' },
        root_url: {
          type: ['string', 'null'],
          description:
            'Where the host itself (`/`) leads. Absent: `not_found_url`. Example: `"https://brand.example/"`',
        },
        not_found_url: {
          type: ['string', 'null'],
          description: 'Where unknown aliases lead, by 302. Absent: 404. Example: `"https://brand.example/404"`',
        },
        expired_url: {
          type: ['string', 'null'],
          description:
            'Where expired links lead that have no `expired_url`, by 302. Absent: 410. Example: `"https://brand.example/over"`',
        },
        apple_app_site_association: {
          type: ['object', 'null'],
          additionalProperties: {},
          description: 'Served under `/.well-known/apple-app-site-association`. At most 128 kB.',
        },
        assetlinks: {
          type: ['array', 'null'],
          items: {},
          description: 'Served under `/.well-known/assetlinks.json`. At most 128 kB.',
        },
        is_primary: {
          type: 'boolean',
          description:
            'Links that name no domain are created on the primary one. At most one is; it is verified. Example: `false`',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'domains_delete',
    operation: 'domains.delete',
    title: 'Remove a domain',
    description:
      'Remove a domain. Its links stay and resolve no more, until it is added and verified again. A domain with links is removed with `force=true` only.',
    scope: 'write',
    answer: 'none',
    path: ['id'],
    query: ['force'],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the domain.' },
        force: { type: 'boolean', description: 'Removes a domain that has links, too.' },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'domains_history',
    operation: 'domains.history',
    title: 'History of a domain',
    description: 'History of a domain. The changes of the domain, oldest first; also of a removed one.',
    scope: 'read',
    answer: 'page',
    path: ['id'],
    query: ['page', 'limit'],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the domain.' },
        page: { type: 'integer', description: 'Number of the page, from 1.' },
        limit: { type: 'integer', description: 'Entries of a page at most.' },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'domains_verify',
    operation: 'domains.verify',
    title: 'Verify a domain',
    description:
      'Verify a domain. Asks DNS for the TXT record. Found: the domain is `verified`. Missing: a pending domain stays pending, and a verified one fails after three misses in 48 hours or more; it is also checked daily. If no name server answers, only `last_check` changes. While another workspace has verified the host name and its record is in DNS: 409.',
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the domain.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  },
  {
    name: 'api_keys_create',
    operation: 'apiKeys.create',
    title: 'Create an API key',
    description:
      'Create an API key. The key itself is only in this answer and in its repeats under the same Idempotency-Key.',
    scope: 'keys',
    answer: 'json',
    secrets: ['key'],
    path: [],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Name of the key, for your own use. Example: `"CI"`' },
        scope: {
          type: 'string',
          enum: ['Read', 'Read + Write'],
          description:
            'What an API key may do. Bodies take `read`, `read_write` and `read+write` as well, in any case. Example: `"Read + Write"`',
        },
        expiration: {
          type: ['string', 'null'],
          description:
            'A date, to whose end in UTC the key is valid, or a timestamp. Absent: until it is revoked. Example: `"2030-01-31"`',
        },
      },
      required: ['name', 'scope'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  },
  {
    name: 'api_keys_list',
    operation: 'apiKeys.list',
    title: 'List API keys',
    description: 'List API keys. The newest first. Keys that are revoked or have expired stay in the list.',
    scope: 'read',
    answer: 'page',
    path: [],
    query: ['page', 'limit', 'status', 'unused_for_days', 'older_than_days'],
    inputSchema: {
      type: 'object',
      properties: {
        page: { type: 'integer', description: 'Number of the page, from 1.' },
        limit: { type: 'integer', description: 'Entries of a page at most.' },
        status: {
          type: 'string',
          enum: ['active', 'grace', 'revoked', 'expired'],
          description: 'Keys with this status alone.',
        },
        unused_for_days: {
          type: 'integer',
          description: 'Last used at least this many days ago; if never used, created that long ago.',
        },
        older_than_days: { type: 'integer', description: 'Created at least this many days ago.' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'api_keys_current',
    operation: 'apiKeys.current',
    title: 'Get the API key of this request',
    description: 'Get the API key of this request. 404 for a request with an access token.',
    scope: 'read',
    answer: 'json',
    path: [],
    query: [],
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'api_keys_get',
    operation: 'apiKeys.get',
    title: 'Get an API key',
    description: 'Get an API key. The record never holds the key itself. It may be asked for as it was at an instant.',
    scope: 'read',
    answer: 'json',
    path: ['id'],
    query: ['as_of'],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the API key.' },
        as_of: {
          type: 'string',
          description:
            'Returns the state at this instant, without counters and usage: 404 before the creation, 400 in the future.',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'api_keys_update',
    operation: 'apiKeys.update',
    title: 'Rename an API key',
    description: 'Rename an API key. Only its name can be changed.',
    scope: 'keys',
    answer: 'json',
    path: ['id'],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the API key.' },
        name: { type: 'string', description: 'Name of the key, for your own use. Example: `"CI"`' },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'api_keys_rotate',
    operation: 'apiKeys.rotate',
    title: 'Rotate an API key',
    description:
      'Rotate an API key. Creates a new key with the same name, scope and expiration. It is only in this answer and in its repeats under the same Idempotency-Key. The old key stays valid for at most 24 h.',
    scope: 'keys',
    answer: 'json',
    secrets: ['key'],
    path: ['id'],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the API key.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  },
  {
    name: 'api_keys_revoke',
    operation: 'apiKeys.revoke',
    title: 'Revoke an API key',
    description: 'Revoke an API key. In force when the answer is sent. A repeat changes nothing.',
    scope: 'keys',
    answer: 'json',
    path: ['id'],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the API key.' },
        reason: {
          type: ['string', 'null'],
          description: 'Why it is revoked. It stays in the record. Example: `"Leaked"`',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'api_keys_history',
    operation: 'apiKeys.history',
    title: 'History of an API key',
    description: 'History of an API key. The changes of the key, or of its whole rotation lineage, oldest first.',
    scope: 'read',
    answer: 'page',
    path: ['id'],
    query: ['page', 'limit', 'lineage'],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the API key.' },
        page: { type: 'integer', description: 'Number of the page, from 1.' },
        limit: { type: 'integer', description: 'Entries of a page at most.' },
        lineage: {
          type: 'boolean',
          description: 'Includes every key of the rotation lineage, earlier and later ones.',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'api_keys_usage',
    operation: 'apiKeys.usage',
    title: 'Requests of an API key by day',
    description:
      'Requests of an API key by day. What `request_count` counts, by UTC day, for 90 days: what was counted before an upgrade to this operation is in no day.',
    scope: 'read',
    answer: 'json',
    path: ['id'],
    query: ['range'],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the API key.' },
        range: { type: 'string', enum: ['7d', '30d', '90d'], description: 'How many days up to today, in UTC.' },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'auth_me',
    operation: 'auth.me',
    title: 'Get the caller',
    description:
      'Get the caller. The logged-in user or the API key, and the workspace. `workspace` and `role` are null once it is deleted.',
    scope: 'read',
    answer: 'json',
    path: [],
    query: [],
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'analytics_workspace',
    operation: 'analytics.workspace',
    title: 'Clicks of the workspace',
    description:
      'Clicks of the workspace. Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0. `-` before a value excludes it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\\-5`, `a\\,b`, `\\null`. Filters are combined by AND.',
    scope: 'read',
    answer: 'json',
    path: [],
    query: [
      'range',
      'timezone',
      'start',
      'end',
      'include_bots',
      'interval',
      'compare',
      'group_by',
      'limit',
      'country',
      'region',
      'city',
      'continent',
      'device',
      'browser',
      'os',
      'language',
      'referrer',
      'referrer_url',
      'trigger',
      'link',
      'domain',
      'tag',
      'campaign',
      'destination',
      'utm_source',
      'utm_medium',
      'utm_campaign',
      'utm_term',
      'utm_content',
      'variant',
    ],
    inputSchema: {
      type: 'object',
      properties: {
        range: {
          type: 'string',
          enum: [
            'today',
            'yesterday',
            'last_hour',
            '24h',
            '7d',
            '30d',
            '90d',
            '12m',
            'wtd',
            'mtd',
            'qtd',
            'ytd',
            'last_week',
            'last_month',
            'all',
            'custom',
          ],
          description: 'The window. Named ones follow the calendar of `timezone`.',
        },
        timezone: { type: 'string', description: 'IANA name of the time zone of days.' },
        start: {
          type: 'string',
          description:
            'Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in `timezone`.',
        },
        end: { type: 'string', description: 'End of the window, exclusive. Only with range=custom.' },
        include_bots: { type: 'boolean', description: 'Includes the clicks of bots.' },
        interval: {
          type: 'string',
          enum: ['auto', 'minute', 'hour', 'day', 'week', 'month'],
          description: 'Width of the points of the time series, of which there are at most 2760.',
        },
        compare: {
          type: 'string',
          enum: ['previous', 'year'],
          description:
            'Adds `comparison`: the series of the window before, or of the same window a year earlier by the calendar of `timezone`.',
        },
        group_by: {
          type: 'array',
          items: {
            type: 'string',
            enum: [
              'country',
              'region',
              'city',
              'continent',
              'device',
              'browser',
              'os',
              'language',
              'referrer',
              'referrer_url',
              'trigger',
              'link',
              'domain',
              'tag',
              'campaign',
              'destination',
              'utm_source',
              'utm_medium',
              'utm_campaign',
              'utm_term',
              'utm_content',
              'variant',
            ],
          },
          description:
            '`country`, `city`, `referrer`, `device`, `browser`, `os`, `trigger`, `utm_campaign` are always included.',
        },
        limit: { type: 'integer', description: 'Entries per group and of the ranking.' },
        country: { type: 'array', items: { type: 'string' }, description: 'Clicks by country. Ignores case.' },
        region: { type: 'array', items: { type: 'string' }, description: 'Clicks by region. Ignores case.' },
        city: { type: 'array', items: { type: 'string' }, description: 'Clicks by city. Ignores case.' },
        continent: { type: 'array', items: { type: 'string' }, description: 'Clicks by continent. Ignores case.' },
        device: { type: 'array', items: { type: 'string' }, description: 'Clicks by device. Ignores case.' },
        browser: { type: 'array', items: { type: 'string' }, description: 'Clicks by browser. Ignores case.' },
        os: { type: 'array', items: { type: 'string' }, description: 'Clicks by os. Ignores case.' },
        language: { type: 'array', items: { type: 'string' }, description: 'Clicks by language. Ignores case.' },
        referrer: { type: 'array', items: { type: 'string' }, description: 'Clicks by referrer. Ignores case.' },
        referrer_url: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by referrer url. Written like the key of its group, case-sensitive.',
        },
        trigger: { type: 'array', items: { type: 'string' }, description: 'Clicks by trigger. Ignores case.' },
        link: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by link. Written like the key of its group, case-sensitive.',
        },
        domain: { type: 'array', items: { type: 'string' }, description: 'Clicks by domain. An id, or a host name.' },
        tag: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by tag. Written like the key of its group, case-sensitive.',
        },
        campaign: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by campaign. Written like the key of its group, case-sensitive.',
        },
        destination: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by destination. Written like the key of its group, case-sensitive.',
        },
        utm_source: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm source. Written like the key of its group, case-sensitive.',
        },
        utm_medium: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm medium. Written like the key of its group, case-sensitive.',
        },
        utm_campaign: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm campaign. Written like the key of its group, case-sensitive.',
        },
        utm_term: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm term. Written like the key of its group, case-sensitive.',
        },
        utm_content: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm content. Written like the key of its group, case-sensitive.',
        },
        variant: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by variant. Written like the key of its group, case-sensitive.',
        },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'analytics_link',
    operation: 'analytics.link',
    title: 'Clicks of a link',
    description:
      'Clicks of a link. Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0. `-` before a value excludes it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\\-5`, `a\\,b`, `\\null`. Filters are combined by AND.',
    scope: 'read',
    answer: 'json',
    path: ['id'],
    query: [
      'range',
      'timezone',
      'start',
      'end',
      'include_bots',
      'interval',
      'compare',
      'group_by',
      'limit',
      'country',
      'region',
      'city',
      'continent',
      'device',
      'browser',
      'os',
      'language',
      'referrer',
      'referrer_url',
      'trigger',
      'link',
      'domain',
      'tag',
      'campaign',
      'destination',
      'utm_source',
      'utm_medium',
      'utm_campaign',
      'utm_term',
      'utm_content',
      'variant',
    ],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the link.' },
        range: {
          type: 'string',
          enum: [
            'today',
            'yesterday',
            'last_hour',
            '24h',
            '7d',
            '30d',
            '90d',
            '12m',
            'wtd',
            'mtd',
            'qtd',
            'ytd',
            'last_week',
            'last_month',
            'all',
            'custom',
          ],
          description: 'The window. Named ones follow the calendar of `timezone`.',
        },
        timezone: { type: 'string', description: 'IANA name of the time zone of days.' },
        start: {
          type: 'string',
          description:
            'Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in `timezone`.',
        },
        end: { type: 'string', description: 'End of the window, exclusive. Only with range=custom.' },
        include_bots: { type: 'boolean', description: 'Includes the clicks of bots.' },
        interval: {
          type: 'string',
          enum: ['auto', 'minute', 'hour', 'day', 'week', 'month'],
          description: 'Width of the points of the time series, of which there are at most 2760.',
        },
        compare: {
          type: 'string',
          enum: ['previous', 'year'],
          description:
            'Adds `comparison`: the series of the window before, or of the same window a year earlier by the calendar of `timezone`.',
        },
        group_by: {
          type: 'array',
          items: {
            type: 'string',
            enum: [
              'country',
              'region',
              'city',
              'continent',
              'device',
              'browser',
              'os',
              'language',
              'referrer',
              'referrer_url',
              'trigger',
              'link',
              'domain',
              'tag',
              'campaign',
              'destination',
              'utm_source',
              'utm_medium',
              'utm_campaign',
              'utm_term',
              'utm_content',
              'variant',
            ],
          },
          description:
            '`country`, `city`, `referrer`, `device`, `browser`, `os`, `trigger`, `utm_campaign` are always included.',
        },
        limit: { type: 'integer', description: 'Entries per group and of the ranking.' },
        country: { type: 'array', items: { type: 'string' }, description: 'Clicks by country. Ignores case.' },
        region: { type: 'array', items: { type: 'string' }, description: 'Clicks by region. Ignores case.' },
        city: { type: 'array', items: { type: 'string' }, description: 'Clicks by city. Ignores case.' },
        continent: { type: 'array', items: { type: 'string' }, description: 'Clicks by continent. Ignores case.' },
        device: { type: 'array', items: { type: 'string' }, description: 'Clicks by device. Ignores case.' },
        browser: { type: 'array', items: { type: 'string' }, description: 'Clicks by browser. Ignores case.' },
        os: { type: 'array', items: { type: 'string' }, description: 'Clicks by os. Ignores case.' },
        language: { type: 'array', items: { type: 'string' }, description: 'Clicks by language. Ignores case.' },
        referrer: { type: 'array', items: { type: 'string' }, description: 'Clicks by referrer. Ignores case.' },
        referrer_url: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by referrer url. Written like the key of its group, case-sensitive.',
        },
        trigger: { type: 'array', items: { type: 'string' }, description: 'Clicks by trigger. Ignores case.' },
        link: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by link. Written like the key of its group, case-sensitive.',
        },
        domain: { type: 'array', items: { type: 'string' }, description: 'Clicks by domain. An id, or a host name.' },
        tag: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by tag. Written like the key of its group, case-sensitive.',
        },
        campaign: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by campaign. Written like the key of its group, case-sensitive.',
        },
        destination: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by destination. Written like the key of its group, case-sensitive.',
        },
        utm_source: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm source. Written like the key of its group, case-sensitive.',
        },
        utm_medium: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm medium. Written like the key of its group, case-sensitive.',
        },
        utm_campaign: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm campaign. Written like the key of its group, case-sensitive.',
        },
        utm_term: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm term. Written like the key of its group, case-sensitive.',
        },
        utm_content: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm content. Written like the key of its group, case-sensitive.',
        },
        variant: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by variant. Written like the key of its group, case-sensitive.',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'analytics_campaign',
    operation: 'analytics.campaign',
    title: 'Clicks of a campaign',
    description:
      'Clicks of a campaign. Clicks on links that were in the campaign at the time of the click, whatever its status. Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0. `-` before a value excludes it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\\-5`, `a\\,b`, `\\null`. Filters are combined by AND.',
    scope: 'read',
    answer: 'json',
    path: ['id'],
    query: [
      'range',
      'timezone',
      'start',
      'end',
      'include_bots',
      'interval',
      'compare',
      'group_by',
      'limit',
      'country',
      'region',
      'city',
      'continent',
      'device',
      'browser',
      'os',
      'language',
      'referrer',
      'referrer_url',
      'trigger',
      'link',
      'domain',
      'tag',
      'campaign',
      'destination',
      'utm_source',
      'utm_medium',
      'utm_campaign',
      'utm_term',
      'utm_content',
      'variant',
    ],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the campaign.' },
        range: {
          type: 'string',
          enum: [
            'today',
            'yesterday',
            'last_hour',
            '24h',
            '7d',
            '30d',
            '90d',
            '12m',
            'wtd',
            'mtd',
            'qtd',
            'ytd',
            'last_week',
            'last_month',
            'all',
            'custom',
          ],
          description: 'The window. Named ones follow the calendar of `timezone`.',
        },
        timezone: { type: 'string', description: 'IANA name of the time zone of days.' },
        start: {
          type: 'string',
          description:
            'Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in `timezone`.',
        },
        end: { type: 'string', description: 'End of the window, exclusive. Only with range=custom.' },
        include_bots: { type: 'boolean', description: 'Includes the clicks of bots.' },
        interval: {
          type: 'string',
          enum: ['auto', 'minute', 'hour', 'day', 'week', 'month'],
          description: 'Width of the points of the time series, of which there are at most 2760.',
        },
        compare: {
          type: 'string',
          enum: ['previous', 'year'],
          description:
            'Adds `comparison`: the series of the window before, or of the same window a year earlier by the calendar of `timezone`.',
        },
        group_by: {
          type: 'array',
          items: {
            type: 'string',
            enum: [
              'country',
              'region',
              'city',
              'continent',
              'device',
              'browser',
              'os',
              'language',
              'referrer',
              'referrer_url',
              'trigger',
              'link',
              'domain',
              'tag',
              'campaign',
              'destination',
              'utm_source',
              'utm_medium',
              'utm_campaign',
              'utm_term',
              'utm_content',
              'variant',
            ],
          },
          description:
            '`country`, `city`, `referrer`, `device`, `browser`, `os`, `trigger`, `utm_campaign` are always included.',
        },
        limit: { type: 'integer', description: 'Entries per group and of the ranking.' },
        country: { type: 'array', items: { type: 'string' }, description: 'Clicks by country. Ignores case.' },
        region: { type: 'array', items: { type: 'string' }, description: 'Clicks by region. Ignores case.' },
        city: { type: 'array', items: { type: 'string' }, description: 'Clicks by city. Ignores case.' },
        continent: { type: 'array', items: { type: 'string' }, description: 'Clicks by continent. Ignores case.' },
        device: { type: 'array', items: { type: 'string' }, description: 'Clicks by device. Ignores case.' },
        browser: { type: 'array', items: { type: 'string' }, description: 'Clicks by browser. Ignores case.' },
        os: { type: 'array', items: { type: 'string' }, description: 'Clicks by os. Ignores case.' },
        language: { type: 'array', items: { type: 'string' }, description: 'Clicks by language. Ignores case.' },
        referrer: { type: 'array', items: { type: 'string' }, description: 'Clicks by referrer. Ignores case.' },
        referrer_url: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by referrer url. Written like the key of its group, case-sensitive.',
        },
        trigger: { type: 'array', items: { type: 'string' }, description: 'Clicks by trigger. Ignores case.' },
        link: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by link. Written like the key of its group, case-sensitive.',
        },
        domain: { type: 'array', items: { type: 'string' }, description: 'Clicks by domain. An id, or a host name.' },
        tag: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by tag. Written like the key of its group, case-sensitive.',
        },
        campaign: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by campaign. Written like the key of its group, case-sensitive.',
        },
        destination: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by destination. Written like the key of its group, case-sensitive.',
        },
        utm_source: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm source. Written like the key of its group, case-sensitive.',
        },
        utm_medium: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm medium. Written like the key of its group, case-sensitive.',
        },
        utm_campaign: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm campaign. Written like the key of its group, case-sensitive.',
        },
        utm_term: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm term. Written like the key of its group, case-sensitive.',
        },
        utm_content: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm content. Written like the key of its group, case-sensitive.',
        },
        variant: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by variant. Written like the key of its group, case-sensitive.',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'analytics_tag',
    operation: 'analytics.tag',
    title: 'Clicks of a tag',
    description:
      'Clicks of a tag. Clicks on links that had the tag at the time of the click. An unused tag has zeros; an invalid tag is a 404. Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0. `-` before a value excludes it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\\-5`, `a\\,b`, `\\null`. Filters are combined by AND.',
    scope: 'read',
    answer: 'json',
    path: ['name'],
    query: [
      'range',
      'timezone',
      'start',
      'end',
      'include_bots',
      'interval',
      'compare',
      'group_by',
      'limit',
      'country',
      'region',
      'city',
      'continent',
      'device',
      'browser',
      'os',
      'language',
      'referrer',
      'referrer_url',
      'trigger',
      'link',
      'domain',
      'tag',
      'campaign',
      'destination',
      'utm_source',
      'utm_medium',
      'utm_campaign',
      'utm_term',
      'utm_content',
      'variant',
    ],
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'The tag.' },
        range: {
          type: 'string',
          enum: [
            'today',
            'yesterday',
            'last_hour',
            '24h',
            '7d',
            '30d',
            '90d',
            '12m',
            'wtd',
            'mtd',
            'qtd',
            'ytd',
            'last_week',
            'last_month',
            'all',
            'custom',
          ],
          description: 'The window. Named ones follow the calendar of `timezone`.',
        },
        timezone: { type: 'string', description: 'IANA name of the time zone of days.' },
        start: {
          type: 'string',
          description:
            'Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in `timezone`.',
        },
        end: { type: 'string', description: 'End of the window, exclusive. Only with range=custom.' },
        include_bots: { type: 'boolean', description: 'Includes the clicks of bots.' },
        interval: {
          type: 'string',
          enum: ['auto', 'minute', 'hour', 'day', 'week', 'month'],
          description: 'Width of the points of the time series, of which there are at most 2760.',
        },
        compare: {
          type: 'string',
          enum: ['previous', 'year'],
          description:
            'Adds `comparison`: the series of the window before, or of the same window a year earlier by the calendar of `timezone`.',
        },
        group_by: {
          type: 'array',
          items: {
            type: 'string',
            enum: [
              'country',
              'region',
              'city',
              'continent',
              'device',
              'browser',
              'os',
              'language',
              'referrer',
              'referrer_url',
              'trigger',
              'link',
              'domain',
              'tag',
              'campaign',
              'destination',
              'utm_source',
              'utm_medium',
              'utm_campaign',
              'utm_term',
              'utm_content',
              'variant',
            ],
          },
          description:
            '`country`, `city`, `referrer`, `device`, `browser`, `os`, `trigger`, `utm_campaign` are always included.',
        },
        limit: { type: 'integer', description: 'Entries per group and of the ranking.' },
        country: { type: 'array', items: { type: 'string' }, description: 'Clicks by country. Ignores case.' },
        region: { type: 'array', items: { type: 'string' }, description: 'Clicks by region. Ignores case.' },
        city: { type: 'array', items: { type: 'string' }, description: 'Clicks by city. Ignores case.' },
        continent: { type: 'array', items: { type: 'string' }, description: 'Clicks by continent. Ignores case.' },
        device: { type: 'array', items: { type: 'string' }, description: 'Clicks by device. Ignores case.' },
        browser: { type: 'array', items: { type: 'string' }, description: 'Clicks by browser. Ignores case.' },
        os: { type: 'array', items: { type: 'string' }, description: 'Clicks by os. Ignores case.' },
        language: { type: 'array', items: { type: 'string' }, description: 'Clicks by language. Ignores case.' },
        referrer: { type: 'array', items: { type: 'string' }, description: 'Clicks by referrer. Ignores case.' },
        referrer_url: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by referrer url. Written like the key of its group, case-sensitive.',
        },
        trigger: { type: 'array', items: { type: 'string' }, description: 'Clicks by trigger. Ignores case.' },
        link: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by link. Written like the key of its group, case-sensitive.',
        },
        domain: { type: 'array', items: { type: 'string' }, description: 'Clicks by domain. An id, or a host name.' },
        tag: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by tag. Written like the key of its group, case-sensitive.',
        },
        campaign: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by campaign. Written like the key of its group, case-sensitive.',
        },
        destination: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by destination. Written like the key of its group, case-sensitive.',
        },
        utm_source: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm source. Written like the key of its group, case-sensitive.',
        },
        utm_medium: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm medium. Written like the key of its group, case-sensitive.',
        },
        utm_campaign: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm campaign. Written like the key of its group, case-sensitive.',
        },
        utm_term: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm term. Written like the key of its group, case-sensitive.',
        },
        utm_content: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm content. Written like the key of its group, case-sensitive.',
        },
        variant: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by variant. Written like the key of its group, case-sensitive.',
        },
      },
      required: ['name'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'analytics_domain',
    operation: 'analytics.domain',
    title: 'Clicks of a domain',
    description:
      'Clicks of a domain. Clicks of links of the domain. All own short hosts are one domain, `dom_default`. Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0. `-` before a value excludes it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\\-5`, `a\\,b`, `\\null`. Filters are combined by AND.',
    scope: 'read',
    answer: 'json',
    path: ['id'],
    query: [
      'range',
      'timezone',
      'start',
      'end',
      'include_bots',
      'interval',
      'compare',
      'group_by',
      'limit',
      'country',
      'region',
      'city',
      'continent',
      'device',
      'browser',
      'os',
      'language',
      'referrer',
      'referrer_url',
      'trigger',
      'link',
      'domain',
      'tag',
      'campaign',
      'destination',
      'utm_source',
      'utm_medium',
      'utm_campaign',
      'utm_term',
      'utm_content',
      'variant',
    ],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the domain.' },
        range: {
          type: 'string',
          enum: [
            'today',
            'yesterday',
            'last_hour',
            '24h',
            '7d',
            '30d',
            '90d',
            '12m',
            'wtd',
            'mtd',
            'qtd',
            'ytd',
            'last_week',
            'last_month',
            'all',
            'custom',
          ],
          description: 'The window. Named ones follow the calendar of `timezone`.',
        },
        timezone: { type: 'string', description: 'IANA name of the time zone of days.' },
        start: {
          type: 'string',
          description:
            'Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in `timezone`.',
        },
        end: { type: 'string', description: 'End of the window, exclusive. Only with range=custom.' },
        include_bots: { type: 'boolean', description: 'Includes the clicks of bots.' },
        interval: {
          type: 'string',
          enum: ['auto', 'minute', 'hour', 'day', 'week', 'month'],
          description: 'Width of the points of the time series, of which there are at most 2760.',
        },
        compare: {
          type: 'string',
          enum: ['previous', 'year'],
          description:
            'Adds `comparison`: the series of the window before, or of the same window a year earlier by the calendar of `timezone`.',
        },
        group_by: {
          type: 'array',
          items: {
            type: 'string',
            enum: [
              'country',
              'region',
              'city',
              'continent',
              'device',
              'browser',
              'os',
              'language',
              'referrer',
              'referrer_url',
              'trigger',
              'link',
              'domain',
              'tag',
              'campaign',
              'destination',
              'utm_source',
              'utm_medium',
              'utm_campaign',
              'utm_term',
              'utm_content',
              'variant',
            ],
          },
          description:
            '`country`, `city`, `referrer`, `device`, `browser`, `os`, `trigger`, `utm_campaign` are always included.',
        },
        limit: { type: 'integer', description: 'Entries per group and of the ranking.' },
        country: { type: 'array', items: { type: 'string' }, description: 'Clicks by country. Ignores case.' },
        region: { type: 'array', items: { type: 'string' }, description: 'Clicks by region. Ignores case.' },
        city: { type: 'array', items: { type: 'string' }, description: 'Clicks by city. Ignores case.' },
        continent: { type: 'array', items: { type: 'string' }, description: 'Clicks by continent. Ignores case.' },
        device: { type: 'array', items: { type: 'string' }, description: 'Clicks by device. Ignores case.' },
        browser: { type: 'array', items: { type: 'string' }, description: 'Clicks by browser. Ignores case.' },
        os: { type: 'array', items: { type: 'string' }, description: 'Clicks by os. Ignores case.' },
        language: { type: 'array', items: { type: 'string' }, description: 'Clicks by language. Ignores case.' },
        referrer: { type: 'array', items: { type: 'string' }, description: 'Clicks by referrer. Ignores case.' },
        referrer_url: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by referrer url. Written like the key of its group, case-sensitive.',
        },
        trigger: { type: 'array', items: { type: 'string' }, description: 'Clicks by trigger. Ignores case.' },
        link: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by link. Written like the key of its group, case-sensitive.',
        },
        domain: { type: 'array', items: { type: 'string' }, description: 'Clicks by domain. An id, or a host name.' },
        tag: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by tag. Written like the key of its group, case-sensitive.',
        },
        campaign: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by campaign. Written like the key of its group, case-sensitive.',
        },
        destination: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by destination. Written like the key of its group, case-sensitive.',
        },
        utm_source: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm source. Written like the key of its group, case-sensitive.',
        },
        utm_medium: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm medium. Written like the key of its group, case-sensitive.',
        },
        utm_campaign: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm campaign. Written like the key of its group, case-sensitive.',
        },
        utm_term: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm term. Written like the key of its group, case-sensitive.',
        },
        utm_content: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm content. Written like the key of its group, case-sensitive.',
        },
        variant: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by variant. Written like the key of its group, case-sensitive.',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'analytics_events',
    operation: 'analytics.events',
    title: 'List clicks, newest first',
    description:
      'List clicks, newest first. Pages by cursor: new clicks do not shift pages. Nothing in the answer identifies visitors. Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0. `-` before a value excludes it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\\-5`, `a\\,b`, `\\null`. Filters are combined by AND.',
    scope: 'read',
    answer: 'page',
    path: [],
    query: [
      'range',
      'timezone',
      'start',
      'end',
      'include_bots',
      'country',
      'region',
      'city',
      'continent',
      'device',
      'browser',
      'os',
      'language',
      'referrer',
      'referrer_url',
      'trigger',
      'link',
      'domain',
      'tag',
      'campaign',
      'destination',
      'utm_source',
      'utm_medium',
      'utm_campaign',
      'utm_term',
      'utm_content',
      'variant',
      'limit',
      'cursor',
    ],
    inputSchema: {
      type: 'object',
      properties: {
        range: {
          type: 'string',
          enum: [
            'today',
            'yesterday',
            'last_hour',
            '24h',
            '7d',
            '30d',
            '90d',
            '12m',
            'wtd',
            'mtd',
            'qtd',
            'ytd',
            'last_week',
            'last_month',
            'all',
            'custom',
          ],
          description: 'The window. Named ones follow the calendar of `timezone`.',
        },
        timezone: { type: 'string', description: 'IANA name of the time zone of days.' },
        start: {
          type: 'string',
          description:
            'Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in `timezone`.',
        },
        end: { type: 'string', description: 'End of the window, exclusive. Only with range=custom.' },
        include_bots: { type: 'boolean', description: 'Includes the clicks of bots.' },
        country: { type: 'array', items: { type: 'string' }, description: 'Clicks by country. Ignores case.' },
        region: { type: 'array', items: { type: 'string' }, description: 'Clicks by region. Ignores case.' },
        city: { type: 'array', items: { type: 'string' }, description: 'Clicks by city. Ignores case.' },
        continent: { type: 'array', items: { type: 'string' }, description: 'Clicks by continent. Ignores case.' },
        device: { type: 'array', items: { type: 'string' }, description: 'Clicks by device. Ignores case.' },
        browser: { type: 'array', items: { type: 'string' }, description: 'Clicks by browser. Ignores case.' },
        os: { type: 'array', items: { type: 'string' }, description: 'Clicks by os. Ignores case.' },
        language: { type: 'array', items: { type: 'string' }, description: 'Clicks by language. Ignores case.' },
        referrer: { type: 'array', items: { type: 'string' }, description: 'Clicks by referrer. Ignores case.' },
        referrer_url: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by referrer url. Written like the key of its group, case-sensitive.',
        },
        trigger: { type: 'array', items: { type: 'string' }, description: 'Clicks by trigger. Ignores case.' },
        link: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by link. Written like the key of its group, case-sensitive.',
        },
        domain: { type: 'array', items: { type: 'string' }, description: 'Clicks by domain. An id, or a host name.' },
        tag: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by tag. Written like the key of its group, case-sensitive.',
        },
        campaign: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by campaign. Written like the key of its group, case-sensitive.',
        },
        destination: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by destination. Written like the key of its group, case-sensitive.',
        },
        utm_source: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm source. Written like the key of its group, case-sensitive.',
        },
        utm_medium: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm medium. Written like the key of its group, case-sensitive.',
        },
        utm_campaign: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm campaign. Written like the key of its group, case-sensitive.',
        },
        utm_term: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm term. Written like the key of its group, case-sensitive.',
        },
        utm_content: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by utm content. Written like the key of its group, case-sensitive.',
        },
        variant: {
          type: 'array',
          items: { type: 'string' },
          description: 'Clicks by variant. Written like the key of its group, case-sensitive.',
        },
        limit: { type: 'integer', description: 'Clicks of a page at most.' },
        cursor: {
          type: 'string',
          description:
            'First empty (`cursor=`) or absent, then the `meta.next_cursor` of the previous page, with an otherwise unchanged query.',
        },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'workspace_get',
    operation: 'workspace.get',
    title: 'Get the workspace',
    description: 'Get the workspace. The workspace of the credential, with its plan, usage and limits.',
    scope: 'read',
    answer: 'json',
    path: [],
    query: [],
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'workspace_update',
    operation: 'workspace.update',
    title: 'Rename the workspace',
    description: 'Rename the workspace. Requires an owner. Only the operator can change the plan.',
    scope: 'owner',
    answer: 'json',
    path: [],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string', description: 'Name of the workspace. Example: `"Acme Ltd"`' } },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'workspace_delete',
    operation: 'workspace.delete',
    title: 'Delete the workspace',
    description:
      'Delete the workspace. By an owner, who sends its name. At once its keys are refused as revoked, its links resolve no more, and its members can only log out, switch to another workspace or look at their account. The operator can restore it for 30 days; then its data is erased, and its aliases stay taken. Deleting it again changes nothing.',
    scope: 'owner',
    answer: 'none',
    path: [],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string', description: 'The workspace\'s name. Example: `"Acme Ltd"`' } },
      required: ['name'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'members_list',
    operation: 'members.list',
    title: 'List members',
    description: 'List members. Those who joined first come first.',
    scope: 'read',
    answer: 'page',
    path: [],
    query: ['page', 'limit'],
    inputSchema: {
      type: 'object',
      properties: {
        page: { type: 'integer', description: 'Number of the page, from 1.' },
        limit: { type: 'integer', description: 'Entries of a page at most.' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'members_get',
    operation: 'members.get',
    title: 'Get a member',
    description: 'Get a member. The user and their role.',
    scope: 'read',
    answer: 'json',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the user.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'members_update',
    operation: 'members.update',
    title: "Change a member's role",
    description: "Change a member's role. Applies from their next request on. The last owner cannot be changed.",
    scope: 'owner',
    answer: 'json',
    path: ['id'],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the user.' },
        role: {
          type: 'string',
          enum: ['owner', 'member', 'viewer'],
          description:
            'What a user may do: a viewer reads, a member changes everything but the workspace and its members. Example: `"member"`',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'members_delete',
    operation: 'members.delete',
    title: 'Remove a member',
    description:
      'Remove a member. Ends their sessions in this workspace at once. API keys that they created belong to the workspace and stay. An account that has no other workspace is deleted; an invitation makes it anew. The last owner cannot be removed.',
    scope: 'owner',
    answer: 'none',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the user.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'invitations_list',
    operation: 'invitations.list',
    title: 'List invitations',
    description: 'List invitations. Those that are pending: not accepted, withdrawn or expired. Never their tokens.',
    scope: 'owner',
    answer: 'page',
    path: [],
    query: ['page', 'limit'],
    inputSchema: {
      type: 'object',
      properties: {
        page: { type: 'integer', description: 'Number of the page, from 1.' },
        limit: { type: 'integer', description: 'Entries of a page at most.' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'invitations_create',
    operation: 'invitations.create',
    title: 'Invite somebody',
    description:
      'Invite somebody. Invites an e-mail address, whether it has an account or not. The token for `POST /v1/auth/accept` is valid for seven days and for one use; nobody becomes a member before that. If the server can send mail, it mails the token; otherwise it returns the token once. Another invitation of the same address replaces the pending one and its token. An address that the mail server refuses is a 400, and mail that cannot be sent is a 503; nobody is invited then. The invitations of an owner who leaves or is demoted are withdrawn. At most 100 can be pending. In a minute a workspace mails at most 30, and an address gets at most three; more is a 429.',
    scope: 'owner',
    answer: 'json',
    secrets: ['token'],
    path: [],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: {
        email: { type: 'string', description: 'The address to invite. Example: `"grace@example.com"`' },
        role: {
          type: 'string',
          enum: ['owner', 'member', 'viewer'],
          description:
            'What a user may do: a viewer reads, a member changes everything but the workspace and its members. Example: `"member"`',
        },
      },
      required: ['email', 'role'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  },
  {
    name: 'invitations_get',
    operation: 'invitations.get',
    title: 'Get an invitation',
    description: 'Get an invitation. While it is pending.',
    scope: 'owner',
    answer: 'json',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the invitation.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'invitations_delete',
    operation: 'invitations.delete',
    title: 'Withdraw an invitation',
    description: 'Withdraw an invitation. Its token is not valid any more, and the address is deleted.',
    scope: 'owner',
    answer: 'none',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the invitation.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'imports_list',
    operation: 'imports.list',
    title: 'List imports',
    description: 'List imports. The newest first, without their errors. Imports are forgotten 30 days after their end.',
    scope: 'read',
    answer: 'page',
    path: [],
    query: ['page', 'limit'],
    inputSchema: {
      type: 'object',
      properties: {
        page: { type: 'integer', description: 'Number of the page, from 1.' },
        limit: { type: 'integer', description: 'Entries of a page at most.' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'imports_get',
    operation: 'imports.get',
    title: 'Get an import',
    description: 'Get an import. Its progress: `created` and `failed` grow up to `total`.',
    scope: 'read',
    answer: 'json',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the import.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'imports_cancel',
    operation: 'imports.cancel',
    title: 'Cancel an import',
    description: 'Cancel an import. The links that it has made stay, and no more are made.',
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the import.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'qr_codes_create',
    operation: 'qrCodes.create',
    title: 'Create a QR code',
    description:
      'Create a QR code. Of a link, or of any URL. What readers could not read is a 400: too little contrast, less than 2 pixels a module, a logo at level L or M. At most 30 logos a minute are fetched for each workspace.',
    scope: 'write',
    answer: 'json',
    path: [],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: {
        link_id: {
          type: ['string', 'null'],
          description:
            'A link of the workspace: the QR code holds its short URL with `?qr=1`. Either this or `url`. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"`',
        },
        url: {
          type: ['string', 'null'],
          description:
            'What the QR code holds, exactly as given. Either this or `link_id`. Example: `"https://example.com/summer?ref=1"`',
        },
        name: { type: ['string', 'null'], description: 'Name of the QR code, for your own use. Example: `"Poster"`' },
        format: { type: ['string', 'null'], enum: ['svg', 'png', null] },
        size: {
          type: ['integer', 'null'],
          description: 'Pixels of a side: at least 2 for each module. Example: `600`',
        },
        level: { type: ['string', 'null'], enum: ['L', 'M', 'Q', 'H', null] },
        margin: { type: ['integer', 'null'], description: 'Empty modules on each side. Example: `2`' },
        fg_color: { type: ['string', 'null'], description: 'Colour of the dark modules. Example: `"#000000"`' },
        bg_color: { type: ['string', 'null'], description: 'Colour of the light modules. Example: `"#ffffff"`' },
        logo_url: {
          type: ['string', 'null'],
          description:
            'A PNG or JPEG of at most 256 kB, 4 megapixels and 64 scans. It is fetched once, when this is set, and drawn at a fifth of the side. Only with level Q, the default beside it, or H. Example: `"https://example.com/logo.png"`',
        },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  },
  {
    name: 'qr_codes_list',
    operation: 'qrCodes.list',
    title: 'List QR codes',
    description: 'List QR codes. The newest first.',
    scope: 'read',
    answer: 'page',
    path: [],
    query: ['page', 'limit', 'link_id'],
    inputSchema: {
      type: 'object',
      properties: {
        page: { type: 'integer', description: 'Number of the page, from 1.' },
        limit: { type: 'integer', description: 'Entries of a page at most.' },
        link_id: { type: 'string', description: 'QR codes of this link alone.' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'qr_codes_get',
    operation: 'qrCodes.get',
    title: 'Get a QR code',
    description: 'Get a QR code. The record says how it looks; `image_url` leads to its image.',
    scope: 'read',
    answer: 'json',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the QR code.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'qr_codes_update',
    operation: 'qrCodes.update',
    title: 'Change a QR code',
    description:
      'Change a QR code. Absent fields are unchanged; null clears a field. What is printed already holds what it held. At most 30 logos a minute are fetched for each workspace.',
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the QR code.' },
        link_id: {
          type: ['string', 'null'],
          description:
            'A link of the workspace: the QR code holds its short URL with `?qr=1`. Either this or `url`. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"`',
        },
        url: {
          type: ['string', 'null'],
          description:
            'What the QR code holds, exactly as given. Either this or `link_id`. Example: `"https://example.com/summer?ref=1"`',
        },
        name: { type: ['string', 'null'], description: 'Name of the QR code, for your own use. Example: `"Poster"`' },
        format: { type: ['string', 'null'], enum: ['svg', 'png', null] },
        size: {
          type: ['integer', 'null'],
          description: 'Pixels of a side: at least 2 for each module. Example: `600`',
        },
        level: { type: ['string', 'null'], enum: ['L', 'M', 'Q', 'H', null] },
        margin: { type: ['integer', 'null'], description: 'Empty modules on each side. Example: `2`' },
        fg_color: { type: ['string', 'null'], description: 'Colour of the dark modules. Example: `"#000000"`' },
        bg_color: { type: ['string', 'null'], description: 'Colour of the light modules. Example: `"#ffffff"`' },
        logo_url: {
          type: ['string', 'null'],
          description:
            'A PNG or JPEG of at most 256 kB, 4 megapixels and 64 scans. It is fetched once, when this is set, and drawn at a fifth of the side. Only with level Q, the default beside it, or H. Example: `"https://example.com/logo.png"`',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'qr_codes_delete',
    operation: 'qrCodes.delete',
    title: 'Delete a QR code',
    description: 'Delete a QR code. What is printed goes on leading to its link or URL.',
    scope: 'write',
    answer: 'none',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the QR code.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'qr_codes_image',
    operation: 'qrCodes.image',
    title: 'Get the image of a QR code',
    description:
      'Get the image of a QR code. It stays the same while its link is deleted, since that may be restored. The same image has the same ETag: send it back as If-None-Match for a 304.',
    scope: 'read',
    answer: 'file',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the QR code.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'webhooks_create',
    operation: 'webhooks.create',
    title: 'Create a webhook',
    description:
      'Create a webhook. Events from now on are sent to its URL by POST, signed as Standard Webhooks says. The secret is only in this answer and in its repeats under the same Idempotency-Key. A workspace may have 20 webhooks, disabled ones included.',
    scope: 'write',
    answer: 'json',
    secrets: ['secret'],
    path: [],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: {
        url: {
          type: 'string',
          description:
            'https, to a public address. What the operator allows in `EGRESS_ALLOW` may be reached by http, too, and have another address. Example: `"https://hooks.example.com/waymark"`',
        },
        events: {
          type: 'array',
          items: { type: 'string' },
          description:
            'Names of events, and patterns. `*` and `link.*` stand for every event, or every one of links, but for `link.clicked` and `link.clicks`, which are subscribed to by their own names. Example: `["link.*","link.clicks"]`',
        },
        description: { type: ['string', 'null'], description: 'A note for people. Example: `"To the data warehouse"`' },
        filters: {
          type: ['object', 'null'],
          properties: {
            link_ids: {
              type: ['array', 'null'],
              items: { type: 'string' },
              description: 'Links of the workspace. Example: `["link_2c7n4k0v9q8w1x5z3b6m7d4f2g"]`',
            },
            tags: {
              type: ['array', 'null'],
              items: { type: 'string' },
              description: 'Tags: a link or campaign with one of these is enough. Example: `["summer"]`',
            },
            campaign_ids: {
              type: ['array', 'null'],
              items: { type: 'string' },
              description: 'Campaigns of the workspace. Example: `["cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"]`',
            },
            domains: {
              type: ['array', 'null'],
              items: { type: 'string' },
              description:
                'Host names: domains of the workspace, or hosts of this installation. Example: `["go.brand.example"]`',
            },
            include_bots: {
              type: ['boolean', 'null'],
              description: 'Whether clicks of bots are delivered, too. Example: `false`',
            },
          },
          additionalProperties: false,
        },
        active: {
          type: ['boolean', 'null'],
          description: 'False pauses it: what happens meanwhile is not kept for it. Example: `true`',
        },
      },
      required: ['url', 'events'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  },
  {
    name: 'webhooks_list',
    operation: 'webhooks.list',
    title: 'List webhooks',
    description: 'List webhooks. The newest first.',
    scope: 'read',
    answer: 'page',
    path: [],
    query: ['page', 'limit', 'status'],
    inputSchema: {
      type: 'object',
      properties: {
        page: { type: 'integer', description: 'Number of the page, from 1.' },
        limit: { type: 'integer', description: 'Entries of a page at most.' },
        status: {
          type: 'string',
          enum: ['active', 'paused', 'disabled'],
          description: 'Webhooks with this status alone.',
        },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'webhooks_get',
    operation: 'webhooks.get',
    title: 'Get a webhook',
    description: 'Get a webhook. The webhook as it is, or as it was at an instant. Never its secret.',
    scope: 'read',
    answer: 'json',
    path: ['id'],
    query: ['as_of'],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the webhook.' },
        as_of: {
          type: 'string',
          description:
            'Returns the state at this instant, without counters and usage: 404 before the creation, 400 in the future.',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'webhooks_update',
    operation: 'webhooks.update',
    title: 'Change a webhook',
    description:
      'Change a webhook. Absent fields are unchanged; null clears a field, also within `filters`. Deliveries under way go to the new URL. `active: false` pauses, and does not enable a disabled webhook again when it is taken back.',
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the webhook.' },
        url: {
          type: 'string',
          description:
            'https, to a public address. What the operator allows in `EGRESS_ALLOW` may be reached by http, too, and have another address. Example: `"https://hooks.example.com/waymark"`',
        },
        events: {
          type: 'array',
          items: { type: 'string' },
          description:
            'Names of events, and patterns. `*` and `link.*` stand for every event, or every one of links, but for `link.clicked` and `link.clicks`, which are subscribed to by their own names. Example: `["link.*","link.clicks"]`',
        },
        description: { type: ['string', 'null'], description: 'A note for people. Example: `"To the data warehouse"`' },
        filters: {
          type: ['object', 'null'],
          properties: {
            link_ids: {
              type: ['array', 'null'],
              items: { type: 'string' },
              description: 'Links of the workspace. Example: `["link_2c7n4k0v9q8w1x5z3b6m7d4f2g"]`',
            },
            tags: {
              type: ['array', 'null'],
              items: { type: 'string' },
              description: 'Tags: a link or campaign with one of these is enough. Example: `["summer"]`',
            },
            campaign_ids: {
              type: ['array', 'null'],
              items: { type: 'string' },
              description: 'Campaigns of the workspace. Example: `["cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"]`',
            },
            domains: {
              type: ['array', 'null'],
              items: { type: 'string' },
              description:
                'Host names: domains of the workspace, or hosts of this installation. Example: `["go.brand.example"]`',
            },
            include_bots: {
              type: ['boolean', 'null'],
              description: 'Whether clicks of bots are delivered, too. Example: `false`',
            },
          },
          additionalProperties: false,
        },
        active: {
          type: ['boolean', 'null'],
          description: 'False pauses it: what happens meanwhile is not kept for it. Example: `true`',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'webhooks_delete',
    operation: 'webhooks.delete',
    title: 'Delete a webhook',
    description:
      'Delete a webhook. Nothing more is sent to it. Its secret is deleted. The log of its deliveries cannot be read any more, and is erased with those of others, 30 to 61 days after each delivery.',
    scope: 'write',
    answer: 'none',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the webhook.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'webhooks_history',
    operation: 'webhooks.history',
    title: 'History of a webhook',
    description:
      'History of a webhook. The changes of the webhook, oldest first; also of a deleted one. Never a secret.',
    scope: 'read',
    answer: 'page',
    path: ['id'],
    query: ['page', 'limit'],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the webhook.' },
        page: { type: 'integer', description: 'Number of the page, from 1.' },
        limit: { type: 'integer', description: 'Entries of a page at most.' },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'webhooks_enable',
    operation: 'webhooks.enable',
    title: 'Enable a webhook',
    description:
      'Enable a webhook. One that is disabled or paused gets events again, from now on. What it missed can be fetched by a replay. A repeat changes nothing.',
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the webhook.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  },
  {
    name: 'webhooks_rotate_secret',
    operation: 'webhooks.rotateSecret',
    title: 'Rotate the secret of a webhook',
    description:
      'Rotate the secret of a webhook. For 24 hours deliveries are signed with the new secret and with the former one. The secret is only in this answer and in its repeats under the same Idempotency-Key.',
    scope: 'write',
    answer: 'json',
    secrets: ['secret'],
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the webhook.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  },
  {
    name: 'webhooks_deliveries',
    operation: 'webhooks.deliveries',
    title: 'List the deliveries of a webhook',
    description: 'List the deliveries of a webhook. Of the last 30 days, the newest first.',
    scope: 'read',
    answer: 'page',
    path: ['id'],
    query: ['page', 'limit', 'status', 'event_type', 'from', 'to', 'cursor'],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the webhook.' },
        page: { type: 'integer', description: 'Number of the page, from 1.' },
        limit: { type: 'integer', description: 'Entries of a page at most.' },
        status: {
          type: 'string',
          enum: ['pending', 'delivered', 'failed', 'skipped'],
          description: 'Deliveries with this status alone.',
        },
        event_type: { type: 'string', description: 'Deliveries of this event alone.' },
        from: { type: 'string', description: 'Queued at this instant or later.' },
        to: { type: 'string', description: 'Queued before this instant.' },
        cursor: {
          type: 'string',
          description:
            'Pages by position instead of number, so that new deliveries shift nothing: first empty (`cursor=`), then the `meta.next_cursor` of the previous answer, until that is null; without page.',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'webhooks_delivery',
    operation: 'webhooks.delivery',
    title: 'Get a delivery of a webhook',
    description: 'Get a delivery of a webhook. With what was sent, and every attempt.',
    scope: 'read',
    answer: 'json',
    path: ['id', 'delivery_id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the webhook.' },
        delivery_id: { type: 'string', description: 'Id of the delivery.' },
      },
      required: ['id', 'delivery_id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'webhooks_retry_delivery',
    operation: 'webhooks.retryDelivery',
    title: 'Retry a delivery of a webhook',
    description:
      'Retry a delivery of a webhook. It is due at once and begins its schedule anew, also if it was delivered. The body is the same, and so is its id.',
    scope: 'write',
    answer: 'json',
    path: ['id', 'delivery_id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the webhook.' },
        delivery_id: { type: 'string', description: 'Id of the delivery.' },
      },
      required: ['id', 'delivery_id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  },
  {
    name: 'webhooks_test',
    operation: 'webhooks.test',
    title: 'Test a webhook',
    description:
      'Test a webhook. Sends a `ping`, whatever the webhook subscribes to; also while it is paused or disabled.',
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Id of the webhook.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  },
  {
    name: 'webhooks_replay',
    operation: 'webhooks.replay',
    title: 'Replay events to a webhook',
    description:
      'Replay events to a webhook. Sends the events of a window again that pass the filters of the webhook: with their ids, types, revisions and data, in their order, and behind everything that is live. Clicks come from analytics: each `link.clicked` has its id, and those of `link.clicks` are collected anew. Of a disabled webhook: 409.',
    scope: 'write',
    answer: 'json',
    path: ['id'],
    query: [],
    body: 'fields',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the webhook.' },
        from: {
          type: 'string',
          description:
            'Events that happened at this instant or later, at most 30 days ago. Example: `"2026-11-21T08:00:00Z"`',
        },
        to: {
          type: ['string', 'null'],
          description: 'Events that happened before it. Absent: now. Example: `"2026-11-22T08:00:00Z"`',
        },
        events: {
          type: ['array', 'null'],
          items: { type: 'string' },
          description:
            'Names and patterns within the subscription. Absent: all that the webhook subscribes to. Example: `["link.*"]`',
        },
      },
      required: ['id', 'from'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  },
  {
    name: 'events_list',
    operation: 'events.list',
    title: 'List what happened in the workspace',
    description:
      'List what happened in the workspace. The changes of links, keys, campaigns, domains, QR codes and webhooks, newest first, as their histories have them. Pages by cursor: new events do not shift pages. Clicks are no events of this list.',
    scope: 'read',
    answer: 'page',
    path: [],
    query: ['actor', 'type', 'request_id', 'from', 'to', 'limit', 'cursor'],
    inputSchema: {
      type: 'object',
      properties: {
        actor: {
          type: 'string',
          description: 'Id of the user or key that caused it; or all of a kind: `user`, `api_key` or `system`.',
        },
        type: {
          type: 'array',
          items: { type: 'string' },
          description: 'Names of events, and patterns, as webhooks have them.',
        },
        request_id: { type: 'string', description: 'Id of the request that caused it.' },
        from: { type: 'string', description: 'From this instant on.' },
        to: { type: 'string', description: 'Until just before this instant.' },
        limit: { type: 'integer', description: 'Entries of a page at most.' },
        cursor: {
          type: 'string',
          description:
            'First empty (`cursor=`) or absent, then the `meta.next_cursor` of the previous page, with an otherwise unchanged query.',
        },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
];
