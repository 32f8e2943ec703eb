import { KEY_CATEGORY } from '@contexts/keys';
import { asUnavailable } from '@platform/read-store';
import type { Pool } from 'pg';

/** A key or a session (its id) that reads a workspace. */
export interface Reader {
  readonly workspaceId: string;
  readonly reader: string;
}

/** Judges as authorization does. It refuses a key with a parked stream, whose row may be outdated. */
const ADMITTED = `
  with asked as (
    select a.place, a.workspace, a.reader
    from unnest($1::text[], $2::text[]) with ordinality a (workspace, reader, place)
    join workspaces w on w.id = a.workspace and w.deleted_at is null)
  select a.place::int as place from asked a join api_keys k on k.id = a.reader and k.workspace_id = a.workspace
  where key_is_valid(k.revoked_at, k.expiration, k.grace_ends_at, waymark_now())
    and not exists (select from parked_streams p where p.read_model = 'api_keys'
      and p.stream = '${KEY_CATEGORY}-' || k.lineage)
  union all
  select a.place::int from asked a join sessions s on s.id = a.reader
    join memberships m on m.workspace_id = a.workspace and m.user_id = s.user_id
  where s.revoked_at is null and s.expires_at > waymark_now()`;

/** Judges readers of open streams again: authorization judges a request only when it begins. */
export class LiveReaders {
  /** @param pool sees every workspace */
  constructor(private readonly pool: Pool) {}

  /** Those that authorization would not admit now, by the database's clock. @throws StoreUnavailable */
  async refused<R extends Reader>(readers: readonly R[]): Promise<readonly R[]> {
    const values = [readers.map(({ workspaceId }) => workspaceId), readers.map(({ reader }) => reader)];
    const { rows } = await this.pool.query<{ place: number }>(ADMITTED, values).catch((error: unknown) => {
      throw asUnavailable(error);
    });
    const admitted = new Set(rows.map(({ place }) => place));
    return readers.filter((_, index) => !admitted.has(index + 1));
  }
}
