import { groupBy } from '@kernel';
import {
  type AnalyticsClient,
  type ClickPosition,
  type NewerClick,
  lastNumbers,
  leftOut,
  newerClicks,
  NewestInserts,
} from '@platform/analytics-store';
import { keepWorking, pause } from '@platform/async';
import type { ClickCursor } from '@platform/webhooks';
import type { Log } from '@platform/telemetry';
import type { ReadClick } from './click-names';
import { ClickReader, LATE_MS, type ReaderPorts } from './click-reader';
import type { ClickWebhook } from './click-webhook';

export interface ClickFeedOptions extends ReaderPorts {
  readonly client: Pick<AnalyticsClient, 'rows'>;
  /** The webhooks that get clicks now. */
  readonly subscribed: () => Promise<readonly ClickWebhook[]>;
  /** The stored cursors of some webhooks, by webhook and source. */
  readonly cursors: (ids: readonly string[]) => Promise<ReadonlyMap<string, ReadonlyMap<string, ClickCursor>>>;
  /**
   * By webhook, deletes the stored cursors of sources that have had no clicks since a time (milliseconds since 1970).
   */
  readonly forget: (before: ReadonlyMap<string, number>) => Promise<void>;
  /** The same clicks with the names of their links, in the same order. */
  readonly named: (workspaceId: string, clicks: readonly NewerClick[]) => Promise<readonly ReadClick[]>;
  readonly log: Pick<Log, 'warn'>;
  readonly signal: AbortSignal;
}

/** Milliseconds between two looks for new clicks; without a subscriber there is none. */
const LOOK_MS = 500;
/** The same while some wait to be read. */
const BEHIND_MS = 50;
/** Milliseconds between two looks for webhooks. */
const REFRESH_MS = 1_000;
const FORGET_MS = 3_600_000;
/** Milliseconds; a read of a long backlog takes seconds. */
const READ = { timeout: 30_000, priority: 2 };
/** Webhooks that read a backlog in one query. */
const BEHIND_AT_ONCE = 8;
/** Bytes of clicks that are read at a time of a workspace: visitors make destinations long. */
const BYTES = 1_024 * 1_024;
/** The most clicks and bytes of a read. Each webhook that is behind gets its part of them. */
const LIMITS = { limit: 1_000, most: 10_000, mostBytes: { ofWorkspace: BYTES, inAll: BEHIND_AT_ONCE * BYTES } };

/**
 * Reads the clicks of all subscribed workspaces from ClickHouse, each from the positions of its webhooks on, and hands
 * them to the readers of the webhooks. One process does so at a time.
 */
export class ClickFeed {
  private readonly readers = new Map<string, ClickReader>();
  private refreshedAt = -Infinity;
  private readonly inserts: NewestInserts;
  private forgotAt = performance.now();

  constructor(private readonly options: ClickFeedOptions) {
    this.inserts = new NewestInserts(options.client, READ);
  }

  /** Resolves when the signal has aborted, and what was covered by then is written. */
  async run(): Promise<void> {
    const { log, signal } = this.options;
    const round = async (working: () => void): Promise<void> => {
      const isBehind = await this.round();
      working();
      await pause(isBehind ? BEHIND_MS : LOOK_MS, signal);
    };
    const onFailure = (error: unknown): void =>
      log.warn({ err: error }, 'clicks for webhooks could not be read; trying again');
    await keepWorking(round, { signal, onFailure });
    await Promise.all([...this.readers.values()].map((reader) => reader.end()));
  }

  /** For how long clicks may have waited for the webhook that is furthest behind, milliseconds; 0 without a webhook. */
  behindMs(now: number): number {
    return Math.max(0, ...[...this.readers.values()].map(({ waitsSince }) => now - waitsSince));
  }

  /** @returns whether more clicks can be read at once */
  private async round(): Promise<boolean> {
    if (performance.now() - this.refreshedAt >= REFRESH_MS) await this.refresh();
    const ready = [...this.readers.values()].filter((reader) => reader.isReady(performance.now()));
    if (ready.length === 0) return false;
    const at = Date.now();
    const newest = await this.look();
    const behind = ready.filter(({ isBehind }) => isBehind).slice(0, BEHIND_AT_ONCE);
    const others = ready.filter(({ isBehind, readUpTo }) => !isBehind && (newest === undefined || readUpTo !== newest));
    const fresh = others.filter(({ readUpTo }) => readUpTo === undefined);
    for (const reader of ready) if (!reader.isBehind && !others.includes(reader)) reader.caughtUp(at);
    const known = others.filter(({ readUpTo }) => readUpTo !== undefined);
    for (const readers of [known, fresh, behind]) await this.read(readers, newest, at);
    return [...this.readers.values()].some((reader) => reader.isBehind && reader.isReady(performance.now()));
  }

  /**
   * Looks up the number of the newest insert. Numbers may repeat after the engine has started anew, in another engine
   * and in a table made anew. Then every reader reads everything after its cursors.
   * @returns undefined where the number cannot be used
   */
  private async look(): Promise<number | undefined> {
    const { number, isSame } = await this.inserts.look();
    if (!isSame) for (const reader of this.readers.values()) reader.readUpTo = undefined;
    return number;
  }

  /** @param newest number of the newest insert @param at when it was looked for, milliseconds since 1970 */
  private async read(readers: readonly ClickReader[], newest: number | undefined, at: number): Promise<void> {
    if (readers.length === 0) return;
    const now = Date.now();
    const insertedAfter = Math.min(...readers.map(({ readUpTo }) => readUpTo ?? 0));
    const clicks = await newerClicks(
      this.options.client,
      { positions: positionsOf(readers, now), ...LIMITS, ...(insertedAfter > 0 && { insertedAfter }) },
      READ,
    );
    if (insertedAfter > 0 && clicks.length > 0 && (await this.inserts.mayHaveStarted())) return;
    const found = groupBy(clicks, ({ workspaceId }) => workspaceId);
    const { isCut, full } = leftOut(LIMITS, clicks);
    for (const [workspaceId, own] of groupBy(readers, ({ webhook }) => webhook.workspace_id)) {
      const isWhole = !isCut && !full.has(workspaceId);
      await this.handOver(workspaceId, own, found.get(workspaceId) ?? []);
      for (const reader of own) {
        reader.isBehind = !isWhole;
        if (isWhole) {
          reader.readUpTo = newest;
          reader.caughtUp(at);
        }
        this.toTheEnd(reader);
      }
    }
  }

  /** @param clicks of the workspace, in order within each source */
  private async handOver(
    workspaceId: string,
    readers: readonly ClickReader[],
    clicks: readonly NewerClick[],
  ): Promise<void> {
    if (clicks.length === 0) return;
    // Names come first: once a reader has read a click, it must take it.
    const read = await this.options.named(workspaceId, clicks);
    const named = new Map(clicks.map((click, at) => [click, read[at] as ReadClick]));
    const now = Date.now();
    for (const reader of readers) {
      const taken = reader.read(clicks, now).map((click) => named.get(click) as ReadClick);
      if (taken.length > 0) reader.take(taken);
    }
  }

  /** So that those behind take turns. */
  private toTheEnd(reader: ClickReader): void {
    const { id } = reader.webhook;
    if (!reader.isBehind || this.readers.get(id) !== reader) return;
    this.readers.delete(id);
    this.readers.set(id, reader);
  }

  private async refresh(): Promise<void> {
    const webhooks = await this.options.subscribed();
    const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
    const ended = [...this.readers].filter(([id, reader]) => {
      const webhook = byId.get(id);
      return !webhook || !reader.update(webhook);
    });
    for (const [id] of ended) this.readers.delete(id);
    await Promise.all(ended.map(([, reader]) => reader.end()));
    const added = webhooks.filter(({ id }) => !this.readers.has(id));
    if (added.length > 0)
      await this.add(
        added,
        groupBy(webhooks, ({ workspace_id }) => workspace_id),
      );
    this.refreshedAt = performance.now();
    await this.forget();
  }

  private async add(
    webhooks: readonly ClickWebhook[],
    ofWorkspaces: ReadonlyMap<string, readonly ClickWebhook[]>,
  ): Promise<void> {
    const stored = await this.options.cursors(webhooks.map(({ id }) => id));
    for (const webhook of webhooks) {
      const { id, workspace_id } = webhook;
      const onFailure = (error: unknown): void => {
        this.options.log.warn({ err: error, webhook: id }, 'clicks for a webhook could not be delivered; trying again');
        this.readers.delete(id);
      };
      const reader = new ClickReader(webhook, stored.get(id) ?? new Map(), this.options, onFailure);
      if ((ofWorkspaces.get(workspace_id)?.length ?? 0) > 1) await this.passEarlier(reader);
      this.readers.set(id, reader);
    }
  }

  /**
   * Moves a reader past the clicks from before its webhook subscribed. Otherwise a query for this webhook and an older
   * one of its workspace would return all that the older one has read already.
   */
  private async passEarlier(reader: ClickReader): Promise<void> {
    const end = Date.parse(reader.webhook.clicks_since);
    const start = Date.now() - LATE_MS;
    if (start >= end) return;
    const { workspace_id } = reader.webhook;
    const last = await lastNumbers(this.options.client, { start, ends: new Map([[workspace_id, end]]) });
    reader.pass(last.get(workspace_id) ?? new Map());
  }

  private async forget(): Promise<void> {
    if (performance.now() - this.forgotAt < FORGET_MS) return;
    this.forgotAt = performance.now();
    const now = Date.now();
    const before = [...this.readers].map(([id, reader]) => [id, reader.lookedForSince(now)] as const);
    for (const reader of this.readers.values()) reader.forget(now);
    await this.options.forget(new Map(before));
  }
}

/**
 * For each workspace, where a query for its readers begins: at the lowest number of each source that any of them has
 * read. A new source is read from its start.
 */
const positionsOf = (readers: readonly ClickReader[], now: number): ReadonlyMap<string, ClickPosition> =>
  new Map(
    [...groupBy(readers, ({ webhook }) => webhook.workspace_id)].map(([workspaceId, own]) => {
      const [first, ...others] = own.map((reader) => reader.position(now));
      const least = (source: string, seq: number): number =>
        Math.min(seq, ...others.map(({ seen }) => seen.get(source) ?? 0));
      const seen = new Map([...(first?.seen ?? [])].map(([source, seq]) => [source, least(source, seq)]));
      return [workspaceId, { seen, since: Math.min(first?.since ?? 0, ...others.map(({ since }) => since)) }];
    }),
  );
