import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type Block,
  blockMessage,
  CLICKS_TOPIC,
  type Damage,
  markMessage,
  prune,
  readBlocks,
  type Standing,
  standingsOf,
  waitingBlocks,
} from '@platform/click-log';
import type { Kafka, Outgoing } from '@platform/kafka';
import { metrics } from '@platform/telemetry';
import { type Forwarded, readForwarded, writeForwarded } from './forwarded';

export interface ForwardClicks {
  /** Of the click log. */
  readonly directory: string;
  /** The forwarder's own. */
  readonly stateFile: string;
  readonly kafka: Pick<Kafka, 'producer' | 'ensureTopics'>;
  /** Told how each attempt went: with why it failed, or with undefined. */
  readonly onAttempt?: (failure: unknown) => void;
  readonly log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  readonly signal: AbortSignal;
}

/** An attempt is over soon enough for the next one to find a broker that is back. */
const DEADLINE_MS = 3_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
const LOOK_MS = 1_000;
const PRUNE_MS = 3_600_000;
/** A click may be so old before its block is sealed: what a mark says leaves that out. */
const UNSEALED_MS = 2_000;
/** For what is left when the process is asked to end. */
const FAREWELL_MS = 1_500;

/**
 * Sends the sealed blocks of a click log to Kafka, each at least once and those of a source in order: one at a time, so that
 * none can arrive before another one of its source that failed. While Kafka is away clicks wait on disk. Once a second it
 * keeps what was sent in its file, says of each source up to when all was sent, and now and then removes segments that were
 * sent a week ago. Resolves when aborted, with what was sealed by then sent if Kafka takes it at once.
 */
export const forwardClicks = async (options: ForwardClicks): Promise<void> => {
  const forwarder = new Forwarder(options, await readForwarded(options.stateFile));
  await Promise.all([forwarder.forward(), forwarder.lookAround()]);
  await forwarder.farewell();
};

class Forwarder {
  private readonly sending: (message: Outgoing, deadlineMs: number) => Promise<void>;
  private readonly figures = figuresOf();
  private current: Forwarded;
  private failing = false;
  private caughtUpAt = Date.now();

  constructor(
    private readonly options: ForwardClicks,
    private saved: Forwarded,
  ) {
    this.current = saved;
    this.sending = sendTo(options.kafka);
  }

  async forward(): Promise<void> {
    const { directory, signal } = this.options;
    await this.untilDone(async () => {
      for await (const block of readBlocks({
        directory,
        after: this.current.cursor,
        signal,
        onDamage: (damage) => this.damaged(damage),
      })) {
        await this.untilDone(() => this.deliver(block, DEADLINE_MS));
        if (signal.aborted) return;
      }
    });
  }

  async lookAround(): Promise<void> {
    const { signal } = this.options;
    for (let next = Date.now() + PRUNE_MS; !signal.aborted;) {
      await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
      await this.tell(DEADLINE_MS).catch((error: unknown) => this.failed(error));
      if (Date.now() < next) continue;
      next += PRUNE_MS;
      await this.prune().catch((error: unknown) =>
        this.options.log.error({ err: error }, 'the click log could not be pruned'),
      );
    }
  }

  /** One attempt: whatever is not sent now goes out after the next start. */
  async farewell(): Promise<void> {
    try {
      if (this.failing) return;
      for await (const block of waitingBlocks(this.options.directory, this.current.cursor))
        await this.deliver(block, FAREWELL_MS);
      await this.tell(FAREWELL_MS);
    } catch (error) {
      this.options.log.warn({ err: error }, 'clicks were left to be sent at the next start');
    } finally {
      await this.save();
    }
  }

  /** The cursor moves after the acknowledgement. */
  private async deliver(block: Block, deadlineMs: number): Promise<void> {
    if (block.records.length > 0) await this.send(blockMessage(block), deadlineMs);
    this.current = { ...this.current, cursor: block.cursor };
    this.figures.blocks.inc();
    this.figures.clicks.inc(block.records.length);
  }

  private async send(message: Outgoing, deadlineMs: number): Promise<void> {
    await this.sending(message, deadlineMs);
    if (this.failing) this.options.log.info({}, 'clicks go to Kafka again');
    this.failing = false;
    this.options.onAttempt?.(undefined);
  }

  /** The time is taken first: what is sealed of then is sent where nothing waits after it. */
  private async tell(deadlineMs: number): Promise<void> {
    const { directory } = this.options;
    const now = Date.now();
    const { cursor, ended } = this.current;
    await this.save();
    const standings = await standingsOf(directory, cursor, now);
    if (standings.every(({ passed }) => passed)) this.caughtUpAt = now;
    this.figures.behind.set((now - this.caughtUpAt) / 1_000);
    const due = standings.filter(({ source, passed, state }) => passed && state !== 'left' && !ended.includes(source));
    await Promise.all(due.map((standing) => this.mark(standing, now - UNSEALED_MS, deadlineMs)));
    const known = new Set(standings.map(({ source }) => source));
    if (this.current.ended.some((source) => !known.has(source)))
      this.current = { ...this.current, ended: this.current.ended.filter((source) => known.has(source)) };
  }

  private async mark({ source, state }: Standing, until: number, deadlineMs: number): Promise<void> {
    const ended = state === 'closed';
    await this.send(markMessage({ source, until, ended }), deadlineMs);
    if (ended) this.current = { ...this.current, ended: [...this.current.ended, source] };
  }

  private async save(): Promise<void> {
    const { current } = this;
    if (isDeepStrictEqual(current, this.saved)) return;
    await writeForwarded(this.options.stateFile, current);
    this.saved = current;
  }

  private async prune(): Promise<void> {
    const removed = await prune({ directory: this.options.directory, cursors: [this.saved.cursor] });
    if (removed > 0) this.options.log.info({ removed }, 'removed old segments of the click log');
  }

  /** Repeats an attempt until it succeeds or the signal aborts. */
  private async untilDone(attempt: () => Promise<void>): Promise<void> {
    const { signal } = this.options;
    for (let wait = FIRST_RETRY_MS; !signal.aborted; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
      try {
        return await attempt();
      } catch (error) {
        this.failed(error);
        await delay(wait, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private failed(error: unknown): void {
    this.figures.failures.inc();
    if (!this.failing)
      this.options.log.warn({ err: error }, 'clicks cannot be sent to Kafka for now; they wait on disk');
    this.failing = true;
    this.options.onAttempt?.(error);
  }

  /** The bytes stay in their segment for a week; records cannot be made of them. */
  private damaged({ source, segment, from, bytes }: Damage): void {
    this.figures.damaged.inc(bytes.length);
    this.options.log.error(
      { source, segment, from, bytes: bytes.length },
      'the click log is damaged here; what could not be read was passed over',
    );
  }
}

/** The topic is created before the first message, and again should it have gone. */
const sendTo = (kafka: ForwardClicks['kafka']) => {
  const producer = kafka.producer();
  let ensured: Promise<void> | undefined;
  return async (message: Outgoing, deadlineMs: number): Promise<void> => {
    try {
      await (ensured ??= kafka.ensureTopics([CLICKS_TOPIC]));
      await producer.send(CLICKS_TOPIC.topic, message, { deadlineMs });
    } catch (error) {
      ensured = undefined;
      throw error;
    }
  };
};

const figuresOf = () => ({
  blocks: metrics.counter('clicks_blocks_sent_total', 'Blocks of clicks that Kafka has acknowledged.'),
  clicks: metrics.counter('clicks_sent_total', 'Clicks in them.'),
  failures: metrics.counter('clicks_send_failures_total', 'Attempts to send that failed and were made again.'),
  behind: metrics.gauge('clicks_send_behind_seconds', 'Since when clicks have been waiting to be sent.'),
  damaged: metrics.counter('clicks_log_damaged_bytes_total', 'Bytes of the click log that could not be read.'),
});
