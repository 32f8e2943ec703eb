import { timeOfClick } from '@contexts/clicks';
import { type AnalyticsClient, lastClicks } from '@platform/analytics-store';
import type { AuditState, Due, Waiting } from '@platform/click-audit';
import { type Block, blocksBetween, type ClickLogCheckpoint, sealedUpTo } from '@platform/click-log';

export interface DueBlocks extends Pick<AuditState, 'cursor' | 'waiting'> {
  /** Of the click log. */
  readonly directory: string;
  readonly client: Pick<AnalyticsClient, 'rows'>;
  /** The forwarder's checkpoint. */
  readonly sent: ClickLogCheckpoint;
  /** Clicks from before this time may have been removed; milliseconds since 1970. */
  readonly oldest: number;
}

/** Rows are found even if their writer's clock was set back by up to this much. */
const MONTH_MS = 31 * 86_400_000;

/**
 * The blocks that were sent and are loaded by now. Blocks of a source are inserted in order, each whole or not at
 * all: one row of a block, or of a later one, shows that it was inserted. So a block that was lost on its way is due as
 * soon as a later one is loaded. A lost block with none after it keeps waiting, even after its segment was pruned.
 * @throws StoreUnavailable when ClickHouse does not answer
 */
export const dueBlocks = async ({ directory, client, sent, cursor, waiting, oldest }: DueBlocks): Promise<Due> => {
  const upTo = { ...(await withoutGone(directory, cursor)), ...sent };
  const times = await firstTimes(directory, cursor, upTo);
  const since = Math.min(...times.values(), ...Object.values(waiting).map((one) => one.since)) - MONTH_MS;
  const lasts = await lastClicks(client, { sources: [...new Set([...times.keys(), ...Object.keys(waiting)])], since });
  const hasRowsFrom = (source: string, seq: number): boolean => (lasts.get(source) ?? 0) >= seq;

  const still = new Map(
    Object.entries(waiting).filter(([source, one]) => !hasRowsFrom(source, one.seq) && one.since >= oldest),
  );
  const shouldContinue = (block: Block): boolean => {
    const [first] = block.records;
    const time = timeOf(block);
    // A block without a click leaves no row, and the rows of one that is too old may be removed.
    const due = first === undefined || time === undefined || time < oldest || hasRowsFrom(block.source, first.seq);
    if (due) still.delete(block.source);
    else still.set(block.source, { seq: first.seq, since: time });
    return due;
  };
  return {
    blocks: blocksBetween({ directory, after: cursor, upTo, shouldContinue }),
    aside: undecodable,
    waiting: (): Waiting => Object.fromEntries(still),
  };
};

/** The audit's checkpoint of sources still in the log. A forwarder that starts over has not reached all of them. */
const withoutGone = async (directory: string, checkpoint: ClickLogCheckpoint): Promise<ClickLogCheckpoint> => {
  const kept = await sealedUpTo(directory);
  return Object.fromEntries(Object.entries(checkpoint).filter(([source]) => kept[source]));
};

/** By source, the time of the first block after the checkpoint; the current time for a block without a click. */
const firstTimes = async (
  directory: string,
  after: ClickLogCheckpoint,
  upTo: ClickLogCheckpoint,
): Promise<ReadonlyMap<string, number>> => {
  const times = new Map<string, number>();
  for (const [source, end] of Object.entries(upTo)) {
    for await (const block of blocksBetween({ directory, after, upTo: { [source]: end } })) {
      times.set(source, timeOf(block) ?? Date.now());
      break;
    }
  }
  return times;
};

/** The time of its last click. */
const timeOf = ({ records }: Block): number | undefined => {
  for (const { payload } of records.toReversed()) {
    const time = timeOfClick(payload.toString());
    if (time !== undefined) return time;
  }
  return undefined;
};

/** The loader has set these records aside, by the same rules, on a disk of its own. */
const undecodable = ({ records }: Block): number =>
  records.filter(({ payload }) => timeOfClick(payload.toString()) === undefined).length;
