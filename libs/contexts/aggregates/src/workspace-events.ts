import type { Aggregate, Chronicle, Event, Projection, ReadModel, Recorded, Row } from '@kernel';
import { categoryOf, rowKeysOf } from '@kernel';

/**
 * A row of `workspace_events`: made by libs/platform/read-store/src/migrations/workspace-events.ts, read by
 * apps/gateway/src/events/event.queries.ts. Says of a public event what lists are filtered by, and where it is stored.
 */
export interface WorkspaceEventRow extends Row {
  /** `<stream>/<revision>` */
  readonly id: string;
  readonly workspace_id: string;
  /** RFC 3339 UTC. */
  readonly at: string;
  /** Public name: `link.created`. */
  readonly type: string;
  readonly actor_type: string;
  readonly actor_id: string;
  readonly request_id: string;
  readonly resource_id: string;
  readonly stream: string;
  readonly revision: string;
}

/** Whether an event ends a resource whose workspace is purged: so do those of all aggregates, by their names. */
const isPurge = ({ event }: Recorded): boolean => event.type.endsWith('Purged');

const idOf = (stream: string, revision: bigint): string => `${stream}/${revision}`;

const idsBefore = (stream: string, revision: bigint): readonly string[] => {
  const ids: string[] = [];
  for (let one = 0n; one < revision; one += 1n) ids.push(idOf(stream, one));
  return ids;
};

/** What happened in each workspace, without what it changed: that is read from the streams. */
export const workspaceEventsOf = (aggregates: readonly Aggregate[]): ReadModel<WorkspaceEventRow> => {
  const chronicles = new Map(
    aggregates.flatMap(({ category, chronicle }): [string, Chronicle<Row, Event>][] =>
      // No record is made here, so that the origin of its URLs does not matter.
      chronicle ? [[category, chronicle('https://go.example.com')]] : [],
    ),
  );
  /** None for what a faulty release may have stored without a workspace, which is in no list. */
  const nameOf = ({ event, stream, metadata }: Recorded): string | undefined => {
    if (!metadata.workspace_id) return undefined;
    const names = chronicles.get(categoryOf(stream))?.names ?? {};
    return Object.hasOwn(names, event.type) ? names[event.type] : undefined;
  };
  const rowOf = (recorded: Recorded, type: string): WorkspaceEventRow => {
    const { stream, revision, metadata } = recorded;
    const chronicle = chronicles.get(categoryOf(stream));
    const [resource_id = ''] = chronicle ? rowKeysOf(chronicle.projection, recorded) : [];
    const { workspace_id, at, actor, request_id } = metadata;
    return {
      id: idOf(stream, revision),
      ...{ workspace_id, at, type, actor_type: actor.type, actor_id: actor.id, request_id, resource_id, stream },
      revision: revision.toString(),
    };
  };
  const projection: Projection<WorkspaceEventRow, Event> = {
    name: 'workspace_events',
    categories: [...chronicles.keys()],
    keys: (recorded) => {
      const { stream, revision } = recorded;
      if (isPurge(recorded)) return idsBefore(stream, revision);
      return nameOf(recorded) === undefined ? [] : [idOf(stream, revision)];
    },
    evolve: (row, recorded) => {
      if (isPurge(recorded)) return null;
      const type = nameOf(recorded);
      return type === undefined ? row : rowOf(recorded, type);
    },
  };
  return { projection, awaited: false, streamOf: ({ stream }) => stream };
};
