import { isDeepStrictEqual } from 'node:util';
import { every, pause, retry } from '@platform/async';
import {
  type Block,
  blockMessage,
  CLICKS_TOPIC,
  type Damage,
  markMessage,
  prune,
  readBlocks,
  type SourceStatus,
  sourceStatuses,
  waitingBlocks,
} from '@platform/click-log';
import type { Kafka, OutgoingMessage } from '@platform/kafka';
import { type Log, metrics } from '@platform/telemetry';
import { NOTHING, readForwarded, writeForwarded } from './forwarded';

export interface ForwardClicks {
  /** Of the click log. */
  readonly directory: string;
  /** The forwarder's own. */
  readonly stateFile: string;
  readonly kafka: Pick<Kafka, 'producer' | 'ensureTopics'>;
  /** Called after each attempt: with the failure, or with undefined after a success. */
  readonly onAttempt?: (failure: unknown) => void;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Short, so that the next attempt soon finds a broker that is back. */
const DEADLINE_MS = 3_000;
const MARK_MS = 1_000;
const PRUNE_MS = 3_600_000;
/** A click may be this old before its block is sealed, so a mark stays this far behind. */
const UNSEALED_MS = 2_000;
/** The deadline of each message that is left when the process is asked to end. */
const LAST_DEADLINE_MS = 1_500;

/**
 * Sends the sealed blocks of a click log to Kafka, each at least once and those of a source in order. It sends one
 * block at a time, so that none can overtake an earlier one that failed. While Kafka is down clicks wait on disk. Once
 * a second it saves its checkpoint and sends a mark for each source that is sent completely. Every hour it removes
 * segments that were sent a week ago. When aborted, it tries once to send all blocks sealed by then, and resolves.
 */
export const forwardClicks = async (options: ForwardClicks): Promise<void> => {
  const forwarder = new Forwarder(options);
  if (!(await forwarder.resume())) return;
  await Promise.all([forwarder.forward(), forwarder.keepMarking(), forwarder.keepPruning()]);
  await forwarder.sendRest();
};

class Forwarder {
  private readonly sending: (message: OutgoingMessage, deadlineMs: number) => Promise<void>;
  private readonly metrics = forwarderMetrics();
  private current = NOTHING;
  private saved = NOTHING;
  private failing = false;
  private caughtUpAt = Date.now();

  constructor(private readonly options: ForwardClicks) {
    this.sending = sendTo(options.kafka);
  }

  /** Reads what it must remember. @returns false if that could not be read before it was asked to end */
  async resume(): Promise<boolean> {
    const { stateFile, signal } = this.options;
    const onFailure = (error: unknown): void => this.failed(error);
    const found = await retry(() => readForwarded(stateFile), { signal, onFailure });
    if (!found) return false;
    this.current = this.saved = found;
    if (this.failing) this.succeeded();
    return true;
  }

  async forward(): Promise<void> {
    const { directory, signal } = this.options;
    const onFailure = (error: unknown): void => this.failed(error);
    const sendAll = async (): Promise<void> => {
      const after = this.current.cursor;
      for await (const block of readBlocks({ directory, after, signal, onDamage: (found) => this.damaged(found) })) {
        await retry(() => this.deliver(block, DEADLINE_MS), { signal, onFailure });
        if (signal.aborted) return;
      }
    };
    await retry(sendAll, { signal, onFailure });
  }

  async keepMarking(): Promise<void> {
    const { signal } = this.options;
    await pause(MARK_MS, signal);
    await every(MARK_MS, () => this.sendMarks(DEADLINE_MS), { signal, onFailure: (error) => this.failed(error) });
  }

  async keepPruning(): Promise<void> {
    const { signal, log } = this.options;
    await pause(PRUNE_MS, signal);
    await every(PRUNE_MS, () => this.prune(), {
      signal,
      onFailure: (error) => log.error({ err: error }, 'the click log could not be pruned'),
    });
  }

  /** One attempt: what is not sent now is sent after the next start. */
  async sendRest(): Promise<void> {
    try {
      if (this.failing) return;
      for await (const block of waitingBlocks(this.options.directory, this.current.cursor))
        await this.deliver(block, LAST_DEADLINE_MS);
      await this.sendMarks(LAST_DEADLINE_MS);
    } catch (error) {
      this.options.log.warn({ err: error }, 'unsent clicks wait for the next start');
    } finally {
      await this.save();
    }
  }

  /** The checkpoint moves after the acknowledgement. */
  private async deliver(block: Block, deadlineMs: number): Promise<void> {
    if (block.records.length > 0) await this.send(blockMessage(block), deadlineMs);
    this.current = { ...this.current, cursor: block.checkpoint };
    this.metrics.blocks.inc();
    this.metrics.clicks.inc(block.records.length);
  }

  private async send(message: OutgoingMessage, deadlineMs: number): Promise<void> {
    await this.sending(message, deadlineMs);
    this.succeeded();
  }

  /** Takes the time first: if no block waits afterwards, everything that was sealed by then is sent. */
  private async sendMarks(deadlineMs: number): Promise<void> {
    const { directory } = this.options;
    const now = Date.now();
    const { cursor, ended } = this.current;
    await this.save();
    const sources = await sourceStatuses(directory, cursor, now);
    if (sources.every(({ caughtUp }) => caughtUp)) this.caughtUpAt = now;
    this.metrics.behind.set((now - this.caughtUpAt) / 1_000);
    const due = sources.filter(
      ({ source, caughtUp, state }) => caughtUp && state !== 'abandoned' && !ended.includes(source),
    );
    await Promise.all(due.map((status) => this.mark(status, now - UNSEALED_MS, deadlineMs)));
    const known = new Set(sources.map(({ source }) => source));
    if (this.current.ended.some((source) => !known.has(source)))
      this.current = { ...this.current, ended: this.current.ended.filter((source) => known.has(source)) };
  }

  private async mark({ source, state }: SourceStatus, until: number, deadlineMs: number): Promise<void> {
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
    const removed = await prune({ directory: this.options.directory, checkpoints: [this.saved.cursor] });
    if (removed > 0) this.options.log.info({ removed }, 'removed old segments of the click log');
  }

  private succeeded(): void {
    if (this.failing) this.options.log.info({}, 'clicks are sent to Kafka again');
    this.failing = false;
    this.options.onAttempt?.(undefined);
  }

  private failed(error: unknown): void {
    this.metrics.failures.inc();
    if (!this.failing)
      this.options.log.warn({ err: error }, 'clicks cannot be sent to Kafka for now; they wait on disk');
    this.failing = true;
    this.options.onAttempt?.(error);
  }

  /** The damaged bytes stay in their segment for a week; they hold no readable records. */
  private damaged({ source, segment, from, bytes }: Damage): void {
    this.metrics.damaged.inc(bytes.length);
    this.options.log.error(
      { source, segment, from, bytes: bytes.length },
      'the click log is damaged; the unreadable part was skipped',
    );
  }
}

/** Makes sure that the topic exists before the first message and after each failure. */
const sendTo = (kafka: ForwardClicks['kafka']) => {
  const producer = kafka.producer();
  let ensured: Promise<void> | undefined;
  return async (message: OutgoingMessage, deadlineMs: number): Promise<void> => {
    try {
      await (ensured ??= kafka.ensureTopics([CLICKS_TOPIC]));
      await producer.send(CLICKS_TOPIC.topic, message, { deadlineMs });
    } catch (error) {
      ensured = undefined;
      throw error;
    }
  };
};

const forwarderMetrics = () => ({
  blocks: metrics.counter('clicks_blocks_sent_total', 'Blocks of clicks that Kafka has acknowledged.'),
  clicks: metrics.counter('clicks_sent_total', 'Clicks in them.'),
  failures: metrics.counter('clicks_send_failures_total', 'Attempts to send that failed and were made again.'),
  behind: metrics.gauge('clicks_send_behind_seconds', 'Since when clicks have been waiting to be sent.'),
  damaged: metrics.counter('clicks_log_damaged_bytes_total', 'Bytes of the click log that could not be read.'),
});
