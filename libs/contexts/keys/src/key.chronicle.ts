import type { Chronicle } from '@kernel';
import { type Key, type KeyEvent, type Scope, keyStatusAt } from './key';
import { type KeyRow, keyList } from './key-list/key-list.projection';
import { KEY_EVENT_NAMES } from './key.public-names';

export const SCOPE_NAMES: Readonly<Record<Scope, string>> = { read: 'Read', read_write: 'Read + Write' };

/**
 * The fields of the HTTP contract's API key record that come from events: no usage, and never the token or its hash.
 * @param at RFC 3339, the instant its status is judged at
 */
export const storedKeyRecord = (key: Omit<Key, 'token_hash' | 'pepper_id'>, at: string) => {
  const status = keyStatusAt(key, at);
  return {
    id: key.key_id,
    name: key.name,
    scope: SCOPE_NAMES[key.scope],
    status,
    start: key.start,
    expiration: key.expiration,
    created_at: key.created_at,
    created_by: { type: key.created_by.type, id: key.created_by.id },
    grace_ends_at: key.grace_ends_at,
    revoked_at: key.revoked_at ?? (status === 'revoked' ? key.grace_ends_at : null),
    revocation_reason: key.revoke_reason,
    rotated_from: key.rotated_from,
    rotated_to: key.rotated_to,
    workspace_id: key.workspace_id,
  };
};

/** Histories and public events of API keys. A rotation has the new key, and some fields of the key that it replaces. */
export const keyChronicle: Chronicle<KeyRow, KeyEvent> = {
  projection: keyList,
  names: KEY_EVENT_NAMES,
  replaced: ['id', 'status', 'grace_ends_at'],
  record: (row, at) => storedKeyRecord({ ...row, key_id: row.id }, at),
};
