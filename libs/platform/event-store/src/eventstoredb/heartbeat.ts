import { randomUUID } from 'node:crypto';
import type { Log } from '@platform/telemetry';
import { append } from './append';
import type { Connection } from './connection';
import type { Timing } from './options';
import { jsonOf } from './translate';

/** A stream and category of its own, which every subscription includes and no consumer sees. */
export const HEARTBEAT_STREAM = 'heartbeat-subscriptions';

interface Beat {
  readonly id: string;
  /** Known once the append is answered, which may be after the beat was seen. */
  position?: bigint;
}

/** Appends heartbeats and keeps their stream bounded. */
export class Heart {
  private bounded = false;

  constructor(
    private readonly connection: Connection,
    private readonly timing: Timing,
  ) {}

  /** Appends one; `beat` learns its position. */
  async send(beat: Beat): Promise<void> {
    const pulse = { id: beat.id, type: 'Heartbeat', data: jsonOf('Heartbeat', {}) };
    const { position } = await append(this.connection, HEARTBEAT_STREAM, [pulse], 'any', this.timing.append);
    beat.position = position;
    if (this.bounded) return;
    const bound = { id: randomUUID(), type: '$metadata', data: jsonOf('$metadata', { $maxCount: 1 }) };
    await append(this.connection, `$$${HEARTBEAT_STREAM}`, [bound], 'any', this.timing.append);
    this.bounded = true;
  }
}

/**
 * Watches over one subscription while it waits for the server, and not while its consumer is at work. What is silent is
 * sent a heartbeat, and what does not deliver that is dead: a lost connection often shows no other sign.
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

  /** The subscription waits for the server. The first beat goes out at once: it shows where history ends. */
  listen(): void {
    this.pause();
    // Spread, so that of many silent subscriptions one sends the beat that all of them hear.
    const silence = this.last ? this.timing.silence * (1 + Math.random() / 2) : 0;
    this.timer = setTimeout(() => this.beat(), silence);
  }

  pause(): void {
    clearTimeout(this.timer);
  }

  /** Whether what was delivered is the last beat sent, or something after it. */
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
      .catch((error: unknown) => this.log.warn({ cause: String(error) }, 'No heartbeat could be sent'));
  }
}
