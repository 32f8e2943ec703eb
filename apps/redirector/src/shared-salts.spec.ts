import type { Pool } from 'pg';
import { openDailySalts } from '@platform/click-log';
import { applicationConnection, migrate } from '@platform/read-store';
import { makePatient } from '../../../test/support/patient';
import { testPool } from '../../../test/support/pool';
import { withPostgres, type TestDatabase } from '../../../test/support/postgres';
import { tempFolders } from '../../../test/support/temp-folders';
import { shareFirstSalt, shareSaltsOnce } from './shared-salts';

const folder = tempFolders();
const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 10, 21, 12);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

let database: TestDatabase;
let pool: Pool;
let warned: string[];
const log = { warn: (_: object, message: string) => void warned.push(message) };

/** A redirector with its own disk. */
const redirector = (now: () => number = () => NOON) => {
  const made: string[] = [];
  const files = openDailySalts({ directory: folder(), secret: 'of all', now, onMade: (day) => made.push(day) });
  files.close();
  return {
    files,
    made,
    salt: (day: string) => Buffer.from(files.of(day)).toString('hex'),
    share: () => shareSaltsOnce({ files, pool, log, now }),
  };
};

beforeAll(async () => {
  database = await withPostgres();
  await migrate(database, [], quiet);
  pool = testPool(applicationConnection(database.url, { name: 'test' }));
  await makePatient(pool);
});
beforeEach(async () => {
  warned = [];
  await pool.query('DELETE FROM visitor_salts');
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

describe('visitor salts', () => {
  it('are the same for all redirectors on one database, today and tomorrow', async () => {
    const redirectors = Array.from({ length: 4 }, () => redirector());
    await Promise.all(redirectors.map(({ share }) => share()));
    for (const day of ['2026-11-21', '2026-11-22'])
      expect(new Set(redirectors.map(({ salt }) => salt(day))).size).toBe(1);
    expect(redirectors.flatMap(({ made }) => made)).toEqual([]);
    expect(warned).toEqual([]);
  });

  it('made locally while the database is down are logged, are shared if first, and never change', async () => {
    const [one, other] = [redirector(), redirector()];
    const [alone, apart] = [one.salt('2026-11-21'), other.salt('2026-11-21')];
    expect([one.made, other.made]).toEqual([['2026-11-21'], ['2026-11-21']]);
    await one.share();
    expect(warned).toEqual([]);
    await other.share();
    expect(warned).toEqual([expect.stringContaining('only this machine has the visitor salt')]);
    expect([one.salt('2026-11-21'), other.salt('2026-11-21')]).toEqual([alone, apart]);
    expect(one.salt('2026-11-22')).toBe(other.salt('2026-11-22'));
    const third = redirector();
    await third.share();
    expect(third.salt('2026-11-21')).toBe(alone);
  });

  it('are deleted from the database 48 hours after their day began, and not before', async () => {
    let now = NOON;
    const { share } = redirector(() => now);
    const days = async () =>
      (await pool.query<{ day: string }>('SELECT day::text FROM visitor_salts ORDER BY day')).rows.map(
        ({ day }) => day,
      );
    await share();
    now = Date.UTC(2026, 10, 23) - 1;
    await share();
    expect(await days()).toEqual(['2026-11-21', '2026-11-22', '2026-11-23']);
    now += 1;
    await share();
    expect(await days()).toEqual(['2026-11-22', '2026-11-23', '2026-11-24']);
  });

  it("delay a start only when today's is not on disk, and then only briefly", async () => {
    const nowhere = testPool({ host: '127.0.0.1', port: 1 });
    const never = new Promise<never>(() => undefined);
    const { files, share } = redirector();
    const began = async (at: number) => {
      let ended = false;
      const waiting = shareFirstSalt({ files, pool: nowhere, log, now: () => at }, never).then(() => (ended = true));
      await new Promise(setImmediate);
      return { waiting, atOnce: ended };
    };
    const without = await began(NOON);
    expect(without.atOnce).toBe(false);
    // Although what it waits for never comes.
    await without.waiting;
    await share();
    for (const at of [NOON, NOON + DAY_MS]) expect((await began(at)).atOnce).toBe(true);
    await nowhere.end();
  });
});
