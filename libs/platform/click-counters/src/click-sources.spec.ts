import { type TestReadStore, withReadStore } from '../../../../test/support/read-store';
import { clickSourcesSchema, loadedUntil, saveWatermarks } from './index';

const DAY_MS = 86_400_000;

describe('the time up to which clicks are loaded', () => {
  let test: TestReadStore;
  beforeAll(async () => void (test = await withReadStore([clickSourcesSchema])));
  beforeEach(() => test.owner.query('delete from click_sources'));
  afterAll(() => test.close());

  const now = async () =>
    Number((await test.owner.query<{ ms: string }>('select extract(epoch from now()) * 1000 as ms')).rows[0]?.ms);
  const until = async () => new Date((await loadedUntil(test.owner)) ?? '').getTime();
  const save = (source: string, at: number, ended = false) =>
    saveWatermarks(test.owner, [{ source, until: Math.floor(at), ended }]);
  /** Whether a stored watermark is in the future; it is rounded to a millisecond. */
  const isAhead = async () => {
    const sql = "select bool_or(loaded_until > now() + interval '1 second') as ahead from click_sources";
    return (await test.owner.query<{ ahead: boolean }>(sql)).rows[0]?.ahead;
  };

  it('is that of the source that is furthest behind, and null once all have ended', async () => {
    const behind = Math.floor(await now()) - DAY_MS;
    await save('a', behind);
    await save('b', behind + 5_000);
    expect(await until()).toBe(behind);
    await save('a', behind, true);
    await save('b', behind, true);
    expect(await loadedUntil(test.owner)).toBeNull();
  });

  it('is never in the future, though the clock of a source is ahead', async () => {
    await save('ahead', (await now()) + DAY_MS);
    expect(await until()).toBeLessThanOrEqual(await now());
    expect(await isAhead()).toBe(false);
  });

  it('follows a clock that was ahead and was set right', async () => {
    await test.owner.query("insert into click_sources values ('was_ahead', now() + interval '1 day', now(), false)");
    expect(await until()).toBeLessThanOrEqual(await now());
    await save('was_ahead', (await now()) - 1_000);
    expect(await until()).toBeLessThanOrEqual(await now());
    expect(await isAhead()).toBe(false);
  });
});
