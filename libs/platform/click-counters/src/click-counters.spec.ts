import { clickCountersSchema, campaignCountersSchema, clickTotalsSchema, foreignClicksSchema } from './index';
import type { Pool } from 'pg';
import { createClickCounters, pooledClickCounters, type ClickCounters } from './click-counters';
import { Tally } from './tally';
import { insert, type TestReadStore, withReadStore } from '../../../../test/support/read-store';
import { someTarget } from '../../../../test/support/redirect-targets';

const NOON = Date.UTC(2026, 10, 21, 12);

describe('counters of a link whose id another workspace had before that link was undone', () => {
  let test: TestReadStore;
  let counters: ClickCounters;
  let counted = 0;

  beforeAll(async () => {
    const schemas = [clickCountersSchema, clickTotalsSchema, campaignCountersSchema, foreignClicksSchema];
    test = await withReadStore(schemas);
    counters = createClickCounters({ databaseUrl: test.database.url });
    await counters.resume();
  });
  afterAll(async () => {
    await counters.close();
    await test.close();
  });

  const made = async (alias: string, workspace_id: string): Promise<string> => {
    const { rules, variants, created_by, ...columns } = someTarget({ alias, workspace_id });
    const json = { created_by: JSON.stringify(created_by), rules: JSON.stringify(rules) };
    await insert(test.owner, 'links', { ...columns, ...json, variants: JSON.stringify(variants) });
    return columns.id;
  };
  /** A click by a person and one by a bot for each. */
  const clicks = (link_id: string, workspace_id: string, at: number, people: number): Tally => {
    const tally = new Tally();
    for (let n = 0; n < people; n += 1)
      for (const is_bot of [false, true])
        tally.add({ workspace_id, link_id, campaign_id: null, at: at + n, visitor: `${workspace_id}-${n}`, is_bot });
    return tally;
  };
  const count = (tally: Tally) => counters.count(tally, { at: (counted += 1) });
  const counterOf = async (id: string) =>
    (
      await test.owner.query<object>(
        'select workspace_id, clicks::int, unique_clicks::int as visitors, bot_clicks::int as bots, ' +
          'last_clicked_at as last from link_counters where link_id = $1',
        [id],
      )
    ).rows[0];
  const off = async () => (await counters.totals()).off;

  it('begin at zero, and its late clicks are not counted for the new one', async () => {
    const id = await made('undone', 'ws_new');
    await count(clicks(id, 'ws_gone', NOON, 5));
    await count(clicks(id, 'ws_new', NOON + 60_000, 2));
    const expected = { workspace_id: 'ws_new', clicks: 2, visitors: 2, bots: 2, last: new Date(NOON + 60_001) };
    expect([await counterOf(id), await off()]).toEqual([expected, 0]);
    await count(clicks(id, 'ws_gone', NOON + 90_000, 3));
    expect([await counterOf(id), await off()]).toEqual([expected, 0]);
    await count(clicks(id, 'ws_new', NOON + 60_000, 3));
    expect([await counterOf(id), await off()]).toEqual([
      { workspace_id: 'ws_new', clicks: 5, visitors: 3, bots: 5, last: new Date(NOON + 60_002) },
      0,
    ]);
  });

  it('record that a click limit is reached which was set below clicks that had not been counted', async () => {
    const id = await made('limited', 'ws_limited');
    const reached = async () =>
      (await test.owner.query('select click_limit, taken::int from reached_limits where id = $1', [id])).rows;
    await test.owner.query('update links set click_limit = 3 where id = $1', [id]);
    await count(clicks(id, 'ws_limited', NOON, 2));
    expect(await reached()).toEqual([]);
    await count(clicks(id, 'ws_limited', NOON, 2));
    await count(clicks(id, 'ws_limited', NOON, 2));
    expect(await reached()).toEqual([{ click_limit: 3, taken: 4 }]);
  });

  it('are those of the newest clicks where both are counted at once', async () => {
    const id = await made('at-once', 'ws_new');
    const both = clicks(id, 'ws_new', NOON + 60_000, 2);
    both.addAll(clicks(id, 'ws_gone', NOON, 4));
    await count(both);
    const other = clicks(id, 'ws_gone', NOON, 4);
    other.addAll(clicks(id, 'ws_new', NOON + 60_000, 2));
    await count(other);
    expect([await counterOf(id), await off()]).toEqual([
      { workspace_id: 'ws_new', clicks: 4, visitors: 2, bots: 4, last: new Date(NOON + 60_001) },
      0,
    ]);
  });

  it('are those of a link that no read model has yet', async () => {
    await count(clicks('link_unread', 'ws_gone', NOON, 1));
    await count(clicks('link_unread', 'ws_new', NOON + 60_000, 1));
    expect([await counterOf('link_unread'), await off()]).toEqual([
      { workspace_id: 'ws_new', clicks: 1, visitors: 1, bots: 1, last: new Date(NOON + 60_000) },
      0,
    ]);
  });
});

describe('visitors of days that are over', () => {
  /** Postgres as far as counting asks it; it forgets nothing. */
  const stuck = {
    forgotten: 0,
    query(sql: string) {
      if (sql.includes('delete from link_visitors')) {
        stuck.forgotten += 1;
        return Promise.reject(new Error('canceling statement due to statement timeout'));
      }
      return Promise.resolve({ rows: [{ moved: '1', cursor: {} }] });
    },
  };

  it('are forgotten beside the counts, which a failure of that does not fail', async () => {
    const counters = pooledClickCounters(stuck as unknown as Pick<Pool, 'query'>, 'reader');
    await counters.resume();
    const tally = new Tally();
    tally.add({ workspace_id: 'ws_a', link_id: 'link_a', campaign_id: null, at: NOON, visitor: 'v', is_bot: false });
    await counters.count(tally, { at: 1 });
    await counters.count(tally, { at: 2 });
    expect(stuck.forgotten).toBe(2);
  });

  it('are forgotten in parts', async () => {
    const test = await withReadStore([
      clickCountersSchema,
      clickTotalsSchema,
      campaignCountersSchema,
      foreignClicksSchema,
    ]);
    const counters = createClickCounters({ databaseUrl: test.database.url });
    try {
      await test.owner.query(
        `insert into link_visitors select 'ws_a', 'link_a', date '2026-01-01', n::text from generate_series(1, 50000) as n`,
      );
      await counters.resume();
      const left: number[] = [];
      for (let nth = 1; nth <= 4; nth += 1) {
        const tally = new Tally();
        tally.add({
          workspace_id: 'ws_a',
          link_id: 'link_b',
          campaign_id: null,
          at: NOON,
          visitor: 'v',
          is_bot: false,
        });
        await counters.count(tally, { at: nth });
        const { rows } = await test.owner.query<{ n: number }>(
          `select count(*)::int as n from link_visitors where link_id = 'link_a'`,
        );
        left.push(rows[0]?.n ?? -1);
      }
      expect(left).toEqual([30_000, 10_000, 0, 0]);
    } finally {
      await counters.close();
      await test.close();
    }
  });
});
