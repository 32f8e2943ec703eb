import { type Command, type Decider, Rejection } from '@kernel';
import { type Credential, type Key, type KeyEvent, type Lineage, type Scope, evolve, statusAt } from './key';

/** The key that asks for another one; absent when a user does. */
export interface Minter {
  readonly scope: Scope;
  readonly status: 'active' | 'grace';
  readonly expiration: string | null;
}

export type CreateKey = Command<'CreateKey', Credential & {
  readonly key_id: string;
  readonly lineage: string;
  readonly name: string;
  readonly scope: Scope;
  readonly expiration: string | null;
  readonly minter: Minter | null;
  readonly now: string;
}>;

export type RevokeKey = Command<'RevokeKey', {
  readonly key_id: string;
  readonly workspace_id: string;
  readonly reason: string | null;
  readonly now: string;
}>;

export type KeyCommand = CreateKey | RevokeKey;

const create = ({ minter, now, ...grant }: CreateKey['data'], lineage: Lineage): readonly KeyEvent[] => {
  if (lineage[grant.key_id]) return [];
  if (grant.expiration && grant.expiration <= now) {
    const problem = { location: 'body.expiration', message: 'must lie in the future' };
    throw new Rejection('invalid', 'invalid_request', 'The expiration has already passed.', {}, [problem]);
  }
  if (minter) refuseWider(grant, minter);
  return [{ type: 'KeyCreated', data: grant }];
};

/** A key never mints a wider key than itself, nor one that outlives it; only an active key mints. */
const refuseWider = (grant: { scope: Scope; expiration: string | null }, minter: Minter): void => {
  if (minter.status !== 'active') {
    throw new Rejection('conflict', 'key_not_active', 'A key in its grace period cannot create keys.');
  }
  if (minter.scope === 'read') {
    throw new Rejection('forbidden', 'insufficient_scope', 'A Read key cannot create keys.', { required_scope: 'Read + Write' });
  }
  if (minter.expiration && (!grant.expiration || grant.expiration > minter.expiration)) {
    throw new Rejection('forbidden', 'insufficient_scope', 'A key cannot create a key that outlives it.', {
      latest_expiration: minter.expiration,
    });
  }
};

const revoke = ({ key_id, workspace_id, reason, now }: RevokeKey['data'], lineage: Lineage): readonly KeyEvent[] => {
  const key = ownKey(lineage, key_id, workspace_id);
  return ['revoked', 'expired'].includes(statusAt(key, now)) ? [] : [{ type: 'KeyRevoked', data: { key_id, reason } }];
};

const ownKey = (lineage: Lineage, keyId: string, workspaceId: string): Key => {
  const key = lineage[keyId];
  if (!key || key.workspace_id !== workspaceId) throw new Rejection('not-found', 'not_found', 'There is no such resource.');
  return key;
};

export const keyDecider: Decider<Lineage, KeyCommand, KeyEvent> = {
  initialState: {},
  evolve,
  decide: (command, lineage) => {
    switch (command.type) {
      case 'CreateKey':
        return create(command.data, lineage);
      case 'RevokeKey':
        return revoke(command.data, lineage);
    }
  },
};
