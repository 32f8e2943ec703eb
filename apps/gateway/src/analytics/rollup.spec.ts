import { comparedWindow, INTERVALS, resolveWindow, type WindowQuery } from '@contexts/clicks';
import {
  type AnalyticsClient,
  buildRollup,
  type ClickRow,
  type Derivation,
  insertClicks,
  rederive,
  snapshotClicks,
} from '@platform/analytics-store';
import { aClickRow as click, useClicks } from '../../../../test/support/analytics-store';
import { type Analytics, type AnalyticsRequest, queryAnalytics } from './analytics.query';
import { only } from './filters';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST = Date.UTC(2026, 8, 25);
const NOW = Date.UTC(2026, 10, 21, 12);

let state = 20_261_121;
/** Random integers below `below`, the same in every run. */
const random = (below: number): number => {
  state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
  return ((state ^ (state >>> 13)) >>> 0) % below;
};
const oneOf = <T>(values: readonly T[]): T => values[random(values.length)] as T;

const CITIES = [
  ['Berlin', 'Berlin', 'DE'],
  ['Paris', 'Île-de-France', 'FR'],
  ['Paris', 'Texas', 'US'],
  ['Paris', 'Kentucky', 'US'],
  ['', '', ''],
] as const;

const someClicks = (count: number, from: number, to: number): readonly ClickRow[] =>
  Array.from({ length: count }, () => {
    const [city, region, country] = oneOf(CITIES);
    return click(new Date(from + random(to - from)).toISOString().replace('T', ' ').replace('Z', ''), {
      workspace_id: oneOf(['ws_1', 'ws_1', 'ws_2']),
      link_id: `link_${random(8)}`,
      visitor: `v${random(6)}`,
      is_bot: random(8) === 0,
      trigger: oneOf(['link', 'link', 'qr']),
      city,
      region,
      country,
      device: oneOf(['desktop', 'mobile']),
      browser: oneOf(['Firefox', 'Chrome', '']),
      referrer: oneOf(['', "o'hara.example"]),
      utm_campaign: oneOf(['', 'a\\b']),
      // Now and then one twice.
      tags: ['t1', 't2', 't1', 't3', 'rare'].filter((_, nth) => random(2 + 2 * nth * nth) === 0),
      campaign_id: oneOf(['', 'cmp_1', 'cmp_2']),
      network: oneOf(['192.0.2.0/24', '198.51.100.0/24']),
      domain_id: random(600) === 0 ? 'dom_2' : 'dom_default',
    });
  });

const store = useClicks([]);
let inserts = 0;
const insert = async (rows: readonly ClickRow[]) => {
  for (const month of new Set(rows.map(({ time }) => time.slice(0, 7)))) {
    await insertClicks(
      store.client,
      `clicks-${(inserts += 1)}`,
      rows.filter(({ time }) => time.startsWith(month)),
    );
  }
};
const build = (now = NOW, client: AnalyticsClient = store.client) =>
  buildRollup(client, { now, fewestClicks: 20, clicksAtOnce: 25, mostSlices: 5 });

const someWindow = (): WindowQuery => {
  const timezone = oneOf(['UTC', 'UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns']);
  const start = FIRST + random(50) * DAY_MS + oneOf([0, 0, random(DAY_MS)]);
  const end = Math.min(NOW, start + (1 + random(60)) * DAY_MS + oneOf([0, 0, random(DAY_MS)]));
  const custom = { range: 'custom', start: new Date(start).toISOString(), end: new Date(end).toISOString() };
  return {
    timezone,
    interval: oneOf(INTERVALS.filter((name) => name !== 'minute')),
    ...oneOf<WindowQuery>([custom, custom, { range: oneOf(['7d', '30d', '90d', 'all', 'mtd', 'last_month', 'qtd']) }]),
  };
};

const resolved = (query: WindowQuery) => resolveWindow(query, { now: NOW, earliest: FIRST });
const ask = (window: WindowQuery, change: Partial<AnalyticsRequest>): Promise<Analytics> =>
  queryAnalytics({
    client: store.client,
    workspaceId: 'ws_1',
    window: resolved(window),
    limit: 50,
    linksCreated: { current: 0, previous: 0 },
    asOf: '',
    ...change,
  });

/** How many answers came from the figures of a slice. */
let ofSlices = 0;

/**
 * Asks `questions` random questions, with the rollup and without.
 * @returns how many answers used the rollup
 */
const compare = async (questions: number): Promise<number> => {
  let finished = 0;
  for (let question = 0; question < questions; question += 1) {
    const window = someWindow();
    const change: Partial<AnalyticsRequest> = {
      ...(question % 3 === 0 && { comparedWith: comparedWindow(resolved(window), 'previous') }),
      workspaceId: oneOf(['ws_1', 'ws_2']),
      ...oneOf([
        {},
        {},
        {},
        { scope: { domain: only('dom_default') } },
        { scope: { tag: only(oneOf(['t1', 't2', 't3', 'rare', 'none'])) } },
        { scope: { campaign: only(oneOf(['cmp_1', 'cmp_2'])) }, notBefore: FIRST + random(50 * DAY_MS) },
        { filters: { tag: only('t1'), domain: only('dom_default') } },
        { scope: { tag: only('t1') }, filters: { campaign: only('cmp_1') } },
        {
          filters: oneOf([
            { tag: { include: [null], exclude: [] } },
            { campaign: { include: [], exclude: ['cmp_1'] } },
          ]),
        },
        { notBefore: FIRST + random(50 * DAY_MS) },
        { includeBots: true },
        { filters: { country: only('DE') } },
      ]),
    };
    let used = false;
    const rows: AnalyticsClient['rows'] = (sql, params) => {
      ofSlices += Number(/FROM clicks_rollup_slices WHERE[^]*\{builds:/.test(sql));
      used ||= /FROM clicks_rollup(_slices)? WHERE[^]*\{builds:/.test(sql);
      return store.client.rows(sql, params);
    };
    const rolledUp = await ask(window, { ...change, client: { ...store.client, rows }, finishedFrom: 0 });
    expect({ window, change, ...rolledUp }).toEqual({
      window,
      change,
      ...(await ask(window, { ...change, finishedFrom: Infinity })),
    });
    finished += used ? 1 : 0;
  }
  return finished;
};

const QUESTIONS = 6;
const buildsOf = async (where: string) =>
  (await store.client.rows(`SELECT DISTINCT build FROM clicks_builds WHERE ${where}`)).length;
const settled = (table: string) =>
  store.client
    .rows<{ open: string }>(
      'SELECT count() AS open FROM system.mutations WHERE NOT is_done AND table = {table:String}',
      { table },
    )
    .then(async ([row]): Promise<void> => (row?.open === '0' ? undefined : settled(table)));

/** Ends like a process that dies after that many statements. */
const dyingAfter = (count: number): AnalyticsClient => {
  let left = count;
  return {
    ...store.client,
    command: async (sql, params) => {
      if (left === 0) throw new Error('killed');
      left -= 1;
      await store.client.command(sql, params);
    },
  };
};

describe('answers from the rollup equal the answers from the clicks', () => {
  beforeAll(() => insert(someClicks(1_700, FIRST, NOW)));

  it('before there is a rollup', async () => expect(await compare(QUESTIONS / 2)).toBe(0));

  it('when a builder was killed between any two statements', async () => {
    for (const statements of [1, 2, 3, 40]) {
      await expect(build(NOW, dyingAfter(statements))).rejects.toThrow('killed');
      await compare(QUESTIONS / 2);
    }
  });

  it('when all days and months are built, which is done once', async () => {
    expect(await build()).toBeGreaterThan(0);
    expect(await build()).toBe(0);
    expect(await compare(2 * QUESTIONS)).toBeGreaterThan(QUESTIONS / 2);
  });

  it('of windows so long that the one before begins in another century', async () => {
    // To ClickHouse, which has 65,536 days, the one before would begin on some day of these months.
    for (let day = Date.UTC(2025, 0, 1); day < NOW + 400 * DAY_MS; day += 60 * DAY_MS) {
      const end = new Date(65_536 * DAY_MS - day).toISOString().slice(0, 10);
      const window = { range: 'custom', start: '1970-01-01', end } as const;
      const rolledUp = await ask(window, { finishedFrom: 0 });
      expect(rolledUp).toEqual(await ask(window, { finishedFrom: Infinity }));
    }
  });

  it('when several build at once', async () => {
    await insert(someClicks(100, FIRST, NOW));
    await Promise.all([build(), build(), build()]);
    expect(await compare(QUESTIONS)).toBeGreaterThan(0);
  });

  it('when clicks arrive late', async () => {
    await insert(someClicks(6, FIRST, NOW));
    expect(await compare(QUESTIONS)).toBeGreaterThan(0);
    expect(await build(NOW + HOUR_MS)).toBeGreaterThan(0);
    await compare(QUESTIONS);
  });

  it('when clicks are reclassified by the same rules', async () => {
    const stale = 'toDate(time) % 9 = 0';
    const derivations: readonly Derivation[] = [
      {
        name: 'places',
        inputs: ['network'],
        outputs: { country: 'String' },
        derive: (network = '') => [network.startsWith('192') ? 'AT' : 'CH'],
        stale,
      },
      {
        name: 'verdicts',
        inputs: ['visitor'],
        outputs: { is_bot: 'Bool' },
        derive: (visitor = '') => [visitor === 'v1'],
        stale,
      },
    ];
    for (const derivation of derivations) {
      await snapshotClicks(store.client);
      await rederive(store.client, derivation);
      expect(await compare(QUESTIONS)).toBeGreaterThan(0);
    }
    expect(await build(NOW + 2 * HOUR_MS)).toBeGreaterThan(0);
    await compare(QUESTIONS);
  });

  it('when clicks expire and their rollup goes with them', async () => {
    await store.client.command(
      "ALTER TABLE clicks DELETE WHERE workspace_id = 'ws_1' AND time < '2026-10-12 00:00:00' " +
        'SETTINGS mutations_sync = 1',
    );
    await store.client.command('ALTER TABLE clicks DROP PARTITION 202609');
    await compare(QUESTIONS);
    expect(await buildsOf("start < '2026-10-01'")).toBeGreaterThan(0);
    await build(NOW + 4 * HOUR_MS);
    await settled('clicks_builds');
    expect(
      await buildsOf("start < '2026-10-01' OR (workspace_id = 'ws_1' AND unit = 'day' AND start < '2026-10-12')"),
    ).toBe(0);
    await compare(QUESTIONS);
  });

  it('when builds that were superseded long ago are gone', async () => {
    for (const hours of [6, 8, 10]) {
      await build(NOW + hours * HOUR_MS);
      await Promise.all(['clicks_builds', 'clicks_rollup', 'clicks_slices', 'clicks_rollup_slices'].map(settled));
    }
    const several = await store.client.rows(
      'SELECT workspace_id, unit, start FROM clicks_builds GROUP BY workspace_id, unit, start HAVING count() > 1',
    );
    expect(several).toEqual([]);
    for (const table of ['clicks_rollup', 'clicks_slices', 'clicks_rollup_slices'])
      expect(
        await store.client.rows(
          `SELECT DISTINCT build FROM ${table} WHERE build NOT IN (SELECT build FROM clicks_builds)`,
        ),
      ).toEqual([]);
    expect(await compare(QUESTIONS)).toBeGreaterThan(0);
  });

  const unslice = (which: string) =>
    store.client.command(`ALTER TABLE clicks_builds UPDATE sliced = false WHERE ${which} SETTINGS mutations_sync = 1`);

  it('when some builds are of a version that made no slices, until they are made again', async () => {
    await unslice('build % 3 = 0');
    expect(await compare(QUESTIONS)).toBeGreaterThan(0);
    expect(await build(NOW + 40 * HOUR_MS)).toBeGreaterThan(0);
    ofSlices = 0;
    while (ofSlices === 0) await compare(QUESTIONS);
  });

  it('when slices cannot be built, which holds up nothing else, and is tried again a day later', async () => {
    await unslice('true');
    const failures: unknown[] = [];
    const command: AnalyticsClient['command'] = (sql, params) =>
      sql.includes('INTO clicks_rollup_slices')
        ? Promise.reject(new Error('too many'))
        : store.client.command(sql, params);
    const now = NOW + 80 * HOUR_MS;
    const broken = { ...store.client, command };
    const options = { now, fewestClicks: 20, clicksAtOnce: 25, mostSlices: 5 };
    const onFailure = (error: unknown) => failures.push(error);
    expect(await buildRollup(broken, { ...options, onFailure })).toBeGreaterThan(0);
    expect(failures.length).toBeGreaterThan(0);
    ofSlices = 0;
    expect(await compare(QUESTIONS)).toBeGreaterThan(0);
    expect(ofSlices).toBe(0);
    expect(await buildRollup(broken, { ...options, now: now + HOUR_MS })).toBe(0);
    expect(await build(now + 25 * HOUR_MS)).toBeGreaterThan(0);
    while (ofSlices === 0) await compare(QUESTIONS);
  });

  it('while the tables are of an earlier version', async () => {
    await store.client.command('RENAME TABLE clicks_slices TO later');
    await compare(QUESTIONS);
    await store.client.command('RENAME TABLE later TO clicks_slices');
  });
});
