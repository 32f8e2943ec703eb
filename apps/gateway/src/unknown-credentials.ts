import { AddressLimit } from './address-limit';

const MOST = 60;

/**
 * Limits unknown credentials to 60 a minute per address. Valid credentials from the same address are never refused, and
 * revoked or expired ones are not counted. It slows guessing down.
 */
export class UnknownCredentials extends AddressLimit {
  /** @param now milliseconds since 1970 */
  constructor(now: () => number = Date.now) {
    super(MOST, now);
  }
}
