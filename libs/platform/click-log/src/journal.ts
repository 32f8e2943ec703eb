import { type Log, occasionalLog } from '@platform/telemetry';
import { MAX_PAYLOAD, type SegmentHeader } from './frame';
import { GroupEncoder } from './group-encoder';
import type { Item } from './item';
import { HeadWriter } from './head';
import { type JournalOptions, type JournalStats, JournalUnavailable } from './journal-options';
import { makeFolders, mintSource, segmentPath } from './layout';
import { OpenTail } from './open-tail';
import { recover, recoverDead } from './recover';
import { type JournalFs, nodeFs, SegmentFile } from './segment';

const SEGMENT_BYTES = 16 * 1024 * 1024;
const SEGMENT_MS = 10_000;
/** Records that wait for the disk, at most: beside 20,000 short ones, long ones would take hundreds of megabytes. */
const QUEUED_BYTES = 32 * 1024 * 1024;
/** After a failed retry the journal does not write for this long, and refuses appends at once. */
const REST_MS = 100;
/** Between two signs of life of a writer. At each one it also looks for other writers that have died. */
const HEARTBEAT_MS = 5_000;

/** Seals what earlier processes left behind, then opens a source of its own in the directory. */
export const openJournal = async (options: JournalOptions): Promise<Journal> => {
  const { now = Date.now } = options;
  await makeFolders(options.directory);
  await recover(options.directory, now(), options.failpoint);
  const source = mintSource(now());
  return new Journal(options, source, await HeadWriter.open(options.directory, source));
};

/**
 * The one writer of a source. Group commit: records appended while a write is under way go with the next one, and an
 * append is answered when its group is on disk. A failed write is never repeated on the same descriptor, because the
 * kernel may have dropped the pages: all records that are not in a durable block yet go into a new segment.
 */
export class Journal {
  private readonly io: JournalFs;
  private readonly now: () => number;
  /** Measures durations: the time of day may be set back. */
  private readonly elapsed: () => number;
  /** A disk that stays full fails ten writes a second. */
  private readonly failureLog: Pick<Log, 'error'>;
  private readonly encoder: GroupEncoder;
  private queue: Item[] = [];
  private queuedBytes = 0;
  private readonly open = new OpenTail();
  private file: SegmentFile | undefined;
  private header: SegmentHeader | null = null;
  private segment = 0;
  private segmentStartedAt = 0;
  /** Where the last durable block ends. */
  private durable: { segment: number; end: number } | null = null;
  private seq = 0;
  private busy = false;
  private scheduled = false;
  private closing = false;
  private failures = 0;
  private restUntil = 0;
  private sealTimer: NodeJS.Timeout | undefined;
  private readonly heartbeatTimer: NodeJS.Timeout;
  private readonly idle: (() => void)[] = [];
  private counts = { records: 0, groups: 0, blocks: 0, shed: 0, syncErrors: 0 };

  constructor(
    private readonly options: JournalOptions,
    readonly source: string,
    private readonly head: HeadWriter,
  ) {
    this.io = options.fs ?? nodeFs;
    this.now = options.now ?? Date.now;
    this.elapsed = options.elapsed ?? (() => performance.now());
    this.failureLog = occasionalLog(options.log);
    this.encoder = new GroupEncoder(source);
    this.heartbeatTimer = setInterval(() => this.heartbeat(), HEARTBEAT_MS).unref();
  }

  /** Resolves when the record is on disk; rejects with {@link JournalUnavailable}. `atMs` decides its block's month. */
  append(payload: Buffer | string, atMs: number): Promise<void> {
    return new Promise((resolve, reject) => this.write(payload, atMs, (error) => (error ? reject(error) : resolve())));
  }

  /**
   * {@link append} without a promise, for the hot path. Calls `done` once: before it returns only if it refuses.
   * @returns the number of the record in its source; 0 if it refuses
   */
  write(payload: Buffer | string, atMs: number, done: (error?: Error) => void): number {
    const bytes = Buffer.byteLength(payload);
    const refusal = this.refusal(bytes);
    if (refusal) {
      this.counts.shed += 1;
      done(new JournalUnavailable(refusal));
      return 0;
    }
    this.seq += 1;
    this.queue.push({ seq: this.seq, payload, bytes, atMs, done });
    this.queuedBytes += bytes;
    this.schedule();
    return this.seq;
  }

  stats(): JournalStats {
    return { ...this.counts, queued: this.queue.length, segment: this.segment };
  }

  /** Seals the open block and waits until all is on disk. Later appends are refused. */
  async close(): Promise<void> {
    this.closing = true;
    clearInterval(this.heartbeatTimer);
    this.schedule();
    while (this.busy || this.scheduled || this.sealDue()) await new Promise<void>((resolve) => this.idle.push(resolve));
    clearTimeout(this.sealTimer);
    await this.file?.close();
    await this.head.close(this.failures === 0);
  }

  private heartbeat(): void {
    this.head.touch();
    recoverDead(this.options.directory, this.now(), this.options.failpoint).catch((error: unknown) => {
      this.options.log.warn({ err: error }, 'the journal of a dead writer could not be recovered');
    });
  }

  private refusal(bytes: number): string | undefined {
    if (this.closing) return 'The journal is closed';
    if (bytes > MAX_PAYLOAD) return `A record of ${bytes} bytes is too large`;
    if (this.queue.length >= (this.options.maxQueued ?? 20_000) || this.queuedBytes + bytes > QUEUED_BYTES)
      return 'Too many records wait for the disk';
    return this.restUntil > 0 && this.elapsed() < this.restUntil ? 'The disk refuses writes' : undefined;
  }

  /** At the end of the current turn of the event loop, so that all requests read in it share a group. */
  private schedule(): void {
    if (this.busy || this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.flush();
    });
  }

  private flush(): void {
    if (this.busy || (this.queue.length === 0 && !this.sealDue())) return this.wake();
    this.busy = true;
    if (this.file) return this.writeGroup(this.file);
    this.openSegment().then(
      (file) => this.writeGroup(file),
      (error: Error) => this.failed(error, []),
    );
  }

  /** Makes close() check whether all is done. */
  private wake(): void {
    for (const resolve of this.idle.splice(0)) resolve();
  }

  private async openSegment(): Promise<SegmentFile> {
    this.segment += 1;
    this.segmentStartedAt = this.elapsed();
    const carried = this.queue.findIndex(({ done }) => done);
    this.header = {
      source: this.source,
      segment: this.segment,
      previous: this.durable,
      carried: carried < 0 ? this.queue.length : carried,
    };
    this.file = await SegmentFile.create(this.io, segmentPath(this.options.directory, this.source, this.segment));
    this.options.failpoint?.('journal.segment-made');
    return this.file;
  }

  private writeGroup(file: SegmentFile): void {
    const { encoder, header } = this;
    let last = false;
    encoder.begin(header);
    encoder.fill(this.queue, this.elapsed(), (groupBytes) => (last = this.segmentIsOver(file.size + groupBytes)));
    const group = this.queue.splice(0, encoder.items);
    this.queuedBytes -= bytesOf(group);
    if (this.queue.length === 0 && this.sealDue()) {
      encoder.seal();
      last = this.segmentIsOver(file.size + encoder.bytes.length);
    }
    this.header = null;
    this.counts.groups += 1;
    file.append(encoder.bytes, (error) => (error ? this.failed(error, group) : this.written(group, last)));
  }

  private segmentIsOver(size: number): boolean {
    return size >= SEGMENT_BYTES || this.elapsed() - this.segmentStartedAt >= SEGMENT_MS;
  }

  private written(group: Item[], last: boolean): void {
    const { encoder, file } = this;
    this.options.failpoint?.('journal.synced');
    encoder.keepOpen(this.open);
    if (encoder.seals > 0 && file) this.publish(file, encoder);
    if (last && file) {
      this.file = undefined;
      void file.close();
    }
    this.counts.records += group.length;
    this.failures = 0;
    this.restUntil = 0;
    this.busy = false;
    this.armSeal();
    this.flush();
    for (const item of group) this.settle(item);
  }

  private publish(file: SegmentFile, encoder: GroupEncoder): void {
    this.options.failpoint?.('journal.sealed');
    const end = file.size - encoder.bytes.length + encoder.sealedBytes;
    this.durable = { segment: this.segment, end };
    this.counts.blocks += encoder.seals;
    this.head.publish(this.segment, end);
  }

  /** First failure: records outside durable blocks go into a new segment. Second in a row: those not on disk fail. */
  private failed(cause: Error, group: Item[]): void {
    this.counts.syncErrors += 1;
    this.failures += 1;
    this.options.onFsyncError?.(cause);
    this.failureLog.error(
      { err: cause, source: this.source, segment: this.segment },
      'a journal write failed; a new segment begins',
    );
    void this.file?.close();
    this.file = undefined;
    this.encoder.restart();
    const all = [...this.open.take(), ...group, ...this.queue];
    this.busy = false;
    this.queue = this.failures === 1 ? all : all.filter(({ done }) => !done);
    this.queuedBytes = bytesOf(this.queue);
    if (this.failures === 1) return this.schedule();
    this.restUntil = this.elapsed() + REST_MS;
    setTimeout(() => this.schedule(), REST_MS).unref();
    for (const item of all) this.settle(item, new JournalUnavailable('The disk failed', { cause }));
    this.wake();
  }

  /** An error of one caller must not leave the others without an answer. */
  private settle(item: Item, error?: Error): void {
    try {
      item.done?.(error);
    } catch (thrown) {
      this.options.log.error({ err: thrown }, 'the caller of an append failed');
    }
  }

  /** Starts the timer that seals a block which does not fill up in time. */
  private armSeal(): void {
    const dueIn = this.encoder.sealDueIn(this.elapsed());
    if (dueIn === undefined || this.sealTimer) return;
    this.sealTimer = setTimeout(
      () => {
        this.sealTimer = undefined;
        if (this.sealDue()) this.schedule();
        else this.armSeal();
      },
      Math.max(1, dueIn),
    ).unref();
  }

  private sealDue(): boolean {
    const dueIn = this.encoder.sealDueIn(this.elapsed());
    return dueIn !== undefined && (this.closing || dueIn <= 0);
  }
}

const bytesOf = (items: readonly Item[]): number => items.reduce((sum, { bytes }) => sum + bytes, 0);
