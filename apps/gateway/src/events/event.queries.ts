import { Inject, Injectable } from '@nestjs/common';
import type { QueryConfig } from 'pg';
import { PUBLIC_EVENTS, type WorkspaceEventRow } from '@contexts/aggregates';
import { covers } from '@contexts/webhooks';
import type { ReadStore } from '@platform/read-store';
import { READ_STORE } from '../tokens';
import type { EventCursor } from './event-cursor';
import type { ListEventsQuery } from './event.schemas';

export interface WorkspaceEventPage {
  readonly rows: readonly WorkspaceEventRow[];
  /** Null on the last page. */
  readonly next: EventCursor | null;
}

const ACTOR_KINDS: readonly string[] = ['user', 'api_key', 'system'];

/** Queries of the events of a workspace. Row-level security applies as well. */
@Injectable()
export class EventQueries {
  constructor(@Inject(READ_STORE) private readonly store: Pick<ReadStore, 'inWorkspace'>) {}

  /** A page, newest first. */
  page(workspaceId: string, query: ListEventsQuery): Promise<WorkspaceEventPage> {
    const { text, values } = newest(workspaceId, query);
    return this.store.inWorkspace(workspaceId, async (client) => {
      const { rows } = await client.query<WorkspaceEventRow>(text, values);
      const page = rows.slice(0, query.limit);
      return { rows: page, next: rows.length > query.limit ? (page.at(-1) ?? null) : null };
    });
  }
}

/**
 * One row more than the page holds. Each type has its newest rows read from an index, so that a rare one takes no longer
 * than a frequent one; what an actor or a request did is found by theirs.
 */
export const newest = (workspaceId: string, query: ListEventsQuery): QueryConfig => {
  const { sql, types, values } = conditions(workspaceId, query);
  const rows = (condition: string) => `SELECT * FROM workspace_events WHERE ${condition}
    ORDER BY at DESC, revision DESC, id DESC LIMIT ${query.limit + 1}`;
  if (types === null) return { text: rows(sql), values };
  const isOfOne = query.actor !== undefined || query.request_id !== undefined;
  if (isOfOne) return { text: rows(`${sql} AND type = ANY(${types})`), values };
  const text = `SELECT e.* FROM unnest(${types}) wanted CROSS JOIN LATERAL (${rows(`${sql} AND type = wanted`)}) e
    ORDER BY at DESC, revision DESC, id DESC LIMIT ${query.limit + 1}`;
  return { text, values };
};

const conditions = (workspaceId: string, { actor, type, request_id, from, to, cursor }: ListEventsQuery) => {
  const values: unknown[] = [workspaceId];
  const parts = ['workspace_id = $1'];
  const bind = (value: unknown, as: string) => `$${values.push(value)}::${as}`;
  const filter = (column: string, value: string | undefined) => {
    if (value !== undefined) parts.push(`${column} = ${bind(value, 'text')}`);
  };
  filter(actor !== undefined && ACTOR_KINDS.includes(actor) ? 'actor_type' : 'actor_id', actor);
  filter('request_id', request_id);
  const types = type ? bind(namesOf(type), 'text[]') : null;
  if (from !== undefined) parts.push(`at >= ${bind(from, 'timestamptz')}`);
  if (to !== undefined) parts.push(`at < ${bind(to, 'timestamptz')}`);
  if (cursor) {
    const last = [bind(cursor.at, 'timestamptz'), bind(cursor.revision, 'bigint'), bind(cursor.id, 'text')];
    parts.push(`(at, revision, id) < (${last.join(', ')})`);
  }
  return { sql: parts.join(' AND '), types, values };
};

/** The names that patterns stand for. */
const namesOf = (patterns: readonly string[]): readonly string[] =>
  PUBLIC_EVENTS.filter((name) => covers(patterns, name));
