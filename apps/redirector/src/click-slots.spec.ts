import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clickCountersSchema } from '@platform/click-counters';
import { type TestReadStore, insert, withReadStore } from '../../../test/support/read-store';
import { endPrograms, eventually, startProgram, testFolder } from '../../../test/support/programs';
import { someTarget } from '../../../test/support/redirect-targets';
import { atScale } from '../../../test/support/scale';
import { send } from '../../../test/support/waymark';
import { type ClickSlots, clickSlotsIn } from './click-slots';
import { LookupUnavailable } from './missing-links';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const VISITORS = 200;
const LIMIT = atScale(1_500, 50_000);
/** For all visitors on a busy machine. */
const PATIENCE_MS = 600_000;

const silent = { warn: () => undefined, error: () => undefined };
const folder = testFolder();
let test: TestReadStore;
let links = 0;

beforeAll(async () => {
  test = await withReadStore([clickCountersSchema]);
  await insert(test.owner, 'checkpoints', { read_model: 'links', position: 0, updated_at: new Date() });
});
afterAll(async () => {
  await endPrograms();
  await test.close();
});

/** A link in the read model, as this process knows it. */
const limited = async (click_limit: number | null) => {
  const link = someTarget({ alias: `limited-${(links += 1)}`, click_limit });
  const { rules, variants, ...columns } = link;
  const json = { created_by: JSON.stringify(link.created_by), rules: JSON.stringify(rules) };
  await insert(test.owner, 'links', { ...columns, ...json, variants: JSON.stringify(variants) });
  return link;
};
const query = async <R extends object>(sql: string, values: unknown[] = []) =>
  (await test.owner.query<R>(sql, values)).rows;
const taken = async (id: string) =>
  Number((await query<{ taken: string }>('select taken from link_slots where link_id = $1', [id]))[0]?.taken ?? 0);
const reached = (id: string) => query('select click_limit, taken::int from reached_limits where id = $1', [id]);
const granted = async (slots: ClickSlots, link: Parameters<ClickSlots['take']>[0], many: number) =>
  (await Promise.all(Array.from({ length: many }, () => slots.take(link, true)))).filter(Boolean).length;
/** A busy machine takes longer than a visitor would wait. */
const slotsOf = (pool: Parameters<typeof clickSlotsIn>[0] = test.store.system) => clickSlotsIn(pool, silent, 120_000);

describe('slots of a click limit', () => {
  it('are as many as the limit, over all who take them, and the last one leaves a record to make', async () => {
    const link = await limited(50);
    const counts = await Promise.all([slotsOf(), slotsOf(), slotsOf()].map((slots) => granted(slots, link, 40)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(50);
    expect(await taken(link.id)).toBe(50);
    expect(await reached(link.id)).toEqual([{ click_limit: 50, taken: 50 }]);
  });

  it("are all there for a link with the id of another workspace's that was undone", async () => {
    const link = await limited(3);
    const undone = { ...link, workspace_id: 'ws_undone' };
    await query('insert into link_slots (link_id, workspace_id, taken) values ($1, $2, 9)', [link.id, 'ws_undone']);
    await query('insert into link_counters (link_id, workspace_id, clicks) values ($1, $2, 9)', [link.id, 'ws_undone']);
    expect(await granted(slotsOf(), link, 2)).toBe(2);
    // As a process that does not know yet.
    await granted(slotsOf(), undone, 2);
    expect([await taken(link.id), await reached(link.id)]).toEqual([2, []]);
    expect(await granted(slotsOf(), link, 2)).toBe(1);
  });

  it('are taken by one statement for all who come at once, of many links', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => limited(2)));
    let statements = 0;
    const pool = { query: (...args: [never]) => ((statements += 1), test.store.system.query(...args)) };
    const slots = slotsOf(pool);
    const counts = await Promise.all(all.map((link) => granted(slots, link, 5)));
    expect(counts).toEqual(all.map(() => 2));
    expect(statements).toBe(1);
  });

  it('are judged by the limit of the database, and by that of a caller who knows a later revision', async () => {
    const link = await limited(3);
    expect(await slotsOf().take({ ...link, click_limit: 0 }, true)).toBe(true);
    expect(await slotsOf().take({ ...link, click_limit: 1, revision: '9' }, true)).toBe(false);
    const unknown = { id: 'link_newer', workspace_id: 'ws_1', revision: '0', click_limit: 1 };
    expect(await granted(slotsOf(), unknown, 3)).toBe(1);
    expect(await granted(slotsOf(), await limited(null), 3)).toBe(3);
  });

  it('count the clicks from before', async () => {
    const link = await limited(5);
    await insert(test.owner, 'link_counters', { link_id: link.id, workspace_id: 'ws_1', clicks: 4, bot_clicks: 90 });
    expect(await granted(slotsOf(), link, 3)).toBe(1);
    expect(await taken(link.id)).toBe(5);
    await test.owner.query('update link_counters set clicks = 40 where link_id = $1', [link.id]);
    expect(await slotsOf().take(link, true)).toBe(false);
    expect(await taken(link.id)).toBe(40);
  });

  it('leave a record to make without a visitor, where a limit is set at or below the clicks or comes back', async () => {
    const link = await limited(null);
    await insert(test.owner, 'link_counters', { link_id: link.id, workspace_id: 'ws_1', clicks: 4 });
    const set = (columns: string) => test.owner.query(`update links set ${columns} where id = $1`, [link.id]);
    for (const columns of [
      'click_limit = 5',
      'click_limit = 4, limit_reached = 4',
      'click_limit = 4, deleted_at = now()',
    ])
      await set(columns);
    expect(await reached(link.id)).toEqual([]);
    await set('deleted_at = null, limit_reached = null');
    expect(await reached(link.id)).toEqual([{ click_limit: 4, taken: 4 }]);
    await set('click_limit = 2');
    expect(await reached(link.id)).toContainEqual({ click_limit: 2, taken: 4 });
    expect(await taken(link.id)).toBe(0);
  });

  it('are not taken by visitors who only look', async () => {
    const link = await limited(1);
    expect(await slotsOf().take(link, false)).toBe(true);
    expect(await taken(link.id)).toBe(0);
    expect(await slotsOf().take(link, true)).toBe(true);
    expect(await slotsOf().take(link, false)).toBe(false);
  });

  it('are given back, with the record to make, by a visitor who was not redirected', async () => {
    const link = await limited(1);
    const slots = slotsOf();
    expect(await slots.take(link, true)).toBe(true);
    slots.giveBack(link.id);
    await eventually(async () => expect([await taken(link.id), await reached(link.id)]).toEqual([0, []]));
    expect(await slots.take(link, true)).toBe(true);
  });

  it('are given back by visitors who were refused because the database took too long', async () => {
    const link = await limited(3);
    const slow = { query: async (...args: [never]) => (await pause(1_200), test.store.system.query(...args)) };
    await expect(clickSlotsIn(slow as never, silent).take(link, true)).rejects.toThrow(LookupUnavailable);
    await eventually(async () =>
      expect(await query('select 1 from link_slots where link_id = $1', [link.id])).toHaveLength(1),
    );
    await eventually(async () => expect(await taken(link.id)).toBe(0));
  });

  it('are refused while the database fails', async () => {
    const broken = { query: () => Promise.reject(new Error('gone')) };
    await expect(slotsOf(broken as never).take(await limited(1), true)).rejects.toThrow(LookupUnavailable);
  });
});

describe('redirectors on one database', () => {
  /** A redirector of its own; its port. */
  const start = async () => {
    const directory = mkdtempSync(join(folder, 'clicks-'));
    let port = 0;
    const program = await startProgram(
      'test/fixtures/processes/limited-redirector.ts',
      [test.database.url, directory],
      {},
      (message) => (port = Number(message['port'])),
    );
    return { ...program, port, url: `http://127.0.0.1:${port}` };
  };

  it(
    `redirect ${LIMIT.toLocaleString('en')} visitors and no more, whatever is killed meanwhile`,
    async () => {
      const link = await limited(LIMIT);
      const redirectors = [await start(), await start()];
      let redirected = 0;
      let lost = 0;
      let refused = 0;
      const visit = (n: number, method: string) =>
        send(redirectors[n % 2]!, method, `/${link.alias}`, { headers: { host: 'go.test', 'user-agent': BROWSER } });
      const visitor = async (n: number): Promise<void> => {
        for (;;) {
          const status = await visit(n, 'GET').then(
            (answer) => answer.status,
            () => null,
          );
          if (status === 410) return;
          if (status === 302) redirected += 1;
          else if (status === 503) refused += 1;
          else if (status !== null) throw new Error(`answered ${status}`);
          else {
            lost += 1;
            // A HEAD takes no slot.
            await eventually(() => visit(n, 'HEAD'), PATIENCE_MS);
          }
        }
      };
      const killAt = async (index: number, count: number): Promise<void> => {
        await eventually(() => expect(redirected).toBeGreaterThan(count), PATIENCE_MS);
        await redirectors[index]!.end('SIGKILL');
        redirectors[index] = await start();
      };
      await Promise.all([
        ...Array.from({ length: VISITORS }, (_, n) => visitor(n)),
        killAt(0, LIMIT / 5),
        killAt(1, (2 * LIMIT) / 5),
      ]);
      // Who was refused after a second may have had a slot, which goes back when the others have been told of the end.
      const slots = await taken(link.id);
      expect(slots).toBeLessThanOrEqual(LIMIT);
      expect(slots).toBeGreaterThanOrEqual(LIMIT - refused);
      expect(redirected).toBeLessThanOrEqual(LIMIT);
      // Each visitor of a killed process may have had a slot and no answer.
      expect(redirected).toBeGreaterThanOrEqual(LIMIT - lost - refused);
      console.info(`${redirected} of ${LIMIT} redirected, ${lost} requests lost by kills, ${refused} refused`);
    },
    PATIENCE_MS,
  );
});
