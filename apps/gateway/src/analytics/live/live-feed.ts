import { groupBy } from '@kernel';
import type { NewerClick } from '@platform/analytics-store';
import { pause, retry } from '@platform/async';
import type { PresentedClick } from '../click-names';
import type { LiveCursor } from './live-cursor';
import { type Following, LiveFollower } from './live-follower';
import type { Reader } from './live-readers';

export interface FeedSource {
  /** For each workspace, the last record of each journal before its instant. */
  starts(instants: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, LiveCursor>>;
  /** For each workspace, the journals that have clicks of it. */
  journals(workspaces: Iterable<string>): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** Clicks of each workspace after its cursor, in order within each journal. */
  newer(cursors: ReadonlyMap<string, LiveCursor>): Promise<readonly NewerClick[]>;
  /** The same clicks with the names of their links, in the same order. */
  named(workspaceId: string, clicks: readonly NewerClick[]): Promise<readonly PresentedClick[]>;
  /** Those of these readers that may not read any more. */
  refused<R extends Reader>(readers: readonly R[]): Promise<readonly R[]>;
}

export interface FeedOptions {
  /** Milliseconds between two reads. */
  readonly every: number;
  /** Milliseconds between two reads while a journal has unread clicks. */
  readonly behindEvery: number;
  /** The most clicks that a read returns per journal and workspace. */
  readonly batch: number;
  /** Milliseconds after which a journal without a click is left out of cursors. */
  readonly forget: number;
}

/** The longest pause after a failed read, in milliseconds. */
const LONGEST_WAIT = 1_000;
/** Streams of a workspace that were opened within so many milliseconds begin at the first of them. */
const ABOUT_THE_SAME = 1_000;

/**
 * One reader for any number of streams of any workspaces. It reads each workspace from its least cursor on. Each stream
 * gets the clicks after its own cursor, and so every click once, wherever it began.
 */
export class LiveFeed {
  private readonly followers = new Set<LiveFollower>();
  private readonly ending = new AbortController();
  private reading = false;

  /** @param onFailure called when a read fails, with the failures in a row; the feed then reads again */
  constructor(
    private readonly source: FeedSource,
    private readonly options: FeedOptions,
    private readonly onFailure: (error: unknown, failures: number) => void,
  ) {}

  get size(): number {
    return this.followers.size;
  }

  follow(following: Following): void {
    const follower = new LiveFollower(following, Date.now());
    this.followers.add(follower);
    following.stream.onClose(() => this.followers.delete(follower));
    this.start();
  }

  /** Ends all streams. */
  end(): void {
    this.ending.abort();
    for (const { stream } of this.followers) stream.end('shutdown');
  }

  private start(): void {
    const { signal } = this.ending;
    if (this.reading || this.followers.size === 0 || signal.aborted) return;
    this.reading = true;
    void this.readWhileFollowed(signal).then(() => {
      this.reading = false;
      // For a stream that was added after the last read.
      this.start();
    });
  }

  private async readWhileFollowed(signal: AbortSignal): Promise<void> {
    const { every: firstMs } = this.options;
    while (this.followers.size > 0 && !signal.aborted) {
      const options = { signal, onFailure: this.onFailure, firstMs, lastMs: LONGEST_WAIT };
      const isBehind = await retry(() => this.readOnce(), options);
      await pause(isBehind ? this.options.behindEvery : this.options.every, signal);
    }
  }

  /** @returns whether more may be ready to be read */
  private async readOnce(): Promise<boolean> {
    // A stream that is added during this read may begin before it: the next read serves it.
    // Without a click nothing else would show a reader that it may not read any more.
    await this.endRefused([...this.followers]);
    await Promise.all([this.startNew(), this.resumeNew()]);
    const all = [...this.followers];
    const someWait = all.some(({ isWaiting }) => isWaiting);
    const followers = groupBy(
      all.filter(({ isWaiting }) => !isWaiting),
      ({ workspaceId }) => workspaceId,
    );
    if (followers.size === 0) return someWait;
    const clicks = await this.source.newer(new Map([...followers].map(([id, own]) => [id, floorOf(own)])));
    const now = Date.now();
    for (const [workspaceId, own] of groupBy(clicks, (click) => click.workspaceId)) {
      await this.send(workspaceId, followers.get(workspaceId) ?? [], own);
    }
    for (const follower of [...followers.values()].flat()) follower.forget(now - this.options.forget);
    const ofJournals = groupBy(clicks, ({ workspaceId, source }) => `${workspaceId} ${source}`);
    return someWait || [...ofJournals.values()].some(({ length }) => length >= this.options.batch);
  }

  /** Finds the cursors of streams that begin now: of each workspace, those that were opened at about the same time. */
  private async startNew(): Promise<void> {
    const starting = [...this.followers].filter(({ startsAt }) => startsAt !== undefined);
    const ofWorkspaces = groupBy(starting, ({ workspaceId }) => workspaceId);
    if (ofWorkspaces.size === 0) return;
    const instants = new Map([...ofWorkspaces].map(([id, own]) => [id, Math.min(...own.map(instantOf))]));
    const cursors = await this.source.starts(instants);
    const now = Date.now();
    for (const [id, own] of ofWorkspaces) {
      const until = (instants.get(id) ?? 0) + ABOUT_THE_SAME;
      for (const follower of own) if (instantOf(follower) <= until) follower.start(cursors.get(id) ?? new Map(), now);
    }
  }

  /** Finds which journals of the cursors of new streams are known: the others must not become part of a read. */
  private async resumeNew(): Promise<void> {
    const resuming = [...this.followers].filter(({ isResuming }) => isResuming);
    if (resuming.length === 0) return;
    const journals = await this.source.journals(new Set(resuming.map(({ workspaceId }) => workspaceId)));
    for (const follower of resuming) follower.know(journals.get(follower.workspaceId) ?? new Set());
  }

  private async endRefused(followers: readonly LiveFollower[]): Promise<void> {
    for (const { stream } of await this.source.refused(followers)) stream.end('unauthorized');
  }

  private async send(
    workspaceId: string,
    followers: readonly LiveFollower[],
    clicks: readonly NewerClick[],
  ): Promise<void> {
    const wanted = clicks.filter((click) => followers.some((follower) => follower.wants(click)));
    const named = wanted.length > 0 ? await this.source.named(workspaceId, wanted) : [];
    const names = new Map(wanted.map((click, index) => [click, named[index]]));
    // Asked last: a key gets no click after its revocation.
    if (wanted.length > 0) await this.endRefused(followers);
    const now = Date.now();
    for (const follower of followers) {
      for (const click of clicks) follower.pass(click, follower.wants(click) ? names.get(click) : undefined, now);
    }
  }
}

const instantOf = ({ startsAt = 0 }: LiveFollower): number => startsAt;

/**
 * For each journal, the least number that any follower has seen. A journal new to one of them is read from its start, and
 * so is one that is not known.
 */
const floorOf = ([first, ...others]: readonly LiveFollower[]): LiveCursor =>
  new Map(
    [...(first?.position ?? [])].map(([source, seq]) => [
      source,
      Math.min(seq, ...others.map((other) => other.seqOf(source))),
    ]),
  );
