import { StoreUnavailable, utcDayOf } from '@kernel';
import { Client, type Pool } from 'pg';
import { applicationConnection, EVERY_WORKSPACE } from '@platform/postgres';
import type { Tally } from './tally';

/** The checkpoint of a reader of the click log: JSON that only the log understands. */
export type StoredCheckpoint = Readonly<Record<string, unknown>>;

/** Another process has moved this reader's checkpoint: resume from the stored one. */
export class StaleCheckpoint extends Error {
  constructor(reader: string) {
    super(`another process counts as ${reader}`);
    this.name = 'StaleCheckpoint';
  }
}

/** Counts clicks per link and per campaign, exactly once: the checkpoint moves in the transaction of the counts. */
export interface ClickCounters {
  /** The stored checkpoint; empty before the first click. Call it first, and again after every error. */
  resume(): Promise<StoredCheckpoint>;
  /**
   * Adds the tally and moves the checkpoint, or does neither. Throws {@link StaleCheckpoint} if the stored checkpoint
   * is not the one this process knows. Throws StoreUnavailable when Postgres does not answer: it may or may not have
   * counted.
   */
  count(tally: Tally, checkpoint: StoredCheckpoint): Promise<void>;
  /** The stored checkpoint, what was counted up to there, and whether the counters add up. */
  totals(): Promise<CountedTotals>;
  close(): Promise<void>;
}

export interface CountedTotals {
  readonly checkpoint: StoredCheckpoint;
  /** Clicks, bots' included, that this reader has counted. */
  readonly counted: number;
  /** By how much the counters of all links exceed the totals of all readers. */
  readonly off: number;
}

/** Days for which a visitor is remembered, relative to the clicks being counted: a log read late counts alike. */
const REMEMBERED_DAYS = 3;
/** A visitor that one reader forgets is forgotten for all, so this is longer than any reader may be behind. */
export const REMEMBERED_DAYS_OF_MANY = 9;

/** A column of many rows as one text, one value per line: Postgres reads it several times as fast as JSON. */
const column = (parameter: number): string => `string_to_array($${parameter}, E'\\n')`;

/**
 * A link's id is that of its alias. After a link was undone, as by a return to an older copy of the events, another
 * workspace may have one with its id: its counter begins at zero, and clicks on the one that is gone add to `foreign`.
 * @param same the value where the counter is the workspace's @param begun where it becomes the workspace's
 * @param kept where it stays another one's
 */
const ofWorkspace = (same: string, begun: string, kept: string): string =>
  `case when kept.workspace_id = excluded.workspace_id then ${same}
    when not exists (select from links l where l.id = kept.link_id and l.workspace_id = kept.workspace_id) then ${begun}
    else ${kept} end`;

/**
 * One statement, and so one transaction and one round trip. A click limit that was set below clicks that had not been
 * counted yet is reached by this count: its end is recorded without a visit. The checkpoint moves first, and only from where this
 * process left it; if it does not move, nothing is counted. Rows are locked in the order of link ids, then in that of
 * campaign ids, so that no two processes can wait for each other.
 */
const COUNT = `
  with moved as (
    update click_checkpoints set cursor = $2::jsonb, counted = counted + $14::bigint,
      counted_until = greatest(counted_until, $4::timestamptz)
    where reader = $1 and cursor = $3::jsonb
    returning reader
  ), visits as (
    insert into link_visitors (workspace_id, link_id, day, visitor)
    select v.workspace_id, v.link_id, date '1970-01-01' + v.day, v.visitor
    from moved, unnest(${column(5)}, ${column(6)}, ${column(7)}::int[], ${column(8)}) as v (workspace_id, link_id, day,
      visitor)
    order by v.link_id collate "C", v.day, v.visitor collate "C"
    on conflict do nothing
    returning link_id, workspace_id
  ), new_visits as (
    select link_id, workspace_id, count(*) as visits from visits group by link_id, workspace_id
  ), counted as (
    insert into link_counters as kept (link_id, workspace_id, clicks, unique_clicks, bot_clicks, last_clicked_at,
      foreign_clicks)
    select c.link_id, c.workspace_id, c.clicks, coalesce(n.visits, 0), c.bot_clicks,
      to_timestamp(nullif(c.last, 0) / 1000.0), c.foreign_clicks
    from moved, unnest(${column(9)}, ${column(10)}, ${column(11)}::bigint[], ${column(12)}::bigint[],
      ${column(13)}::bigint[], ${column(18)}::bigint[]) as c
      (link_id, workspace_id, clicks, bot_clicks, last, foreign_clicks)
    left join new_visits n using (link_id, workspace_id)
    order by c.link_id collate "C"
    on conflict (link_id) do update set
      workspace_id = ${ofWorkspace('kept.workspace_id', 'excluded.workspace_id', 'kept.workspace_id')},
      clicks = ${ofWorkspace('kept.clicks + excluded.clicks', 'excluded.clicks', 'kept.clicks')},
      unique_clicks = ${ofWorkspace('kept.unique_clicks + excluded.unique_clicks', 'excluded.unique_clicks', 'kept.unique_clicks')},
      bot_clicks = ${ofWorkspace('kept.bot_clicks + excluded.bot_clicks', 'excluded.bot_clicks', 'kept.bot_clicks')},
      last_clicked_at = ${ofWorkspace('greatest(kept.last_clicked_at, excluded.last_clicked_at)', 'excluded.last_clicked_at', 'kept.last_clicked_at')},
      foreign_clicks = kept.foreign_clicks + excluded.foreign_clicks
        + ${ofWorkspace('0', 'kept.clicks + kept.bot_clicks', 'excluded.clicks + excluded.bot_clicks')}
    returning link_id, workspace_id, clicks
  ), reached as (
    insert into reached_limits (id, workspace_id, stream, kind, click_limit, taken, due_at)
    select l.id, l.workspace_id, 'link-' || substr(l.id, 6), 'limit', l.click_limit, c.clicks,
      waymark_now() + interval '250 milliseconds'
    from counted c join links l on l.id = c.link_id and l.workspace_id = c.workspace_id
    where l.click_limit is not null and l.deleted_at is null and coalesce(l.limit_reached, 0) < l.click_limit
      and c.clicks >= l.click_limit
    on conflict do nothing
  ), of_campaigns as (
    insert into campaign_counters as kept (campaign_id, workspace_id, clicks)
    select c.campaign_id, c.workspace_id, c.clicks
    from moved, (select count(*) from counted) as locked_before,
      unnest(${column(15)}, ${column(16)}, ${column(17)}::bigint[]) as c (campaign_id, workspace_id, clicks)
    order by c.campaign_id collate "C"
    on conflict (campaign_id) do update set clicks = kept.clicks + excluded.clicks
  )
  select (select count(*) from moved) as moved, (select count(*) from counted) as links`;

const TOTALS = `
  select r.cursor, r.counted, 
    coalesce((select sum(clicks + bot_clicks + foreign_clicks) from link_counters), 0)
      - (select sum(counted) from click_checkpoints) as off
  from click_checkpoints r where r.reader = $1`;

/** Visitors that are forgotten by one count: some 100 ms. A day of millions would hold up all counts behind it. */
const FORGOTTEN_AT_ONCE = 20_000;

const FORGET = `
  with forgotten as (
    delete from link_visitors where ctid = any(array(
      select ctid from link_visitors where day < $1::date limit ${FORGOTTEN_AT_ONCE}))
    returning 1
  )
  select count(*) as forgotten from forgotten`;

/** A new reader starts at the checkpoint that older versions kept for all. Readers of other logs ignore its content. */
const BEGIN = `
  insert into click_checkpoints (reader, cursor)
  values ($1, coalesce((select cursor from click_checkpoints where reader = 'link_counters'), '{}'))
    on conflict do nothing`;

export interface ClickCountersOptions {
  readonly databaseUrl: string;
  /** Names this reader's checkpoint. Readers of different logs must not share one: each would undo the other's. */
  readonly reader?: string;
}

export function createClickCounters({ databaseUrl, reader = 'link_counters' }: ClickCountersOptions): ClickCounters {
  let connection: Client | undefined;
  const query: Query = async (sql, values) => {
    try {
      connection ??= await connect(databaseUrl, () => (connection = undefined));
      return (await connection.query<object>(sql, values)).rows;
    } catch (error) {
      const broken = connection;
      connection = undefined;
      await broken?.end().catch(() => undefined);
      throw new StoreUnavailable('Postgres does not count clicks.', { cause: error });
    }
  };
  return { ...countersBy(query, reader, REMEMBERED_DAYS), close: async () => void (await connection?.end()) };
}

/** The same for many readers over one pool, see {@link COUNTING}. A Kafka reader may be further behind. */
export const pooledClickCounters = (pool: Pick<Pool, 'query'>, reader: string): Omit<ClickCounters, 'close'> => {
  const query: Query = async (sql, values) => {
    try {
      return (await pool.query<object>(sql, values)).rows;
    } catch (error) {
      throw new StoreUnavailable('Postgres does not count clicks.', { cause: error });
    }
  };
  return countersBy(query, reader, REMEMBERED_DAYS_OF_MANY);
};

type Query = (sql: string, values: unknown[]) => Promise<readonly object[]>;

/** Forgets a part of the visitors of past days. A failure is none of the count, and the next one goes on with it. */
const pruning = (query: Query, rememberedDays: number) => {
  let prunedBefore = '';
  return async (lastClick: Date): Promise<void> => {
    const before = utcDayOf(lastClick.getTime() - rememberedDays * 86_400_000);
    if (before <= prunedBefore) return;
    try {
      const [row] = (await query(FORGET, [before])) as { forgotten: string }[];
      if (Number(row?.forgotten) < FORGOTTEN_AT_ONCE) prunedBefore = before;
    } catch {
      // The next count tries again.
    }
  };
};

const countersBy = (query: Query, reader: string, rememberedDays: number): Omit<ClickCounters, 'close'> => {
  let known: StoredCheckpoint = {};
  const prune = pruning(query, rememberedDays);

  return {
    resume: async () => {
      await query(BEGIN, [reader]);
      const [row] = (await query('select cursor from click_checkpoints where reader = $1', [reader])) as {
        cursor: StoredCheckpoint;
      }[];
      known = row?.cursor ?? {};
      return known;
    },
    count: async (tally, checkpoint) => {
      const last = tally.last === 0 ? null : new Date(tally.last);
      const values = [
        reader,
        JSON.stringify(checkpoint),
        JSON.stringify(known),
        last?.toISOString() ?? null,
        ...columnsOf(tally),
      ];
      const [row] = (await query(COUNT, values)) as { moved: string }[];
      if (row?.moved !== '1') throw new StaleCheckpoint(reader);
      known = checkpoint;
      if (last) await prune(last);
    },
    totals: async () => {
      const [row] = (await query(TOTALS, [reader])) as { cursor: StoredCheckpoint; counted: string; off: string }[];
      return { checkpoint: row?.cursor ?? {}, counted: Number(row?.counted ?? 0), off: Number(row?.off ?? 0) };
    },
  };
};

/** The parameters of COUNT from the fifth on. */
const columnsOf = ({ counters, visits, campaigns, clicks }: Tally): string[] => {
  const rows = [...visits.values()];
  const links = [...counters.values()];
  const ofCampaigns = [...campaigns.values()];
  const columns = [
    rows.map((visit) => visit.workspace_id),
    rows.map((visit) => visit.link_id),
    rows.map((visit) => visit.day),
    rows.map((visit) => visit.visitor),
    links.map((link) => link.link_id),
    links.map((link) => link.workspace_id),
    links.map((link) => link.clicks),
    links.map((link) => link.bot_clicks),
    links.map((link) => link.last),
  ];
  const more = [
    ofCampaigns.map((campaign) => campaign.campaign_id),
    ofCampaigns.map((campaign) => campaign.workspace_id),
    ofCampaigns.map((campaign) => campaign.clicks),
  ];
  const asText = (values: readonly unknown[]): string => values.join('\n');
  const foreign = links.map((link) => link.foreign);
  return [...columns.map(asText), String(clicks), ...[...more, foreign].map(asText)];
};

/** How to connect for counting, which may wait longer than a request. */
export const COUNTING = {
  name: 'click counters',
  workspace: EVERY_WORKSPACE,
  connectMs: 5_000,
  statementMs: 15_000,
  lockMs: 10_000,
  answerMs: 20_000,
} as const;

const connect = async (url: string, onEnd: () => void): Promise<Client> => {
  const client = new Client(applicationConnection(url, COUNTING));
  client.on('error', onEnd);
  await client.connect();
  return client;
};
