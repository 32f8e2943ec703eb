import type { SqlMigration } from '../sql-migration';

/**
 * A holder that ends its lease may leave an answer that is not complete, in `sealed` with no `status`. A gateway of an
 * earlier version neither leaves nor reads one.
 */
export const partialAnswers: SqlMigration = {
  version: 1764200000000,
  name: 'PartialAnswers',
  sql: `
  -- As before, but for \`sealed\` of a lease that ends.
  create or replace function settle_idempotency_leases(
    workspaces text[], routes text[], keys text[], holders uuid[], command_ids uuid[],
    hashes bytea[], statuses int[], answers bytea[], executed boolean[]
  ) returns void language plpgsql as $$
  declare
    instant constant timestamptz := waymark_now();
    s record;
  begin
    perform set_config('synchronous_commit', 'off', true);
    for s in
      select * from unnest(workspaces, routes, keys, holders, command_ids, hashes, statuses, answers, executed)
        as u (workspace, route, key, holder, command_id, hash, status, answer, executed)
      order by workspace, route, key
    loop
      if s.status is not null then
        update idempotency_keys k set status = s.status, body_hash = s.hash, sealed = s.answer
          where k.workspace_id = s.workspace and k.route = s.route and k.key = s.key
            and k.command_id = s.command_id and k.status is null;
      elsif not s.executed and s.command_id = s.holder then
        delete from idempotency_keys k
          where k.workspace_id = s.workspace and k.route = s.route and k.key = s.key
            and k.holder = s.holder and k.status is null;
      else
        update idempotency_keys k set lease_until = instant, sealed = coalesce(s.answer, k.sealed)
          where k.workspace_id = s.workspace and k.route = s.route and k.key = s.key
            and k.holder = s.holder and k.status is null and k.lease_until > instant;
      end if;
    end loop;
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys where created_at <= instant - interval '24 hours'
        order by created_at limit 2 * cardinality(workspaces) for update skip locked));
  end $$;`,
};
