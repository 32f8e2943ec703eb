import { type Key, storedKeyRecord } from '@contexts/keys';
import type { Usage } from './api-key.queries';

/**
 * The API key record of the HTTP contract: never the token, never its hash. A key without usage has not been used.
 * @param now RFC 3339, the instant at which its status is judged
 */
export const presentKey = (key: Omit<Key, 'token_hash' | 'pepper_id'> & Partial<Usage>, now: string) => ({
  ...storedKeyRecord(key, now),
  last_used_at: key.last_used_at ?? null,
  request_count: key.request_count ?? 0,
});
