import { Inject, Injectable } from '@nestjs/common';
import type { Key, KeyRow } from '@contexts/keys';
import type { ReadStore } from '@platform/read-store';
import { READ_STORE } from '../tokens';
import { firstRow, pageOfRows } from '../workspace-rows';
import type { ListKeysQuery } from './api-key.schemas';

/** Telemetry of a key, outside the read model and the ETag. */
export interface Usage {
  readonly request_count: number;
  readonly last_used_at: string | null;
}

/** The requests of a key on a UTC day. */
export interface UsageOfDay {
  /** `2026-11-22` */
  readonly date: string;
  readonly requests: number;
}

/** A key without its hash, which no query of the gateway selects. */
export type ListedKey = Omit<Key, 'token_hash' | 'pepper_id'> & Pick<KeyRow, 'revision'> & Usage;

const SHOWN = `
  SELECT k.id AS key_id, k.workspace_id, k.lineage, k.name, k.scope, k.start, k.expiration, k.created_at, k.created_by,
    k.revoked_at, k.revoke_reason, k.grace_ends_at, k.rotated_from, k.rotated_to, k.revision,
    coalesce(u.request_count, 0)::float8 AS request_count, u.last_used_at`;

const USED = 'LEFT JOIN key_usage u ON u.key_id = k.id';

const LAST_USED = '(SELECT u.last_used_at FROM key_usage u WHERE u.key_id = k.id)';

const TOTAL = 'SELECT keys::float8 AS total FROM api_key_counts WHERE workspace_id = $1';

const NEWEST = 'k.created_at DESC, k.id DESC';

/** Queries of API keys. Each names its workspace, and row-level security applies as well. */
@Injectable()
export class KeyQueries {
  constructor(@Inject(READ_STORE) private readonly store: ReadStore) {}

  /**
   * One page of a workspace's keys, newest first, and how many there are in all.
   * @param now by the database's clock: filters judge statuses and ages at this instant, as the presenter does
   */
  list(workspaceId: string, filters: ListKeysQuery, now: string) {
    const { from, isFiltered, values } = selecting(workspaceId, filters, now);
    // One more than the page needs, which says whether others follow.
    const first = `ORDER BY ${NEWEST} LIMIT ${filters.page * filters.limit + 1}`;
    const listing = {
      rows: `SELECT k.* FROM ${from(first)}`,
      shown: (page: string) => `${SHOWN} FROM (${page}) k ${USED} ORDER BY ${NEWEST}`,
      order: NEWEST,
      counted: from(),
      ...(isFiltered ? { filtered: true } : { total: TOTAL }),
      values,
    };
    return pageOfRows<ListedKey>(this.store, workspaceId, listing, filters);
  }

  /** A key of the workspace, whatever its status, or null. */
  find(workspaceId: string, keyId: string): Promise<ListedKey | null> {
    const text = `${SHOWN} FROM api_keys k ${USED} WHERE k.workspace_id = $1 AND k.id = $2`;
    return firstRow(this.store, workspaceId, { text, values: [workspaceId, keyId] });
  }

  /** The requests of a key by UTC day, oldest first, up to the day of `now`. */
  usageByDay(workspaceId: string, keyId: string, days: number, now: string): Promise<UsageOfDay[]> {
    const values = [workspaceId, keyId, now.slice(0, 10), days];
    return this.store.inWorkspace(
      workspaceId,
      async (client) => (await client.query<UsageOfDay>(USAGE_BY_DAY, values)).rows,
    );
  }
}

const USAGE_BY_DAY = `
  SELECT d::date::text AS date, coalesce(u.request_count, 0)::float8 AS requests
  FROM generate_series($3::date - ($4::int - 1), $3::date, interval '1 day') AS d
  LEFT JOIN key_usage_days u ON u.workspace_id = $1 AND u.key_id = $2 AND u.day = d::date
  ORDER BY d`;

/**
 * The keys that pass the filters. A status begins with the conditions of the index that has its keys. Of those that are
 * neither revoked nor expired `key_status` tells the status, and `OFFSET 0` keeps the planner from looking for these few
 * in the order of all. A key was used after it was made, and when it was is looked up for each, so that those of a page
 * are enough. Of the many that are revoked, `from` takes the first ones in a given order.
 */
const selecting = (workspaceId: string, { status, unused_for_days, older_than_days }: ListKeysQuery, now: string) => {
  const values: unknown[] = [workspaceId];
  const parts = ['k.workspace_id = $1'];
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const at = () => parameter(now, 'timestamptz');
  const ago = (days: number) => `${at()} - ${parameter(days, 'int')} * interval '1 day'`;
  if (older_than_days) parts.push(`k.created_at <= ${ago(older_than_days)}`);
  if (unused_for_days) {
    const until = ago(unused_for_days);
    parts.push(`k.created_at <= ${until}`, `coalesce(${LAST_USED}, k.created_at) <= ${until}`);
  }
  const keys = (...more: string[]) => `SELECT k.* FROM api_keys k WHERE ${[...parts, ...more].join(' AND ')}`;
  if (!status) return { from: () => `(${keys()}) k`, isFiltered: parts.length > 1, values };
  const instant = at();
  const unexpired = (): string => {
    const judged = `key_status(k.revoked_at, k.expiration, k.grace_ends_at, ${instant}) = ${parameter(status, 'text')}`;
    const few = (expiring: string) => `(${keys('k.revoked_at IS NULL', expiring, judged)} OFFSET 0)`;
    return `${few('k.expiration IS NULL')} UNION ALL ${few(`k.expiration > ${instant}`)}`;
  };
  const others = status === 'expired' ? keys('k.revoked_at IS NULL', `k.expiration <= ${instant}`) : unexpired();
  const revoked = (first: string) =>
    status === 'revoked' ? `(${keys('k.revoked_at IS NOT NULL')} ${first}) UNION ALL ` : '';
  return { from: (first = '') => `(${revoked(first)}${others}) k`, isFiltered: true, values };
};
