import type { Event, Metadata } from './messages';
import type { Projection } from './projection';

/** The state of a resource as a row of a read model. */
export type ResourceRow<S> = S & {
  /** Of the last event that edited the resource: the version in the ETag, which bookkeeping does not change. */
  readonly revision: string;
};

interface ResourceRows<S, E extends Event> {
  /** Id of the resource that an event is about. */
  readonly idOf: (event: E) => string;
  /** The fold of the write side. It makes an object of its own for a new resource. */
  readonly evolve: (state: S | null, event: E, metadata: Metadata) => S | null;
  /** The event after which the resource has no row; absent where it keeps its row for good. */
  readonly purged?: E['type'];
  /** Whether an event is not an edit; absent where every event is one. */
  readonly isBookkeeping?: (event: E) => boolean;
}

/**
 * A read model with a row for each resource: the fold of the write side, and the revision. A deleted one has a row.
 * @param name of the read model, of its checkpoint and of its table
 */
export const resourceRows = <S extends object, E extends Event>(
  name: string,
  category: string,
  { idOf, evolve, purged, isBookkeeping }: ResourceRows<S, E>,
): Projection<ResourceRow<S>, E> => ({
  name,
  categories: [category],
  keys: ({ event }) => [idOf(event)],
  evolve: (row, { event, metadata, revision }) => {
    if (event.type === purged) return null;
    const state = evolve(row, event, metadata);
    // A new resource is not copied: that would take longer than all the rest.
    if (!row) return state && Object.assign(state, { revision: revision.toString() });
    return state && { ...state, revision: isBookkeeping?.(event) ? row.revision : revision.toString() };
  },
});
