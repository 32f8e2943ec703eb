import { isDeepStrictEqual } from 'node:util';
import { keepWorking, pause } from '@platform/async';
import type { AnalyticsClient } from '@platform/analytics-store';
import type { ClickCounters } from '@platform/click-counters';
import type { Block, ClickLogCheckpoint } from '@platform/click-log';
import type { Log } from '@platform/telemetry';
import { type AuditResult, resultOf } from './audit-result';
import { differing, auditRowsOf, widened, type Differing, type SourceRange, type TimeOf } from './audit-rows';
import { readAuditState, writeAuditState, type AuditState, type Waiting } from './audit-state';

/** The part of the click log that must be in ClickHouse by now. */
export interface Due {
  /** The loaded blocks after the checkpoint, each source in order. */
  readonly blocks: AsyncIterable<Block>;
  /** How many records of a block could not be loaded, and were set aside. */
  readonly aside: (block: Block) => Promise<number> | number;
  /** What comes after the blocks and is not loaded yet; called when they were read. Absent where that is unknown. */
  readonly waiting?: () => Waiting;
}

export interface AuditOptions {
  /** Where the audit keeps its checkpoint and sums. */
  readonly stateFile: string;
  readonly client: Pick<AnalyticsClient, 'rows'>;
  /** What is due after the checkpoint. Rows from before `oldest`, in milliseconds since 1970, may have been removed. */
  readonly due: (known: Pick<AuditState, 'cursor' | 'waiting'> & { readonly oldest: number }) => Promise<Due>;
  readonly timeOf: TimeOf;
  /** If given, the audit compares them with the journal, too. */
  readonly counters?: Pick<ClickCounters, 'totals'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly signal: AbortSignal;
  /** Called with the stored result at the start, and after each round. */
  readonly onResult: (result: AuditResult) => void;
  /** Days after which clicks may be removed from ClickHouse: older ones are not looked up. */
  readonly keptDays?: number;
  /** Milliseconds between two rounds; at most AT_ONCE_MS after a round that left records to check. */
  readonly everyMs?: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A round of this many records takes a quarter of a second of one core. */
const MOST_RECORDS = 100_000;
const AT_ONCE_MS = 2_000;

/**
 * Once a minute, compares the journal's records since the last round with their rows in ClickHouse and with the
 * counters. It reads the journal by itself, and uses only the checkpoint of the loader.
 */
export function runAudit(options: AuditOptions): Promise<void> {
  const { log, signal, everyMs = MINUTE_MS } = options;
  const auditor = new Auditor(options);
  const round = async (): Promise<void> => {
    const more = await auditor.round();
    await pause(more ? Math.min(AT_ONCE_MS, everyMs) : everyMs, signal);
  };
  const onFailure = (error: unknown): void => log.warn({ err: error }, 'clicks could not be audited; trying again');
  return keepWorking(round, { signal, onFailure, firstMs: everyMs, lastMs: everyMs });
}

interface Read {
  /** Records too old to be looked up. */
  readonly expired: number;
  readonly ranges: readonly SourceRange[];
  readonly cursor: ClickLogCheckpoint;
  readonly more: boolean;
}

class Auditor {
  private state: AuditState | undefined;

  constructor(private readonly options: AuditOptions) {}

  /** Resolves with whether there is more to check already. */
  async round(): Promise<boolean> {
    const { due: dueAfter, keptDays = Infinity, onResult, stateFile } = this.options;
    const state = (this.state ??= await this.resume());
    // Clicks are removed once an hour. None may go between the look-up and its answer.
    const oldest = Date.now() - keptDays * DAY_MS + HOUR_MS;
    const due = await dueAfter({ cursor: state.cursor, waiting: state.waiting, oldest });
    const { ranges, expired, cursor, more } = await this.read(state.cursor, due, oldest);
    const found = await this.compare(ranges);
    const checked = {
      cursor,
      checked: state.checked + expired + sum(ranges.map(({ records }) => records)),
      missing: state.missing + sum(found.map(({ missing }) => missing)),
      doubled: state.doubled + sum(found.map(({ doubled }) => doubled)),
      until: Math.max(state.until, ...ranges.map(({ to }) => to)),
    };
    const { countersOff, base } = await this.compareCounters(checked, state.base);
    this.state = { ...checked, base, waiting: due.waiting?.() ?? {}, at: Date.now() };
    await writeAuditState(stateFile, this.state);
    onResult({ ...resultOf(this.state), ...(countersOff !== undefined && { countersOff }) });
    return more;
  }

  private async resume(): Promise<AuditState> {
    const { stateFile: file, log } = this.options;
    const state = await readAuditState(file, (error) =>
      log.error({ err: error, file }, 'the state file of the click audit is damaged; the audit starts again'),
    );
    if (state.at > 0) this.options.onResult(resultOf(state));
    return state;
  }

  private async read(after: ClickLogCheckpoint, { blocks, aside }: Due, oldest: number): Promise<Read> {
    const { timeOf } = this.options;
    const ranges = new Map<string, SourceRange>();
    let [cursor, records, expired] = [after, 0, 0];
    for await (const block of blocks) {
      if (records >= MOST_RECORDS) return { ranges: [...ranges.values()], expired, cursor, more: true };
      records += block.records.length;
      cursor = block.checkpoint;
      if (block.records.length === 0) continue;
      const range = widened(ranges.get(block.source), block, { aside: await aside(block), timeOf });
      if (range.to < oldest) expired += range.records;
      else ranges.set(block.source, range);
    }
    return { ranges: [...ranges.values()], expired, cursor, more: false };
  }

  private async compare(ranges: readonly SourceRange[]): Promise<readonly Differing[]> {
    const { client, log } = this.options;
    const suspects = differing(ranges, await auditRowsOf(client, ranges, { byTime: true }));
    if (suspects.length === 0) return [];
    // After a clock change a record's time may lie outside of its neighbours', so this query looks at any time.
    const asked = suspects.map(({ range }) => range);
    const found = differing(asked, await auditRowsOf(client, asked, { byTime: false }));
    for (const { range, missing, doubled } of found)
      log.error({ ...range, missing, doubled }, 'the audit found clicks that are missing or doubled');
    return found;
  }

  /** Compares with the journal only if the counters' checkpoint is the end of this round: both have the same clicks. */
  private async compareCounters(
    { cursor, checked }: Pick<AuditState, 'cursor' | 'checked'>,
    base: number | null,
  ): Promise<{ countersOff?: number; base: number | null }> {
    const { counters, log } = this.options;
    if (!counters) return { base };
    const totals = await counters.totals();
    if (!isDeepStrictEqual(totals.checkpoint, cursor)) return { countersOff: Math.abs(totals.off), base };
    const before = base ?? totals.counted - checked;
    const differs = totals.counted - before - checked;
    if (differs !== 0 || totals.off !== 0)
      log.error({ differs, off: totals.off }, 'the audit found counters that differ from the clicks');
    return { countersOff: Math.abs(differs) + Math.abs(totals.off), base: before };
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
