import { hkdfSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pepper } from '../api-keys/api-key.commands';
import { seal, unseal } from '@platform/sealing';

/** A sign-up that is not confirmed. */
export interface PendingSignup {
  readonly email: string;
  readonly name: string | null;
  readonly workspace_name: string | null;
  readonly password_hash: string;
  /** Of the command that makes the workspace. The ids of workspace and user derive from it. */
  readonly command_id: string;
  readonly expires_at: string;
}

const PREFIX = 'signup_';

/** Whether `POST /v1/auth/accept` has got the token of a sign-up, and not of an invitation. */
export const isSignupToken = (token: string): boolean => token.startsWith(PREFIX);

/**
 * A sign-up waits in its token, sealed under a key derived from the pepper. So nothing is stored about a person who has
 * not confirmed, and only the reader of the mail has what confirms it.
 */
@Injectable()
export class SignupTokens {
  private readonly key: Buffer;

  constructor({ value: pepper }: Pepper) {
    this.key = Buffer.from(hkdfSync('sha256', pepper, '', 'waymark sign-ups', 32));
  }

  seal(signup: PendingSignup): string {
    return PREFIX + seal(this.key, JSON.stringify(signup)).toString('base64url');
  }

  /** @returns null for a token that is not ours */
  open(token: string): PendingSignup | null {
    try {
      return JSON.parse(unseal(this.key, Buffer.from(token.slice(PREFIX.length), 'base64url'))) as PendingSignup;
    } catch {
      return null;
    }
  }
}
