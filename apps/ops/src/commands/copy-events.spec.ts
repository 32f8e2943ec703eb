import { eventStoreMigrations } from '@platform/event-store';
import { testPool } from '../../../../test/support/pool';
import { type Plan, plansOf, rowsRead } from '../../../../test/support/plans';
import { withPostgres } from '../../../../test/support/postgres';
import { UNKNOWN } from './copy-events';

it('categories that are not known are found without a look at every event', async () => {
  const database = await withPostgres(...eventStoreMigrations.map(({ sql }) => sql));
  const pool = testPool({ connectionString: database.url, max: 1 });
  await pool.query(
    `insert into waymark_events.events (position, id, stream, revision, type, data, metadata)
     select n, gen_random_uuid(), case when n = 3000 then 'strange-1' else (array['campaign', 'link'])[1 + n % 2] || '-' || n end,
       0, 'Happened', '{}', '{}' from generate_series(1, 6000) n`,
  );
  await pool.query('analyze waymark_events.events');
  expect((await pool.query(UNKNOWN, [['link', 'campaign']])).rows).toEqual([{ category: 'strange' }]);
  expect((await pool.query(UNKNOWN, [['link', 'campaign', 'strange']])).rows).toEqual([]);
  const [plan] = await plansOf(pool, [UNKNOWN, [['link', 'campaign']]]);
  expect(rowsRead(plan as Plan)).toBeLessThan(100);
  await pool.end();
  await database.close();
});
