import { DOMAIN_STATUSES, canonicalHostname } from '@contexts/domains';
import { pagingQuery, queryBoolean, refusing } from '@platform/http';
import { z } from 'zod';
import { destinationUrl } from '../links/link-values.schemas';
import { pointInTimeRecord } from '../history/history.schemas';
import { instantField } from '../record-fields.schemas';
import { listOfRecords } from '../responses';
import { optional, readOnly } from '../text.schemas';
import { deepLinks } from './deep-links.schema';

const APPLE_EXAMPLE = {
  applinks: { details: [{ appIDs: ['ABCDE12345.example.brand'], components: [{ '/': '/*' }] }] },
};
const ASSETLINKS_EXAMPLE = [
  {
    relation: ['delegate_permission/common.handle_all_urls'],
    target: { namespace: 'android_app', package_name: 'example.brand', sha256_cert_fingerprints: ['14:6D:E9'] },
  },
];

const hostname = z
  .string()
  .transform((text, context) => {
    const canonical = canonicalHostname(text);
    if (canonical !== null) return canonical;
    context.addIssue({ code: 'custom', message: 'must be a public host name without a port, like go.example.com' });
    return z.NEVER;
  })
  .meta({ example: 'go.brand.example', description: 'Host name. It is kept in lower case and in ASCII (`xn--`).' });

const rootUrl = destinationUrl.meta({
  description: 'Where the host itself (`/`) leads. Absent: `not_found_url`.',
  example: 'https://brand.example/',
});
const notFoundUrl = destinationUrl.meta({
  description: 'Where unknown aliases lead, by 302. Absent: 404.',
  example: 'https://brand.example/404',
});
const expiredUrl = destinationUrl.meta({
  description: 'Where expired links lead that have no `expired_url`, by 302. Absent: 410.',
  example: 'https://brand.example/over',
});
const appleAppSiteAssociation = deepLinks('object').meta({
  type: 'object',
  description: 'Served under `/.well-known/apple-app-site-association`. At most 128 kB.',
  example: APPLE_EXAMPLE,
});
const assetlinks = deepLinks('array').meta({
  type: 'array',
  items: {},
  description: 'Served under `/.well-known/assetlinks.json`. At most 128 kB.',
  example: ASSETLINKS_EXAMPLE,
});

const READ_ONLY = readOnly(
  'id',
  'status',
  'dns_records',
  'verified_at',
  'last_checked_at',
  'last_check',
  'created_at',
  'updated_at',
);

/** Body of `POST /v1/domains`. */
export const createDomainBody = refusing(
  z
    .strictObject({
      hostname,
      root_url: optional(rootUrl),
      not_found_url: optional(notFoundUrl),
      expired_url: optional(expiredUrl),
      apple_app_site_association: optional(appleAppSiteAssociation),
      assetlinks: optional(assetlinks),
    })
    .meta({
      id: 'DomainCreate',
      description: 'A new domain. Only its host name is required; null is as if absent.',
      example: { hostname: 'go.brand.example', root_url: 'https://brand.example/' },
    }),
  { ...READ_ONLY, is_primary: 'can be set once the domain is verified' },
);
export type CreateDomainBody = z.infer<typeof createDomainBody>;

/** Body of `PATCH /v1/domains/{id}`: an absent field stays as it is, null clears it. */
export const updateDomainBody = refusing(
  z
    .strictObject({
      root_url: rootUrl.nullable().optional(),
      not_found_url: notFoundUrl.nullable().optional(),
      expired_url: expiredUrl.nullable().optional(),
      apple_app_site_association: appleAppSiteAssociation.nullable().optional(),
      assetlinks: assetlinks.nullable().optional(),
      is_primary: z.boolean().optional().meta({
        description: 'Links that name no domain are created on the primary one. At most one is; it is verified.',
        example: false,
      }),
    })
    .meta({
      id: 'DomainUpdate',
      description: 'Changes of a domain. An absent field stays as it is, null clears it.',
      example: { not_found_url: 'https://brand.example/404', expired_url: null },
    }),
  {
    ...READ_ONLY,
    hostname: 'cannot be changed: it is what the domain is known by; add another domain instead',
  },
);
export type UpdateDomainBody = z.infer<typeof updateDomainBody>;

/** Nothing sets the reserved one, so that a way to disable domains breaks no client. */
const status = z.enum([...DOMAIN_STATUSES, 'disabled']).meta({
  id: 'DomainStatus',
  description: 'Status of a domain. Links resolve on a verified one. `disabled` is reserved: no domain has it so far.',
  example: 'verified',
});

/** Query of `GET /v1/domains`. */
export const listDomainsQuery = z.strictObject({
  ...pagingQuery,
  status: status.optional().meta({ description: 'Domains with this status alone.' }),
});
export type ListDomainsQuery = z.infer<typeof listDomainsQuery>;

/** Query of `DELETE /v1/domains/{id}`. */
export const removeDomainQuery = z.strictObject({
  force: queryBoolean().default(false).meta({ description: 'Removes a domain that has links, too.', example: true }),
});
export type RemoveDomainQuery = z.infer<typeof removeDomainQuery>;

const url = (description: string, example: string) => z.string().nullable().meta({ description, example });

const dnsRecord = z
  .object({
    type: z.enum(['TXT', 'CNAME']).meta({ description: 'Type of the record.' }),
    name: z.string().meta({ description: 'Its name.', example: '_waymark.go.brand.example' }),
    value: z.string().meta({ description: 'Its value.', example: 'waymark-verification=3v5x7z9b1d3f5h7k9m1p3r5t7w' }),
  })
  .meta({ id: 'DnsRecord', description: 'A DNS record to publish.' });

/** A domain at an instant. */
export const domainAtRecord = z
  .object({
    id: z.string().meta({ description: 'Id of the domain.', example: 'dom_0f9k2m4p6r8t0v2x4z6b8d0fgj' }),
    hostname: z.string().meta({ description: 'Host name in lower case and ASCII.', example: 'go.brand.example' }),
    status,
    is_primary: z.boolean().meta({ description: 'Whether links that name no domain are created here.', example: true }),
    root_url: url('Where the host itself leads.', 'https://brand.example/'),
    not_found_url: url('Where unknown aliases lead.', 'https://brand.example/404'),
    expired_url: url('Where expired links lead that have no `expired_url`.', 'https://brand.example/over'),
    apple_app_site_association: z
      .unknown()
      .meta({ description: 'The JSON document for apps of Apple, or null.', example: null }),
    assetlinks: z.unknown().meta({ description: 'The JSON document for apps of Android, or null.', example: null }),
    dns_records: z.array(dnsRecord).meta({
      description: 'The TXT record proves that the host name is yours; the CNAME record leads visitors here.',
      example: [
        { type: 'TXT', name: '_waymark.go.brand.example', value: 'waymark-verification=3v5x7z9b1d3f5h7k9m1p3r5t7w' },
        { type: 'CNAME', name: 'go.brand.example', value: 'go.example.com' },
      ],
    }),
    verified_at: instantField('When it was verified.').nullable(),
    created_at: instantField('When it was added.'),
    updated_at: instantField('When it was last changed.'),
  })
  .meta({ id: 'DomainAt', description: 'A domain without its last check, as it was at an instant.' });

const domainCheck = z
  .object({
    last_checked_at: instantField('When DNS was asked for the TXT record last.').nullable(),
    last_check: z
      .enum(['found', 'missing', 'unreachable'])
      .nullable()
      .meta({ description: 'What was found. `unreachable`: no name server answered, which changes nothing.' }),
  })
  .meta({ id: 'DomainCheck', description: 'The last check of a domain.' });

/** The domain record, for the OpenAPI document. */
export const domainRecord = z
  .intersection(domainAtRecord, domainCheck)
  .meta({ id: 'Domain', description: 'A domain with its last check.' });

export const domainListRecord = listOfRecords(domainRecord, 'DomainList', 'A page of domains.');

/** Answer of `GET /v1/domains/{id}`. */
export const domainAnswer = pointInTimeRecord(domainAtRecord, domainCheck, domainRecord);
