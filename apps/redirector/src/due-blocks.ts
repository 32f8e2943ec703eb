import { timeOfClick } from '@contexts/clicks';
import { type AnalyticsClient, lastClicks } from '@platform/analytics-store';
import type { AuditState, Due, Waiting } from '@platform/click-audit';
import { type Block, blocksBetween, type Cursor, sealedUpTo } from '@platform/click-log';

export interface DueBlocks extends Pick<AuditState, 'cursor' | 'waiting'> {
  /** Of the click log. */
  readonly directory: string;
  readonly client: Pick<AnalyticsClient, 'rows'>;
  /** Up to where blocks were sent. */
  readonly sent: Cursor;
  /** Clicks from before may have been removed, in milliseconds since 1970. */
  readonly oldest: number;
}

/** A clock that was set back by less than that hides no rows. */
const MONTH_MS = 31 * 86_400_000;

/**
 * What was sent and is loaded by now. Blocks of a source are inserted in order, each whole or not at all: one row of a block,
 * or of a later one, tells that it was. So a block that was lost on its way is due as soon as a later one is there. The last
 * of a source that was lost waits, and goes on waiting when its segment has been pruned.
 * @throws StoreUnavailable when ClickHouse does not answer
 */
export const dueBlocks = async ({ directory, client, sent, cursor, waiting, oldest }: DueBlocks): Promise<Due> => {
  const upTo = { ...(await keptOf(directory, cursor)), ...sent };
  const times = await firstTimes(directory, cursor, upTo);
  const since = Math.min(...times.values(), ...Object.values(waiting).map((one) => one.since)) - MONTH_MS;
  const lasts = await lastClicks(client, { sources: [...new Set([...times.keys(), ...Object.keys(waiting)])], since });
  const hasRowsFrom = (source: string, seq: number): boolean => (lasts.get(source) ?? 0) >= seq;

  const still = new Map(
    Object.entries(waiting).filter(([source, one]) => !hasRowsFrom(source, one.seq) && one.since >= oldest),
  );
  const goesOn = (block: Block): boolean => {
    const [first] = block.records;
    const time = timeOf(block);
    // A block without a click leaves nothing to see, and one that is too old nothing to be sure of.
    const due = first === undefined || time === undefined || time < oldest || hasRowsFrom(block.source, first.seq);
    if (due) still.delete(block.source);
    else still.set(block.source, { seq: first.seq, since: time });
    return due;
  };
  return {
    blocks: blocksBetween({ directory, after: cursor, upTo, goesOn }),
    aside: undecodable,
    waiting: (): Waiting => Object.fromEntries(still),
  };
};

/** The cursor of sources that the log still has, for a forwarder that begins anew comes to one after the other. */
const keptOf = async (directory: string, cursor: Cursor): Promise<Cursor> => {
  const kept = await sealedUpTo(directory);
  return Object.fromEntries(Object.entries(cursor).filter(([source]) => kept[source]));
};

/** When the first block after the cursor is from, of each source that has one; now for a block without a click. */
const firstTimes = async (directory: string, after: Cursor, upTo: Cursor): Promise<ReadonlyMap<string, number>> => {
  const times = new Map<string, number>();
  for (const [source, end] of Object.entries(upTo)) {
    for await (const block of blocksBetween({ directory, after, upTo: { [source]: end } })) {
      times.set(source, timeOf(block) ?? Date.now());
      break;
    }
  }
  return times;
};

/** Of its last click. */
const timeOf = ({ records }: Block): number | undefined => {
  for (const { payload } of records.toReversed()) {
    const time = timeOfClick(payload.toString());
    if (time !== undefined) return time;
  }
  return undefined;
};

/** The loader has set them aside on a disk of its own: it goes by the same rules. */
const undecodable = ({ records }: Block): number =>
  records.filter(({ payload }) => timeOfClick(payload.toString()) === undefined).length;
