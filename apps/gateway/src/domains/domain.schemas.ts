import { DOMAIN_STATUSES, canonicalHostname } from '@contexts/domains';
import { pagingQuery, queryBoolean, refusing } from '@platform/http';
import { z } from 'zod';
import { destinationUrl } from '../links/link-values.schemas';
import { listOfRecords } from '../responses';
import { optional } from '../text.schemas';
import { deepLinks } from './deep-links.schema';

const hostname = z
  .string()
  .transform((text, context) => {
    const canonical = canonicalHostname(text);
    if (canonical !== null) return canonical;
    context.addIssue({ code: 'custom', message: 'must be a public host name without a port, like go.example.com' });
    return z.NEVER;
  })
  .meta({ example: 'go.brand.example', description: 'Kept in lower case and in ASCII (`xn--`).' });

const rootUrl = destinationUrl.meta({ description: 'Where the host itself (`/`) leads. Absent: `not_found_url`.' });
const notFoundUrl = destinationUrl.meta({ description: 'Where unknown aliases lead, by 302. Absent: 404.' });
const expiredUrl = destinationUrl.meta({
  description: 'Where expired links lead that have no `expired_url`, by 302. Absent: 410.',
});
const appleAppSiteAssociation = deepLinks.meta({
  type: 'object',
  description: 'Served under `/.well-known/apple-app-site-association`. At most 128 kB.',
});
const assetlinks = deepLinks.meta({
  type: 'array',
  items: {},
  description: 'Served under `/.well-known/assetlinks.json`. At most 128 kB.',
});

const READ_ONLY = Object.fromEntries(
  ['id', 'status', 'dns_records', 'verified_at', 'last_checked_at', 'last_check', 'created_at', 'updated_at'].map(
    (field) => [field, 'cannot be set: it is read-only'],
  ),
);

/** Body of `POST /v1/domains`. */
export const createDomainBody = z.strictObject({
  hostname,
  root_url: optional(rootUrl),
  not_found_url: optional(notFoundUrl),
  expired_url: optional(expiredUrl),
  apple_app_site_association: optional(appleAppSiteAssociation),
  assetlinks: optional(assetlinks),
});
refusing(createDomainBody, { ...READ_ONLY, is_primary: 'can be set once the domain is verified' });
export type CreateDomainBody = z.infer<typeof createDomainBody>;

/** Body of `PATCH /v1/domains/{id}`: an absent field stays as it is, null clears it. */
export const updateDomainBody = z.strictObject({
  root_url: rootUrl.nullable().optional(),
  not_found_url: notFoundUrl.nullable().optional(),
  expired_url: expiredUrl.nullable().optional(),
  apple_app_site_association: appleAppSiteAssociation.nullable().optional(),
  assetlinks: assetlinks.nullable().optional(),
  is_primary: z
    .boolean()
    .optional()
    .meta({ description: 'Links that name no domain are created on the primary one. At most one is; it is verified.' }),
});
refusing(updateDomainBody, {
  ...READ_ONLY,
  hostname: 'cannot be changed: it is what the domain is known by; add another domain instead',
});
export type UpdateDomainBody = z.infer<typeof updateDomainBody>;

/** Query of `GET /v1/domains`. */
export const listDomainsQuery = z.strictObject({ ...pagingQuery, status: z.enum(DOMAIN_STATUSES).optional() });
export type ListDomainsQuery = z.infer<typeof listDomainsQuery>;

/** Query of `DELETE /v1/domains/{id}`. */
export const removeDomainQuery = z.strictObject({
  force: queryBoolean().default(false).meta({ description: 'Removes a domain that has links, too.' }),
});
export type RemoveDomainQuery = z.infer<typeof removeDomainQuery>;

const url = z.string().nullable();
const document = z.unknown().meta({ description: 'A JSON document, or null.' });
const instant = z.iso.datetime();

const identity = {
  id: z.string().meta({ example: 'dom_0f9k2m4p6r8t0v2x4z6b8d0fgj' }),
  hostname: z.string().meta({ example: 'go.brand.example' }),
  status: z.enum(DOMAIN_STATUSES),
  is_primary: z.boolean(),
};
const settings = {
  root_url: url,
  not_found_url: url,
  expired_url: url,
  apple_app_site_association: document,
  assetlinks: document,
  dns_records: z.array(z.object({ type: z.enum(['TXT', 'CNAME']), name: z.string(), value: z.string() })).meta({
    description: 'The TXT record proves that the host name is yours; the CNAME record leads visitors here.',
    example: [
      { type: 'TXT', name: '_waymark.go.brand.example', value: 'waymark-verification=3v5x7z9b1d3f5h7k9m1p3r5t7w' },
      { type: 'CNAME', name: 'go.brand.example', value: 'go.example.com' },
    ],
  }),
  verified_at: instant.nullable(),
};
const times = { created_at: instant, updated_at: instant };

/** The domain record, for the OpenAPI document. */
export const domainRecord = z
  .object({
    ...identity,
    ...settings,
    last_checked_at: instant.nullable().meta({ description: 'When DNS was asked for the TXT record last.' }),
    last_check: z
      .enum(['found', 'missing', 'unreachable'])
      .nullable()
      .meta({ description: '`unreachable`: no name server answered, which changes nothing.' }),
    ...times,
  })
  .meta({ id: 'Domain' });

export const domainListRecord = listOfRecords(domainRecord);

/** A domain at an instant. */
export const domainAtRecord = z.object({ ...identity, ...settings, ...times }).meta({ id: 'DomainAt' });
