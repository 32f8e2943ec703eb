import { clickCountersSchema, clickTotalsSchema, foreignClicksSchema } from '@platform/click-counters';
import { type LaneFigures, enqueue, laneFigures, webhookLog } from '@platform/webhooks';
import { type Plan, plansOf, rowsRead } from '../../../test/support/plans';
import { type TestReadStore, withReadStore } from '../../../test/support/read-store';
import { MEMBERS } from './detach-links';
import { LEASE, REST } from './domain-checks';
import { purgeTables } from './purge/purge-tables';

const MANY = 12_000;
const AT = '2026-01-01T00:00:00.000Z';

let test: TestReadStore;
beforeAll(async () => {
  test = await withReadStore([clickCountersSchema, clickTotalsSchema, foreignClicksSchema, webhookLog]);
});
afterAll(() => test.close());

/** Writes `count` rows; in the values, `$n` stands for the number of each. */
const fill = async (table: string, values: object, count = MANY): Promise<void> => {
  const columns = Object.keys(values).join(', ');
  await test.owner.query(
    `insert into ${table} (${columns}) select ${columns} from generate_series(1, $2::int) as n,
       jsonb_populate_record(null::${table}, replace($1, '$n', n::text)::jsonb) as r`,
    [JSON.stringify(values), count],
  );
  await test.owner.query(`analyze ${table}`);
};
const times = { created_at: AT, updated_at: AT, revision: 0 };
const made = { ...times, workspace_id: 'ws_1' };
const named = { ...made, name: 'x' };
const workspace = { ...times, name: 'x', plan: 'pro' };
const link = {
  ...{
    ...made,
    created_by: {},
    domain_id: 'dom_1',
    domain: 'a.example',
    destination_url: 'https://b.example',
    tags: [],
  },
  ...{ redirect_type: 302, forward_query: true },
};

describe('what the scheduler looks at again and again', () => {
  it('finds the links of deleted campaigns without a look at those of others, and page by page', async () => {
    await fill('campaigns', { ...named, id: 'cmp_$n', status: 'draft', tags: [], deleted_at: AT }, 2);
    await fill('links', { ...link, id: 'link_none$n', alias: 'none$n' });
    await fill('links', { ...link, id: 'link_live$n', alias: 'live$n', campaign_id: 'cmp_other' });
    await fill('links', { ...link, id: 'link_z_gone$n', alias: 'gone$n', campaign_id: 'cmp_1', deleted_at: AT }, 700);
    await fill('links', { ...link, id: 'link_z_last$n', alias: 'last$n', campaign_id: 'cmp_2' }, 3);
    await fill('links', { ...link, id: 'link_z_left$n', alias: 'left$n', campaign_id: 'cmp_1' }, 2);
    const [first] = await plansOf(test.owner, [MEMBERS, [true, 0, '', '-infinity', '']]);
    expect(rowsRead(first as Plan)).toBeLessThan(5_000);

    const seen: string[] = [];
    for (let after = ['', '-infinity', '']; ;) {
      const { rows } = await test.owner.query<{ id: string; campaign_id: string; created_at: string }>(
        `select id, campaign_id, created_at::text from (${MEMBERS}) as m`,
        [true, 0, ...after],
      );
      const last = rows.at(-1);
      if (!last) break;
      seen.push(...rows.map(({ id }) => id));
      after = [last.campaign_id, last.created_at, last.id];
    }
    expect(seen).toHaveLength(705);
    expect(new Set(seen).size).toBe(705);

    await test.owner.query(`update links set deleted_at = '${AT}' where campaign_id = 'cmp_other'`);
    const [unknown] = await plansOf(test.owner, [MEMBERS, [true, 0, '', '-infinity', '']]);
    expect(rowsRead(unknown as Plan)).toBeLessThan(5_000);
  });

  it('passes over domains that have failed or are deleted once an hour, and not at each look', async () => {
    const check = { workspace_id: 'ws_1', token: 't', checked_at: AT, result: 'found', misses: 0, due_at: AT };
    const domain = { ...made, hostname: '$n.example', token: 't', status: 'failed' };
    await fill('domains', { ...domain, id: 'dom_$n' });
    await fill('domain_checks', { ...check, domain_id: 'dom_$n' });
    await test.owner.query(REST);
    await test.owner.query('vacuum analyze domain_checks');
    const [lease] = await plansOf(test.owner, [LEASE]);
    expect(rowsRead(lease as Plan)).toBeLessThan(500);
  });

  it('knows how long the oldest delivery is due without a look at all that wait', async () => {
    const created_at = new Date().toISOString();
    const message = { event_id: 'evt_1', workspace_id: 'ws_1', type: 'ping', stream: null, revision: null, created_at };
    await test.store.inWorkspace('ws_1', (client) =>
      enqueue(client, {
        messages: [{ ...message, body: '{}' }],
        deliveries: [{ webhook_id: 'whk_1', event_id: 'evt_1' }],
        mode: 'once',
      }),
    );
    await test.owner.query(
      `insert into webhook_deliveries select (jsonb_populate_record(d, jsonb_build_object('id', d.id || n, 'nth', d.nth + n,
         'next_attempt_at', waymark_now() - n * interval '1 second'))).* from webhook_deliveries d, generate_series(1, $1) n`,
      [MANY],
    );
    await test.owner.query('analyze webhook_deliveries');
    const plans: Plan[] = [];
    const figures: LaneFigures = await laneFigures({
      query: async (text: string, values: unknown[]) => {
        plans.push(...(await plansOf(test.owner, [text, values])));
        return test.owner.query(text, values);
      },
    } as never);
    expect(figures).toMatchObject({ lanes: 1, probing: 0 });
    expect(figures.oldest_due_seconds).toBeGreaterThanOrEqual(MANY);
    expect(figures.oldest_due_seconds).toBeLessThan(MANY + 3_600);
    expect(plans.map(rowsRead)).toEqual([expect.any(Number)]);
    expect(Math.max(...plans.map(rowsRead))).toBeLessThan(500);
  });

  it('purges a table that has an index by it, however many workspaces are purged', async () => {
    await fill('workspaces', { ...workspace, id: 'ws_live_$n' }, 200);
    await fill('workspaces', { ...workspace, id: 'ws_gone_$n', purged_at: AT }, 100);
    await test.owner.query(
      `insert into rate_slots (workspace_id, slot, at) select 'ws_live_' || w, n, '${AT}'
       from generate_series(1, 200) w, generate_series(1, 300) n`,
    );
    await test.owner.query('analyze rate_slots');
    const plans: Plan[] = [];
    const explained = {
      query: async (text: string, values: unknown[]) => {
        if (text.startsWith('delete from rate_slots')) plans.push(...(await plansOf(test.owner, [text, values])));
        return test.owner.query(text, values);
      },
      connect: () => test.owner.connect(),
    };
    await purgeTables(explained as never, ['links', 'domains', 'campaigns'], new AbortController().signal);
    expect(plans).toHaveLength(1);
    expect(Math.max(...plans.map(rowsRead))).toBeLessThan(2_000);
  });

  it('purges a large table that has no index by workspaces in parts', async () => {
    await fill('workspaces', { ...workspace, id: 'ws_gone', purged_at: AT }, 1);
    await fill('workspaces', { ...workspace, id: 'ws_1' }, 1);
    await test.owner.query(
      `insert into link_visitors (workspace_id, link_id, day, visitor)
       select case when n % 1000 = 0 then 'ws_gone' else 'ws_1' end, repeat('x', 300) || n, '2026-01-01', 'v'
       from generate_series(1, 100000) n`,
    );
    const deleted: number[] = [];
    const counted = {
      query: async (text: string, values: unknown[]) => {
        const result = await test.owner.query(text, values);
        if (text.startsWith('delete from link_visitors')) deleted.push(result.rowCount ?? 0);
        return result;
      },
      connect: () => test.owner.connect(),
    };
    await purgeTables(counted as never, ['links', 'domains', 'campaigns'], new AbortController().signal);
    expect(deleted.filter((rows) => rows > 0).length).toBeGreaterThan(1);
    expect(deleted.reduce((sum, each) => sum + each)).toBe(100);
    const { rows } = await test.owner.query('select workspace_id, count(*)::int as n from link_visitors group by 1');
    expect(rows).toEqual([{ workspace_id: 'ws_1', n: 99_900 }]);
  });
});
