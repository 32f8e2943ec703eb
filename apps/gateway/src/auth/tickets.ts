import { hkdfSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { takesTicket, unauthorized } from '@platform/http';
import type { CredentialLookup } from '@platform/read-store';
import { seal, unseal } from '@platform/sealing';
import { Pepper } from '../api-keys/api-key.commands';

export interface Ticket {
  readonly ticket: string;
  /** Path and query of the download, the ticket included. */
  readonly address: string;
  readonly expires_at: string;
}

/** The credential that a ticket stands for, until an instant by the database's clock. */
export interface Admission {
  readonly credential: CredentialLookup;
  readonly expiresAt: string;
}

interface Sealed {
  readonly path: string;
  readonly expires_at: string;
  readonly key?: string;
  readonly session?: readonly [userId: string, sessionId: string, workspaceId: string];
}

const PREFIX = 'ticket_';
const LIFE_MS = 60_000;

/**
 * Tickets for downloads by a browser, which sends no header of ours. Nothing is stored: a ticket is the credential of its
 * maker and one address, sealed under a key derived from the pepper. Each use judges the credential anew.
 */
@Injectable()
export class Tickets {
  private readonly sealingKey: Buffer;

  constructor({ value: pepper }: Pepper) {
    this.sealingKey = Buffer.from(hkdfSync('sha256', pepper, '', 'waymark tickets', 32));
  }

  /** @param path of a download, with its query @param now by the database's clock */
  issue(path: string, credential: CredentialLookup, now: string): Ticket {
    const expires_at = new Date(Date.parse(now) + LIFE_MS).toISOString();
    const text = JSON.stringify({ path, expires_at, ...whoOf(credential) } satisfies Sealed);
    const ticket = PREFIX + seal(this.sealingKey, text).toString('base64url');
    return { ticket, address: addressOf(path, ticket), expires_at };
  }

  /** @throws HttpProblem invalid_token unless it is a ticket for just this request */
  open(ticket: string, { method, endpoint, raw }: FastifyRequest): Admission {
    const sealed = this.unseal(ticket);
    const credential = sealed && credentialOf(sealed);
    if (!credential || !endpoint || !takesTicket(method, endpoint) || raw.url !== addressOf(sealed.path, ticket))
      throw unauthorized('invalid_token', 'The ticket is not one for this address.');
    return { credential, expiresAt: sealed.expires_at };
  }

  private unseal(ticket: string): Sealed | null {
    const sealed = Buffer.from(ticket.slice(PREFIX.length), 'base64url');
    // Other texts decode to the same bytes.
    if (ticket !== PREFIX + sealed.toString('base64url')) return null;
    try {
      return JSON.parse(unseal(this.sealingKey, sealed)) as Sealed;
    } catch {
      return null;
    }
  }
}

const addressOf = (path: string, ticket: string): string => `${path}${path.includes('?') ? '&' : '?'}ticket=${ticket}`;

const whoOf = (credential: CredentialLookup): Pick<Sealed, 'key' | 'session'> =>
  credential.kind === 'key'
    ? { key: credential.hash.toString('base64url') }
    : { session: [credential.userId, credential.sessionId, credential.workspaceId] };

const credentialOf = ({ key, session }: Sealed): CredentialLookup | null => {
  if (key !== undefined) return { kind: 'key', hash: Buffer.from(key, 'base64url') };
  if (session === undefined) return null;
  const [userId, sessionId, workspaceId] = session;
  return { kind: 'session', userId, sessionId, workspaceId };
};
