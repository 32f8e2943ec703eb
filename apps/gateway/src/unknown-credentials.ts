import { rateLimited } from '@platform/http';
import { AddressLimit } from './address-limit';

const MOST = 60;

/**
 * Limits unknown credentials to 60 a minute per address. Valid credentials from the same address are never refused, and
 * revoked or expired ones are not counted. Tokens of sessions, invitations and sign-ups are credentials, too. It slows
 * guessing down.
 */
export class UnknownCredentials extends AddressLimit {
  /** @param now milliseconds by a clock that nobody sets */
  constructor(now?: () => number) {
    super(MOST, now);
  }

  /** Counts one. @returns the refusal to answer it with, which is a 429 after too many of the address */
  refusalOf(address: string, refusal: Error): Error {
    const waitSeconds = this.count(address);
    return waitSeconds > 0 ? rateLimited(waitSeconds) : refusal;
  }
}
