import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CommandMetadata } from '@kernel';
import { type CreateKey, type Key, type Lineage, type RevokeKey, lineageOf, lineageStream } from '@contexts/keys';
import { hashToken, mintToken, parseToken } from '@platform/http';
import { type Caller, metadataOf } from '../caller';
import { Commands, type Sent } from '../commands';
import { idOf } from '../ids';
import type { CreateKeyBody } from './api-key.schemas';

/** What keys are hashed with, and the id it is known by. */
export class Pepper {
  constructor(readonly id: string, readonly value: string) {}
}

/** The token, which is shown once and kept nowhere, and what is kept of it. */
export const credentialFor = (token: string, pepper: Pepper) => ({
  token_hash: hashToken(token, pepper.value).toString('hex'),
  pepper_id: pepper.id,
  start: parseToken(token)?.start ?? '',
});

interface NewKey extends Pick<CreateKey['data'], 'name' | 'scope' | 'expiration' | 'minter'> {
  readonly keyId: string;
  readonly token: string;
}

@Injectable()
export class KeyCommands {
  constructor(private readonly commands: Commands, private readonly pepper: Pepper) {}

  /** @returns the token besides; null when the command had been handled before, for then its token has been shown, or is lost */
  async create({ name, scope, expiration }: CreateKeyBody, caller: Caller): Promise<{ sent: Sent<Lineage>; key: Key; token: string | null }> {
    const token = mintToken(randomBytes);
    const keyId = idOf('key', caller.commandId);
    const { permission, key } = caller.subject;
    const minter = key ? { ...key, scope: permission === 'read_write' ? ('read_write' as const) : ('read' as const) } : null;
    const sent = await this.issue({ keyId, token, name, scope, expiration: expiration ?? null, minter }, metadataOf(caller), caller.firstAttempt);
    return { sent, key: keyIn(sent.state, keyId), token: sent.repeated ? null : token };
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

  /** In force when this returns: no request that arrives later at any gateway is accepted with the key. */
  async revoke(target: Pick<Key, 'key_id' | 'lineage'>, reason: string | null, caller: Caller): Promise<Sent<Lineage>> {
    const { workspaceId } = caller.subject;
    const command: RevokeKey = { type: 'RevokeKey', data: { key_id: target.key_id, workspace_id: workspaceId, reason, now: caller.now } };
    return this.commands.sendAndApply<Lineage>({ stream: lineageStream(target.lineage), command, metadata: metadataOf(caller) });
  }
}

export const keyIn = (lineage: Lineage, keyId: string): Key => {
  const key = lineage[keyId];
  if (!key) throw new Error(`the lineage does not hold ${keyId}`);
  return key;
};
