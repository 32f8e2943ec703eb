import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, dataOf } from '../../api/client';
import type { components } from '../../api/openapi';
import { type Actor, membersQuery } from '../../api/queries';
import { session } from '../../api/session';
import { useStore } from '../../api/store';
import { keysQuery } from '../keys/key-queries';
import { type ActivitySearch, queryOf } from './search';

export type WorkspaceEvent = components['schemas']['WorkspaceEvent'];

const PAGE = 50;

const eventsQuery = (search: ActivitySearch) =>
  infiniteQueryOptions({
    queryKey: ['events', search] as const,
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) =>
      dataOf(
        api.GET('/v1/events', {
          params: { query: { ...queryOf(search), limit: PAGE, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

export const useEvents = (search: ActivitySearch) => useInfiniteQuery(eventsQuery(search));

export interface KnownActor {
  readonly id: string;
  readonly name: string;
  readonly type: Actor['type'];
}

/** Members and keys, those who cause events, by their names. */
export const useActors = (): readonly KnownActor[] => {
  const { data: members } = useQuery(membersQuery(1));
  const { data: keys } = useQuery(keysQuery(1));
  return useMemo(
    () => [
      ...(members?.data ?? []).map(({ id, name, email }) => ({ id, name: name ?? email, type: 'user' as const })),
      ...(keys?.data ?? []).map(({ id, name }) => ({ id, name, type: 'api_key' as const })),
    ],
    [members, keys],
  );
};

/** The name of the actor; the end of the id where the actor is not known any more. */
export const useActorName = (actors: readonly KnownActor[]): ((actor: Actor) => string) => {
  const me = useStore(session)?.user.id;
  return ({ type, id }) => {
    if (type === 'system') return 'Waymark itself';
    if (id === me) return 'You';
    return actors.find((known) => known.id === id)?.name ?? `${type === 'user' ? 'member' : 'key'} …${id.slice(-6)}`;
  };
};

/** What things are called, as far as the events tell. */
export const namesIn = (events: readonly WorkspaceEvent[]): ReadonlyMap<string, string> =>
  new Map(
    // The newest come first, and the last one that is set stays.
    events.toReversed().flatMap(({ resource, changes }) => {
      const found = ['short_url', 'name', 'hostname', 'url'].map((field) => changes[field]?.to ?? changes[field]?.from);
      const name = found.find((value) => typeof value === 'string');
      return typeof name === 'string' ? [[resource.id, name] as const] : [];
    }),
  );
