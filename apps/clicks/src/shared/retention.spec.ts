import { aClick, clickPipeline, type ClickPipeline, withClickCounters } from '../../../../test/support/click-pipeline';
import { endPrograms, eventually, testFolder } from '../../../../test/support/programs';
import { removeExpired } from './retention';

// Before its folder is removed.
afterAll(endPrograms);
const folder = testFolder();
const NOW = Date.UTC(2026, 10, 21, 17);
const said: { fields: object; message: string }[] = [];
const log = {
  info: (fields: object, message: string) => void said.push({ fields, message }),
  warn: () => undefined,
  error: () => undefined,
};
let shared: Awaited<ReturnType<typeof withClickCounters>>;
let clicks: ClickPipeline;

beforeAll(async () => {
  shared = await withClickCounters();
  clicks = clickPipeline(folder, shared.database);
  await shared.database.query(`insert into workspaces (id, name, plan, created_at, updated_at, revision)
    select 'ws_' || plan, plan, plan, now(), now(), 0 from unnest(array['free', 'pro', 'enterprise']) as plan`);
  await clicks.start();
});
afterAll(async () => {
  await clicks.close();
  await shared.close();
});

/** Days on which the workspace still has clicks, without repeats. */
const daysOf = async (plan: string): Promise<string[]> => {
  const rows = await clicks.client.rows<{ day: string }>(
    'SELECT DISTINCT toString(toDate(time)) AS day FROM clicks WHERE workspace_id = {id:String} ORDER BY day',
    { id: `ws_${plan}` },
  );
  return rows.map(({ day }) => day);
};
const write = async (plans: readonly string[], days: readonly string[]) => {
  const before = Number((await clicks.client.rows<{ n: string }>('SELECT count() AS n FROM clicks'))[0]?.n);
  const made = plans.flatMap((plan) =>
    days.map((day) =>
      aClick({ workspace_id: `ws_${plan}`, link_id: `link_${plan}`, at: Date.parse(`${day}T23:59:59.999Z`) }),
    ),
  );
  await clicks.write(made);
  await eventually(async () =>
    expect(await clicks.client.rows('SELECT count() AS n FROM clicks')).toEqual([{ n: String(before + made.length) }]),
  );
};
const round = (retention: { free: number; pro: number; enterprise: number }) =>
  removeExpired({ retention, client: clicks.client, databaseUrl: clicks.database.url, log }, NOW);

describe('the retention of clicks', () => {
  const DAYS = ['2026-07-01', '2026-10-21', '2026-10-22', '2026-11-20', '2026-11-21'];
  beforeAll(() => write(['free', 'pro', 'enterprise', 'unknown'], DAYS));

  it('removes nothing unless configured to', async () => {
    await round({ free: 0, pro: 0, enterprise: 0 });
    expect(await daysOf('free')).toEqual(DAYS);
    expect(said).toEqual([]);
  });

  it("follows the workspace's plan, to the day, and keeps clicks of an unknown plan", async () => {
    await round({ free: 30, pro: 1, enterprise: 0 });
    await eventually(async () =>
      expect([await daysOf('free'), await daysOf('pro')]).toEqual([DAYS.slice(2), DAYS.slice(3)]),
    );
    expect([await daysOf('enterprise'), await daysOf('unknown')]).toEqual([DAYS, DAYS]);
    expect(said.splice(0)).toMatchObject([{ fields: { months: [], workspaces: 2 } }]);
  });

  it('finds nothing more on the next run', async () => {
    await round({ free: 30, pro: 1, enterprise: 0 });
    expect(said).toEqual([]);
  });

  it('drops only a month that no workspace needs', async () => {
    await write(['free', 'pro'], ['2026-06-15', '2026-06-16', '2026-07-02']);
    await round({ free: 30, pro: 1, enterprise: 0 });
    expect(said.splice(0)).toMatchObject([{ fields: { months: [202606], workspaces: 2 } }]);
    await eventually(async () =>
      expect([await daysOf('free'), await daysOf('pro')]).toEqual([DAYS.slice(2), DAYS.slice(3)]),
    );
    expect(await daysOf('enterprise')).toEqual(DAYS);
  });

  it('never reduces the counters of links', async () =>
    // The counters count the clicks at their own pace.
    eventually(async () =>
      expect(await shared.database.query("select clicks::int from link_counters where link_id = 'link_free'")).toEqual([
        { clicks: DAYS.length + 3 },
      ]),
    ));
});
