import type { ClickPosition, NewerClick } from '@platform/analytics-store';
import { abortWith, backoff, every, pause } from '@platform/async';
import type { AttemptResult, ClickCursor } from '@platform/webhooks';
import type { ReadClick } from './click-names';
import { type ClickWebhook, MOST_PENDING } from './click-webhook';
import { type CoveredClicks, type WantedClick, wantedBy } from './covered-clicks';

export interface ReaderPorts {
  /** One attempt; undefined if `signal` cut it off, which does not count as an attempt. */
  attempt(webhook: ClickWebhook, click: WantedClick, signal: AbortSignal): Promise<AttemptResult | undefined>;
  /** Writes in one transaction. @returns the cursors that have moved @throws CursorMoved; StoreUnavailable */
  write(covered: CoveredClicks): Promise<ReadonlyMap<string, ClickCursor>>;
}

/** Clicks may be loaded this many milliseconds late: the journals that they come from are not kept for longer. */
export const LATE_MS = 31 * 86_400_000;

const AT_ONCE = 8;
/** The same as for a lane: after this many failures in a row, one click at a time is tried, with growing pauses. */
const PROBING_AFTER = 5;
const PROBES = { firstMs: 1_000, lastMs: 30_000 };
/** What is covered is written this often, in milliseconds. */
const WRITE_MS = 1_000;

/** One webhook, its position in the clicks of its workspace, and what is on its way to it. */
export class ClickReader {
  /** The insert up to which it has read everything; undefined if that is not known. */
  readUpTo: number | undefined;
  /** It has not read all that is there, and needs a query of its own. */
  isBehind = false;
  /** Since when clicks may have waited for it, milliseconds since 1970. */
  waitsSince = Date.now();
  private readonly ending = new AbortController();
  /** The last click of each source that is covered, and the last one that is read: it may still be on its way. */
  private readonly cursors: Map<string, ClickCursor>;
  private readonly seen: Map<string, number>;
  private busy = false;
  private hasFailed = false;
  private delivering: Promise<void> = Promise.resolve();
  private failures = 0;
  private collectedAt = -Infinity;

  constructor(
    private current: ClickWebhook,
    cursors: ReadonlyMap<string, ClickCursor>,
    private readonly ports: ReaderPorts,
    /** Called when it cannot go on: what it knows may be outdated. */
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.cursors = new Map(cursors);
    this.seen = new Map([...cursors].map(([source, { seq }]) => [source, seq]));
  }

  get webhook(): ClickWebhook {
    return this.current;
  }

  /** Replaces what is known of the webhook. @returns whether it still has the same position */
  update(webhook: ClickWebhook): boolean {
    const isSame = webhook.clicks_since === this.current.clicks_since;
    this.current = webhook;
    return isSame;
  }

  /**
   * Whether it takes more clicks now. A webhook that collects them takes them once a second, unless many wait, and
   * less often while its deliveries fail.
   */
  isReady(now: number): boolean {
    const { pending, events, failures } = this.current;
    if (this.busy || pending >= MOST_PENDING) return false;
    if (!events.includes('link.clicks')) return true;
    if (failures >= PROBING_AFTER) return now - this.collectedAt >= PROBES.lastMs;
    return this.isBehind || now - this.collectedAt >= WRITE_MS;
  }

  /** It has read everything that was there at this time, milliseconds since 1970. */
  caughtUp(at: number): void {
    if (!this.busy) this.waitsSince = at;
  }

  /** Where it reads on. */
  position(now: number): ClickPosition {
    return { seen: this.seen, since: this.lookedForSince(now) };
  }

  /**
   * Clicks before this time (milliseconds since 1970) need not be looked for. They are older than the webhook, or they
   * were loaded before it read clicks that are a month newer.
   */
  lookedForSince(now: number): number {
    const newest = Math.max(0, ...[...this.cursors.values()].map(({ at }) => at));
    return Math.max(Date.parse(this.current.clicks_since), Math.min(now, newest) - LATE_MS);
  }

  /** Forgets sources whose last known click is too old to be looked for. */
  forget(now: number): void {
    const before = this.lookedForSince(now);
    for (const [source, { at }] of this.cursors) if (at < before) this.cursors.delete(source);
  }

  /** Reads past clicks that do not belong to it. @param lasts the last number of each source */
  pass(lasts: ReadonlyMap<string, number>): void {
    for (const [source, seq] of lasts) if (seq > (this.seen.get(source) ?? 0)) this.seen.set(source, seq);
  }

  /** Reads on. @returns the clicks that it has to take @param clicks of its workspace, in order within each source */
  read(clicks: readonly NewerClick[], now: number): readonly NewerClick[] {
    const since = this.lookedForSince(now);
    const unread = clicks.filter(({ source, seq }) => seq > (this.seen.get(source) ?? 0));
    this.pass(new Map(unread.map(({ source, seq }) => [source, seq])));
    return unread.filter(({ record }) => Date.parse(record.at) >= since);
  }

  /** Takes its next clicks, and is not ready until they are covered. @param clicks in order within each source */
  take(clicks: readonly ReadClick[]): void {
    this.busy = true;
    this.collectedAt = performance.now();
    this.waitsSince = clicks.reduce((oldest, { click }) => Math.min(oldest, Date.parse(click.at)), Date.now());
    this.delivering = this.deliver(new Page(clicks.map((click) => wantedBy(this.current, click))))
      .catch((error: unknown) => this.fail(error))
      .finally(() => (this.busy = false));
  }

  /** Cuts off what is on its way; what is covered by then is written. */
  async end(): Promise<void> {
    this.ending.abort();
    await this.delivering;
  }

  private async deliver(page: Page): Promise<void> {
    const sent = new AbortController();
    const free = abortWith(this.ending.signal, sent);
    const writing = every(WRITE_MS, () => this.write(page), {
      signal: sent.signal,
      onFailure: (error) => this.fail(error),
    });
    try {
      await this.send(page);
    } finally {
      free();
      sent.abort();
      await writing;
    }
    if (!this.hasFailed) await this.write(page);
  }

  private fail(error: unknown): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    this.ending.abort();
    this.onFailure(error);
  }

  private async send(page: Page): Promise<void> {
    const { signal } = this.ending;
    const worker = async (nth: number): Promise<void> => {
      for (;;) {
        const isProbing = this.failures >= PROBING_AFTER;
        if (isProbing) await pause(nth === 0 ? backoff(this.failures - PROBING_AFTER + 1, PROBES) : WRITE_MS, signal);
        if (signal.aborted || page.allBegun) return;
        if (this.failures < PROBING_AFTER || nth === 0) await this.attempt(page, page.begin());
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => worker(nth)));
  }

  private async attempt(page: Page, click: WantedClick): Promise<void> {
    if (!click.clicked) return page.done(click);
    const isProbe = this.failures >= PROBING_AFTER;
    const result = await this.ports.attempt(this.current, click, this.ending.signal);
    if (!result) return;
    // Attempts that were already under way then add nothing to what the first failures say.
    const most = isProbe ? Infinity : PROBING_AFTER;
    this.failures = result.outcome === 'delivered' ? 0 : Math.min(this.failures + 1, most);
    page.done(click, result);
  }

  private async write(page: Page): Promise<void> {
    const covered = page.covered();
    if (covered.clicks.length === 0) return;
    const moved = await this.ports.write({ webhook: this.current, cursors: this.cursors, ...covered });
    for (const [source, cursor] of moved) this.cursors.set(source, cursor);
    page.written(covered.clicks.length);
  }
}

/** Clicks on their way. They are written in their order, so that a cursor never passes one that is still on its way. */
class Page {
  private readonly results = new Map<WantedClick, AttemptResult | undefined>();
  private begun = 0;
  private writtenUpTo = 0;

  constructor(private readonly clicks: readonly WantedClick[]) {}

  get allBegun(): boolean {
    return this.begun >= this.clicks.length;
  }

  begin(): WantedClick {
    return this.clicks[this.begun++] as WantedClick;
  }

  done(click: WantedClick, result?: AttemptResult): void {
    this.results.set(click, result);
  }

  /** The clicks up to the first one that is still on its way, without those that are written. */
  covered(): Pick<CoveredClicks, 'clicks' | 'failed' | 'succeeded'> {
    const end = this.clicks.findIndex((click, at) => at >= this.writtenUpTo && !this.results.has(click));
    const clicks = this.clicks.slice(this.writtenUpTo, end < 0 ? undefined : end);
    const results = clicks.flatMap((click) => {
      const result = this.results.get(click);
      return result ? [[click, result] as const] : [];
    });
    return {
      clicks,
      failed: new Map(results.filter(([, { outcome }]) => outcome !== 'delivered')),
      succeeded: results.some(([, { outcome }]) => outcome === 'delivered'),
    };
  }

  written(count: number): void {
    this.writtenUpTo += count;
  }
}
