import type { Event, Metadata } from './messages';

/** A resource on the write side. It also holds whether it is purged, which no row needs: a purged one has none. */
export type Written<S> = S & { readonly purged?: true };

/** The fold of the write side of a resource that is purged with its workspace. @param purged the event of its purge */
export const markingPurge =
  <S extends object, E extends Event>(
    evolve: (state: S | null, event: E, metadata: Metadata) => S | null,
    purged: E['type'],
  ) =>
  (state: S | null, event: E, metadata: Metadata): Written<S> | null => {
    const next = evolve(state, event, metadata);
    return next && event.type === purged ? { ...next, purged: true } : next;
  };

interface Owned {
  readonly workspace_id: string;
}

/**
 * Decides the purge of a resource: once, of a deleted one, too. An unknown one, and one of another workspace, stay as
 * they are.
 */
export const purgeOnce =
  <D extends Owned, E extends Event>(event: (data: D) => E) =>
  (data: D, resource: Written<Owned> | null): readonly E[] =>
    resource?.workspace_id === data.workspace_id && !resource.purged ? [event(data)] : [];
