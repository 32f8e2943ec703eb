import { z } from 'zod';
import { PUBLIC_EVENTS } from '@contexts/aggregates';
import { isSubscribable } from '@contexts/webhooks';
import { queryInteger, queryList } from '@platform/http';
import { queryCursor } from '../cursor.schemas';
import { historyEntry } from '../history/history.schemas';
import { instant } from '../instant.schemas';
import { decodeCursor } from './event-cursor';

const type = z.string().refine((text) => isSubscribable(text, PUBLIC_EVENTS), {
  error: 'must be the name of an event, or a pattern like link.*',
});

/** Query of `GET /v1/events`. */
export const listEventsQuery = z.strictObject({
  actor: z.string().min(1).max(100).optional().meta({
    description: 'Id of the user or key that caused it; or all of a kind: `user`, `api_key` or `system`.',
    example: 'usr_01jd6q0000000000000000000b',
  }),
  type: queryList(type, 50)
    .optional()
    .meta({ description: 'Names of events, and patterns, as webhooks have them.', example: ['link.*'] }),
  request_id: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Id of the request that caused it.', example: 'req_01jdb0q5v9m2t7x4c8k3n6r1ws' }),
  from: instant.optional().meta({ description: 'From this instant on.', example: '2026-11-01T00:00:00Z' }),
  to: instant.optional().meta({ description: 'Until just before this instant.', example: '2026-12-01T00:00:00Z' }),
  limit: queryInteger(1, 100)
    .default(25)
    .meta({ parameter: 'Limit', description: 'Entries of a page at most.', example: 25 }),
  cursor: queryCursor(400, decodeCursor),
});
export type ListEventsQuery = z.output<typeof listEventsQuery>;

const workspaceEvent = z
  .intersection(
    historyEntry,
    z.object({
      resource: z
        .object({
          type: z.string().meta({ description: 'Kind of resource, as in `type`.', example: 'link' }),
          id: z.string().meta({ description: 'Its id.', example: 'link_2c7n4k0v9q8w1x5z3b6m7d4f2g' }),
        })
        .meta({ id: 'EventResource', description: 'What an event is about.' }),
    }),
  )
  .meta({ id: 'WorkspaceEvent', description: 'An event of a resource of the workspace.' });

const meta = z
  .object({
    limit: z.int().meta({ description: 'Entries of a page at most.', example: 25 }),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: 'The cursor of the next page; null on the last page.', example: null }),
  })
  .meta({ id: 'WorkspaceEventListMeta', description: 'Where a page is in its list.' });

export const eventList = z
  .object({ data: z.array(workspaceEvent).meta({ description: 'The events of the page.' }), meta })
  .meta({ id: 'WorkspaceEventList', description: 'A page of the events of the workspace, the newest first.' });
