import type { KeyEvent } from './key';

/**
 * The public names of key events: in histories and, where the HTTP contract lists them, in webhooks. A purge has none,
 * because nobody can read about its key.
 */
export const KEY_EVENT_NAMES: Readonly<Record<Exclude<KeyEvent['type'], 'KeyPurged'>, string>> = {
  KeyCreated: 'api_key.created',
  KeyRenamed: 'api_key.renamed',
  KeyRotated: 'api_key.rotated',
  KeyRevoked: 'api_key.revoked',
  KeyGraceExpired: 'api_key.grace_expired',
  KeyExpired: 'api_key.expired',
};
