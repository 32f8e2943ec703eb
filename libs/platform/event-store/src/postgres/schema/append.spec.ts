import fc from 'fast-check';
import { eventStoreMigrations } from '@platform/event-store';
import { Client } from 'pg';
import { type TestDatabase, withPostgres } from '../../../../../../test/support/postgres';

let database: TestDatabase;
let owner: Client;
beforeAll(async () => {
  database = await withPostgres(...eventStoreMigrations.map(({ sql }) => sql));
  owner = new Client(database.url);
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await database?.close();
});

interface Append {
  readonly stream: string;
  readonly expected: number;
  /** One small number for each event. */
  readonly ids: readonly number[];
}

/** What the function promises, append by append. */
const judge = (log: [stream: string, id: number][], { stream, expected, ids }: Append) => {
  const own = log.flatMap(([name, id], position) => (name === stream ? [{ id, position }] : []));
  if (own.length - 1 === expected) {
    log.push(...ids.map((id): [string, number] => [stream, id]));
    return { revision: expected + ids.length, position: log.length - 1, stored: true };
  }
  const first = own.slice(expected + 1, expected + 1 + ids.length);
  if (first.length < ids.length || !first.every(({ id }, nth) => id === ids[nth]))
    return { revision: own.length - 1, position: null, stored: false };
  return { revision: expected + ids.length, position: first.at(-1)?.position, stored: false };
};

const uuidOf = (id: number): string => `018f0000-0000-7000-8000-${String(id).padStart(12, '0')}`;

const append = fc.record<Append>({
  stream: fc.constantFrom('a-1', 'a-2', 'b-1', 'c-1'),
  expected: fc.integer({ min: -1, max: 3 }),
  ids: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 3 }),
});

describe('a batch of appends', () => {
  it('is judged and stored append by append, also where several are to one stream', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(append, { minLength: 1, maxLength: 6 }), { maxLength: 4 }),
        async (batches) => {
          await owner.query(
            'TRUNCATE waymark_events.events; UPDATE waymark_events.counter SET position = -1 WHERE one',
          );
          const log: [string, number][] = [];
          for (const batch of batches) {
            const judged = batch.map((one) => judge(log, one));
            const sent = batch.map(({ stream, expected, ids }) => [
              stream,
              String(expected),
              ...ids.map((id) => [uuidOf(id), 'SomethingHappened', { id }, {}]),
            ]);
            const { rows } = await owner.query(
              'SELECT revision::int, position::int, stored FROM waymark_events.append($1)',
              [JSON.stringify(sent)],
            );
            expect(rows).toEqual(judged);
          }
          const { rows } = await owner.query<{ stream: string; id: string; end: number }>(
            `SELECT stream, id, (SELECT position::int FROM waymark_events.counter) AS end
           FROM waymark_events.events ORDER BY position`,
          );
          expect(rows).toEqual(log.map(([stream, id]) => ({ stream, id: uuidOf(id), end: log.length - 1 })));
        },
      ),
    );
  });
});
