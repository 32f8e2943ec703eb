import { parseJson } from '@kernel';
import { PUBLIC_EVENTS } from '@contexts/aggregates';
import { pagingQuery } from '@platform/http';
import type { DeliveryPosition } from '@platform/webhooks';
import { z } from 'zod';
import { bodyInstant, instant, instantOf } from '../instant.schemas';
import { cursorListOfRecords } from '../responses';
import { eventPatterns } from './webhook.schemas';

const STATUSES = ['pending', 'delivered', 'failed', 'skipped'] as const;

export interface DeliveryCursor extends DeliveryPosition {
  /** The number of the page that begins after it. */
  readonly page: number;
}

const cursorParts = z.tuple([
  z.string().refine((text) => instantOf(text) === text),
  z.string().regex(/^\d{1,18}$/),
  z.int().min(1),
]);

/** Opaque to callers. */
export const deliveryCursor = ({ created_at, nth, page }: DeliveryCursor): string =>
  Buffer.from(JSON.stringify([created_at, nth, page])).toString('base64url');

/** @returns null for a text that {@link deliveryCursor} did not make */
export const readDeliveryCursor = (text: string): DeliveryCursor | null => {
  const { data } = cursorParts.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  return data ? { created_at: data[0], nth: data[1], page: data[2] } : null;
};

const status = z.enum(STATUSES).meta({
  id: 'WebhookDeliveryStatus',
  description:
    '`pending`: an attempt is due or under way. `failed`: all attempts have failed. `skipped`: the webhook was ' +
    'disabled, paused or deleted before.',
  example: 'delivered',
});

/** Query of `GET /v1/webhooks/{id}/deliveries`. */
export const listDeliveriesQuery = z
  .strictObject({
    ...pagingQuery,
    status: status.optional().meta({ description: 'Deliveries with this status alone.' }),
    event_type: z
      .string()
      .refine((text) => PUBLIC_EVENTS.includes(text), { error: 'must be the name of an event' })
      .optional()
      .meta({ description: 'Deliveries of this event alone.', example: 'link.created' }),
    from: instant.optional().meta({ description: 'Queued at this instant or later.', example: '2026-11-21T08:00:00Z' }),
    to: instant.optional().meta({ description: 'Queued before this instant.' }),
    cursor: z
      .string()
      .optional()
      .meta({
        example: '',
        description:
          'Pages by position instead of number, so that new deliveries shift nothing: first empty (`cursor=`), ' +
          'then the ' +
          '`meta.next_cursor` of the previous answer, until that is null; without page.',
      }),
  })
  .superRefine(({ cursor, page, from, to }, context) => {
    const problem = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (from !== undefined && to !== undefined && to <= from) problem('to', 'must be later than from');
    if (cursor === undefined) return;
    if (cursor !== '' && !readDeliveryCursor(cursor)) problem('cursor', 'must be empty or a next_cursor');
    if (page !== 1) problem('page', 'does not go with cursor');
  });
export type ListDeliveriesQuery = z.infer<typeof listDeliveriesQuery>;

/** Body of `POST /v1/webhooks/{id}/replay`. */
export const replayBody = z
  .strictObject({
    from: bodyInstant.meta({
      description: 'Events that happened at this instant or later, at most 30 days ago.',
      example: '2026-11-21T08:00:00Z',
    }),
    to: bodyInstant
      .nullable()
      .optional()
      .meta({ description: 'Events that happened before it. Absent: now.', example: '2026-11-22T08:00:00Z' }),
    events: eventPatterns
      .nullable()
      .optional()
      .meta({
        description: 'Names and patterns within the subscription. Absent: all that the webhook subscribes to.',
        example: ['link.*'],
      }),
  })
  .meta({ id: 'WebhookReplayCreate', description: 'Which events are sent again.' });
export type ReplayBody = z.infer<typeof replayBody>;

const milliseconds = z.int().meta({ description: 'Milliseconds that the attempt took.', example: 84 });
const error = z.string().nullable().meta({ description: 'Why the attempt failed; null if it did not.', example: null });
const headers = z.record(z.string(), z.string()).meta({
  description: 'Headers by their names.',
  example: { 'content-type': 'application/json' },
});
const response = z
  .object({
    status: z.int().meta({ description: 'Its HTTP status.', example: 200 }),
    headers,
    body: z.string().meta({ description: 'Its first 4 kB.', example: '{"ok":true}' }),
  })
  .meta({ id: 'WebhookResponse', description: 'The answer of the endpoint. Null where none came.' })
  .nullable();

/** A delivery, for the OpenAPI document. */
export const deliveryShape = z
  .object({
    id: z.string().meta({ description: 'Id of the delivery.', example: 'dlv_01jd6q3x9v8w7t6s5r4p3n2m6k' }),
    event_id: z.string().meta({
      description:
        'The `id` of the body, and the header `webhook-id`. The same for all webhooks, attempts and replays.',
      example: 'evt_06a1zq3f9ge8kdsy1r2k4m8t0c',
    }),
    type: z.string().meta({ description: 'Name of the event.', example: 'link.created' }),
    status,
    replayed: z.boolean().meta({ description: 'Whether a replay has queued it.', example: false }),
    created_at: z.iso.datetime().meta({ description: 'When it was queued.', example: '2026-11-22T09:30:00.000Z' }),
    attempt: z.int().meta({ description: 'The number of attempts so far.', example: 1 }),
    next_attempt_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the next attempt is due. Null unless it is pending.', example: null }),
    duration_ms: milliseconds.nullable().meta({
      description: 'Milliseconds that the last attempt took. `error` and `response` are of that attempt, too.',
    }),
    error,
    response,
  })
  .meta({ id: 'WebhookDelivery', description: 'A delivery of an event to a webhook.' });

export const deliveryListShape = cursorListOfRecords(deliveryShape, 'WebhookDeliveryList', 'A page of deliveries.');

const request = z
  .object({
    url: z.string().meta({ description: 'Where it goes.', example: 'https://hooks.example.com/waymark' }),
    headers,
    body: z.string().meta({ description: 'The bytes that are signed.', example: '{"type":"ping"}' }),
  })
  .meta({
    id: 'WebhookRequest',
    description: 'What is sent. The headers with the time and the signature differ by attempt, and are not kept.',
  });
const attempt = z
  .object({
    at: z.iso.datetime().meta({ description: 'When it began.', example: '2026-11-22T09:30:00.120Z' }),
    duration_ms: milliseconds,
    error,
    response,
  })
  .meta({ id: 'WebhookAttempt', description: 'An attempt of a delivery.' });

export const deliveryDetailShape = z
  .intersection(
    deliveryShape,
    z.object({ request, attempts: z.array(attempt).meta({ description: 'Every attempt, the oldest first.' }) }),
  )
  .meta({ id: 'WebhookDeliveryDetail', description: 'A delivery with what is sent and every attempt.' });

export const replayShape = z
  .object({
    replay_id: z.string().meta({ description: 'Id of the replay.', example: 'rpl_01jd6q3x9v8w7t6s5r4p3n2m6k' }),
    events: z.int().meta({ description: 'How many events have been queued.', example: 12 }),
  })
  .meta({ id: 'WebhookReplay', description: 'A replay that has been queued.' });
