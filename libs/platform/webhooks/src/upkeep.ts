import type { Queries } from '@platform/postgres';
import { ARE_FOLDED } from './fold-anew';
import { PROBING_AFTER } from './lane-health';
import { REPLAY_DAYS, WEBHOOK_LOG_TABLES } from './webhook-log.schema';

/** Rows of one statement for each lane. */
const CHUNK = 1_000;

const SKIP = `
  with stopped as (
    select webhook_id, skip_until from webhook_lanes where skip_until is not null order by webhook_id limit 20
  ), chunk as (
    select d.* from stopped s cross join lateral (
      select id, created_at, webhook_id, s.skip_until from webhook_deliveries
      where webhook_id = s.webhook_id and status = 'pending' and nth <= s.skip_until limit ${CHUNK}) as d
  ), skipped as (
    update webhook_deliveries d set status = 'skipped', next_attempt_at = null
    from chunk c
    where d.id = c.id and d.created_at = c.created_at and d.status = 'pending' and d.nth <= c.skip_until
    returning 1
  ), ended as (
    update webhook_lanes l set skip_until = null from stopped s
    where l.webhook_id = s.webhook_id and l.skip_until = s.skip_until
      and not exists (select from chunk c where c.webhook_id = s.webhook_id)
    returning 1
  )
  select (select count(*)::int from skipped) + (select count(*)::int from ended) as done`;

/** Marks what is pending for stopped webhooks as skipped. @returns how much; call it again until there is nothing left */
export const skipStopped = async (pool: Queries): Promise<number> =>
  (await pool.query<{ done: number }>(SKIP)).rows[0]?.done ?? 0;

/**
 * Makes the log's partitions ahead and drops those that are over; forgets lanes of deleted webhooks, and old replays.
 * @param forgets false: it makes partitions alone
 */
export const keepLog = async (pool: Queries, forgets = true): Promise<void> => {
  for (const table of WEBHOOK_LOG_TABLES) await pool.query('select keep_webhook_log($1, $2)', [table, forgets]);
  if (!forgets) return;
  await pool.query(
    `delete from webhook_lanes l where skip_until is null and ${ARE_FOLDED}
       and not exists (select from webhook_subscriptions s where s.id = l.webhook_id)`,
  );
  await pool.query(`delete from webhook_replays where created_at < waymark_now() - interval '${REPLAY_DAYS} days'`);
};

export interface LaneFigures {
  readonly lanes: number;
  /** Lanes whose deliveries go one at a time, after failures. */
  readonly probing: number;
  /** How long the oldest delivery that is due has waited; 0 when none is due. */
  readonly oldest_due_seconds: number;
}

/** For metrics. The two kinds of deliveries, original and replayed, each have an order in the index. */
export const laneFigures = async (pool: Queries): Promise<LaneFigures> => {
  const { rows } = await pool.query<LaneFigures>(
    `select count(*)::int as lanes, count(*) filter (where l.failures >= $1)::int as probing,
       coalesce(max(extract(epoch from clock.now - due.next_attempt_at)), 0)::float8 as oldest_due_seconds
     from (select waymark_now() as now) as clock cross join webhook_lanes l
     left join lateral (
       select min(first.next_attempt_at) as next_attempt_at from unnest(array[false, true]) as kind(replayed) cross join lateral (
         select d.next_attempt_at from webhook_deliveries d
         where l.due_at <= clock.now and d.webhook_id = l.webhook_id and d.replayed = kind.replayed and d.status = 'pending'
           and d.next_attempt_at <= clock.now order by d.next_attempt_at limit 1) as first) as due on true`,
    [PROBING_AFTER],
  );
  return rows[0] ?? { lanes: 0, probing: 0, oldest_due_seconds: 0 };
};

/** A webhook as an operator sees it. */
export interface LaneState {
  readonly webhook_id: string;
  readonly workspace_id: string;
  readonly status: 'active' | 'disabled' | 'paused';
  readonly pending: number;
  /** When its oldest delivery that is due became so, RFC 3339; null when none is due. */
  readonly due_since: string | null;
  /** Failed attempts in a row, and deliveries in a row that have used up their attempts. */
  readonly failures: number;
  readonly failed_deliveries: number;
  readonly probing: boolean;
  /** The last success, or when it was enabled. */
  readonly healthy_at: string;
  /** The time of the newest click that is dealt with, RFC 3339; null before the first. */
  readonly clicks_at: string | null;
  /** Whether a sender holds it. */
  readonly held: boolean;
}

const LANES = `
  select l.webhook_id, l.workspace_id, l.failures, l.failed_deliveries, l.failures >= $2 as probing, l.healthy_at,
    coalesce(l.leased_until > clock.now, false) as held, coalesce(waiting.pending, 0)::int as pending, waiting.due_since,
    (select max(c.at) from webhook_click_cursors c where c.webhook_id = l.webhook_id) as clicks_at,
    case when s.webhook->>'disabled_at' is not null then 'disabled'
      when (s.webhook->>'active')::boolean then 'active' else 'paused' end as status
  from (select waymark_now() as now) as clock cross join webhook_lanes l
  join webhook_subscriptions s on s.id = l.webhook_id
  left join lateral (
    select count(*) as pending, min(next_attempt_at) filter (where next_attempt_at <= clock.now) as due_since
    from webhook_deliveries d
    where d.webhook_id = l.webhook_id and d.status = 'pending' and d.nth > coalesce(l.skip_until, -1)) as waiting on true
  order by waiting.due_since nulls last, l.failures desc, l.webhook_id limit $1`;

/** The lanes of webhooks: those with the oldest due deliveries first, then those that fail. */
export const listLanes = async (pool: Queries, most: number): Promise<readonly LaneState[]> =>
  (await pool.query<LaneState>(LANES, [most, PROBING_AFTER])).rows;
