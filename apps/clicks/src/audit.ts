import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { AnalyticsClient } from '@platform/analytics-store';
import type { ClickCounters } from '@platform/click-counters';
import { blocksBetween, type Cursor } from '@platform/click-log';
import { differing, rowsOf, widened, type Differing, type SourceRange } from './audit-rows';
import { auditStateFile, readAuditState, writeAuditState, type AuditState } from './audit-state';
import type { Log } from './log';
import { setAsideCounts } from './set-aside';

export interface AuditOptions {
  /** Of the click log. */
  readonly directory: string;
  readonly stateDirectory: string;
  readonly client: AnalyticsClient;
  readonly counters: Pick<ClickCounters, 'totals'>;
  /** Up to where ClickHouse has everything. */
  readonly loaded: () => Cursor;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly onResult: (result: AuditResult) => void;
  /** Days after which clicks may be removed from ClickHouse: older ones are not looked up. */
  readonly keptDays?: number;
  /** Milliseconds between two rounds; after a round that had more to check than it may, the next one comes at once. */
  readonly everyMs?: number;
}

/** Sums over all rounds of this click log. */
export interface AuditResult {
  /** Records of the journal that ClickHouse has no row of. */
  readonly missing: number;
  /** Rows more than records. */
  readonly doubled: number;
  /** Records that were looked up. */
  readonly checked: number;
  /** Time of the last record that was looked up, RFC 3339; null before the first. */
  readonly checkedUntil: string | null;
  /** By how many clicks the counters are off, when they were last compared. */
  readonly countersOff: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A round of so many records takes a quarter of a second of one core. */
const MOST_RECORDS = 100_000;
const AT_ONCE_MS = 2_000;

/**
 * Once a minute, compares what the journal holds since the last round with the rows ClickHouse has of it, and with what
 * was counted. It reads the journal on its own and takes nothing from the loader but how far that has come.
 */
export async function runAudit(options: AuditOptions): Promise<void> {
  const { log, signal, everyMs = MINUTE_MS } = options;
  const auditor = new Auditor(options);
  while (!signal.aborted) {
    let more = false;
    try {
      more = await auditor.round();
    } catch (error) {
      log.warn({ err: error }, 'clicks could not be audited; trying again');
    }
    await delay(more ? Math.min(AT_ONCE_MS, everyMs) : everyMs, undefined, { signal }).catch(() => undefined);
  }
}

interface Read {
  /** Records too old to be looked up. */
  readonly expired: number;
  readonly ranges: readonly SourceRange[];
  readonly cursor: Cursor;
  readonly more: boolean;
}

class Auditor {
  private readonly stateFile: string;
  private state: AuditState | undefined;

  constructor(private readonly options: AuditOptions) {
    this.stateFile = auditStateFile(options.stateDirectory);
  }

  /** Resolves with whether there is more to check already. */
  async round(): Promise<boolean> {
    const state = (this.state ??= await readAuditState(this.stateFile));
    const { ranges, expired, cursor, more } = await this.read(state.cursor);
    const found = await this.compare(ranges);
    const checked = {
      cursor,
      checked: state.checked + expired + sum(ranges.map(({ records }) => records)),
      missing: state.missing + sum(found.map(({ missing }) => missing)),
      doubled: state.doubled + sum(found.map(({ doubled }) => doubled)),
      until: Math.max(state.until, ...ranges.map(({ to }) => to)),
    };
    const { countersOff, base } = await this.compareCounters(checked, state.base);
    this.state = { ...checked, base };
    await writeAuditState(this.stateFile, this.state);
    const { until, missing, doubled } = checked;
    this.options.onResult({ missing, doubled, checked: checked.checked, checkedUntil: until === 0 ? null : new Date(until).toISOString(), countersOff });
    return more;
  }

  /** What the journal holds from where the last round ended to where the loader is. */
  private async read(after: Cursor): Promise<Read> {
    const { directory, stateDirectory, loaded, keptDays = Infinity } = this.options;
    const oldest = Date.now() - (keptDays - 1) * DAY_MS;
    const aside = await setAsideCounts(stateDirectory);
    const ranges = new Map<string, SourceRange>();
    let [cursor, records, expired] = [after, 0, 0];
    for await (const block of blocksBetween({ directory, after, upTo: loaded() })) {
      if (records >= MOST_RECORDS) return { ranges: [...ranges.values()], expired, cursor, more: true };
      records += block.records.length;
      cursor = block.cursor;
      if (block.records.length === 0) continue;
      const range = widened(ranges.get(block.source), block, await aside(block.name));
      if (range.to < oldest) expired += range.records;
      else ranges.set(block.source, range);
    }
    return { ranges: [...ranges.values()], expired, cursor, more: false };
  }

  private async compare(ranges: readonly SourceRange[]): Promise<readonly Differing[]> {
    const { client, log } = this.options;
    const suspects = differing(ranges, await rowsOf(client, ranges, { byTime: true }));
    if (suspects.length === 0) return [];
    // Where a clock was set, a record's time may lie outside of its neighbours'; then its row is looked for at any time.
    const asked = suspects.map(({ range }) => range);
    const found = differing(asked, await rowsOf(client, asked, { byTime: false }));
    for (const { range, missing, doubled } of found) log.error({ ...range, missing, doubled }, 'the audit found clicks that are missing or doubled');
    return found;
  }

  /** Against the journal only where the counters stand exactly where this round has ended, so that both speak of the same clicks. */
  private async compareCounters({ cursor, checked }: Omit<AuditState, 'base'>, base: number | null): Promise<{ countersOff: number; base: number | null }> {
    const totals = await this.options.counters.totals();
    if (!isDeepStrictEqual(totals.cursor, cursor)) return { countersOff: Math.abs(totals.off), base };
    const before = base ?? totals.counted - checked;
    const differs = totals.counted - before - checked;
    if (differs !== 0 || totals.off !== 0) this.options.log.error({ differs, off: totals.off }, 'the audit found counters that are off');
    return { countersOff: Math.abs(differs) + Math.abs(totals.off), base: before };
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
