import type { NewerClick } from '@platform/analytics-store';
import { HttpProblem } from '@platform/http';
import type { ClickNames } from '../click-names';
import type { ClickSource } from '../click-source';
import type { ClickSelection } from '../click-selection';
import { EventStream } from './event-stream';
import { encodeLiveCursor, type LiveCursor } from './live-cursor';
import { LiveFeed } from './live-feed';
import type { LiveReaders, Reader } from './live-readers';
import { LIVE_BATCH, LIVE_WINDOW, queryLatest, queryNewer } from './live.query';
import { WorkspaceSlots } from '../../workspace-slots';

export interface LiveDependencies {
  readonly clicks: ClickSource;
  readonly names: ClickNames;
  readonly readers: LiveReaders;
  readonly log: { warn(about: object, message: string): void };
}

/** `forget` exceeds the window: a journal's last click may be read a while after it happened. */
const FEED = { every: 400, behindEvery: 50, batch: LIVE_BATCH, forget: LIVE_WINDOW + 60_000 };
const LIMITS = { what: 'streams', ofWorkspace: 20, ofAll: 1_000, retryAfter: 10 };

/** Who opens a stream. */
export interface LiveReader {
  /** Id of the key or session that asks. */
  readonly id: string;
  /** Aborts when the reader is gone. */
  readonly gone: AbortSignal;
}

/** The streams that are open in this process; one reader of ClickHouse serves them all. */
export class LiveClicks {
  private readonly slots = new WorkspaceSlots(LIMITS);
  private readonly feed: LiveFeed;
  private closing = false;

  constructor(private readonly dependencies: LiveDependencies) {
    const { clicks, names, readers, log } = dependencies;
    const source = {
      newer: (cursors: ReadonlyMap<string, LiveCursor>) => queryNewer(clicks.client, cursors, Date.now()),
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
   * @param from where an earlier stream ended; absent: what is recorded from now on
   * @throws HttpProblem `rate_limited` or `unavailable` when too many are open, or while the process ends;
   * StoreUnavailable
   */
  async stream(selection: ClickSelection, reader: LiveReader, from?: LiveCursor): Promise<EventStream> {
    if (this.closing) throw new HttpProblem('unavailable');
    const { workspaceId } = selection;
    const leave = this.slots.take(workspaceId);
    try {
      const cursor = from ?? (await this.latest(workspaceId, reader.gone));
      const stream = new EventStream(encodeLiveCursor(cursor));
      stream.onClose(leave);
      this.feed.follow({ stream, selection, reader: reader.id, from: cursor });
      if (this.closing) stream.end('shutdown');
      return stream;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Ends the streams before the process ends: nothing else would end them. */
  onModuleDestroy(): void {
    this.closing = true;
    this.feed.end();
  }

  private latest(workspaceId: string, gone: AbortSignal): Promise<LiveCursor> {
    return this.dependencies.clicks.questions.ask(workspaceId, gone, (client) =>
      queryLatest(client, workspaceId, Date.now()),
    );
  }
}
