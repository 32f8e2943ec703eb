import { applicationConnection, EVERY_WORKSPACE } from '@platform/postgres';
import { Client } from 'pg';
import { type StoredCheckpoint, REMEMBERED_DAYS_OF_MANY } from './click-counters';

export interface Reclassification {
  readonly run: number;
  /**
   * While `classifying`, a run may start over. While `counting`, it must count its marked clicks before it marks anew.
   */
  readonly state: 'classifying' | 'counting' | 'done';
  /** The last link whose counters are corrected. */
  readonly counted_through: string;
}

/**
 * What a run changes for a page of links by id; see `LinkDelta`, `CampaignDelta` and `MendedVisitor` of the analytics
 * store.
 */
export interface Correction {
  readonly deltas: readonly {
    readonly link_id: string;
    readonly clicks: number;
    readonly unique_clicks: number;
    readonly last_clicked_at: string | null;
  }[];
  /** Changes by the clicks of these links. */
  readonly campaigns: readonly {
    readonly campaign_id: string;
    readonly workspace_id: string;
    readonly clicks: number;
  }[];
  readonly visitors: readonly {
    readonly link_id: string;
    readonly workspace_id: string;
    readonly day: string;
    readonly visitor: string;
    readonly counts: boolean;
  }[];
  /** The last of the links. */
  readonly through: string;
}

export interface PageStart {
  /** First UTC day of which visitors are remembered. */
  readonly since: string;
  /** Links up to this one have been corrected. */
  readonly after: string;
}

export interface ReclassificationPage {
  readonly run: number;
  /**
   * Makes the correction within seconds, from all counted clicks; null if no link is left. No reader counts meanwhile.
   */
  readonly correction: (from: PageStart) => Promise<Correction | null>;
}

/** The runs of an installation and what they correct, on a connection of its own. */
export interface Reclassifications {
  /** For one process at a time: false when another one holds the lock. Held until the connection is closed. */
  lock(): Promise<boolean>;
  /** The run on this analytics store that was interrupted, or a new one. */
  begin(store: string): Promise<Reclassification>;
  enter(run: number, state: 'counting' | 'done'): Promise<void>;
  /** A reader's checkpoint; empty before its first count. May be called while a correction is made. */
  countedUpTo(reader: string): Promise<StoredCheckpoint>;
  /** Corrects the counters of some links and records that in one transaction; false when no link was left. */
  correct(page: ReclassificationPage): Promise<boolean>;
  close(): Promise<void>;
}

const OPEN =
  "select run, state, counted_through from click_reclassifications where store = $1 and state <> 'done' " +
  'order by run limit 1';
const MAKE = `
  insert into click_reclassifications (run, store, state) select coalesce(max(run), 0) + 1, $1, 'classifying'
    from click_reclassifications
  returning run, state, counted_through`;

const CONNECTION = {
  name: 'reclassification',
  workspace: EVERY_WORKSPACE,
  connectMs: 5_000,
  statementMs: 60_000,
  lockMs: 20_000,
  // A correction is asked of ClickHouse within a transaction.
  restMs: 600_000,
} as const;

export const openReclassifications = async (databaseUrl: string): Promise<Reclassifications> => {
  const client = new Client(applicationConnection(databaseUrl, CONNECTION));
  client.on('error', () => undefined);
  await client.connect();
  return {
    lock: async () => {
      const { rows } = await client.query<{ locked: boolean }>(
        "select pg_try_advisory_lock(hashtext('waymark click reclassification')) as locked",
      );
      return rows[0]?.locked === true;
    },
    begin: async (store) => {
      const open = await client.query<Reclassification>(OPEN, [store]);
      const [run] = open.rows.length > 0 ? open.rows : (await client.query<Reclassification>(MAKE, [store])).rows;
      if (!run) throw new Error('no reclassification was begun');
      return run;
    },
    enter: async (run, state) =>
      void (await client.query(
        "update click_reclassifications set state = $2, done_at = case when $2 = 'done' then now() end where run = $1",
        [run, state],
      )),
    countedUpTo: async (reader) => {
      const { rows } = await client.query<{ cursor: StoredCheckpoint }>(
        'select cursor from click_checkpoints where reader = $1',
        [reader],
      );
      return rows[0]?.cursor ?? {};
    },
    correct: (page) => correctPage(client, page),
    close: () => client.end(),
  };
};

/**
 * Counting first moves or makes a checkpoint, so counting and this transaction wait for each other. Locks on rows do
 * not suffice: a source whose first block is being counted has no row yet, and its click would be counted in between,
 * unseen by the correction. Reading the checkpoints is not blocked.
 */
const STOP_COUNTING = 'lock table click_checkpoints in share mode';

const correctPage = async (client: Client, { run, correction }: ReclassificationPage): Promise<boolean> => {
  await client.query('begin');
  try {
    await client.query(STOP_COUNTING);
    const made = await correction({ since: await rememberedSince(client), after: await countedThrough(client, run) });
    if (made) await apply(client, run, made);
    await client.query('commit');
    return made !== null;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};

const countedThrough = async (client: Client, run: number): Promise<string> => {
  const { rows } = await client.query<{ counted_through: string }>(
    "select counted_through from click_reclassifications where run = $1 and state = 'counting'",
    [run],
  );
  if (!rows[0]) throw new Error(`reclassification ${run} is not being counted`);
  return rows[0].counted_through;
};

const rememberedSince = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ since: string }>(
    `select coalesce((select max(day) from link_visitors) - ${REMEMBERED_DAYS_OF_MANY}, current_date)::text as since`,
  );
  return rows[0]?.since ?? '';
};

const UNCOUNT = `
  delete from link_visitors as kept using jsonb_to_recordset($1::jsonb) as v (link_id text, day date, visitor text,
    counts boolean)
  where kept.link_id = v.link_id and kept.day = v.day and kept.visitor = v.visitor and not v.counts`;

const COUNT = `
  insert into link_visitors (workspace_id, link_id, day, visitor)
  select v.workspace_id, v.link_id, v.day, v.visitor
  from jsonb_to_recordset($1::jsonb) as v (workspace_id text, link_id text, day date, visitor text, counts boolean)
  where v.counts order by v.link_id, v.day, v.visitor on conflict do nothing`;

/** If all clicks of people have expired from the table of clicks, the counter still has the time of the last one. */
const CORRECT = `
  update link_counters as kept set
    clicks = kept.clicks + d.clicks,
    unique_clicks = kept.unique_clicks + d.unique_clicks,
    bot_clicks = kept.bot_clicks - d.clicks,
    last_clicked_at = coalesce(d.last_clicked_at, case when kept.clicks + d.clicks > 0 then kept.last_clicked_at end)
  from jsonb_to_recordset($1::jsonb) as d (link_id text, clicks bigint, unique_clicks bigint,
    last_clicked_at timestamptz)
  where kept.link_id = d.link_id`;

/** A campaign that only bots have visited so far has no row yet. */
const CORRECT_CAMPAIGNS = `
  insert into campaign_counters as kept (campaign_id, workspace_id, clicks)
  select d.campaign_id, d.workspace_id, d.clicks
  from jsonb_to_recordset($1::jsonb) as d (campaign_id text, workspace_id text, clicks bigint)
  on conflict (campaign_id) do update set clicks = kept.clicks + excluded.clicks`;

const apply = async (
  client: Client,
  run: number,
  { deltas, campaigns, visitors, through }: Correction,
): Promise<void> => {
  const mended = JSON.stringify(visitors);
  await client.query(UNCOUNT, [mended]);
  await client.query(COUNT, [mended]);
  await client.query(CORRECT, [JSON.stringify(deltas)]);
  await client.query(CORRECT_CAMPAIGNS, [JSON.stringify(campaigns)]);
  const noted = await client.query(
    "update click_reclassifications set counted_through = $2 where run = $1 and state = 'counting' " +
      'and counted_through collate "C" < $2',
    [run, through],
  );
  if (noted.rowCount !== 1) throw new Error(`reclassification ${run} is not being counted by this process`);
};
