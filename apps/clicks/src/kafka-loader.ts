import { setTimeout as delay } from 'node:timers/promises';
import { type AnalyticsClient, insertEncodedClicks } from '@platform/analytics-store';
import { NotAClickMessage, readClickMessage, type SentBlock, type SourceMark } from '@platform/click-log';
import type { Failed, Incoming } from '@platform/kafka';
import { metrics } from '@platform/telemetry';
import { untilDone } from './backoff';
import type { AtFailpoint } from './failpoints';
import { LoadedPlaces } from './loaded-places';
import type { Log } from './log';
import type { PreparedBlocks } from './prepared-blocks';
import { setAside } from './set-aside';
import type { SourceCounters } from './source-counters';
import type { Progress } from './source-progress';

export interface KafkaLoaderOptions {
  readonly prepared: PreparedBlocks;
  readonly client: AnalyticsClient;
  readonly counters: SourceCounters;
  readonly progress: Progress;
  /** For what is set aside. */
  readonly stateDirectory: string;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly failpoint?: AtFailpoint;
}

/** A click may come so much later in its source than others of its time. */
const UNSEALED_MS = 2_000;
/** Then the partition is given back, so that the group may settle anew. */
const PATIENCE_MS = 10_000;
const FIRST_RETRY_MS = 100;

/**
 * Loads what comes over Kafka, each click once on whichever owner of the partition: a block is inserted with its name as
 * the token unless ClickHouse has it, then counted unless Postgres has, and only then its offset is committed. A message
 * that is none of ours is set aside as it is, like a record that cannot be decoded; nothing else is passed over.
 */
export class KafkaLoader {
  private readonly places: LoadedPlaces;
  private readonly figures = figuresOf();

  constructor(private readonly options: KafkaLoaderOptions) {
    this.places = new LoadedPlaces(options.client);
  }

  /** Repeats what fails for a while. @throws what it failed by at last */
  async handle(messages: readonly Incoming[]): Promise<void> {
    for (const message of messages) await this.take(message).catch((error: unknown) => this.again(message, error));
  }

  /** Nothing is skipped: what cannot be used has been set aside by then. */
  failed(): Failed {
    return 'retry';
  }

  private async again(message: Incoming, error: unknown): Promise<void> {
    const { log, signal } = this.options;
    let cause = error;
    this.figures.failures.inc();
    log.error(
      { err: error, partition: message.partition, offset: message.offset },
      'clicks could not be loaded; trying again',
    );
    const onFailure = (failure: unknown): void => {
      cause = failure;
      this.figures.failures.inc();
    };
    const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    await delay(FIRST_RETRY_MS, undefined, { signal: patience }).catch(() => undefined);
    const done = await untilDone(async () => (await this.take(message), true), { signal: patience, onFailure });
    if (!done) throw new Error('clicks could not be loaded', { cause });
  }

  private async take(message: Incoming): Promise<void> {
    try {
      const read = readClickMessage(message);
      await (read.type === 'block' ? this.load(read.block) : this.heard(read.mark));
    } catch (error) {
      if (!(error instanceof NotAClickMessage)) throw error;
      await this.poisoned(message, error.message);
    }
  }

  private async load(block: SentBlock): Promise<void> {
    const { prepared, counters, progress, stateDirectory, log, failpoint } = this.options;
    const { name, source, records } = block;
    const whole = prepared.whole(block);
    if (whole.undecodable.length > 0) {
      log.error(
        { block: name, records: whole.undecodable.length, cause: whole.undecodable[0]?.cause },
        'clicks were set aside',
      );
      await setAside(stateDirectory, block, whole.undecodable);
      await failpoint?.('loader.set-aside');
    }
    await this.insert(block, whole);
    await counters.count(source, records.at(-1)?.seq ?? 0, whole.tally);
    await failpoint?.('counters.counted');
    this.figures.setAside.inc(whole.undecodable.length);
    if (whole.tally.last > 0) progress.reached({ source, until: whole.tally.last - UNSEALED_MS, ended: false });
  }

  private async insert(
    { name, source }: SentBlock,
    { rows, clicks, lastClick }: ReturnType<PreparedBlocks['whole']>,
  ): Promise<void> {
    const { client, failpoint } = this.options;
    if (clicks === 0) return;
    if (lastClick <= (await this.places.last(source))) return void this.figures.repeated.inc();
    try {
      const inserting = insertEncodedClicks(client, name, [rows]);
      void failpoint?.('loader.inserting');
      await inserting;
      await failpoint?.('loader.inserted');
    } catch (error) {
      // It may have been made all the same.
      this.places.forget(source);
      throw error;
    }
    this.places.reached(source, lastClick);
    this.figures.clicks.inc(clicks);
    this.figures.inserts.inc();
  }

  private async heard(mark: SourceMark): Promise<void> {
    const { counters, progress } = this.options;
    progress.reached(mark);
    this.places.touch(mark.source);
    if (!mark.ended) return;
    // It comes once, so it has to be told before its offset is committed.
    await progress.flush();
    this.places.forget(mark.source);
    counters.forget(mark.source);
  }

  private async poisoned({ topic, partition, offset, key, value }: Incoming, cause: string): Promise<void> {
    const { stateDirectory, log } = this.options;
    const name = `${topic}-${partition}-${offset}`;
    await setAside(stateDirectory, { name, source: key?.toString() ?? '' }, [
      { seq: 0, payload: value ?? Buffer.alloc(0), cause },
    ]);
    log.error({ partition, offset, cause }, 'a message that is no block of clicks was set aside');
    this.figures.poison.inc();
  }
}

const figuresOf = () => ({
  clicks: metrics.counter('clicks_loaded_total', 'Clicks inserted into ClickHouse by this process.'),
  inserts: metrics.counter('clicks_inserts_total', 'Inserts they took.'),
  repeated: metrics.counter('clicks_blocks_repeated_total', 'Blocks that came again and were not inserted again.'),
  setAside: metrics.counter('clicks_set_aside_total', 'Records that could not be loaded and were set aside.'),
  poison: metrics.counter('clicks_messages_set_aside_total', 'Messages that were no blocks and were set aside.'),
  failures: metrics.counter('clicks_load_failures_total', 'Attempts to load that failed and were made again.'),
});
