import { Inject, Injectable } from '@nestjs/common';
import type { ClientBase, QueryConfig } from 'pg';
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
    const read = async (client: ClientBase): Promise<WorkspaceEventPage> => {
      const { rows } = await client.query<WorkspaceEventRow>(text, values);
      const page = rows.slice(0, query.limit);
      return { rows: page, next: rows.length > query.limit ? (page.at(-1) ?? null) : null };
    };
    // Each selection has an index in its order.
    return this.store.inWorkspace(workspaceId, read, { withoutSorting: true });
  }
}

/**
 * One row more than the page holds. Each type has its newest rows by an actor, or by each kind of actor, read from an
 * index, so that rare ones take no longer than frequent ones; what a request did is found by its own.
 */
export const newest = (workspaceId: string, query: ListEventsQuery): QueryConfig => {
  const { actor, type, request_id, from, to, cursor } = query;
  const values: unknown[] = [workspaceId];
  const parts = ['workspace_id = $1'];
  const bind = (value: unknown, as: string) => `$${values.push(value)}::${as}`;
  if (request_id !== undefined) parts.push(`request_id = ${bind(request_id, 'text')}`);
  if (from !== undefined) parts.push(`at >= ${bind(from, 'timestamptz')}`);
  if (to !== undefined) parts.push(`at < ${bind(to, 'timestamptz')}`);
  if (cursor) {
    const last = [bind(cursor.at, 'timestamptz'), bind(cursor.revision, 'bigint'), bind(cursor.id, 'text')];
    parts.push(`(at, revision, id) < (${last.join(', ')})`);
  }
  const order = `ORDER BY at DESC, revision DESC, id DESC LIMIT ${query.limit + 1}`;
  const rows = (...more: string[]) =>
    `SELECT * FROM workspace_events WHERE ${[...parts, ...more].join(' AND ')} ${order}`;
  const types = () => bind(type ? namesOf(type) : PUBLIC_EVENTS, 'text[]');
  const isOne = actor !== undefined && !ACTOR_KINDS.includes(actor);
  const by = isOne ? `actor_id = ${bind(actor, 'text')}` : 'actor_type = kind';
  const kinds = () => bind(actor === undefined ? ACTOR_KINDS : [actor], 'text[]');
  if (request_id !== undefined) {
    const kind = isOne ? by : `actor_type = ANY(${kinds()})`;
    return { text: rows(kind, `type = ANY(${types()})`), values };
  }
  if (actor === undefined && !type) return { text: rows(), values };
  const places = `unnest(${types()}) wanted${isOne ? '' : ` CROSS JOIN unnest(${kinds()}) kind`}`;
  const text = `SELECT e.* FROM ${places} CROSS JOIN LATERAL (${rows('type = wanted', by)}) e ${order}`;
  return { text, values };
};

/** The names that patterns stand for. */
const namesOf = (patterns: readonly string[]): readonly string[] =>
  PUBLIC_EVENTS.filter((name) => covers(patterns, name));
