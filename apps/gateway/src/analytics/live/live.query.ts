import { type AnalyticsClient, lastNumbers, newerClicks, type NewerClick } from '@platform/analytics-store';
import type { LiveCursor } from './live-cursor';

/** How far back a stream can go, in milliseconds. Only the other routes have clicks that are loaded later than that. */
export const LIVE_WINDOW = 10 * 60_000;

/** The most clicks and bytes of a read: of each workspace, so that none keeps the others waiting, and in all. */
export const LIVE_LIMITS = {
  limit: 4_000,
  most: 10_000,
  mostBytes: { ofWorkspace: 2 * 1_024 * 1_024, inAll: 8 * 1_024 * 1_024 },
};

/** A short timeout, in milliseconds, because the next read comes soon. */
export const READ = { timeout: 4_000, priority: 1 };
/** Of readers that are far behind: it pauses nobody's questions. */
const READ_APART = { timeout: 15_000, threads: 1 };

/**
 * Clicks of some workspaces after the cursor of each, within the window, in order within each workspace and journal. A
 * journal that is not in a cursor is read from its beginning.
 * @param insertedAfter the insert up to which all of them have been read, if that is known
 */
export const queryNewer = (
  client: AnalyticsClient,
  cursors: ReadonlyMap<string, LiveCursor>,
  now: number,
  isApart: boolean,
  insertedAfter?: number,
): Promise<NewerClick[]> => {
  const since = now - LIVE_WINDOW;
  const positions = new Map([...cursors].map(([workspace, seen]) => [workspace, { seen, since }]));
  const request = { positions, ...LIVE_LIMITS, ...(insertedAfter !== undefined && { insertedAfter }) };
  return newerClicks(client, request, isApart ? READ_APART : READ);
};

/** For each workspace, the cursor of a stream that sends what is recorded from an instant on. */
export const queryStarts = (
  client: AnalyticsClient,
  instants: ReadonlyMap<string, number>,
  now: number,
): Promise<ReadonlyMap<string, LiveCursor>> => lastNumbers(client, { start: now - LIVE_WINDOW, ends: instants }, READ);

/** A click may be of a redirecting process whose clock is ahead. */
const AHEAD_MS = 24 * 3_600_000;

/** For each workspace, the journals that have clicks of it within the window. */
export const queryJournals = async (
  client: AnalyticsClient,
  workspaces: Iterable<string>,
  now: number,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const ends = new Map([...workspaces].map((workspace) => [workspace, now + AHEAD_MS]));
  const lasts = await lastNumbers(client, { start: now - LIVE_WINDOW, ends }, READ);
  return new Map([...lasts].map(([workspace, last]) => [workspace, new Set(last.keys())]));
};
