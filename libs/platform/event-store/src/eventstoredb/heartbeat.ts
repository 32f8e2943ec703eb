import { randomUUID } from 'node:crypto';
import type { AllStreamSubscription } from '@eventstore/db-client';
import type { Log } from '@platform/telemetry';
import { append } from './append';
import type { Connection } from './connection';
import { identity } from './identity';
import { NoAnswer } from './no-answer';
import { IDENTITY_STREAM, type Timing } from './options';
import { read } from './read';
import { jsonOf } from './translate';

/** The adapter's own stream and category: every subscription includes it, and no consumer receives its events. */
export const HEARTBEAT_STREAM = 'heartbeat-subscriptions';

class AnotherStore extends Error {}

/**
 * Appends heartbeats and keeps their stream bounded. A server may come back with another store. Its followers judge
 * that, but a heartbeat may be due before they have: it goes to no other store than that which they follow.
 */
export class Heart {
  private bounded = false;
  /** The id of the store that is followed; undefined if it has none, or until the first heartbeat. */
  private followed: string | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly timing: Timing,
  ) {}

  /** Call it when the first follower comes, who has judged the store. */
  follow(): void {
    this.followed = undefined;
  }

  /** @throws AnotherStore when the server has another store than the followed one */
  async beat(id: string): Promise<void> {
    await this.tried(() => this.demandFollowed());
    const pulse = { id, type: 'Heartbeat', data: jsonOf('Heartbeat', {}) };
    await this.tried(() => append(this.connection, HEARTBEAT_STREAM, [pulse], 'any', this.timing.append));
    if (this.bounded) return;
    const bound = { id: randomUUID(), type: '$metadata', data: jsonOf('$metadata', { $maxCount: 1 }) };
    await append(this.connection, `$$${HEARTBEAT_STREAM}`, [bound], 'any', this.timing.append);
    this.bounded = true;
  }

  /** Asks the server for something small. */
  async ask(): Promise<void> {
    await this.tried(() => read(this.connection, this.timing.read, IDENTITY_STREAM, { count: 1 }));
  }

  private async demandFollowed(): Promise<void> {
    const present = await identity((stream) => read(this.connection, this.timing.read, stream));
    this.followed ??= present;
    if (present !== this.followed)
      throw new AnotherStore(`the store is ${present ?? 'without an id'} and not ${this.followed}`);
  }

  private async tried(call: () => Promise<unknown>): Promise<void> {
    const { client } = this.connection;
    const began = performance.now();
    try {
      await call();
      this.connection.worked(client);
    } catch (error) {
      this.connection.failed(client, error, began);
      throw error;
    }
  }
}

/**
 * Watches one subscription while it waits for the server, not while its consumer works. A lost connection often shows
 * no other sign than silence, so the server is asked for something over the same connection. After a longer silence a
 * heartbeat is sent through the subscription itself, and without an answer at once. If it does not come, the
 * subscription is dead.
 */
class Watchdog {
  private timer: NodeJS.Timeout | undefined;
  private silentSince = 0;
  private awaitsBeat = false;

  constructor(
    private readonly heart: Heart,
    private readonly timing: Timing,
    private readonly log: Pick<Log, 'warn'>,
    private readonly dead: () => void,
  ) {}

  /** Call it when the subscription begins to wait, and with all that arrives. It costs little: a timer stays as it is. */
  listen(): void {
    this.silentSince = performance.now();
    if (this.awaitsBeat) this.pause();
    if (!this.timer) this.wait();
  }

  pause(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.awaitsBeat = false;
  }

  /** @returns the id of the heartbeat */
  beat(): string {
    const id = randomUUID();
    this.silentSince = performance.now();
    this.pause();
    this.awaitsBeat = true;
    this.timer = setTimeout(this.dead, this.timing.heartbeat);
    this.heart.beat(id).catch((error: unknown) => this.log.warn({ cause: String(error) }, unsent(error)));
    return id;
  }

  /** For a random time, so that one of many silent processes sends the beat that all of them receive. */
  private wait(heardBefore = 0): void {
    this.pause();
    const ms = this.timing.silence * (1 + Math.random() / 2) - heardBefore;
    this.timer = setTimeout(() => this.look(), ms);
  }

  private look(): void {
    const { timer, silentSince } = this;
    const silent = performance.now() - silentSince;
    if (silent < this.timing.silence) return this.wait(silent);
    if (silent >= this.timing.rest) return void this.beat();
    const isSilent = (): boolean => timer === this.timer && silentSince === this.silentSince;
    this.heart.ask().then(
      () => timer === this.timer && this.wait(),
      () => (isSilent() ? this.beat() : timer === this.timer && this.wait()),
    );
  }
}

/** The log drops a line that repeats the last one, so another store has a line of its own. */
const unsent = (error: unknown): string =>
  error instanceof AnotherStore ? 'no heartbeat is sent to another store' : 'a heartbeat could not be sent';

export interface Watched {
  readonly connection: Connection;
  readonly heart: Heart;
  readonly timing: Timing;
  readonly log: Pick<Log, 'warn'>;
}

/** Ends a subscription that is dead, and has its client replaced. */
export const watch = ({ connection, heart, timing, log }: Watched, incoming: AllStreamSubscription): Watchdog => {
  const { client } = connection;
  return new Watchdog(heart, timing, log, () => {
    const cause = new NoAnswer(timing.heartbeat);
    connection.doubt(client, cause);
    incoming.destroy(cause);
  });
};
