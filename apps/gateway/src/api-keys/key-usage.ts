import { randomUUID } from 'node:crypto';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Log } from '@platform/read-store';

/** The use of a key on one day. */
interface Used {
  readonly keyId: string;
  readonly workspaceId: string;
  count: number;
  /** RFC 3339 UTC with milliseconds, which sorts as text. */
  lastAt: string;
}

/** By key and day. */
type Counts = Map<string, Used>;

interface Batch {
  readonly number: number;
  readonly counts: Counts;
}

interface KeyUsageOptions {
  /** Sees every workspace. */
  readonly pool: Pick<Pool, 'query'>;
  readonly log: Log;
  /** Milliseconds from a count until it is written. */
  readonly every?: number;
  /** The most keys, on one day each, whose counts wait in memory. */
  readonly mostKeys?: number;
}

/**
 * Counts the requests of each key, in all and by UTC day, and remembers the last one. It counts in memory, and writes
 * all keys in one statement within half a second. A crash loses the counts of that time. A batch is sent again under its
 * number until its success is known: neither a lost answer nor an outage of Postgres makes a count wrong. During an
 * outage, keys beyond `mostKeys` are not counted.
 */
export class KeyUsage implements OnApplicationShutdown {
  private counts: Counts = new Map();
  /** Sent, but its success is not known. */
  private unsettled: Batch | undefined;
  private written = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private readonly writer = randomUUID();

  constructor(private readonly options: KeyUsageOptions) {}

  /** @param at when, by the database's clock */
  count(keyId: string, workspaceId: string, at: string): void {
    const keyAndDay = `${keyId} ${dayOf(at)}`;
    const used = this.counts.get(keyAndDay);
    if (used) {
      used.count += 1;
      if (at > used.lastAt) used.lastAt = at;
      return;
    }
    if (this.counts.size >= (this.options.mostKeys ?? MOST_COUNTED)) return;
    this.counts.set(keyAndDay, { keyId, workspaceId, count: 1, lastAt: at });
    this.timer ??= setTimeout(() => void this.flush(), this.options.every ?? EVERY_MS).unref();
  }

  /** Writes the counts; keeps them for the next time when that fails. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    return (this.writing = this.writing.then(() => this.write()));
  }

  onApplicationShutdown(): Promise<void> {
    return this.flush();
  }

  private async write(): Promise<void> {
    try {
      if (this.unsettled) await this.settle(this.unsettled);
      if (this.counts.size === 0) return;
      this.unsettled = { number: this.written + 1, counts: this.counts };
      this.counts = new Map();
      await this.settle(this.unsettled);
    } catch (error) {
      this.options.log.warn(
        { err: error },
        'the use of keys could not be written; it is kept in memory and written later',
      );
      this.timer ??= setTimeout(() => void this.flush(), this.options.every ?? EVERY_MS).unref();
    }
  }

  private async settle({ number, counts }: Batch): Promise<void> {
    const used = [...counts.values()];
    await this.options.pool.query({
      name: 'write key usage',
      text: WRITE,
      values: [
        this.writer,
        number,
        used.map(({ keyId }) => keyId),
        used.map(({ workspaceId }) => workspaceId),
        used.map(({ count }) => count),
        used.map(({ lastAt }) => lastAt),
        used.map(({ lastAt }) => dayOf(lastAt)),
      ],
    });
    this.written = number;
    this.unsettled = undefined;
  }
}

/** The UTC day of an instant. */
const dayOf = (at: string): string => at.slice(0, 10);

const EVERY_MS = 500;
const MOST_COUNTED = 100_000;

/**
 * The batch's number is stored first; a batch that was stored before adds nothing. Rows are written in the order of key
 * ids, so that two gateways cannot deadlock. Writers that were silent for a day are deleted.
 */
const WRITE = `
  WITH forgotten AS (
    DELETE FROM key_usage_writers WHERE writer <> $1::uuid AND written_at < now() - interval '1 day'
  ), moved AS (
    INSERT INTO key_usage_writers AS w (writer, batch, written_at) VALUES ($1::uuid, $2::bigint, now())
    ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch, written_at = excluded.written_at
      WHERE w.batch < excluded.batch
    RETURNING writer
  ), used AS (
    SELECT u.* FROM moved, unnest($3::text[], $4::text[], $5::bigint[], $6::timestamptz[], $7::date[])
      AS u (key_id, workspace_id, request_count, last_used_at, day)
  ), by_day AS (
    INSERT INTO key_usage_days AS kept (key_id, workspace_id, day, request_count)
    SELECT key_id, workspace_id, day, request_count FROM used ORDER BY key_id, day
    ON CONFLICT (key_id, day) DO UPDATE SET request_count = kept.request_count + excluded.request_count
  )
  INSERT INTO key_usage AS kept (key_id, workspace_id, request_count, last_used_at)
  SELECT key_id, workspace_id, sum(request_count)::bigint, max(last_used_at) FROM used
  GROUP BY key_id, workspace_id ORDER BY key_id
  ON CONFLICT (key_id) DO UPDATE SET
    request_count = kept.request_count + excluded.request_count,
    last_used_at = greatest(kept.last_used_at, excluded.last_used_at)`;
