import { z } from 'zod';
import { pagingQuery, queryBoolean } from '@platform/http';
import { utcOf } from '../text.schemas';

/** An instant in the query, as RFC 3339 UTC with milliseconds: the resolution of what is stored. */
const instant = z
  .string()
  .transform((text, context): string => {
    const at = utcOf(text);
    if (at !== null) return at;
    context.addIssue({
      code: 'custom',
      message: 'must be an RFC 3339 timestamp (2026-11-21T08:00:00Z; a + is written %2B)',
    });
    return z.NEVER;
  })
  .meta({
    format: 'date-time',
    description:
      'Returns the state at this instant, without counters and usage: 404 before the creation, 400 in the future.',
  });

export const pointInTimeQuery = z.strictObject({ as_of: instant.optional() });
export type PointInTimeQuery = z.infer<typeof pointInTimeQuery>;

export const historyQuery = z.strictObject(pagingQuery);
export type HistoryQuery = z.infer<typeof historyQuery>;

export const lineageQuery = z.strictObject({
  ...pagingQuery,
  lineage: queryBoolean()
    .default(false)
    .meta({ type: 'boolean', description: 'Includes every key of the rotation lineage, earlier and later ones.' }),
});
export type LineageQuery = z.infer<typeof lineageQuery>;

const changes = z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })).meta({
  description:
    'By field of the public record: its value before and after this event. A creation has null before every field.',
});

/** An entry of a history, for the OpenAPI document. */
export const historyEntry = z
  .object({
    id: z.string().meta({ example: 'evt_06a1zq3f9ge8kdsy1r2k4m8t0c' }),
    type: z.string().meta({ example: 'link.updated' }),
    at: z.iso.datetime(),
    actor: z.object({ type: z.enum(['api_key', 'user', 'system']), id: z.string() }),
    request_id: z.string(),
    changes,
    revision: z.string().meta({ description: 'Revision of the event in its stream, from 0.' }),
  })
  .meta({ id: 'HistoryEntry' });

export const keyHistoryEntry = historyEntry
  .extend({
    key_id: z
      .string()
      .optional()
      .meta({ description: 'With `lineage=true`: the key of the event; for a rotation, the new one.' }),
    previous: z
      .object({ key_id: z.string(), changes })
      .optional()
      .meta({ description: 'With `lineage=true`, for a rotation: the changes of the rotated key.' }),
  })
  .meta({ id: 'KeyHistoryEntry' });
