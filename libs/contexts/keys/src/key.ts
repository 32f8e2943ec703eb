import type { Actor, Event, Metadata } from '@kernel';

/** One permission model for keys and roles: a Read key may do what a viewer may. */
export type Scope = 'read' | 'read_write';

/** Category of a lineage's stream. A key and all its successors by rotation share one stream. */
export const KEY_CATEGORY = 'apikey';
export const lineageStream = (lineage: string): string => `${KEY_CATEGORY}-${lineage}`;
/** A lineage is named by its first key. */
export const lineageOf = (firstKeyId: string): string => firstKeyId.slice('key_'.length);

/** A stored credential. It never holds the token itself. */
export interface Credential {
  /** HMAC-SHA256 of the whole token, lower-case hexadecimal. */
  readonly token_hash: string;
  /** Which pepper the HMAC was made with. */
  readonly pepper_id: string;
  /** `svc_live_` and the first 4 characters: enough to recognise a key, too little to guess it. */
  readonly start: string;
}

interface Grant extends Credential {
  readonly key_id: string;
  readonly lineage: string;
  readonly name: string;
  readonly scope: Scope;
  /** RFC 3339 UTC: the first instant at which the key is no longer valid. Null if it never expires. */
  readonly expiration: string | null;
}

export type KeyCreated = Event<'KeyCreated', Grant>;
export type KeyRenamed = Event<'KeyRenamed', { key_id: string; name: { from: string; to: string } }>;
export type KeyRotated = Event<'KeyRotated', Grant & { previous_key_id: string; grace_ends_at: string }>;
export type KeyRevoked = Event<'KeyRevoked', { key_id: string; reason: string | null }>;
/** What time brings about is no edit. Earlier versions did not say so, and such an event counts as one for good. */
interface Timed {
  readonly key_id: string;
  readonly edit?: false;
}
export type KeyGraceExpired = Event<'KeyGraceExpired', Timed>;
export type KeyExpired = Event<'KeyExpired', Timed>;
/** Its workspace was purged. No read model keeps it. */
export type KeyPurged = Event<'KeyPurged', { key_id: string }>;
export type KeyEvent = KeyCreated | KeyRenamed | KeyRotated | KeyRevoked | KeyGraceExpired | KeyExpired | KeyPurged;

export interface Key extends Grant {
  readonly workspace_id: string;
  readonly created_at: string;
  readonly created_by: Actor;
  readonly revoked_at: string | null;
  readonly revoke_reason: string | null;
  readonly grace_ends_at: string | null;
  readonly rotated_from: string | null;
  readonly rotated_to: string | null;
}

/** The keys an event is about. */
export const keysOf = (event: KeyEvent): readonly string[] =>
  event.type === 'KeyRotated' ? [event.data.key_id, event.data.previous_key_id] : [event.data.key_id];

/** Whether an event records what time has changed, and no edit: the key keeps its version. */
export const isBookkeeping = ({ type, data }: KeyEvent): boolean =>
  (type === 'KeyGraceExpired' || type === 'KeyExpired') && data.edit === false;

/** One key after an event that is about it: the fold of the write side and of the read model alike. */
export const evolveKey = (key: Key | null, event: KeyEvent, metadata: Metadata, keyId: string): Key | null => {
  switch (event.type) {
    case 'KeyCreated':
      return granted(event.data, metadata, null);
    case 'KeyRotated':
      if (keyId === event.data.key_id) {
        return granted(event.data, metadata, event.data.previous_key_id);
      }
      return key && { ...key, grace_ends_at: event.data.grace_ends_at, rotated_to: event.data.key_id };
    case 'KeyRenamed':
      return key && { ...key, name: event.data.name.to };
    case 'KeyRevoked':
      return key && { ...key, revoked_at: metadata.at, revoke_reason: event.data.reason };
    case 'KeyGraceExpired':
      return key && { ...key, revoked_at: key.revoked_at ?? key.grace_ends_at };
    case 'KeyPurged':
      return null;
    default:
      // Expiry is judged by the clock; its event is bookkeeping and changes no field.
      return key;
  }
};

const granted = (grant: Grant, metadata: Metadata, rotatedFrom: string | null): Key => ({
  key_id: grant.key_id,
  lineage: grant.lineage,
  name: grant.name,
  scope: grant.scope,
  token_hash: grant.token_hash,
  pepper_id: grant.pepper_id,
  start: grant.start,
  expiration: grant.expiration,
  workspace_id: metadata.workspace_id,
  created_at: metadata.at,
  created_by: metadata.actor,
  revoked_at: null,
  revoke_reason: null,
  grace_ends_at: null,
  rotated_from: rotatedFrom,
  rotated_to: null,
});

/** A key on the write side. It also holds whether its expiration is recorded, which no row needs. */
export interface LineageKey extends Key {
  readonly expiry_recorded?: true;
}

/** Keys of a lineage by id: those that a command names, and what their rotations made. */
export type Lineage = Readonly<Record<string, LineageKey>>;

export const evolve = (lineage: Lineage, event: KeyEvent, metadata: Metadata): Lineage => {
  if (!KEY_EVENTS.has(event.type)) return lineage;
  const next: Record<string, LineageKey> = { ...lineage };
  for (const id of keysOf(event)) {
    const key = evolveKey(next[id] ?? null, event, metadata, id);
    if (key) next[id] = event.type === 'KeyExpired' ? { ...key, expiry_recorded: true } : key;
    else delete next[id];
  }
  return next;
};

const KEY_EVENTS: ReadonlySet<string> = new Set<KeyEvent['type']>([
  'KeyCreated',
  'KeyRenamed',
  'KeyRotated',
  'KeyRevoked',
  'KeyGraceExpired',
  'KeyExpired',
  'KeyPurged',
]);

export type KeyStatus = 'active' | 'grace' | 'revoked' | 'expired';

/**
 * The status of a key at an instant. Time decides it: no scheduler lengthens or shortens a key's life. A recorded end
 * of grace is final, though: where the clock was ahead and is set back, the key stays revoked.
 */
export const keyStatusAt = (key: Pick<Key, 'revoked_at' | 'expiration' | 'grace_ends_at'>, now: string): KeyStatus => {
  if (key.revoked_at) return 'revoked';
  if (key.expiration && key.expiration <= now) return 'expired';
  if (key.grace_ends_at) return key.grace_ends_at <= now ? 'revoked' : 'grace';
  return 'active';
};
