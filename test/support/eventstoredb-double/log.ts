import { EventEmitter } from 'node:events';

export interface ProposedRecord {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface LogRecord extends ProposedRecord {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly created: Date;
}

/** System streams and metadata are written with `any`. */
export type Expected = bigint | 'any' | 'stream-exists';
export type AppendOutcome =
  | { readonly ok: true; readonly revision: bigint; readonly position: bigint }
  | { readonly ok: false; readonly current: bigint; readonly expected: Expected };

/**
 * The server's transaction log, in memory.
 *
 * Copied: one global order; positions are byte offsets, so they have gaps; one position per event; the version check
 * with its idempotency (the same ids at the same expected revision answer with the original outcome, another id there
 * or only a part of them is a wrong version); `$maxCount` of a stream's metadata hides older events from stream reads.
 * Not copied: idempotency of `any`, deletion, scavenging, access rights, replication, anything on disk.
 */
export class Log {
  readonly records: LogRecord[] = [];
  readonly appended = new EventEmitter().setMaxListeners(0);
  /** Milliseconds that a filtered read backwards takes for each record: the server has no index for it. */
  searchMs = 0;
  private readonly streams = new Map<string, LogRecord[]>();
  /** Where the next record will be. */
  end = FIRST;

  append(stream: string, proposed: readonly ProposedRecord[], expected: Expected): AppendOutcome {
    const history = this.streams.get(stream) ?? [];
    const current = BigInt(history.length) - 1n;
    if (typeof expected === 'bigint' ? expected !== current : expected === 'stream-exists' && current < 0n) {
      const original = typeof expected === 'bigint' ? repeated(history, proposed, expected) : undefined;
      return original ?? { ok: false, current, expected };
    }
    const added = proposed.map((record, index) => {
      const position = this.end;
      const added = { ...record, stream, revision: current + 1n + BigInt(index), position, created: new Date() };
      this.end = endOf(added);
      return added;
    });
    this.records.push(...added);
    if (history.push(...added) === added.length) this.streams.set(stream, history);
    this.appended.emit('append');
    const last = added.at(-1) ?? history.at(-1);
    return { ok: true, revision: last?.revision ?? -1n, position: last?.position ?? 0n };
  }

  /** Holds these records instead, with the positions that they have. */
  replace(records: readonly LogRecord[]): void {
    this.records.splice(0, this.records.length, ...records);
    this.streams.clear();
    for (const record of records) {
      const history = this.streams.get(record.stream) ?? [];
      if (history.push(record) === 1) this.streams.set(record.stream, history);
    }
    const last = records.at(-1);
    this.end = last ? endOf(last) : FIRST;
  }

  /** Whether a position lies within a record. Before the first record are some of the server's own. */
  isWithinRecord(position: bigint): boolean {
    const before = this.records.findLast((record) => record.position < position);
    return before ? position < endOf(before) : position > 0n && position < FIRST;
  }

  /** What a read of the stream may see; undefined when it was never written to. */
  visible(stream: string): readonly LogRecord[] | undefined {
    const history = this.streams.get(stream);
    const settings = this.streams.get(`$$${stream}`)?.at(-1);
    if (!history || !settings) return history;
    const { $maxCount } = JSON.parse(Buffer.from(settings.data).toString('utf8')) as { $maxCount?: number };
    return $maxCount === undefined ? history : history.slice(-$maxCount);
  }
}

const FIRST = 5_000n;

const endOf = ({ position, data, metadata }: LogRecord): bigint =>
  position + BigInt(120 + data.length + metadata.length);

const repeated = (
  history: readonly LogRecord[],
  proposed: readonly ProposedRecord[],
  expected: bigint,
): AppendOutcome | undefined => {
  const first = Number(expected + 1n);
  const stored = history.slice(first, first + proposed.length);
  const last = stored.at(-1);
  const same = stored.length === proposed.length && proposed.every(({ id }, index) => id === stored[index]?.id);
  return same && last ? { ok: true, revision: last.revision, position: last.position } : undefined;
};
