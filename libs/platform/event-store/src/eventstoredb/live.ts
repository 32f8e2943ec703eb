import { categoryOf } from '@kernel';
import { keepWorking, within } from '@platform/async';
import { messageOf } from '@platform/telemetry';
import { Tail } from '../tail';
import { head } from './head';
import { HEARTBEAT_STREAM, watch, type Watched } from './heartbeat';
import { NoAnswer } from './no-answer';
import { endWith, type SubscriptionItem, open } from './open';
import { failureOf, isTooSlow, recordedOf } from './translate';

/** Events that stay in memory for subscriptions that are nearly up to date; fewer of large ones. */
const KEPT = 4_096;

/**
 * The one subscription of a process that all of its followers share: each event is received and decoded once. It takes
 * events at once, whatever the followers do, since the server keeps 32 for a live subscriber and then ends the
 * subscription. That is its flow control and no fault, so it subscribes again at once after the last event.
 */
export class Live {
  private readonly followers = new Set<Follower>();
  private ending = new AbortController();
  private run: Run | undefined;
  /** Subscribes again, for more followers. */
  private renew: () => void = () => undefined;

  constructor(private readonly parts: Watched) {}

  follow(categories: readonly string[]): Follower {
    const follower = new Follower(new Set(categories), () => this.run);
    this.followers.add(follower);
    if (this.followers.size === 1) this.start();
    else this.renew();
    return follower;
  }

  leave(follower: Follower): void {
    this.followers.delete(follower);
    if (this.followers.size > 0) return;
    this.ending.abort();
    this.run = undefined;
  }

  private start(): void {
    const { connection, heart, timing, log } = this.parts;
    heart.follow();
    this.ending = new AbortController();
    const signal = AbortSignal.any([this.ending.signal, connection.closing.signal]);
    let client = connection.client;
    const work = async (working: () => void): Promise<void> => {
      ({ client } = connection);
      await this.runOnce(working, signal);
    };
    const onFailure = (error: unknown): void => {
      connection.failed(client, error);
      log.warn({ cause: messageOf(failureOf(error)) }, 'a subscription was lost; subscribing again');
    };
    void keepWorking(work, { signal, onFailure, firstMs: timing.backoffMin, lastMs: timing.backoffMax });
  }

  /** Until the connection is lost: what answers after that may be another store. */
  private async runOnce(working: () => void, signal: AbortSignal): Promise<void> {
    const { connection, timing } = this.parts;
    const end = head(connection, undefined, timing.read);
    const run = new Run(new Tail(await within(timing.read, end, () => new NoAnswer(timing.read)), KEPT));
    // Others may have begun to follow meanwhile, and have a run of their own.
    if (signal.aborted) return;
    this.run = run;
    try {
      while (!signal.aborted) await this.deliver(run, working, signal);
    } finally {
      run.isOver = true;
      if (this.run === run) this.run = undefined;
      for (const follower of this.followers) follower.notify();
    }
  }

  /** One subscription of the server. Resolves when it is to be made again over the same connection. */
  private async deliver(run: Run, working: () => void, signal: AbortSignal): Promise<void> {
    const { connection } = this.parts;
    const { client } = connection;
    const began = run.tail.ceiling;
    const joined = [...this.followers];
    run.include(joined.flatMap(({ categories }) => [...categories]));
    let beat: string | undefined;
    const incoming = open(connection, run.categories, began);
    const watchdog = watch(this.parts, incoming);
    const release = endWith(incoming, connection, signal);
    const ended = new Promise<void>((resolve, reject) => {
      this.renew = resolve;
      const receive = (item: SubscriptionItem): void => {
        watchdog.listen();
        if (beat !== undefined && item.event?.id === beat) for (const one of joined) one.isCurrent = true;
        this.take(run, item);
        connection.worked(client);
        working();
      };
      incoming.on('data', (item: SubscriptionItem) => attempt(() => receive(item), reject));
      incoming.on('error', (error) => (isTooSlow(error) && run.tail.ceiling > began ? resolve() : reject(error)));
      incoming.on('close', () => (signal.aborted ? resolve() : reject(new Error('the server ended it'))));
    });
    for (const follower of this.followers) follower.notify();
    // It comes after all that the server held, so that a follower who reads history arrives here.
    if (run.isNew || joined.some(({ isCurrent }) => !isCurrent)) beat = watchdog.beat();
    else watchdog.listen();
    run.isNew = false;
    await ended.finally(() => {
      watchdog.pause();
      release();
    });
  }

  private take({ tail }: Run, { event, commitPosition }: SubscriptionItem): void {
    const position = commitPosition ?? tail.ceiling;
    if (position <= tail.ceiling) return;
    const isEvent = event !== undefined && event.streamId !== HEARTBEAT_STREAM;
    tail.extend(isEvent ? [recordedOf(event, position)] : [], position);
    const category = isEvent ? categoryOf(event.streamId) : undefined;
    for (const follower of this.followers)
      if (category === undefined || follower.categories.has(category)) follower.notify();
  }
}

/** What is delivered over one connection. */
export class Run {
  isOver = false;
  /** Until its first subscription. */
  isNew = true;
  /** From where each category is in the tail. */
  private readonly since = new Map<string, bigint>();

  constructor(readonly tail: Tail) {}

  get categories(): readonly string[] {
    return [...this.since.keys()];
  }

  /** Begins with new categories at the end of the tail, and forgets others. */
  include(categories: readonly string[]): void {
    const wanted = new Set(categories);
    for (const category of this.since.keys()) if (!wanted.has(category)) this.since.delete(category);
    for (const category of wanted) if (!this.since.has(category)) this.since.set(category, this.tail.ceiling);
  }

  /** The position after which the tail has every event of the categories; undefined while one is not included. */
  floorOf(categories: ReadonlySet<string>): bigint | undefined {
    let { floor } = this.tail;
    for (const category of categories) {
      const since = this.since.get(category);
      if (since === undefined) return undefined;
      if (since > floor) floor = since;
    }
    return floor;
  }
}

/** One consumer of the shared subscription. */
export class Follower {
  /** Whether something may have come since it was set to false. */
  news = false;
  /** Whether the tail has all that the server held when it joined. */
  isCurrent = false;
  private wake: () => void = () => undefined;

  constructor(
    readonly categories: ReadonlySet<string>,
    private readonly current: () => Run | undefined,
  ) {}

  notify(): void {
    this.news = true;
    this.wake();
  }

  /** Resolves when something may have come. */
  async awaitNews(): Promise<void> {
    if (!this.news) await new Promise<void>((resolve) => (this.wake = resolve));
  }

  /** What includes the categories, as soon as there is one; undefined when the signal aborts. */
  async run(stop: AbortSignal): Promise<Run | undefined> {
    while (!stop.aborted) {
      const run = this.current();
      if (run?.floorOf(this.categories) !== undefined) return run;
      this.news = false;
      await this.awaitNews();
    }
    return undefined;
  }
}

const attempt = (act: () => void, onFailure: (error: unknown) => void): void => {
  try {
    act();
  } catch (error) {
    onFailure(error);
  }
};
