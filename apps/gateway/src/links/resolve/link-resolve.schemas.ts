import { isIP } from 'node:net';
import { z } from 'zod';
import { instant } from '../../instant.schemas';
import { exactText, optional } from '../../text.schemas';
import { updateLinkBody } from '../link-body.schemas';
import { linkId } from '../link-fields.schemas';

const LINK = 'link_2c7n4k0v9q8w1x5z3b6m7d4f2g';

const text = (max: number, description: string, example: string) =>
  optional(exactText(max).meta({ description, example }));

const visitor = z
  .strictObject({
    country: text(2, 'Country code of ISO 3166-1 alpha-2. Absent: that of `ip`, where it is known.', 'DE'),
    device: text(64, 'Device. Absent: that of `user_agent`.', 'mobile'),
    os: text(64, 'Operating system, named as analytics does. Absent: that of `user_agent`.', 'iOS'),
    browser: text(64, 'Browser, named as analytics does. Absent: that of `user_agent`.', 'Safari'),
    language: text(255, 'A language tag, or a whole `Accept-Language`.', 'de-AT'),
    ip: optional(
      z
        .string()
        .refine((address) => isIP(address) > 0, { error: 'must be an IP address' })
        .meta({ description: 'Address of the visitor.', example: '192.0.2.7' }),
    ),
    query: text(8_192, 'Query of the short URL, without its question mark.', 'ref=newsletter'),
    at: optional(instant.meta({ description: 'When the visit is. Absent: now.', example: '2026-12-24T18:00:00Z' })),
    user_agent: text(
      1_024,
      'The `User-Agent` of the browser.',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
    ),
  })
  .meta({ id: 'TestVisitor', description: 'A visit. What is absent is unknown.' });
export type TestVisitor = z.infer<typeof visitor>;

/** Body of `POST /v1/links/resolve`. */
export const resolveBody = z
  .strictObject({
    link_id: optional(linkId.meta({ description: 'A link of the workspace.', example: LINK })),
    link: optional(
      updateLinkBody.meta({
        description: 'A draft: the fields of a new link, or changes of the one that `link_id` names.',
      }),
    ),
    visitor: optional(visitor).meta({ description: 'A visit. What is absent is unknown.' }),
  })
  .refine(({ link_id, link }) => link_id !== undefined || link?.destination_url !== undefined, {
    path: ['link_id'],
    error: 'is required, or a link with a destination_url',
  })
  .meta({
    id: 'LinkResolve',
    description: 'A link, a draft of one, or both; and who visits it.',
    example: { link_id: LINK, visitor: { country: 'DE', device: 'mobile', language: 'de-AT' } },
  });
export type ResolveBody = z.infer<typeof resolveBody>;

/** Answer of `POST /v1/links/resolve`. */
export const resolution = z
  .object({
    outcome: z.enum(['redirect', 'preview', 'password_required', 'not_found', 'expired', 'click_limit_reached']).meta({
      description:
        '`redirect`: to `destination_url`. `preview`: a page for the bot that asks. `password_required`: then to ' +
        '`destination_url`. `not_found`: deleted, disabled or not started. `expired` and `click_limit_reached`: to ' +
        '`destination_url` where the link has an `expired_url`.',
      example: 'redirect',
    }),
    status: z.int().meta({ description: 'HTTP status of the answer to the visit.', example: 302 }),
    destination_url: z.string().nullable().meta({
      description: 'Where the visit leads, with its query and the utm fields; null where it leads nowhere.',
      example: 'https://example.com/m?utm_source=newsletter',
    }),
    rule: z.int().nullable().meta({ description: 'Index of the rule that decided, from 0.', example: 0 }),
    variant: z.int().nullable().meta({ description: 'Index of the variant that was drawn, from 0.', example: null }),
  })
  .meta({ id: 'LinkResolution', description: 'What a visit would be answered with.' });
