import type { AnalyticsClient, AnalyticsReader } from '@platform/analytics-store';
import { RECORD_SETTINGS, recordColumns, type ClickRecord } from '../click-selection';
import type { LiveCursor } from './live-cursor';

/** How far back a stream can go, in milliseconds. Only the other routes have clicks that are loaded later than that. */
export const LIVE_WINDOW = 10 * 60_000;

/** The most clicks per journal and workspace in one read, so that none keeps the others waiting. */
export const LIVE_BATCH = 500;

/** Milliseconds; the next read comes soon. */
const TIMEOUT = 4_000;

export interface LiveClick {
  readonly workspaceId: string;
  readonly source: string;
  readonly seq: number;
  readonly record: ClickRecord;
}

interface LiveRow extends ClickRecord {
  readonly cursor_workspace: string;
  readonly cursor_source: string;
  readonly cursor_seq: string;
}

const RECENT = "time >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')";

const NEWER = `
  SELECT ${recordColumns()}, workspace_id AS cursor_workspace, source AS cursor_source, seq AS cursor_seq
  FROM clicks
  WHERE workspace_id IN {workspaces:Array(String)} AND ${RECENT}
    AND seq > transform(concat(workspace_id, ' ', source), {journals:Array(String)}, {seen:Array(UInt64)}, toUInt64(0))
  ORDER BY workspace_id, source, seq
  LIMIT ${LIVE_BATCH} BY workspace_id, source
  SETTINGS ${RECORD_SETTINGS}`;

const LATEST =
  `SELECT source, max(seq) AS seq FROM clicks WHERE workspace_id = {workspace:String} AND ${RECENT} ` +
  `GROUP BY source`;

/**
 * Clicks of some workspaces after the cursor of each, within the window, in order within each workspace and journal. A
 * journal that is not in a cursor is read from its beginning.
 */
export async function queryNewer(
  client: AnalyticsClient,
  cursors: ReadonlyMap<string, LiveCursor>,
  now: number,
): Promise<LiveClick[]> {
  const journals = [...cursors].flatMap(([workspace, cursor]) =>
    [...cursor].map(([source, seq]) => [`${workspace} ${source}`, seq] as const),
  );
  const params = {
    workspaces: [...cursors.keys()],
    since: now - LIVE_WINDOW,
    // Never empty, because the engine refuses an empty array.
    journals: ['', ...journals.map(([journal]) => journal)],
    seen: [0, ...journals.map(([, seq]) => seq)],
  };
  const rows = await client.rows<LiveRow>(NEWER, params, { timeout: TIMEOUT, priority: 1 });
  return rows.map(({ cursor_workspace, cursor_source, cursor_seq, ...record }) => ({
    workspaceId: cursor_workspace,
    source: cursor_source,
    seq: Number(cursor_seq),
    record,
  }));
}

/** The cursor of a stream that sends what is recorded from now on. */
export async function queryLatest(client: AnalyticsReader, workspaceId: string, now: number): Promise<LiveCursor> {
  const rows = await client.rows<{ source: string; seq: string }>(LATEST, {
    workspace: workspaceId,
    since: now - LIVE_WINDOW,
  });
  return new Map(rows.map(({ source, seq }) => [source, Number(seq)]));
}
