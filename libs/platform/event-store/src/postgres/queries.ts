import type { ReadStream, Recorded } from '@kernel';
import type { Pool, QueryConfig } from 'pg';
import { asStoreError } from './errors';
import { inTurn } from './in-turn';

/** How many events are read at a time. */
const PAGE_SIZE = 1_000;

/** Fewer of them, once their data takes so many bytes as JSON. */
const PAGE_BYTES = 8 * 1024 * 1024;

/** The same of a page of one stream, so that no page holds up the event loop for long. */
const STREAM_BYTES = 1024 * 1024;

/** How long the client waits for an answer, in milliseconds, so that a silent network is noticed. */
const ANSWER_MS = 2_000;

/** Events after some position, and how much of the log they cover. */
export interface EventPage {
  readonly events: readonly Recorded[];
  /** Every event of the categories up to here is in this page or an earlier one. */
  readonly covered: bigint;
  /** The log held no further events when this was read. */
  readonly complete: boolean;
}

/** The last event of an append. Without a position the append lost its race; `revision` is the stream's actual one. */
export interface Judged {
  readonly revision: bigint;
  readonly position: bigint | undefined;
  /** Whether it was stored now; false for a repeat, too. */
  readonly stored: boolean;
}

interface EventRow {
  readonly position: string;
  readonly id: string;
  readonly stream: string;
  readonly revision: string;
  readonly type: string;
  /** JSON text. */
  readonly data: string;
  readonly metadata: Recorded['metadata'];
  /** Whether there may be events after it. */
  readonly more: boolean;
}

type PageRow = { readonly head: string } & (EventRow | { readonly position: null; readonly more: boolean });

/** node-postgres knows a deadline per query, its types do not. */
type TimedQuery = QueryConfig<unknown[]> & { readonly query_timeout: number };

const runOn =
  (pool: Pool) =>
  async <R extends object>(name: string, text: string, values: unknown[]): Promise<R[]> => {
    const query: TimedQuery = { name: `waymark_events.${name}`, text, values, query_timeout: ANSWER_MS };
    try {
      return (await pool.query<R>(query)).rows;
    } catch (error) {
      throw asStoreError(error);
    }
  };

/** The statements of the event store; all are prepared once per connection. */
export const createQueries = (pool: Pool) => {
  const run = runOn(pool);
  return {
    /** @param batch JSON text as the function waymark_events.append takes it. */
    append: async (batch: string): Promise<Judged[]> => {
      const rows = await run<{ revision: string; position: string | null; stored: boolean }>(
        'append',
        'SELECT revision, position, stored FROM waymark_events.append($1)',
        [batch],
      );
      return rows.map(({ revision, position, stored }) => ({
        revision: BigInt(revision),
        position: position === null ? undefined : BigInt(position),
        stored,
      }));
    },

    readStream: streamReader(run),

    readPage: async (categories: readonly string[], after: bigint): Promise<EventPage> => {
      const text = 'SELECT * FROM waymark_events.read_page($1, $2, $3, $4)';
      return pageOf(await run<PageRow>('read_page', text, [categories, after, PAGE_SIZE, PAGE_BYTES]), after);
    },

    ...aboutStore(run),
  };
};

/**
 * Reads streams page by page: the answer to one statement for a long stream would come too late. What follows the first
 * page is read of one stream of a workspace at a time, since a workspace may ask for a hundred streams of 100 MB at once.
 */
const streamReader = (run: ReturnType<typeof runOn>) => {
  const text = 'SELECT * FROM waymark_events.read_stream_page($1, $2, $3, $4)';
  const afterFirst = inTurn();
  return async (stream: string, { from = 0n, count = Infinity }: ReadStream): Promise<Recorded[]> => {
    const events: Recorded[] = [];
    /** @returns whether more are wanted, and may be there */
    const readPage = async (): Promise<boolean> => {
      const next = (events.at(-1)?.revision ?? from - 1n) + 1n;
      const size = Math.min(PAGE_SIZE, count - events.length);
      const rows = await run<EventRow>('read_stream_page', text, [stream, next, size, STREAM_BYTES]);
      for (const row of rows) events.push(recordedOf(row));
      return rows.at(-1)?.more === true && events.length < count;
    };
    if (!(await readPage())) return events;
    return afterFirst(events[0]?.metadata.workspace_id ?? '', async () => {
      while (await readPage());
      return events;
    });
  };
};

const aboutStore = (run: ReturnType<typeof runOn>) => ({
  head: async (categories?: readonly string[]): Promise<bigint> => {
    const [row] = categories
      ? await run<{ head: string }>('head', 'SELECT waymark_events.head($1) AS head', [categories])
      : await run<{ head: string }>('end', 'SELECT position AS head FROM waymark_events.counter', []);
    return BigInt(row?.head ?? -1);
  },

  identity: async (): Promise<string | undefined> => {
    const [row] = await run<{ id: string }>('identity', 'SELECT id FROM waymark_events.identity', []);
    return row?.id;
  },

  identify: async (id: string): Promise<string> => {
    const [row] = await run<{ id: string }>('identify', 'SELECT waymark_events.identify($1) AS id', [id]);
    return row?.id ?? id;
  },
});

export type Queries = ReturnType<typeof createQueries>;

const recordedOf = (row: EventRow): Recorded => ({
  id: row.id,
  event: { type: row.type, data: JSON.parse(row.data) as unknown },
  stream: row.stream,
  revision: BigInt(row.revision),
  position: BigInt(row.position),
  metadata: row.metadata,
});

/** Head and events come from one snapshot, so a page that is not full covers everything up to the head. */
const pageOf = (rows: readonly PageRow[], after: bigint): EventPage => {
  const events = rows.flatMap((row) => (row.position === null ? [] : [recordedOf(row)]));
  const last = events.at(-1);
  if (last && rows.at(-1)?.more) return { events, covered: last.position, complete: false };
  const head = BigInt(rows[0]?.head ?? -1);
  return { events, covered: head > after ? head : after, complete: true };
};
