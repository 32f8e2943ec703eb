import { KEY_EVENT_NAMES, type KeyEvent, type KeyRow, keyList } from '@contexts/keys';
import type { Chronicle } from '../history/history';
import { presentStoredKey } from './api-key.presenter';

/** How API keys tell of their past: by their public record, which has no secret and no hash. */
export const keyChronicle: Chronicle<KeyRow, KeyEvent> = {
  projection: keyList,
  names: KEY_EVENT_NAMES,
  record: (row, at) => presentStoredKey({ ...row, key_id: row.id }, at),
};
