import type { Projection } from '@kernel';
import { KEY_CATEGORY, type Key, type KeyEvent, evolveKey, isBookkeeping, keysOf } from '../key';

/**
 * A row of `api_keys`: made by libs/platform/read-store/src/migrations/api-keys.ts, read by
 * apps/gateway/src/api-keys/api-key.queries.ts and by `authorize`. Column names are the read model's; `token_hash` is
 * bytea in PostgreSQL's hex form.
 */
export interface KeyRow extends Omit<Key, 'key_id'> {
  readonly id: string;
  /** Revision of the last edit of this key: text, as every revision outside the program. */
  readonly revision: string;
}

export const keyList: Projection<KeyRow, KeyEvent> = {
  name: 'api_keys',
  categories: [KEY_CATEGORY],
  keys: ({ event }) => keysOf(event),
  evolve: (row, { event, metadata, revision }, id) => {
    const key = evolveKey(row && toKey(row), event, metadata, id);
    return key && toRow(key, row && isBookkeeping(event) ? row.revision : revision.toString());
  },
};

const toRow = ({ key_id, ...key }: Key, revision: string): KeyRow => ({
  ...key,
  token_hash: `\\x${key.token_hash}`,
  id: key_id,
  revision,
});

const toKey = ({ id, revision: _, ...row }: KeyRow): Key => ({
  ...row,
  key_id: id,
  token_hash: row.token_hash.slice(2),
});
