import { copyClicks, createAnalyticsClient, insertClicks, migrateAnalytics, type AnalyticsClient } from './index';
import { aClickRow, PATIENCE_MS } from '../../../../test/support/analytics-store';
import { startClickhouse, type ClickhouseProcess } from '../../../../test/support/cluster';

const TIME = '2026-03-04 05:06:07.000';

describe('a copy of clicks', () => {
  const engines: ClickhouseProcess[] = [];
  let from: AnalyticsClient;
  let to: AnalyticsClient;

  const open = async (): Promise<AnalyticsClient> => {
    const engine = await startClickhouse();
    engines.push(engine);
    const client = createAnalyticsClient({ url: engine.url, timeout: PATIENCE_MS });
    await migrateAnalytics(client);
    return client;
  };
  beforeAll(async () => {
    from = await open();
    to = await open();
  });
  beforeEach(async () => {
    for (const client of [from, to]) await client.command('TRUNCATE TABLE clicks');
  });
  afterAll(async () => {
    await Promise.all([from.close(), to.close()]);
    await Promise.all(engines.map((engine) => engine.stop()));
  });

  const add = (first: number, last: number) =>
    insertClicks(
      from,
      `s-${first}-${last}`,
      Array.from({ length: last - first + 1 }, (_, n) => aClickRow(TIME, { source: 's', seq: first + n })),
    );
  const copy = (target = to) => copyClicks(from, target, () => undefined);
  const copied = async () =>
    (await to.rows<{ seqs: string[] }>('SELECT arraySort(groupArray(seq)) AS seqs FROM clicks'))[0]?.seqs.map(Number);
  const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);
  /** Says no to a request, as when the answer is lost; `passes` tells whether the other store gets it nevertheless. */
  const losing = (
    passes: (target: string, rows: readonly (readonly unknown[])[]) => Promise<void>,
  ): AnalyticsClient => ({
    ...to,
    insert: async (target, rows) => {
      await passes(target, rows);
      throw new Error('lost');
    },
  });

  it('has what a journal got since an earlier copy, each click once', async () => {
    await add(1, 5);
    expect(await copy()).toEqual({ rows: 5, differing: [] });
    await add(6, 9);
    expect(await copy()).toEqual({ rows: 9, differing: [] });
    await add(10, 10);
    expect(await copy()).toEqual({ rows: 10, differing: [] });
    expect(await copied()).toEqual(upTo(10));
  });

  it('goes on after an insert whose answer was lost', async () => {
    await add(1, 5);
    await expect(copy(losing((target, rows) => to.insert(target, rows)))).rejects.toThrow('lost');
    await add(6, 9);
    expect(await copy()).toEqual({ rows: 9, differing: [] });
    expect(await copied()).toEqual(upTo(9));
  });

  it('has each click once though an insert of an earlier copy arrives late, with fewer clicks', async () => {
    await add(1, 5);
    let late: () => Promise<void> = () => Promise.resolve();
    const held = losing((target, rows) => {
      late = () => to.insert(target, rows);
      return Promise.resolve();
    });
    await expect(copy(held)).rejects.toThrow('lost');
    await add(6, 25_000);
    const overtaken: AnalyticsClient = {
      ...to,
      insert: async (target, rows) => {
        await late();
        await to.insert(target, rows);
      },
    };
    expect(await copy(overtaken)).toEqual({ rows: 25_000, differing: [] });
    expect(await copied()).toEqual(upTo(25_000));
  });

  it('leaves alone what differs, until its month is dropped there', async () => {
    await add(1, 5);
    await copy();
    await from.command('ALTER TABLE clicks DELETE WHERE seq = 1 SETTINGS mutations_sync = 1');
    await add(6, 9);
    const { differing } = await copy();
    expect(differing).toEqual([expect.stringMatching(/^\d{6} s$/)]);
    expect(await copied()).toEqual(upTo(5));
    await to.command(`ALTER TABLE clicks DROP PARTITION ${differing[0]?.slice(0, 6)}`);
    expect(await copy()).toEqual({ rows: 8, differing: [] });
    expect(await copied()).toEqual(upTo(9).slice(1));
  });
});
