import { Injectable } from '@nestjs/common';
import { type CommandMetadata, idOf } from '@kernel';
import {
  type CreateKey,
  type Key,
  type Lineage,
  type Minter,
  type RenameKey,
  type RevokeKey,
  type RotateKey,
  lineageOf,
  lineageStream,
} from '@contexts/keys';
import { hashToken, mintToken, parseToken } from '@platform/http';
import { type Caller, type AcceptedRevisions, metadataOf } from '../caller';
import { Commands, type Sent } from '../commands';
import { type ResourceLimit, ResourceLimits } from '../resource-limits';
import type { CreateKeyBody, UpdateKeyBody } from './api-key.schemas';

/** Keys of a workspace that are active or in grace. A rotation is exempt. */
export const KEY_LIMIT: ResourceLimit = {
  kind: 'keys',
  table: 'api_keys',
  // `key_is_valid` decides; what stands before it finds the valid ones among many others by an index.
  counted: `revoked_at IS NULL AND (expiration IS NULL OR expiration > (SELECT waymark_now()))
    AND key_is_valid(revoked_at, expiration, grace_ends_at, (SELECT waymark_now()))`,
  most: 100,
  detail: 'A workspace may have 100 live keys; revoke one first.',
};

/** The secret of the keys' HMAC, and its id. */
export class Pepper {
  constructor(
    readonly id: string,
    readonly value: string,
  ) {}
}

/** What is stored of a token: never the token itself. */
export const credentialFor = (token: string, pepper: Pepper) => ({
  token_hash: hashToken(token, pepper.value).toString('hex'),
  pepper_id: pepper.id,
  start: parseToken(token)?.start ?? '',
});

interface NewKey extends Pick<CreateKey['data'], 'name' | 'scope' | 'expiration' | 'minter'> {
  readonly keyId: string;
  readonly token: string;
}

/** A key and its lineage, which names its stream. */
type Target = Pick<Key, 'key_id' | 'lineage'>;

interface Minted {
  readonly sent: Sent<Lineage>;
  readonly key: Key;
  /** Null if an earlier attempt made the key with another token, as in a repeat across an upgrade. */
  readonly token: string | null;
}

@Injectable()
export class KeyCommands {
  constructor(
    private readonly commands: Commands,
    private readonly pepper: Pepper,
    private readonly limits: ResourceLimits,
  ) {}

  /** @throws Rejection `limit_reached` where the workspace has as many live keys as it may */
  async create({ name, scope, expiration }: CreateKeyBody, caller: Caller): Promise<Minted> {
    const token = mintToken(caller.secretBytes);
    const keyId = idOf('key', caller.commandId);
    const grant = { keyId, token, name, scope, expiration: expiration ?? null, minter: minterOf(caller) };
    const sent = await this.limits.within(KEY_LIMIT, caller.subject.workspaceId, keyId, () =>
      this.issue(grant, metadataOf(caller), caller.firstAttempt),
    );
    return this.minted(sent, keyId, token);
  }

  /** Makes a key of a token. */
  issue({ keyId, token, ...grant }: NewKey, metadata: CommandMetadata, fresh = false): Promise<Sent<Lineage>> {
    const lineage = lineageOf(keyId);
    const command: CreateKey = {
      type: 'CreateKey',
      data: { ...credentialFor(token, this.pepper), ...grant, key_id: keyId, lineage, now: metadata.now },
    };
    return this.commands.send<Lineage>({ stream: lineageStream(lineage), command, metadata, fresh });
  }

  /** In force when this returns: every gateway accepts the new key, and the old one until its grace ends. */
  async rotate({ key_id, lineage }: Target, caller: Caller, expected?: AcceptedRevisions): Promise<Minted> {
    const token = mintToken(caller.secretBytes);
    const newKeyId = idOf('key', caller.commandId);
    const { workspaceId } = caller.subject;
    const command: RotateKey = {
      type: 'RotateKey',
      data: {
        ...credentialFor(token, this.pepper),
        key_id,
        new_key_id: newKeyId,
        workspace_id: workspaceId,
        minter: minterOf(caller),
        now: caller.now,
      },
    };
    const sent = await this.commands.sendAndApply<Lineage>({
      stream: lineageStream(lineage),
      command,
      metadata: metadataOf(caller),
      expected,
    });
    return this.minted(sent, newKeyId, token);
  }

  update(
    { key_id, lineage }: Target,
    { name }: UpdateKeyBody,
    caller: Caller,
    expected?: AcceptedRevisions,
  ): Promise<Sent<Lineage>> {
    const command: RenameKey = { type: 'RenameKey', data: { key_id, workspace_id: caller.subject.workspaceId, name } };
    return this.commands.send<Lineage>({
      stream: lineageStream(lineage),
      command,
      metadata: metadataOf(caller),
      expected,
    });
  }

  /** In force when this returns: no gateway accepts the key for a request that arrives later. */
  revoke(
    { key_id, lineage }: Target,
    reason: string | null,
    caller: Caller,
    expected?: AcceptedRevisions,
  ): Promise<Sent<Lineage>> {
    const command: RevokeKey = {
      type: 'RevokeKey',
      data: { key_id, workspace_id: caller.subject.workspaceId, reason, now: caller.now },
    };
    return this.commands.sendAndApply<Lineage>({
      stream: lineageStream(lineage),
      command,
      metadata: metadataOf(caller),
      expected,
    });
  }

  private minted(sent: Sent<Lineage>, keyId: string, token: string): Minted {
    const key = keyIn(sent.state, keyId);
    const isItsToken = key.token_hash === credentialFor(token, this.pepper).token_hash;
    return { sent, key, token: isItsToken ? token : null };
  }
}

/** The key that creates another one; null where a user does. */
const minterOf = ({ subject: { key, permission } }: Caller): Minter | null =>
  key ? { ...key, scope: permission === 'read_write' ? 'read_write' : 'read' } : null;

export const keyIn = (lineage: Lineage, keyId: string): Key => {
  const key = lineage[keyId];
  if (!key) throw new Error(`the lineage does not hold ${keyId}`);
  return key;
};
