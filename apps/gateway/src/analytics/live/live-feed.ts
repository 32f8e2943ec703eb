import { groupBy, StoreUnavailable } from '@kernel';
import { leftOut, type LeftOut, type NewerClick, type NewerClicks } from '@platform/analytics-store';
import { backoff, pause, retry, type RetryOptions, shortTurns } from '@platform/async';
import type { PresentedClick } from '../click-names';
import type { LiveCursor } from './live-cursor';
import { type Following, LiveFollower } from './live-follower';
import type { Reader } from './live-readers';
import { Patience, portionsOf } from './portions';

export interface FeedSource {
  /** The newest insert; see `NewestInserts`. */
  newest(): Promise<{ readonly number: number | undefined; readonly isSame: boolean }>;
  /** Whether the engine may have started since the last look. */
  mayHaveStarted(): Promise<boolean>;
  /** For each workspace, the last record of each journal before its instant. */
  starts(instants: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, LiveCursor>>;
  /** For each workspace, the journals that have clicks of it. */
  journals(workspaces: Iterable<string>): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /**
   * Clicks of each workspace after its cursor, in order within each journal.
   * @param isApart whether it may be a long read, for which others must not pause
   * @param insertedAfter the insert up to which all of them have been read, if that is known
   */
  newer(
    cursors: ReadonlyMap<string, LiveCursor>,
    isApart: boolean,
    insertedAfter?: number,
  ): Promise<readonly NewerClick[]>;
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
  /** Of what a read returns. */
  readonly limits: Pick<NewerClicks, 'limit' | 'most' | 'mostBytes'>;
  /** Milliseconds after which a journal without a click is left out of cursors. */
  readonly forget: number;
  /** The most bytes that may wait for the readers of all streams. */
  readonly mostWaiting: number;
}

/** The longest pause after a failed read, in milliseconds. */
const LONGEST_WAIT = 1_000;
/** Milliseconds for which clicks are sent before other work has a turn. */
const TURN_MS = 5;
/** The next portion waits while a stream has more bytes to send than this. */
const MOST_WAITING = 256 * 1_024;
/** How long the portions of a read wait in all, in milliseconds; and those of a read for which others do not wait. */
const [PATIENCE_MS, PATIENCE_APART_MS] = [100, 400];
/** Streams of a workspace that were opened within so many milliseconds begin at the first of them. */
const ABOUT_THE_SAME = 1_000;

type Followers = ReadonlyMap<string, readonly LiveFollower[]>;

/**
 * One reader for any number of streams of any workspaces. It reads each workspace from its least cursor on. Each stream
 * gets the clicks after its own cursor, and so every click once, wherever it began. A workspace is read with the others
 * that are up to date or, after its streams were opened or fell behind, apart from them, by one read at a time.
 */
export class LiveFeed {
  private readonly followers = new Set<LiveFollower>();
  private readonly ending = new AbortController();
  /** Workspaces that have more than a read returns, in the order of their turns. */
  private readonly behind = new Set<string>();
  private reading = false;
  private readingApart = false;
  /** The newest insert at the last look; undefined where numbers of inserts cannot be used. */
  private newest: number | undefined;
  /** Numbers of inserts count within an epoch: the engine has not started meanwhile. */
  private epoch = 0;

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
    while (this.followers.size > 0 && !signal.aborted) {
      const isBehind = await retry(() => this.readOnce(), this.retrying(signal));
      this.startApart();
      await pause(isBehind ? this.options.behindEvery : this.options.every, signal);
    }
  }

  /** Reads for those that are not up to date while the others are read. */
  private startApart(): void {
    const { signal } = this.ending;
    if (this.readingApart || !this.someAreApart || signal.aborted) return;
    this.readingApart = true;
    void this.readWhileApart(signal).then(() => {
      this.readingApart = false;
      this.startApart();
    });
  }

  private async readWhileApart(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (this.someAreApart && !signal.aborted) {
      await retry(() => this.readFresh(), this.retrying(signal));
      if (signal.aborted) return;
      try {
        await this.readBehind();
        failures = 0;
        await pause(this.options.behindEvery, signal);
      } catch (error) {
        this.onFailure(error, (failures += 1));
        await pause(backoff(failures, this.retrying(signal)), signal);
      }
    }
  }

  private get someAreApart(): boolean {
    return this.behind.size > 0 || [...this.followers].some(isFresh);
  }

  private retrying(signal: AbortSignal): RetryOptions {
    return { signal, onFailure: this.onFailure, firstMs: this.options.every, lastMs: LONGEST_WAIT };
  }

  /** Reads for the workspaces that are up to date. @returns whether more may be ready to be read */
  private async readOnce(): Promise<boolean> {
    // A stream that is added during this read may begin before it: the next read serves it.
    // Without a click nothing else would show a reader that it may not read any more.
    await this.endRefused([...this.followers]);
    await Promise.all([this.startNew(), this.resumeNew()]);
    this.startApart();
    const someWait = [...this.followers].some(({ isWaiting }) => isWaiting);
    await this.look();
    const fresh = this.freshOnes();
    const followers = [...this.begun((id) => !fresh.has(id) && !this.behind.has(id))];
    const due = new Map(followers.filter(([, own]) => own.some((one) => !this.hasReadAll(one))));
    const { isCut, full } = await this.readTogether(due, false);
    for (const id of full) this.behind.add(id);
    return someWait || isCut;
  }

  /** Looks for the newest insert. Where numbers of inserts do not count any more, everything is read again. */
  private async look(): Promise<void> {
    const { number, isSame } = await this.source.newest();
    this.newest = number;
    if (isSame) return;
    this.epoch += 1;
    for (const follower of this.followers) follower.readUpTo = undefined;
  }

  private hasReadAll({ readUpTo }: LiveFollower): boolean {
    return readUpTo !== undefined && readUpTo === this.newest;
  }

  /** Reads for the workspaces with new streams: whether they are behind is not known yet. */
  private async readFresh(): Promise<void> {
    const fresh = this.freshOnes();
    const { full } = await this.readTogether(
      this.begun((id) => fresh.has(id) && !this.behind.has(id)),
      true,
    );
    for (const id of full) this.behind.add(id);
  }

  private freshOnes(): ReadonlySet<string> {
    return new Set([...this.followers].filter(isFresh).map(({ workspaceId }) => workspaceId));
  }

  /** Reads for one workspace that is behind: they take turns. */
  private async readBehind(): Promise<void> {
    const [id] = this.behind;
    if (id === undefined) return;
    this.behind.delete(id);
    this.behind.add(id);
    const { isCut, full } = await this.read(
      this.begun((own) => own === id),
      true,
    );
    if (!isCut && !full.has(id)) this.behind.delete(id);
  }

  /** The streams that can be read for, by workspace. */
  private begun(isMeant: (workspaceId: string) => boolean): Followers {
    const begun = [...this.followers].filter((one) => isOpen(one) && isMeant(one.workspaceId));
    return groupBy(begun, ({ workspaceId }) => workspaceId);
  }

  /** Where a read of them together is refused, each is read alone: one of them must not keep the others from theirs. */
  private async readTogether(followers: Followers, isApart: boolean): Promise<LeftOut> {
    try {
      return await this.read(followers, isApart);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      this.onFailure(error, 1);
      return { isCut: false, full: new Set(followers.keys()) };
    }
  }

  private async read(followers: Followers, isApart: boolean): Promise<LeftOut> {
    if (followers.size === 0) return { isCut: false, full: new Set() };
    const reading = [...followers.values()].flat();
    const { newest, epoch } = this;
    const floors = new Map([...followers].map(([id, own]) => [id, floorOf(own)]));
    const readUpTo = Math.min(...reading.map((follower) => follower.readUpTo ?? 0));
    const insertedAfter = readUpTo > 0 ? readUpTo : undefined;
    const clicks = await this.source.newer(floors, isApart, insertedAfter);
    // Numbers may repeat after a start. Then the engine may have skipped clicks that nobody has read.
    const started = insertedAfter !== undefined && clicks.length > 0 && (await this.source.mayHaveStarted());
    if (insertedAfter !== undefined && (started || this.epoch !== epoch)) return { isCut: true, full: new Set() };
    const now = Date.now();
    await this.sendInPortions(followers, clicks, isApart ? PATIENCE_APART_MS : PATIENCE_MS);
    const left = leftOut(this.options.limits, clicks);
    for (const follower of reading) {
      follower.forget(now - this.options.forget);
      if (left.isCut) continue;
      follower.isFresh = false;
      if (!left.full.has(follower.workspaceId) && this.epoch === epoch) follower.readUpTo = newest;
    }
    return left;
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

  /** A read may return more than may wait for a stream. So between portions the streams have a while to send. */
  private async sendInPortions(followers: Followers, clicks: readonly NewerClick[], patienceMs: number): Promise<void> {
    const ofWorkspaces = [...groupBy(clicks, ({ workspaceId }) => workspaceId)].map(
      ([id, own]) => [id, portionsOf(own)] as const,
    );
    const waits = ofWorkspaces.reduce((sum, [, portions]) => sum + portions.length - 1, 0);
    const patience = new Patience(patienceMs, waits);
    for (const [workspaceId, portions] of ofWorkspaces) {
      const own = followers.get(workspaceId) ?? [];
      for (const [nth, portion] of portions.entries()) {
        if (nth > 0) await patience.whileTrue(() => own.some(isDraining), this.ending.signal);
        await this.send(workspaceId, own, portion);
      }
    }
  }

  private async send(
    workspaceId: string,
    followers: readonly LiveFollower[],
    clicks: readonly NewerClick[],
  ): Promise<void> {
    const turn = shortTurns(TURN_MS);
    const chosen = new Map<LiveFollower, Set<NewerClick>>();
    for (const follower of followers) {
      const own = new Set<NewerClick>();
      for (const click of clicks) {
        while (turn.isOver()) await turn.next();
        if (follower.wants(click)) own.add(click);
      }
      chosen.set(follower, own);
    }
    const wanted = clicks.filter((click) => [...chosen.values()].some((own) => own.has(click)));
    const named = wanted.length > 0 ? await this.source.named(workspaceId, wanted) : [];
    const names = new Map(wanted.map((click, index) => [click, named[index]]));
    // Asked last: a key gets no click after its revocation.
    if (wanted.length > 0) await this.endRefused(followers);
    const texts = new Map<NewerClick, string>();
    const textOf = (click: NewerClick): string => {
      const text = texts.get(click) ?? JSON.stringify(names.get(click));
      texts.set(click, text);
      return text;
    };
    const now = Date.now();
    for (const follower of followers) {
      for (const click of clicks) {
        while (turn.isOver()) await turn.next();
        if (follower.stream.hasEnded) break;
        follower.pass(click, chosen.get(follower)?.has(click) ? textOf(click) : undefined, now);
      }
      this.bound();
    }
  }

  /** Ends the streams for which most waits until little enough waits for all; those that have ended are cut off. */
  private bound(): void {
    let waiting = 0;
    for (const { stream } of this.followers) waiting += stream.waiting;
    if (waiting <= this.options.mostWaiting) return;
    const slowest = [...this.followers].map(({ stream }) => stream).toSorted((a, b) => b.waiting - a.waiting);
    for (const stream of slowest) {
      if (waiting <= this.options.mostWaiting) return;
      waiting -= stream.waiting;
      if (stream.hasEnded) stream.cut();
      else stream.end('slow');
    }
  }
}

/** Whether it can be read for: one that has ended stays at its place while its reader takes what waits. */
const isOpen = ({ isWaiting, stream }: LiveFollower): boolean => !isWaiting && !stream.hasEnded;
const isDraining = ({ stream }: LiveFollower): boolean => !stream.hasEnded && stream.waiting > MOST_WAITING;
const isFresh = (follower: LiveFollower): boolean => follower.isFresh && isOpen(follower);
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
