import type { Queries } from '@platform/postgres';
import type { AttemptResult } from './attempt';
import type { DeliveryStatus } from './delivery';
import { ARE_FOLDED } from './fold-anew';
import { DISABLED_AFTER_MS, type LaneHealth } from './lane-health';

/**
 * After this many milliseconds a lease that is not renewed ends, and another sender takes the lane. Holders renew it at
 * a third of that time, so that two renewals may fail.
 */
export const LEASE_MS = 6_000;
const LEASE = `interval '${LEASE_MS} milliseconds'`;

const INSTANT = `materialized (select waymark_now() as now)`;

export interface LeasedLane extends LaneHealth {
  readonly webhook_id: string;
}

/** A webhook of a deleted workspace gets nothing while it is deleted, and none does while its URL may be a former one. */
const SUBSCRIBED = `s.id = l.webhook_id and ${ARE_FOLDED} and not exists (
  select from workspaces w where w.id = s.workspace_id and w.deleted_at is not null)`;

const acquire = (condition: string, order: string): string => `
  with clock as ${INSTANT}, free as (
    select l.webhook_id from webhook_lanes l, clock
    where l.due_at <= clock.now and l.leased_until <= clock.now and l.disable_reason is null and ${condition}
      and exists (select from webhook_subscriptions s where ${SUBSCRIBED})
    order by ${order} limit $2 for update of l skip locked
  )
  update webhook_lanes l set holder = $1::uuid, leased_until = clock.now + ${LEASE}
  from free, clock where l.webhook_id = free.webhook_id
  returning l.webhook_id, l.failures, l.failed_deliveries, l.healthy_at`;

const ACQUIRE = {
  name: 'acquire lanes',
  text: acquire('l.webhook_id <> all($3::text[])', 'l.due_at'),
};
const ACQUIRE_AMONG = {
  name: 'acquire lanes among some',
  text: acquire('l.webhook_id = any($3::text[])', 'array_position($3::text[], l.webhook_id)'),
};

/** Locks lanes by their ids, as every statement of several lanes does: two of them would else wait for each other. */
const locked = (condition: string): string => `
  with mine as (
    select l.webhook_id from webhook_lanes l where l.holder = $1::uuid and ${condition} order by l.webhook_id for update
  )
  update webhook_lanes l`;

const RENEW = `${locked('l.webhook_id = any($2::text[]) and l.disable_reason is null')}
  set leased_until = waymark_now() + ${LEASE} from mine where l.webhook_id = mine.webhook_id
  returning l.webhook_id`;

const RELEASE = `${locked('l.webhook_id <> all($2::text[])')}
  set holder = null, leased_until = '-infinity' from mine where l.webhook_id = mine.webhook_id`;

/** A lane is released unless it was woken since its deliveries were taken: then there may be more. */
const REST = `${locked('l.webhook_id = any($2::text[])')}
  set holder = null, leased_until = '-infinity', due_at = (
    select min(next_attempt_at) from unnest(array[false, true]) as r (replayed) cross join lateral (
      select next_attempt_at from webhook_deliveries d
      where d.webhook_id = l.webhook_id and d.replayed = r.replayed and d.status = 'pending'
        and d.nth > coalesce(l.skip_until, -1)
      order by next_attempt_at limit 1) as next)
  from mine join unnest($2::text[], $3::bigint[]) as seen (webhook_id, woken) using (webhook_id)
  where l.webhook_id = mine.webhook_id and l.woken = seen.woken
  returning l.webhook_id`;

const dueOf = (replayed: boolean): string => `(
  select * from webhook_deliveries where webhook_id = l.webhook_id and replayed = ${replayed} and status = 'pending'
    and next_attempt_at <= clock.now and nth > coalesce(l.skip_until, -1) and id <> all($4::text[])
  order by next_attempt_at, nth limit wanted.most)`;

/** The most bytes of bodies that one look takes of all lanes together: the lanes in turn, a delivery of each. */
const TAKEN_BYTES = 8 * 1_024 * 1_024;

/** The sum of the sizes of bodies that come before this one. A body is not read for its size. */
const before = (bodies: string): string =>
  `coalesce(sum(size) over (${bodies} rows between unbounded preceding and 1 preceding), 0)`;

const TAKE = `
  with clock as ${INSTANT}, due as (
    select wanted.turn, wanted.most_bytes, l.webhook_id, l.woken, l.failures, l.failed_deliveries, l.healthy_at, s.webhook->>'url' as url,
      s.webhook->>'updated_at' as folded_at, clock.now as at, d.id,
      d.created_at, d.event_id, d.nth, d.attempt, d.step, d.failed_at, m.stream, m.revision, m.body, d.replayed,
      d.next_attempt_at, octet_length(m.body) as size,
      row_number() over (partition by l.webhook_id order by d.replayed, d.next_attempt_at, d.nth) as of_lane
    from clock, unnest($2::text[], $3::int[], $5::int[]) with ordinality as wanted (webhook_id, most, most_bytes, turn)
    join webhook_lanes l on l.webhook_id = wanted.webhook_id and l.holder = $1::uuid and l.disable_reason is null
    join webhook_subscriptions s on ${SUBSCRIBED}
    left join lateral (
      select * from (${dueOf(false)} union all ${dueOf(true)}) as due
      order by replayed, next_attempt_at, nth limit wanted.most
    ) as d on true
    left join webhook_messages m on m.event_id = d.event_id and m.created_at = d.event_at
  ), sized as (
    select *, count(size) over (partition by webhook_id) as waiting,
      ${before('partition by webhook_id order by of_lane')} < most_bytes
        and ${before('order by of_lane, turn')} < ${TAKEN_BYTES} as fits
    from due
  )
  select webhook_id, woken, failures, failed_deliveries, healthy_at, url, folded_at, at, id, created_at, event_id, nth, attempt, step, failed_at, stream, revision,
    case when fits then body end as body, waiting::int
  from sized where fits or of_lane = 1
  order by replayed, next_attempt_at, nth`;

/** What is taken of a lane. */
export interface Taken {
  readonly webhook_id: string;
  /** For `rest`. */
  readonly woken: string;
  readonly health: LaneHealth;
  readonly url: string;
  /** In the order in which their attempts are to begin. */
  readonly deliveries: readonly DueDelivery[];
  /** How many are due, of as many as were asked for; some may be too large to be taken now. */
  readonly waiting: number;
}

/** How much is taken of a lane. */
export interface Take {
  readonly deliveries: number;
  /** Deliveries are taken until the bodies of those before have so many bytes. */
  readonly bytes: number;
}

export interface DueDelivery {
  readonly id: string;
  readonly created_at: string;
  readonly event_id: string;
  /** Its place in the queue; another one once a caller has asked for a retry. */
  readonly nth: string;
  /** Attempts so far, and those of the present run through the schedule. */
  readonly attempt: number;
  readonly step: number;
  /** When the last attempt of its schedule failed; null if none has. */
  readonly failed_at: string | null;
  /** Of the event; null for clicks and pings. */
  readonly stream: string | null;
  readonly revision: string | null;
  readonly body: string;
  /** When it was taken, RFC 3339 by the database's clock. */
  readonly at: string;
  /** When its webhook was edited last, as it was when this was taken; null as earlier versions have stored it. */
  readonly folded_at: string | null;
}

type TakenRow = Omit<Taken, 'deliveries' | 'health'> &
  LaneHealth & { readonly [F in keyof DueDelivery]: DueDelivery[F] | null };

/** A retry gives a delivery another place in the queue. */
const RETRIED = "d.status = 'pending' and d.nth <> r.nth";

export interface RecordedAttempt {
  readonly webhook_id: string;
  readonly delivery: DueDelivery;
  readonly result: AttemptResult;
  readonly status: DeliveryStatus;
  /** Until the next attempt; null where there is none. */
  readonly wait_ms: number | null;
  /** The lane's after this attempt. */
  readonly health: LaneHealth;
  /** Why the webhook is to be disabled. */
  readonly disable: string | null;
}

/**
 * A caller may ask for a retry while an attempt is on its way. The retry then takes place, and that attempt is only
 * logged, whatever its result. A delivery that was skipped meanwhile stays skipped, unless it has arrived. Attempts
 * that a caller asked for do not disable a disabled webhook again. Nor does one that began before an edit was folded, whose
 * answer may be that of a former URL: the next attempt tells. A sender knows nothing of the clicks that arrive
 * meanwhile, but the row does: such a success ends the failures that the sender has counted, and they do not disable
 * the webhook.
 */
const RECORD = `
  with clock as ${INSTANT}, results as (
    select r.* from jsonb_to_recordset($2::jsonb) as r (n int, webhook_id text, id text, created_at timestamptz,
      nth bigint, attempt int, step int, at timestamptz, duration_ms int, error text, response jsonb, status text,
      wait_ms float8, failures int, failed_deliveries int, healthy_at timestamptz, disable text, folded_at text)
  ), held as (
    select webhook_id from webhook_lanes where holder = $1::uuid and webhook_id in (select webhook_id from results)
    order by webhook_id for update
  ), done as (
    update webhook_deliveries d set attempt = r.attempt,
      step = case when ${RETRIED} then d.step else r.step end,
      status = case when ${RETRIED} then d.status
        when d.status = 'pending' or r.status = 'delivered' then r.status else d.status end,
      next_attempt_at = case when ${RETRIED} then d.next_attempt_at
        when d.status = 'pending' and r.status = 'pending' then clock.now + r.wait_ms * interval '1 millisecond' end,
      failed_at = case when r.status = 'failed' then r.at else d.failed_at end
    from clock, results r join held using (webhook_id)
    where d.id = r.id and d.created_at = r.created_at and d.attempt = r.attempt - 1
    returning d.workspace_id, r.*
  ), logged as (
    insert into webhook_attempts (delivery_id, created_at, number, workspace_id, at, duration_ms, error, response)
    select id, created_at, attempt, workspace_id, at, duration_ms, error, response from done
  ), last as (
    select distinct on (webhook_id) * from results order by webhook_id, n desc
  )
  update webhook_lanes l set
    failures = case when l.healthy_at > last.healthy_at then l.failures else last.failures end,
    failed_deliveries = case when l.healthy_at > last.healthy_at then l.failed_deliveries else last.failed_deliveries end,
    healthy_at = greatest(l.healthy_at, last.healthy_at),
    disable_reason = coalesce(l.disable_reason,
      (select min(disable) from results r where r.webhook_id = l.webhook_id
        and (r.disable <> 'failures' or l.healthy_at <= r.at - interval '${DISABLED_AFTER_MS} milliseconds')
        and not exists (
          select from webhook_subscriptions s where s.id = r.webhook_id
            and (s.webhook->>'disabled_at' is not null or s.webhook->>'updated_at' is distinct from r.folded_at))))
  from last join held using (webhook_id) where l.webhook_id = last.webhook_id`;

/** The lanes of webhooks as one sender sees them. It cannot write for a lane that another sender has taken over. */
export class Lanes {
  constructor(
    private readonly pool: Queries,
    /** A UUID of the sender. */
    private readonly holder: string,
  ) {}

  /** Leases lanes with deliveries that are due, the longest due first. @param but their webhooks */
  acquire(most: number, but: readonly string[] = []): Promise<readonly LeasedLane[]> {
    return this.lease(ACQUIRE, most, but);
  }

  /** As `acquire`, but only lanes of these webhooks, in the order of the list. */
  acquireAmong(most: number, webhookIds: readonly string[]): Promise<readonly LeasedLane[]> {
    return this.lease(ACQUIRE_AMONG, most, webhookIds);
  }

  private async lease(statement: typeof ACQUIRE, most: number, webhookIds: readonly string[]) {
    return (await this.pool.query<LeasedLane>({ ...statement, values: [this.holder, most, webhookIds] })).rows;
  }

  /**
   * Renews the leases of these webhooks only: a lane that the sender no longer knows becomes free.
   * @returns those that are still held
   */
  async renew(webhookIds: readonly string[]): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ webhook_id: string }>(RENEW, [this.holder, webhookIds]);
    return rows.map(({ webhook_id }) => webhook_id);
  }

  /**
   * Reads due deliveries of lanes. A lane that is no longer held is not in the answer.
   * @param most the first ones have the first turn where not all can be taken @param except their ids
   */
  async take(most: ReadonlyMap<string, Take>, except: readonly string[]): Promise<readonly Taken[]> {
    const [counts, bytes] = [
      [...most.values()].map((take) => take.deliveries),
      [...most.values()].map((take) => take.bytes),
    ];
    const values = [this.holder, [...most.keys()], counts, except, bytes];
    const { rows } = await this.pool.query<TakenRow>({ name: 'take deliveries', text: TAKE, values });
    const taken = new Map<string, Taken & { deliveries: DueDelivery[] }>();
    for (const { webhook_id, woken, url, waiting, failures, failed_deliveries, healthy_at, ...delivery } of rows) {
      const health = { failures, failed_deliveries, healthy_at };
      const lane = taken.get(webhook_id) ?? { webhook_id, woken, health, url, waiting, deliveries: [] };
      taken.set(webhook_id, lane);
      if (isDue(delivery)) lane.deliveries.push(delivery);
    }
    return [...taken.values()];
  }

  /** Writes the results of attempts. May be repeated. */
  async record(attempts: readonly RecordedAttempt[]): Promise<void> {
    const results = attempts.map(({ webhook_id, delivery, result, status, wait_ms, health, disable }, n) => ({
      n,
      webhook_id,
      id: delivery.id,
      created_at: delivery.created_at,
      nth: delivery.nth,
      attempt: delivery.attempt + 1,
      step: delivery.step + 1,
      at: delivery.at,
      folded_at: delivery.folded_at,
      duration_ms: result.duration_ms,
      error: result.error,
      response: result.response,
      status,
      wait_ms,
      ...health,
      disable,
    }));
    await this.pool.query({ name: 'record attempts', text: RECORD, values: [this.holder, JSON.stringify(results)] });
  }

  /** Releases lanes that have nothing due. @param woken by webhook, as taken @returns those that it has released */
  async rest(woken: ReadonlyMap<string, string>): Promise<readonly string[]> {
    const values = [this.holder, [...woken.keys()], [...woken.values()]];
    const { rows } = await this.pool.query<{ webhook_id: string }>({ name: 'rest lanes', text: REST, values });
    return rows.map(({ webhook_id }) => webhook_id);
  }

  /** Releases all lanes except some. What is due in the released lanes is due for other senders at once. */
  async release(but: readonly string[] = []): Promise<void> {
    await this.pool.query(RELEASE, [this.holder, but]);
  }
}

const isDue = (row: { readonly [F in keyof DueDelivery]: DueDelivery[F] | null }): row is DueDelivery =>
  row.id !== null && row.body !== null;
