import type { Purge, PurgeableRow, ReadModel, Row, TimerRow } from './aggregate';
import type { Event } from './messages';
import type { Projection } from './projection';

/** A read model that a writer's answer waits for. */
export const awaitedRows = <R extends Row, E extends Event>(
  projection: Projection<R, E>,
  streamOf: (row: R) => string,
): ReadModel<R, E> => ({ projection, awaited: true, streamOf });

/** A read model of timers. No answer waits for it. */
export const timerRows = <R extends TimerRow, E extends Event>(projection: Projection<R, E>): ReadModel<R, E> => ({
  projection,
  awaited: false,
  streamOf: ({ stream }) => stream,
});

/** Purges by a command that names the resource by one field. @param idField like `link_id` */
export const purgedBy = <R extends PurgeableRow, E extends Event>(
  readModel: ReadModel<R, E>,
  type: string,
  idField: string,
): Purge<R, E> => ({
  readModel,
  commandOf: ({ id, workspace_id }) => ({
    command: { type, data: { [idField]: id, workspace_id } },
    subject: id,
    occurrence: `${type}/${id}`,
  }),
});
