// `ops copy events`: events a second from Postgres to an event store, first all of them and then once more, when the
// copy has them already: `node -r ./test/support/typescript.cjs test/bench/copy.ts [events]`. The server is the one of
// EVENTSTORE_URL, which must be empty, or else the double of its protocol in a process of its own.
import { randomUUID } from 'node:crypto';
import { type EventStore, type Proposed, NO_STREAM } from '@kernel';
import { someMetadata } from '@kernel/testing';
import { eventStoreMigrations, openBulkAppender } from '@platform/event-store';
import { copyTo } from '../../apps/ops/src/copy/copy-to';
import { startEventStore } from '../support/event-store-process';
import { withPostgres } from '../support/postgres';
import { openEventStore } from '../support/postgres-event-store';

const EVENTS = Number(process.argv[2] ?? 50_000);
const AT_ONCE = 200;

/** One event a stream, as most links have: the most appends that there can be. */
const fill = async (store: EventStore): Promise<void> => {
  const proposed = (): Proposed => ({
    id: randomUUID(),
    event: { type: 'LinkCreated', data: { destination_url: `https://example.com/${randomUUID()}`, tags: ['a', 'b'] } },
    metadata: someMetadata(),
  });
  for (let made = 0; made < EVENTS; made += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        store.append(`link-${randomUUID().replaceAll('-', '')}`, [proposed()], NO_STREAM),
      ),
    );
  }
};

const main = async (): Promise<void> => {
  const database = await withPostgres(...eventStoreMigrations.map(({ sql }) => sql));
  const server = await startEventStore();
  const source = openEventStore(database);
  try {
    await fill(source.store);
    const head = await source.store.head();
    for (const what of ['all of them', 'once more']) {
      const bulk = openBulkAppender({ url: server.url, log: { warn: console.warn } });
      const [began, cpu] = [performance.now(), process.cpuUsage()];
      await copyTo(bulk, { store: source.store, head, checkpoints: [], onProgress: () => undefined });
      const seconds = (performance.now() - began) / 1_000;
      const { user, system } = process.cpuUsage(cpu);
      await bulk.close();
      const each = ((user + system) / EVENTS).toFixed(0);
      console.log(
        `  ${what.padEnd(12)} ${(EVENTS / seconds).toFixed(0).padStart(6)}/s   ${each} µs of our CPU each   n ${EVENTS}`,
      );
    }
  } finally {
    await source.close();
    await server.stop();
    await database.close();
  }
};

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
