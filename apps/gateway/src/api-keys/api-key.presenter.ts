import { presentActor } from '../caller';
import { type Key, type Scope, statusAt } from '@contexts/keys';
import type { Usage } from './api-key.queries';

export const SCOPE_NAMES: Readonly<Record<Scope, string>> = { read: 'Read', read_write: 'Read + Write' };

/**
 * The API key record of the HTTP contract: never the token, never its hash. What has no usage has not been used.
 * @param now RFC 3339, when its status is judged
 */
export const presentKey = (key: Omit<Key, 'token_hash' | 'pepper_id'> & Partial<Usage>, now: string) => {
  const status = statusAt(key, now);
  return {
    id: key.key_id,
    name: key.name,
    scope: SCOPE_NAMES[key.scope],
    status,
    start: key.start,
    expiration: key.expiration,
    created_at: key.created_at,
    created_by: presentActor(key.created_by),
    last_used_at: key.last_used_at ?? null,
    request_count: key.request_count ?? 0,
    grace_ends_at: key.grace_ends_at,
    revoked_at: key.revoked_at ?? (status === 'revoked' ? key.grace_ends_at : null),
    rotated_from: key.rotated_from,
    rotated_to: key.rotated_to,
    workspace_id: key.workspace_id,
  };
};

/** What of a key comes from its events alone: no usage. */
export const presentStoredKey = (key: Omit<Key, 'token_hash' | 'pepper_id'>, at: string) => {
  const { last_used_at: _, request_count: __, ...stored } = presentKey(key, at);
  return stored;
};
