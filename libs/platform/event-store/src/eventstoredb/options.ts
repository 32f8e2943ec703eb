import type { Credentials } from '@eventstore/db-client';
import type { Log } from '@platform/telemetry';

/** The adapter's own stream, of a category that no consumer subscribes to. Its first event holds the store's id. */
export const IDENTITY_STREAM = 'store-identity';

/** All in milliseconds. */
export interface Timing {
  /** An append without an answer by then fails, though the server may have stored it. */
  readonly append: number;
  /** An append without an answer by then is looked for, and sent again when it is not stored. */
  readonly answer: number;
  /** A read for which the server is silent for so long has failed: the client itself would wait for ever. */
  readonly read: number;
  /** How long a subscription may be silent before the server is asked whether it is there. */
  readonly silence: number;
  /** How long it may be silent, though the server answers, before a heartbeat is sent through it. */
  readonly rest: number;
  /** A heartbeat that is not seen by then means that the subscription is dead. */
  readonly heartbeat: number;
  /** Pause before the first attempt to subscribe again; it doubles up to `backoffMax`. */
  readonly backoffMin: number;
  readonly backoffMax: number;
}

export const defaultTiming: Timing = {
  append: 1_500,
  answer: 200,
  read: 1_500,
  silence: 2_500,
  rest: 30_000,
  heartbeat: 5_000,
  backoffMin: 100,
  backoffMax: 5_000,
};

export interface EventStoreDbOptions {
  /** Connection string, `esdb://…` or `esdb+discover://…`. Needs a server of version 22.6 or later. */
  readonly url: string;
  /** Receives a warning for each failure that the adapter recovers from. */
  readonly log: Pick<Log, 'warn'>;
  /** Default: those of the connection string. The account must be allowed to write to the heartbeat stream, too. */
  readonly credentials?: Credentials;
  readonly timing?: Partial<Timing>;
}

/**
 * The credentials to name in each call; an insecure server needs none.
 *
 * @throws {Error} when the connection string cannot work: a secure server without credentials.
 */
export const credentialsFor = ({ url, credentials }: EventStoreDbOptions): Credentials | undefined => {
  const named = credentials ?? namedIn(url);
  if (named || /[?&]tls=false(&|$)/i.test(url)) return named;
  throw new Error('EVENTSTORE_URL needs a user and a password (esdb://user:password@host), or tls=false.');
};

const namedIn = (url: string): Credentials | undefined => {
  const [, username, password] = /^[^:]+:\/\/([^:@/]+):([^@]+)@/.exec(url) ?? [];
  return username && password
    ? { username: decodeURIComponent(username), password: decodeURIComponent(password) }
    : undefined;
};
