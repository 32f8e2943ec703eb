import {
  type AnalyticsClient,
  type AnalyticsReader,
  lastNumbers,
  newerClicks,
  type NewerClick,
} from '@platform/analytics-store';
import type { LiveCursor } from './live-cursor';

/** How far back a stream can go, in milliseconds. Only the other routes have clicks that are loaded later than that. */
export const LIVE_WINDOW = 10 * 60_000;

/** The most clicks per journal and workspace in one read, so that none keeps the others waiting. */
export const LIVE_BATCH = 500;

/** Milliseconds; the next read comes soon. */
const TIMEOUT = 4_000;

/**
 * Clicks of some workspaces after the cursor of each, within the window, in order within each workspace and journal. A
 * journal that is not in a cursor is read from its beginning.
 */
export const queryNewer = (
  client: AnalyticsClient,
  cursors: ReadonlyMap<string, LiveCursor>,
  now: number,
): Promise<NewerClick[]> => {
  const since = now - LIVE_WINDOW;
  const positions = new Map([...cursors].map(([workspace, seen]) => [workspace, { seen, since }]));
  return newerClicks(client, { positions, limit: LIVE_BATCH }, { timeout: TIMEOUT, priority: 1 });
};

/** The cursor of a stream that sends what is recorded from now on. */
export const queryLatest = (client: AnalyticsReader, workspaceId: string, now: number): Promise<LiveCursor> =>
  lastNumbers(client, workspaceId, { start: now - LIVE_WINDOW });
