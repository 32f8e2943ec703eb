import { NewestInserts, type NewerClick } from '@platform/analytics-store';
import { HttpProblem } from '@platform/http';
import type { ClickNames } from '../click-names';
import type { ClickSource } from '../click-source';
import type { ClickSelection } from '../click-selection';
import { EventStream } from './event-stream';
import { encodeLiveStart, type LiveCursor, type LiveStart } from './live-cursor';
import { LiveFeed } from './live-feed';
import type { LiveReaders, Reader } from './live-readers';
import { LIVE_LIMITS, LIVE_WINDOW, queryJournals, queryNewer, queryStarts, READ } from './live.query';
import { WorkspaceSlots } from '../../workspace-slots';

export interface LiveDependencies {
  readonly clicks: Pick<ClickSource, 'client'>;
  readonly names: ClickNames;
  readonly readers: LiveReaders;
  readonly log: { warn(about: object, message: string): void };
}

/** `forget` exceeds the window: a journal's last click may be read a while after it happened. */
const FEED = {
  every: 400,
  behindEvery: 50,
  limits: LIVE_LIMITS,
  forget: LIVE_WINDOW + 60_000,
  mostWaiting: 64_000_000,
};
const LIMITS = { what: 'streams', ofWorkspace: 20, ofAll: 1_000, retryAfter: 10 };

/** The streams that are open in this process; one reader of ClickHouse serves them all. */
export class LiveClicks {
  private readonly slots = new WorkspaceSlots(LIMITS);
  private readonly feed: LiveFeed;
  private closing = false;

  constructor({ clicks, names, readers, log }: LiveDependencies) {
    const inserts = new NewestInserts(clicks.client, READ);
    const source = {
      newest: () => inserts.look(),
      mayHaveStarted: () => inserts.mayHaveStarted(),
      starts: (instants: ReadonlyMap<string, number>) => queryStarts(clicks.client, instants, Date.now()),
      journals: (workspaces: Iterable<string>) => queryJournals(clicks.client, workspaces, Date.now()),
      newer: (cursors: ReadonlyMap<string, LiveCursor>, isApart: boolean, insertedAfter?: number) =>
        queryNewer(clicks.client, cursors, Date.now(), isApart, insertedAfter),
      named: (workspaceId: string, found: readonly NewerClick[]) =>
        names.named(
          workspaceId,
          found.map(({ record }) => record),
        ),
      refused: <R extends Reader>(asked: readonly R[]) => readers.refused(asked),
    };
    this.feed = new LiveFeed(source, FEED, (error) =>
      log.warn({ err: error }, 'live clicks could not be read; trying again'),
    );
  }

  /**
   * Opens at once: the engine is asked once the stream is open, so that a busy engine keeps no reader from opening one.
   * @param reader id of the key or session that asks
   * @param from where an earlier stream ended; absent: what is recorded from now on
   * @throws HttpProblem `rate_limited` or `unavailable` when too many are open, or while the process ends
   */
  stream(selection: ClickSelection, reader: string, from: LiveStart = Date.now()): EventStream {
    if (this.closing) throw new HttpProblem('unavailable');
    const leave = this.slots.take(selection.workspaceId);
    const stream = new EventStream(encodeLiveStart(from));
    stream.onClose(leave);
    this.feed.follow({ stream, selection, reader, from });
    return stream;
  }

  /** Ends the streams before the process ends: nothing else would end them. */
  onModuleDestroy(): void {
    this.closing = true;
    this.feed.end();
  }
}
