import { type Command, type Decider, type Problem, Rejection, decideBy, demandOwn } from '@kernel';
import {
  type Credential,
  type KeyEvent,
  type Lineage,
  type Scope,
  evolve,
  isBookkeeping,
  keysOf,
  keyStatusAt,
} from './key';

/** The key that creates another one; null when a user does. */
export interface Minter {
  readonly scope: Scope;
  readonly status: 'active' | 'grace';
  readonly expiration: string | null;
}

export type CreateKey = Command<
  'CreateKey',
  Credential & {
    readonly key_id: string;
    readonly lineage: string;
    readonly name: string;
    readonly scope: Scope;
    readonly expiration: string | null;
    readonly minter: Minter | null;
    readonly now: string;
  }
>;

export type RevokeKey = Command<
  'RevokeKey',
  {
    readonly key_id: string;
    readonly workspace_id: string;
    readonly reason: string | null;
    readonly now: string;
  }
>;

/** Replaces a key by a new one with its name, scope and expiration; the old one stays valid for a while. */
export type RotateKey = Command<
  'RotateKey',
  Credential & {
    readonly key_id: string;
    readonly new_key_id: string;
    readonly workspace_id: string;
    readonly minter: Minter | null;
    readonly now: string;
  }
>;

/** An absent name leaves the key as it is. */
export type RenameKey = Command<
  'RenameKey',
  { readonly key_id: string; readonly workspace_id: string; readonly name?: string }
>;

/** These two record a change that time has already made. Sent too early, they record nothing. */
export type EndGrace = Command<
  'EndGrace',
  { readonly key_id: string; readonly workspace_id: string; readonly now: string }
>;
export type ExpireKey = Command<
  'ExpireKey',
  { readonly key_id: string; readonly workspace_id: string; readonly now: string }
>;

/** Only sent once its workspace is purged. */
export type PurgeKey = Command<'PurgeKey', { readonly key_id: string; readonly workspace_id: string }>;

export type KeyCommand = CreateKey | RevokeKey | RotateKey | RenameKey | EndGrace | ExpireKey | PurgeKey;

/** How long a rotated key stays valid, in milliseconds, unless it expires before. */
export const GRACE_MS = 86_400_000;

/** Of a key that is to be made. Both are in RFC 3339, UTC, with milliseconds. */
export const problemsOfExpiration = (expiration: string | null | undefined, now: string): readonly Problem[] =>
  expiration && expiration <= now ? [{ location: 'body.expiration', message: 'must lie in the future' }] : [];

const create = ({ minter, now, ...grant }: CreateKey['data'], lineage: Lineage): readonly KeyEvent[] => {
  if (lineage[grant.key_id]) return [];
  const problems = problemsOfExpiration(grant.expiration, now);
  if (problems.length > 0)
    throw new Rejection('invalid', 'invalid_request', 'The expiration has already passed.', {}, problems);
  if (minter) refuseWider(grant, minter);
  return [{ type: 'KeyCreated', data: grant }];
};

/** A key never mints a wider key than itself, nor one that outlives it; only an active key mints. */
const refuseWider = (grant: { scope: Scope; expiration: string | null }, minter: Minter): void => {
  if (minter.status !== 'active') {
    throw new Rejection('conflict', 'key_not_active', 'A key in its grace period cannot create keys.');
  }
  if (minter.scope === 'read') {
    throw new Rejection('forbidden', 'insufficient_scope', 'A Read key cannot create keys.', {
      required_scope: 'Read + Write',
    });
  }
  if (minter.expiration && (!grant.expiration || grant.expiration > minter.expiration)) {
    throw new Rejection('forbidden', 'insufficient_scope', 'A key cannot create a key that outlives it.', {
      required_scope: 'Read + Write',
      latest_expiration: minter.expiration,
    });
  }
};

const rotate = (
  { key_id, new_key_id, workspace_id, minter, now, ...credential }: RotateKey['data'],
  lineage: Lineage,
): readonly KeyEvent[] => {
  if (lineage[new_key_id]) return [];
  const { name, scope, expiration, lineage: stream, ...key } = demandOwn(lineage[key_id], workspace_id);
  const status = keyStatusAt({ ...key, expiration }, now);
  if (status !== 'active')
    throw new Rejection('conflict', 'key_not_active', `Only an active key can be rotated; this one is ${status}.`);
  if (minter) refuseWider({ scope, expiration }, minter);
  const graceEnd = new Date(Date.parse(now) + GRACE_MS).toISOString();
  const grace_ends_at = expiration && expiration < graceEnd ? expiration : graceEnd;
  const grant = { ...credential, key_id: new_key_id, lineage: stream, name, scope, expiration };
  return [{ type: 'KeyRotated', data: { ...grant, previous_key_id: key_id, grace_ends_at } }];
};

const rename = ({ key_id, workspace_id, name }: RenameKey['data'], lineage: Lineage): readonly KeyEvent[] => {
  const key = demandOwn(lineage[key_id], workspace_id);
  return name === undefined || key.name === name
    ? []
    : [{ type: 'KeyRenamed', data: { key_id, name: { from: key.name, to: name } } }];
};

const endGrace = ({ key_id, workspace_id, now }: EndGrace['data'], lineage: Lineage): readonly KeyEvent[] => {
  const { revoked_at, grace_ends_at, expiration } = demandOwn(lineage[key_id], workspace_id);
  if (revoked_at || !grace_ends_at || grace_ends_at > now) return [];
  // When the key expires no later than its grace ends, only the expiration is recorded.
  return expiration && expiration <= grace_ends_at ? [] : [{ type: 'KeyGraceExpired', data: { key_id, edit: false } }];
};

const expire = ({ key_id, workspace_id, now }: ExpireKey['data'], lineage: Lineage): readonly KeyEvent[] => {
  const { revoked_at, expiration, expiry_recorded } = demandOwn(lineage[key_id], workspace_id);
  return revoked_at || expiry_recorded || !expiration || expiration > now
    ? []
    : [{ type: 'KeyExpired', data: { key_id, edit: false } }];
};

const revoke = ({ key_id, workspace_id, reason, now }: RevokeKey['data'], lineage: Lineage): readonly KeyEvent[] => {
  const key = demandOwn(lineage[key_id], workspace_id);
  return ['revoked', 'expired'].includes(keyStatusAt(key, now))
    ? []
    : [{ type: 'KeyRevoked', data: { key_id, reason } }];
};

const purge = ({ key_id, workspace_id }: PurgeKey['data'], lineage: Lineage): readonly KeyEvent[] =>
  lineage[key_id]?.workspace_id === workspace_id ? [{ type: 'KeyPurged', data: { key_id } }] : [];

export const keyDecider: Decider<Lineage, KeyCommand, KeyEvent> = {
  initialState: {},
  evolve,
  about: (command, event) => keysOf(event).includes(command.data.key_id),
  concerns: (_, event) => !isBookkeeping(event),
  decide: decideBy({
    CreateKey: create,
    RevokeKey: revoke,
    RotateKey: rotate,
    RenameKey: rename,
    EndGrace: endGrace,
    ExpireKey: expire,
    PurgeKey: purge,
  }),
};
