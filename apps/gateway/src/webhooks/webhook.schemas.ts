import { PUBLIC_EVENTS } from '@contexts/aggregates';
import { WEBHOOK_STATUSES, isSubscribable } from '@contexts/webhooks';
import { pagingQuery, refusing } from '@platform/http';
import { z } from 'zod';
import { destinationUrl } from '../links/link-values.schemas';
import { instantField } from '../record-fields.schemas';
import { listOfRecords } from '../responses';
import { exactText, line, readOnly } from '../text.schemas';

const MOST = 100;

/** Problems name places in the list as it was sent, so repeated values are dropped later. */
const listOf = <S extends z.ZodType>(item: S) => z.array(item).max(MOST);

/** A name of the catalogue, or a pattern that stands for some. */
export const eventPattern = z
  .string()
  .max(100)
  .refine((text) => isSubscribable(text, PUBLIC_EVENTS), {
    error: 'must be the name of an event, or a pattern such as link.* or *',
  });

/** What a webhook subscribes to. */
export const eventPatterns = listOf(eventPattern)
  .min(1, { error: 'must not be empty' })
  .meta({
    description:
      'Names of events, and patterns. `*` and `link.*` stand for every event, or every one of links, but for ' +
      '`link.clicked` and `link.clicks`, which are subscribed to by their own names.',
    example: ['link.*', 'link.clicks'],
  });

/** Where deliveries are sent; the policy judges where it leads. */
export const webhookUrl = destinationUrl.meta({
  format: 'uri',
  description:
    'https, to a public address. What the operator allows in `EGRESS_ALLOW` may be reached by http, too, and have ' +
    'another address.',
  example: 'https://hooks.example.com/waymark',
});

const clearable = <S extends z.ZodType>(schema: S) => schema.nullable().optional();
const idOf = (example: string) => listOf(exactText(MOST).min(1)).meta({ example: [example] });

const filters = z
  .strictObject({
    link_ids: clearable(idOf('link_2c7n4k0v9q8w1x5z3b6m7d4f2g')).meta({ description: 'Links of the workspace.' }),
    tags: clearable(listOf(line(50))).meta({
      description: 'Tags: a link or campaign with one of these is enough.',
      example: ['summer'],
    }),
    campaign_ids: clearable(idOf('cmp_01jd6q3x9v8w7t6s5r4p3n2m3k')).meta({
      description: 'Campaigns of the workspace.',
    }),
    domains: clearable(listOf(exactText(300).min(1))).meta({
      description: 'Host names: domains of the workspace, or hosts of this installation.',
      example: ['go.brand.example'],
    }),
    include_bots: clearable(z.boolean()).meta({
      description: 'Whether clicks of bots are delivered, too.',
      example: false,
    }),
  })
  .meta({
    id: 'WebhookFiltersInput',
    description:
      'An event is delivered if it passes every list that is not empty, by what it is about before or after it. One ' +
      'that has no such value, as an API key has no tags, does not pass.',
  });

const description = line(1_000).meta({ description: 'A note for people.', example: 'To the data warehouse' });
const active = z
  .boolean()
  .meta({ description: 'False pauses it: what happens meanwhile is not kept for it.', example: true });

const READ_ONLY = readOnly('id', 'status', 'secret', 'disabled_at', 'disabled_reason', 'created_at', 'updated_at');

const optionalFields = {
  description: clearable(description),
  filters: clearable(filters),
  active: clearable(active),
};

/** Body of `POST /v1/webhooks`. */
export const createWebhookBody = refusing(
  z.strictObject({ url: webhookUrl, events: eventPatterns, ...optionalFields }).meta({
    id: 'WebhookCreate',
    description: 'A new webhook. Null is as if absent.',
    example: { url: 'https://hooks.example.com/waymark', events: ['link.*'], description: 'To the data warehouse' },
  }),
  READ_ONLY,
);
export type CreateWebhookBody = z.infer<typeof createWebhookBody>;

/** Body of `PATCH /v1/webhooks/{id}`: an absent field stays as it is, null clears it; so, too, within `filters`. */
export const updateWebhookBody = refusing(
  z.strictObject({ url: webhookUrl.optional(), events: eventPatterns.optional(), ...optionalFields }).meta({
    id: 'WebhookUpdate',
    description: 'Changes of a webhook. An absent field stays as it is, null clears it; so, too, within `filters`.',
    example: { events: ['link.*', 'campaign.*'], filters: { tags: ['summer'], domains: null } },
  }),
  READ_ONLY,
);
export type UpdateWebhookBody = z.infer<typeof updateWebhookBody>;

const status = z.enum(WEBHOOK_STATUSES).meta({
  id: 'WebhookStatus',
  description: 'Status of a webhook. `paused`: its `active` is false. `disabled`: see its `disabled_reason`.',
  example: 'active',
});

/** Query of `GET /v1/webhooks`. */
export const listWebhooksQuery = z.strictObject({
  ...pagingQuery,
  status: status.optional().meta({ description: 'Webhooks with this status alone.' }),
});
export type ListWebhooksQuery = z.infer<typeof listWebhooksQuery>;

const listed = (description: string, example: readonly string[] = []) =>
  z.array(z.string()).meta({ description, example });

const recordFilters = z
  .object({
    link_ids: listed('Ids of links.'),
    tags: listed('Tags.', ['summer']),
    campaign_ids: listed('Ids of campaigns.'),
    domains: listed('Host names.'),
    include_bots: z.boolean().meta({ description: 'Whether clicks of bots are delivered, too.', example: false }),
  })
  .meta({ id: 'WebhookFilters', description: 'An event is delivered if it passes every list that is not empty.' });

/** The webhook record, for the OpenAPI document. */
export const webhookShape = z
  .object({
    id: z.string().meta({ description: 'Id of the webhook.', example: 'whk_01jd6q3x9v8w7t6s5r4p3n2m4k' }),
    url: z.string().meta({ description: 'Where events are sent.', example: 'https://hooks.example.com/waymark' }),
    events: listed('Names of events, and patterns.', ['link.*', 'link.clicks']),
    description: z.string().nullable().meta({ description: 'A note for people.', example: 'To the data warehouse' }),
    filters: recordFilters,
    active: z.boolean().meta({ description: 'False: it is paused.', example: true }),
    status,
    disabled_at: instantField('When it was disabled.').nullable().meta({ example: null }),
    disabled_reason: z
      .enum(['failures', 'gone'])
      .nullable()
      .meta({
        description:
          '`failures`: 20 deliveries in a row failed for good, and none succeeded for 24 hours. `gone`: the endpoint ' +
          'answered 410.',
        example: null,
      }),
    created_at: instantField('When it was created.'),
    updated_at: instantField('When it was last changed.'),
  })
  .meta({ id: 'Webhook', description: 'A webhook, without its secret.' });

export const webhookListShape = listOfRecords(webhookShape, 'WebhookList', 'A page of webhooks.');

export const webhookWithSecret = z
  .intersection(
    webhookShape,
    z.object({
      secret: z.string().meta({
        description: 'Signs its deliveries. Only in this answer and in its repeats under the same Idempotency-Key.',
        example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD+7eS1yvYmN0=',
        'x-waymark': { secret: true },
      }),
    }),
  )
  .meta({ id: 'WebhookWithSecret', description: 'A webhook with its secret.' });
