import { createHmac, hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { inKeyOrder } from '@kernel';
import { randomAlias } from '@contexts/links';
import type { GatewaySecrets } from '../core.module';
import { SECRETS } from '../tokens';

/** Aliases that cannot be guessed. All requests for the same link try them in the same order. */
@Injectable()
export class LinkAliases {
  private readonly key: Buffer;

  constructor(@Inject(SECRETS) { keyPepper }: GatewaySecrets) {
    this.key = Buffer.from(hkdfSync('sha256', keyPepper.value, '', 'waymark link aliases', 32));
  }

  /** @param what JSON; the order of keys does not count @param attempt how many aliases of this link were taken */
  of(workspaceId: string, what: unknown, attempt: number): string {
    const text = JSON.stringify([workspaceId, inKeyOrder(what)]);
    return randomAlias(text, attempt, (message) => createHmac('sha256', this.key).update(message).digest());
  }
}
