import { Inject, Injectable } from '@nestjs/common';
import { Rejection } from '@kernel';
import type { ReadStore } from '@platform/read-store';
import type { Sent } from './commands';
import { READ_STORE } from './tokens';

/** The most resources of a kind that a workspace may have. */
export interface ResourceLimit {
  /** Its name in `resource_reservations`. */
  readonly kind: string;
  /** A read model with the columns `id` and `workspace_id`. */
  readonly table: string;
  /** SQL condition of the rows that count; all of them by default. */
  readonly counted?: string;
  readonly most: number;
  /** Of the refusal. */
  readonly detail: string;
}

/**
 * Limits resources over all processes: a place is reserved before a resource is made, and given back when the read
 * model has the resource. When the process dies in between, the reservation ends after ten minutes.
 */
@Injectable()
export class ResourceLimits {
  constructor(@Inject(READ_STORE) private readonly store: Pick<ReadStore, 'inWorkspace'>) {}

  /**
   * Makes a resource in a reserved place. A repeat for the same resource uses its reservation.
   * @throws Rejection `limit_reached`
   */
  async within<S extends Pick<Sent<unknown>, 'pending'>>(
    limit: ResourceLimit,
    workspaceId: string,
    id: string,
    make: () => Promise<S>,
  ): Promise<S> {
    const release = () => this.release(limit, workspaceId, id).catch(() => undefined);
    const place = await this.reserve(limit, workspaceId, id);
    if (!place) throw new Rejection('forbidden', 'limit_reached', limit.detail);
    try {
      const sent = await make();
      if (sent.pending.length === 0) await release();
      return sent;
    } catch (error) {
      // After a rejection nothing was made here. After any other error it may have been, and the place stays reserved.
      if (error instanceof Rejection && place === 'reserved') await release();
      throw error;
    }
  }

  /** @returns `held` if the resource exists, or an earlier attempt holds its place; null if no place is free */
  private reserve(limit: ResourceLimit, workspaceId: string, id: string): Promise<'reserved' | 'held' | null> {
    return this.store.inWorkspace(workspaceId, async (client) => {
      const [, , { rows }] = await Promise.all([
        client.query(LOCK, [workspaceId, limit.kind]),
        client.query(FORGET, [workspaceId, limit.kind]),
        client.query<{ place: 'reserved' | 'held' | null }>(reserveIn(limit), [
          workspaceId,
          limit.kind,
          id,
          limit.most,
        ]),
      ]);
      return rows[0]?.place ?? null;
    });
  }

  private release({ kind }: ResourceLimit, workspaceId: string, id: string): Promise<unknown> {
    return this.store.inWorkspace(workspaceId, (client) => client.query(RELEASE, [workspaceId, kind, id]));
  }
}

/** A statement of its own: each later one sees all that the lock's earlier holders committed. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended($2 || '/' || $1, 0))`;

const FORGET = `DELETE FROM resource_reservations
  WHERE workspace_id = $1 AND kind = $2 AND reserved_at <= (SELECT waymark_now()) - interval '10 minutes'`;

const RELEASE = 'DELETE FROM resource_reservations WHERE workspace_id = $1 AND kind = $2 AND resource_id = $3';

/**
 * Reads resources and reservations in one snapshot, so a resource that reaches the read model meanwhile counts once.
 */
const reserveIn = ({ table, counted = 'true' }: ResourceLimit) => `
  WITH taken AS (
    SELECT id FROM ${table} WHERE workspace_id = $1 AND ${counted}
    UNION
    SELECT resource_id FROM resource_reservations WHERE workspace_id = $1 AND kind = $2
  ), reserved AS (
    INSERT INTO resource_reservations (workspace_id, kind, resource_id, reserved_at)
    SELECT $1, $2, $3, waymark_now() WHERE $3 NOT IN (SELECT id FROM taken) AND (SELECT count(*) FROM taken) < $4
    RETURNING resource_id
  )
  SELECT CASE
    WHEN EXISTS (SELECT FROM reserved) THEN 'reserved' WHEN EXISTS (SELECT FROM taken WHERE id = $3) THEN 'held'
  END AS place`;
