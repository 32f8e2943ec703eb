import { KEY_CATEGORY } from '@contexts/keys';
import { asUnavailable } from '@platform/read-store';
import type { Pool } from 'pg';

/** Judges ids as authorization does. It refuses a key with a parked stream, whose row may be outdated. */
const ADMITTED = `
  with open as (select from workspaces w where w.id = $1 and w.deleted_at is null)
  select k.id from api_keys k
  where k.id = any($2::text[]) and k.workspace_id = $1 and exists (select from open)
    and key_is_valid(k.revoked_at, k.expiration, k.grace_ends_at, waymark_now())
    and not exists (select from parked_streams p where p.read_model = 'api_keys'
      and p.stream = '${KEY_CATEGORY}-' || k.lineage)
  union all
  select s.id from sessions s join memberships m on m.workspace_id = $1 and m.user_id = s.user_id
  where s.id = any($2::text[]) and s.revoked_at is null and s.expires_at > waymark_now()
    and exists (select from open)`;

const DELETED = 'select id from workspaces where id = any($1::text[]) and deleted_at is not null';

/** Judges readers of open streams again: authorization judges a request only when it begins. */
export class LiveReaders {
  /** @param pool sees every workspace */
  constructor(private readonly pool: Pool) {}

  /**
   * Of these keys and sessions of a workspace, those that authorization would admit now, by the database's clock.
   * @throws StoreUnavailable
   */
  async admitted(workspaceId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.ids(ADMITTED, [workspaceId, [...new Set(ids)]]);
  }

  /** Those of these workspaces that are deleted. @throws StoreUnavailable */
  async deleted(workspaceIds: readonly string[]): Promise<ReadonlySet<string>> {
    return this.ids(DELETED, [workspaceIds]);
  }

  private async ids(sql: string, values: unknown[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.pool.query<{ id: string }>(sql, values).catch((error: unknown) => {
      throw asUnavailable(error);
    });
    return new Set(rows.map(({ id }) => id));
  }
}
