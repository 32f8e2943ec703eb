import type { ApiKey, ApiKeyHistoryEntry } from '../../api/queries';

/** What is shown of a key beside its events; the count of its requests is in no event. */
export type Told = Partial<
  Pick<ApiKey, 'name' | 'start' | 'status' | 'expiration' | 'revoked_at' | 'grace_ends_at' | 'request_count'>
>;

/** Each key of a lineage, by its id, as far as its events tell. @param entries the oldest first */
export const toldBy = (entries: readonly ApiKeyHistoryEntry[], current: string): ReadonlyMap<string, Told> => {
  const told = new Map<string, Told>();
  const learn = (id: string, changes: ApiKeyHistoryEntry['changes']): void => {
    const values = Object.entries(changes).map(([name, { to }]) => [name, to] as const);
    told.set(id, { ...told.get(id), ...(Object.fromEntries(values) as Told) });
  };
  for (const { key_id = current, changes, previous } of entries) {
    learn(key_id, changes);
    if (previous) learn(previous.key_id, previous.changes);
  }
  return told;
};
