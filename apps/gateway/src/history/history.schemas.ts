import { z } from 'zod';
import { pagingQuery, queryBoolean } from '@platform/http';
import { actorSchema } from '@contexts/keys';
import { instant } from '../instant.schemas';
import { listOfRecords } from '../responses';

const asOf = instant.meta({
  parameter: 'AsOf',
  description:
    'Returns the state at this instant, without counters and usage: 404 before the creation, 400 in the future.',
  example: '2026-11-21T08:00:00Z',
});

export const pointInTimeQuery = z.strictObject({ as_of: asOf.optional() });
export type PointInTimeQuery = z.infer<typeof pointInTimeQuery>;

export const historyQuery = z.strictObject(pagingQuery);
export type HistoryQuery = z.infer<typeof historyQuery>;

export const lineageQuery = z.strictObject({
  ...pagingQuery,
  lineage: queryBoolean().default(false).meta({
    type: 'boolean',
    example: true,
    description: 'Includes every key of the rotation lineage, earlier and later ones.',
  }),
});
export type LineageQuery = z.infer<typeof lineageQuery>;

const change = z
  .object({
    from: z.unknown().meta({ description: 'The value before; null before the creation.', example: 'Summer sale' }),
    to: z.unknown().meta({ description: 'The value after.', example: 'Winter sale' }),
  })
  .meta({ id: 'Change', description: 'A field before and after an event.' });

const changes = z.record(z.string(), change).meta({
  description: 'By field of the public record: its value before and after this event.',
  example: { title: { from: 'Summer sale', to: 'Winter sale' } },
});

/** An entry of a history, for the OpenAPI document. */
export const historyEntry = z
  .object({
    id: z.string().meta({
      description: 'Id of the event, the same as that of its public event.',
      example: 'evt_06a1zq3f9ge8kdsy1r2k4m8t0c',
    }),
    type: z.string().meta({ description: 'Name of the event, as webhooks have it.', example: 'link.updated' }),
    at: z.iso.datetime().meta({ description: 'When it happened.', example: '2026-11-22T09:30:00.000Z' }),
    actor: actorSchema,
    request_id: z
      .string()
      .meta({ description: 'Id of the request that caused it.', example: 'req_01jdb0q5v9m2t7x4c8k3n6r1ws' }),
    changes,
    revision: z.string().meta({ description: 'Revision of the event in its stream, from 0.', example: '1' }),
  })
  .meta({ id: 'HistoryEntry', description: 'An event of a resource.' });

const keyHistoryEntry = z
  .intersection(
    historyEntry,
    z.object({
      key_id: z.string().optional().meta({
        description: 'With `lineage=true`: the key of the event; for a rotation, the new one.',
        example: 'key_01jd6q3x9v8w7t6s5r4p3n2m1k',
      }),
      previous: z
        .object({
          key_id: z.string().meta({ description: 'Id of the rotated key.', example: 'key_01jc2m7a9v8w7t6s5r4p3n2m1k' }),
          changes,
        })
        .optional()
        .meta({ description: 'With `lineage=true`, for a rotation: the changes of the rotated key.' }),
    }),
  )
  .meta({ id: 'ApiKeyHistoryEntry', description: 'An event of an API key or of its rotation lineage.' });

/** The list of the events of a resource. */
export const historyList = listOfRecords(historyEntry, 'History', 'A page of the events of a resource.');

/** The same of an API key. */
export const keyHistoryList = listOfRecords(keyHistoryEntry, 'ApiKeyHistory', 'A page of the events of an API key.');

/**
 * The answer of a GET that takes `as_of`: with it the record of that instant, without it the whole record, so its
 * counters are optional.
 */
export const pointInTimeRecord = (at: z.ZodType, counters: z.ZodObject, whole: z.ZodType) =>
  z.intersection(at, counters.partial()).meta({
    description: `${whole.description ?? ''} With \`as_of\` its counters are absent.`,
    'x-waymark': { now: whole.meta()?.id, as_of: at.meta()?.id },
  });
