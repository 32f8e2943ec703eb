import type { AnalyticsClient } from '@platform/analytics-store';
import { HttpProblem } from '@platform/http';
import type { ClickNames } from '../click-names';
import type { ClickSelection } from '../click-selection';
import { EventStream } from './event-stream';
import { encodeLiveCursor, type LiveCursor } from './live-cursor';
import { LiveFeed } from './live-feed';
import type { LiveReaders } from './live-readers';
import { LIVE_BATCH, LIVE_WINDOW, queryLatest, queryNewer, type LiveClick } from './live.query';

export interface LiveDependencies {
  readonly client: AnalyticsClient;
  readonly names: ClickNames;
  readonly readers: LiveReaders;
  readonly log: { warn(about: object, message: string): void };
}

const MOST_STREAMS = 20;
/** A journal's last click may be told a while after it happened. */
const FEED = { every: 400, batch: LIVE_BATCH, forget: LIVE_WINDOW + 60_000 };

/** The streams that are open in this process. Those of a workspace with the same filters share their looks at ClickHouse. */
export class LiveClicks {
  private readonly feeds = new Map<string, LiveFeed>();
  private readonly open = new Map<string, number>();
  private closing = false;

  constructor(private readonly dependencies: LiveDependencies) {}

  /**
   * @param reader id of the key or session that asks @param from where an earlier stream ended; absent: what is recorded from now on
   * @throws HttpProblem `limit_reached`, or `unavailable` while the process ends; StoreUnavailable
   */
  async stream(selection: ClickSelection, reader: string, from?: LiveCursor): Promise<EventStream> {
    if (this.closing) throw new HttpProblem('unavailable');
    const { workspaceId } = selection;
    const leave = this.place(workspaceId);
    try {
      const cursor = from ?? (await queryLatest(this.dependencies.client, workspaceId, Date.now()));
      const stream = new EventStream(encodeLiveCursor(cursor));
      stream.onClose(leave);
      this.follow(selection, stream, reader, cursor);
      if (this.closing) stream.end('shutdown');
      return stream;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Streams end first when the process does: nothing else would ever end them. */
  onModuleDestroy(): void {
    this.closing = true;
    for (const feed of this.feeds.values()) feed.end();
  }

  private place(workspaceId: string): () => void {
    const taken = this.open.get(workspaceId) ?? 0;
    if (taken >= MOST_STREAMS)
      throw new HttpProblem('limit_reached', `${MOST_STREAMS} streams of the workspace are open here.`);
    this.open.set(workspaceId, taken + 1);
    return () => {
      const left = (this.open.get(workspaceId) ?? 1) - 1;
      if (left > 0) this.open.set(workspaceId, left);
      else this.open.delete(workspaceId);
    };
  }

  private follow(selection: ClickSelection, stream: EventStream, reader: string, from: LiveCursor): void {
    const key = JSON.stringify([selection.workspaceId, selection.includeBots, selection.filters]);
    const feed = this.feeds.get(key) ?? this.newFeed(selection);
    this.feeds.set(key, feed);
    feed.follow(stream, reader, from);
    stream.onClose(() => feed.size === 0 && this.feeds.get(key) === feed && this.feeds.delete(key));
  }

  private newFeed(selection: ClickSelection): LiveFeed {
    const { client, names, readers, log } = this.dependencies;
    const source = {
      newer: (floor: LiveCursor) => queryNewer(client, selection, floor, Date.now()),
      named: (clicks: readonly LiveClick[]) =>
        names.named(
          selection.workspaceId,
          clicks.map(({ record }) => record),
        ),
      admitted: (ids: readonly string[]) => readers.admitted(selection.workspaceId, ids),
    };
    return new LiveFeed(source, FEED, (error) =>
      log.warn({ err: error }, 'live clicks could not be read; trying again'),
    );
  }
}
