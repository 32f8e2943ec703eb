import type { AnalyticsClient } from '@platform/analytics-store';
import { RECORD_SETTINGS, recordColumns, selected, type ClickRecord, type ClickSelection } from '../click-selection';
import type { LiveCursor } from './live-cursor';

/** How far back a stream can go, in milliseconds: what is loaded later than that is told by the other routes only. */
export const LIVE_WINDOW = 10 * 60_000;

/** Of one journal at a time, so that none keeps the others waiting. */
export const LIVE_BATCH = 500;

export interface LiveClick {
  readonly source: string;
  readonly seq: number;
  readonly record: ClickRecord;
}

interface LiveRow extends ClickRecord {
  readonly cursor_source: string;
  readonly cursor_seq: string;
}

const RECENT = "workspace_id = {workspace:String} AND time >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')";

const NEWER = (condition: string) => `
  SELECT ${recordColumns()}, source AS cursor_source, seq AS cursor_seq
  FROM clicks
  WHERE ${RECENT} AND seq > {floor:Map(String, UInt64)}[toString(source)] AND ${condition}
  ORDER BY source, seq
  LIMIT ${LIVE_BATCH} BY source
  SETTINGS ${RECORD_SETTINGS}`;

const LATEST = `SELECT source, max(seq) AS seq FROM clicks WHERE ${RECENT} GROUP BY source`;

/** Clicks of the window beyond the cursor, those of a journal in their order; a journal that is not in the cursor from its beginning. */
export async function queryNewer(
  client: AnalyticsClient,
  selection: ClickSelection,
  floor: LiveCursor,
  now: number,
): Promise<LiveClick[]> {
  const { sql, params } = selected(selection);
  const rows = await client.rows<LiveRow>(NEWER(sql), { ...params, since: now - LIVE_WINDOW, floor });
  return rows.map(({ cursor_source, cursor_seq, ...record }) => ({
    source: cursor_source,
    seq: Number(cursor_seq),
    record,
  }));
}

/** Where a stream begins that is to tell what is recorded from now on. */
export async function queryLatest(client: AnalyticsClient, workspaceId: string, now: number): Promise<LiveCursor> {
  const rows = await client.rows<{ source: string; seq: string }>(LATEST, {
    workspace: workspaceId,
    since: now - LIVE_WINDOW,
  });
  return new Map(rows.map(({ source, seq }) => [source, Number(seq)]));
}
