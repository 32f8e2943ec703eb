import { randomUUID } from 'node:crypto';
import type { Log } from '@platform/telemetry';
import { append } from './append';
import type { Connection } from './connection';
import type { Timing } from './options';
import { jsonOf } from './translate';

/** The adapter's own stream and category: every subscription includes it, and no consumer receives its events. */
export const HEARTBEAT_STREAM = 'heartbeat-subscriptions';

interface Beat {
  readonly id: string;
  /** Known when the append is answered; the subscription may deliver the beat earlier. */
  position?: bigint;
}

/** Appends heartbeats and keeps their stream bounded. */
export class Heart {
  private bounded = false;

  constructor(
    private readonly connection: Connection,
    private readonly timing: Timing,
  ) {}

  /** Appends a heartbeat and sets the position of `beat`. */
  async send(beat: Beat): Promise<void> {
    const pulse = { id: beat.id, type: 'Heartbeat', data: jsonOf('Heartbeat', {}) };
    const { client } = this.connection;
    const began = performance.now();
    const sent = append(this.connection, HEARTBEAT_STREAM, [pulse], 'any', this.timing.append);
    const { position } = await sent.catch((error: unknown) => {
      this.connection.failed(client, error, began);
      throw error;
    });
    beat.position = position;
    if (this.bounded) return;
    const bound = { id: randomUUID(), type: '$metadata', data: jsonOf('$metadata', { $maxCount: 1 }) };
    await append(this.connection, `$$${HEARTBEAT_STREAM}`, [bound], 'any', this.timing.append);
    this.bounded = true;
  }
}

/**
 * Watches one subscription while it waits for the server, not while its consumer works. It sends a heartbeat through a
 * silent subscription, because a lost connection often shows no other sign. A subscription that does not deliver the
 * heartbeat is dead.
 */
export class Watchdog {
  private timer: NodeJS.Timeout | undefined;
  private last: Beat | undefined;

  constructor(
    private readonly heart: Heart,
    private readonly timing: Timing,
    private readonly log: Pick<Log, 'warn'>,
    private readonly dead: () => void,
  ) {}

  /** Call it when the subscription begins to wait. The first beat goes out at once: it marks where history ends. */
  listen(): void {
    this.pause();
    // A random delay, so that one of many silent subscriptions sends the beat that all of them receive.
    const silence = this.last ? this.timing.silence * (1 + Math.random() / 2) : 0;
    this.timer = setTimeout(() => this.beat(), silence);
  }

  pause(): void {
    clearTimeout(this.timer);
  }

  /** Whether the delivered event is the last beat sent, or comes after it. */
  reachedBy(id: string | undefined, position: bigint): boolean {
    return (
      this.last !== undefined &&
      (id === this.last.id || (this.last.position !== undefined && position >= this.last.position))
    );
  }

  private beat(): void {
    const beat = { id: randomUUID() };
    this.last = beat;
    this.timer = setTimeout(this.dead, this.timing.heartbeat);
    this.heart
      .send(beat)
      .catch((error: unknown) => this.log.warn({ cause: String(error) }, 'a heartbeat could not be sent'));
  }
}
