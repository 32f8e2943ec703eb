import { createCipheriv, createHmac, hkdfSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CredentialLookup, Principal } from '@platform/read-store';
import { seal, unseal } from '@platform/sealing';
import { Pepper } from './api-keys/api-key.commands';

/** The parts of an answer that are sealed. */
export interface AnswerContent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Present where the answer is not complete. */
  readonly partial?: Remainder & {
    /** The command that the answer is of. */
    readonly commandId: string;
  };
}

/** What a partial answer leaves to a repeat of its request. */
export interface Remainder {
  /** Indexes of the items that were not handled. */
  readonly open: readonly number[];
  /** The last position of the other items' events, as decimal digits; -1 where they have none. */
  readonly position: string;
}

const KEY_BYTES = 32;

/**
 * The secrets of one Idempotency-Key of one principal, workspace and route. The database is not enough to derive them:
 * it has only a keyed hash of the Idempotency-Key, and it does not have the pepper.
 */
class KeyedSecrets {
  private readonly hashKey: Buffer;
  private readonly sealKey: Buffer;
  private readonly seedKey: Buffer;

  /** @param material three keys of 32 bytes */
  constructor(material: Buffer) {
    this.hashKey = material.subarray(0, KEY_BYTES);
    this.sealKey = material.subarray(KEY_BYTES, 2 * KEY_BYTES);
    this.seedKey = material.subarray(2 * KEY_BYTES);
  }

  /** HMAC-SHA256: with a plain hash, a reader of the table could try passwords against a body. */
  hash(request: string): Buffer {
    return createHmac('sha256', this.hashKey).update(request).digest();
  }

  seal(content: AnswerContent): Buffer {
    return seal(this.sealKey, JSON.stringify(content));
  }

  /** @throws Error if the bytes are not what `seal` returned */
  open(sealed: Buffer): AnswerContent {
    return JSON.parse(unseal(this.sealKey, sealed)) as AnswerContent;
  }

  /**
   * Bytes for the secrets that a command makes: unpredictable, and the same in a repeat of the command.
   * @param minted the row's random id. No event has it, so once the row is deleted nobody can derive the bytes
   */
  bytesFor(minted: string, commandId: string): (size: number) => Buffer {
    const seed = createHmac('sha256', this.seedKey).update(`${minted} ${commandId}`).digest();
    const keystream = createCipheriv('aes-256-ctr', seed, Buffer.alloc(16));
    return (size) => keystream.update(Buffer.alloc(size));
  }
}

export type { KeyedSecrets };

/** Derives secrets from the client's Idempotency-Key and the pepper, to protect stored answers. */
@Injectable()
export class IdempotencySecrets {
  private readonly rowKeySecret: Buffer;
  private readonly salt: Buffer;

  constructor({ value: pepper }: Pepper) {
    const derived = Buffer.from(hkdfSync('sha256', pepper, '', 'waymark idempotency', 2 * KEY_BYTES));
    this.rowKeySecret = derived.subarray(0, KEY_BYTES);
    this.salt = derived.subarray(KEY_BYTES);
  }

  /** The key of the row, stored in place of the Idempotency-Key: it differs by principal and route. */
  rowKey(credential: CredentialLookup, route: string, idempotencyKey: string): string {
    const principal = credential.kind === 'key' ? credential.hash.toString('hex') : credential.userId;
    const text = JSON.stringify([principal, route, idempotencyKey]);
    return `hmac ${createHmac('sha256', this.rowKeySecret).update(text).digest('base64url')}`;
  }

  of(
    { workspaceId, actor }: Pick<Principal, 'workspaceId' | 'actor'>,
    route: string,
    idempotencyKey: string,
  ): KeyedSecrets {
    const info = JSON.stringify([workspaceId, actor.type, actor.id, route]);
    return new KeyedSecrets(Buffer.from(hkdfSync('sha256', idempotencyKey, this.salt, info, 3 * KEY_BYTES)));
  }
}
