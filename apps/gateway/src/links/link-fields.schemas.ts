import { ALIAS, RESERVED_ALIASES, redirectTypeSchema } from '@contexts/links';
import { z } from 'zod';
import { bodyInstant } from '../instant.schemas';
import { exactText, holdsNoKey, line } from '../text.schemas';
import { rules, variants } from './link-choice.schemas';
import { preview } from './link-preview.schema';
import { destinationUrl } from './link-values.schemas';

export const alias = z
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
  .transform((list) => [...new Set(list)])
  .meta({ description: 'Tags. A repeated one is dropped.', example: ['summer', 'sale'] });
/** @param name of a utm parameter */
const utm = (name: string, example: string) =>
  line(255).meta({ description: `The \`${name}\` of visits whose destination and query have none.`, example });
export const externalId = line(255).meta({
  description: 'Id of the link in another system, unique in the workspace.',
  example: 'cms-4711',
});

export const campaignId = exactText(100).meta({
  description: 'The campaign that the link belongs to, one of the workspace. The link inherits its utm fields.',
  example: 'cmp_01jd6q3x9v8w7t6s5r4p3n2m3k',
});

/** The largest number of the column. */
const MOST_CLICKS = 2_147_483_647;

/** What can be edited besides the destination. */
export const editable = {
  title: line(255).meta({ description: 'Title, for your own use.', example: 'Summer sale' }),
  tags,
  utm_source: utm('utm_source', 'newsletter'),
  utm_medium: utm('utm_medium', 'email'),
  utm_campaign: utm('utm_campaign', 'summer'),
  utm_term: utm('utm_term', 'shoes'),
  utm_content: utm('utm_content', 'hero'),
  campaign_id: campaignId,
  external_id: externalId,
  redirect_type: redirectTypeSchema.meta({
    description: 'Status of the redirect. Browsers keep 301 and 308 for up to 30 seconds. Absent: 302.',
  }),
  forward_query: z
    .boolean()
    .meta({ description: 'Whether the query of a visit is appended. Absent: true.', example: true }),
  starts_at: bodyInstant.meta({ description: 'The link is not found before.', example: '2026-12-01T00:00:00Z' }),
  expires_at: bodyInstant.meta({
    description: 'The link has expired from then on: 410, or `expired_url`. Later than `starts_at`; it may be past.',
    example: '2026-12-31T00:00:00Z',
  }),
  expired_url: destinationUrl.meta({
    description: 'Where an expired link leads, by 302. No click is counted.',
    example: 'https://example.com/over',
  }),
  rules,
  variants,
  preview,
  click_limit: z
    .int()
    .min(1, { error: 'must be at least 1' })
    .max(MOST_CLICKS)
    .meta({
      description:
        'The link redirects people at most this many times, earlier clicks included, and has then expired: 410, or ' +
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

export const linkId = exactText(100).meta({
  description: 'Id of the link.',
  example: 'link_2c7n4k0v9q8w1x5z3b6m7d4f2g',
});

export const domain = z
  .string()
  .min(1)
  .max(253)
  .meta({
    description:
      'A verified domain of the workspace, or one of the short hosts of this installation. Absent: the primary ' +
      'domain, else the first of these hosts.',
    example: 'go.brand.example',
  });
