import type { Enricher } from '@contexts/clicks';
import { type AnalyticsClient, insertEncodedClicks } from '@platform/analytics-store';
import { abortWith, pause, retry } from '@platform/async';
import { NotAClickMessage, readClickMessage, type SentBlock, type SourceMark } from '@platform/click-log';
import type { Failed, Incoming } from '@platform/kafka';
import { metrics } from '@platform/telemetry';
import { type BlockRows, blockRowsOf, tallyOf } from '../shared/block-rows';
import { BlockDecoder } from '../shared/decode-block';
import type { AtFailpoint } from '../shared/failpoints';
import type { Log } from '@platform/telemetry';
import { inLoadSpan } from '../shared/load-span';
import { setAside } from '../shared/set-aside';
import type { SourceCounters } from './counters';
import { LoadedCheckpoints } from './loaded-checkpoints';
import type { Watermarks } from './watermarks';

export interface KafkaLoaderOptions {
  readonly enrich: Enricher;
  readonly client: AnalyticsClient;
  readonly counters: SourceCounters;
  readonly watermarks: Watermarks;
  /** For what is set aside. */
  readonly stateDirectory: string;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly failpoint?: AtFailpoint;
}

/** A click may arrive this many milliseconds after other clicks of its source and time. */
const UNSEALED_MS = 2_000;
/** After this time the loader gives the partition back, so that another loader may take it. */
const PATIENCE_MS = 10_000;
const FIRST_RETRY_MS = 100;

/**
 * Loads clicks from Kafka, each once, even if the partition changes its owner. The loader inserts a block, with its
 * name as the deduplication token, unless ClickHouse has it. It counts the block unless Postgres has counted it. Then
 * the offset is committed. The loader sets aside records that cannot be decoded and messages that are not click
 * messages. It skips nothing else.
 */
export class KafkaLoader {
  private readonly decoder = new BlockDecoder();
  private readonly checkpoints: LoadedCheckpoints;
  private readonly metrics = loaderMetrics();

  constructor(private readonly options: KafkaLoaderOptions) {
    this.checkpoints = new LoadedCheckpoints(options.client);
  }

  /** Retries a message that fails for 10 s. @throws an error whose cause is the last failure */
  async handle(messages: readonly Incoming[]): Promise<void> {
    for (const message of messages) await this.take(message).catch((error: unknown) => this.again(message, error));
  }

  /** Nothing is skipped: the loader has already set unusable messages aside. */
  failed(): Failed {
    return 'retry';
  }

  private async again(message: Incoming, error: unknown): Promise<void> {
    const { log, signal } = this.options;
    let cause = error;
    this.metrics.failures.inc();
    log.error(
      { err: error, partition: message.partition, offset: message.offset },
      'clicks could not be loaded; trying again',
    );
    const onFailure = (failure: unknown): void => {
      cause = failure;
      this.metrics.failures.inc();
    };
    const patience = new AbortController();
    const free = abortWith(signal, patience);
    const late = setTimeout(() => patience.abort(), PATIENCE_MS);
    try {
      await pause(FIRST_RETRY_MS, patience.signal);
      const done = await retry(async () => (await this.take(message), true), { signal: patience.signal, onFailure });
      if (!done) throw new Error('clicks could not be loaded', { cause });
    } finally {
      clearTimeout(late);
      free();
    }
  }

  private async take(message: Incoming): Promise<void> {
    try {
      const read = readClickMessage(message);
      await (read.type === 'block' ? this.load(read.block) : this.mark(read.mark));
    } catch (error) {
      if (!(error instanceof NotAClickMessage)) throw error;
      await this.setMessageAside(message, error.message);
    }
  }

  private async load(block: SentBlock): Promise<void> {
    const { enrich, counters, watermarks, failpoint } = this.options;
    const decoded = this.decoder.decode(block);
    const rows = blockRowsOf(block.source, decoded, enrich);
    const tally = tallyOf(decoded);
    await setAside(this.options, block, rows.undecodable);
    await this.insert(block, rows);
    await counters.count(block.source, block.records.at(-1)?.seq ?? 0, tally);
    await failpoint?.('counters.counted');
    this.metrics.setAside.inc(rows.undecodable.length);
    if (tally.last > 0) watermarks.advance({ source: block.source, until: tally.last - UNSEALED_MS, ended: false });
  }

  private async insert({ name, source }: SentBlock, block: BlockRows): Promise<void> {
    const { client, failpoint } = this.options;
    const { rows, clicks, firstClick, lastClick } = block;
    if (clicks === 0) return;
    // Its last clicks may have been deleted since, as those of a workspace that is purged.
    if (firstClick <= (await this.checkpoints.of(source))) return void this.metrics.repeated.inc();
    try {
      await inLoadSpan({ source, last: lastClick, clicks }, async () => {
        const inserting = insertEncodedClicks(client, name, [rows]);
        void failpoint?.('loader.inserting');
        await inserting;
      });
      await failpoint?.('loader.inserted');
    } catch (error) {
      // The insert may have succeeded all the same.
      this.checkpoints.forget(source);
      throw error;
    }
    this.checkpoints.advance(source, lastClick);
    this.metrics.clicks.inc(clicks);
    this.metrics.inserts.inc();
  }

  private async mark(mark: SourceMark): Promise<void> {
    const { counters, watermarks } = this.options;
    watermarks.advance(mark);
    this.checkpoints.touch(mark.source);
    if (!mark.ended) return;
    // The last mark comes once, so it must be saved before its offset is committed.
    await watermarks.flush();
    this.checkpoints.forget(mark.source);
    counters.forget(mark.source);
  }

  private async setMessageAside({ topic, partition, offset, key, value }: Incoming, cause: string): Promise<void> {
    const name = `${topic}-${partition}-${offset}`;
    await setAside(this.options, { name, source: key?.toString() ?? '' }, [
      { seq: 0, payload: value ?? Buffer.alloc(0), cause },
    ]);
    this.metrics.poison.inc();
  }
}

const loaderMetrics = () => ({
  clicks: metrics.counter('clicks_loaded_total', 'Clicks inserted into ClickHouse by this process.'),
  inserts: metrics.counter('clicks_inserts_total', 'Inserts they took.'),
  repeated: metrics.counter('clicks_blocks_repeated_total', 'Blocks that came again and were not inserted again.'),
  setAside: metrics.counter('clicks_set_aside_total', 'Records that could not be loaded and were set aside.'),
  poison: metrics.counter('clicks_messages_set_aside_total', 'Messages that were not blocks and were set aside.'),
  failures: metrics.counter('clicks_load_failures_total', 'Attempts to load that failed and were made again.'),
});
