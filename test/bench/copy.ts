// `ops copy events`: events a second from Postgres to an event store, and CPU of each process for an event. Of many short
// streams, whose events lie apart as those of links do, and of few long ones: the copy, the copy once more when it is
// there already, and the reading of the copy to compare it. The server is the one of EVENTSTORE_URL, which should be empty, or else
// the double of its protocol in a process of its own.
//   node -r ./test/support/typescript.cjs test/bench/copy.ts [events=200000]
import { randomUUID } from 'node:crypto';
import { CATEGORIES } from '@contexts/aggregates';
import type { EventStore, Proposed, Recorded } from '@kernel';
import { someMetadata } from '@kernel/testing';
import { createEventStoreDb, eventStoreMigrations, openBulkAppender } from '@platform/event-store';
import { readEvents } from '@platform/read-store';
import { Comparison } from '../../apps/ops/src/copy/comparison';
import { copyTo } from '../../apps/ops/src/copy/copy-to';
import { type EventStoreProcess, startEventStore } from '../support/event-store-process';
import { withPostgres } from '../support/postgres';
import { openEventStore } from '../support/postgres-event-store';
import { cpuByPart } from './lib/cpu-of-tree.mjs';

const EVENTS = Number(process.argv[2] ?? 200_000);
const SHORT = 4;
const LONG = Math.min(2_000, EVENTS / 4);
const AT_ONCE = 500;
const PARTS = { ops: /bench\/copy\.ts/, server: /eventstoredb\.ts/, postgres: /postgres/ };
const log = { info: () => undefined, warn: console.warn };

const proposed = (): Proposed => ({
  id: randomUUID(),
  event: {
    type: 'LinkCreated',
    data: { destination_url: `https://example.com/${randomUUID()}`, title: 'An article', tags: ['a', 'b'] },
  },
  metadata: someMetadata({ command_id: randomUUID() }),
});

/** Streams of so many events each, which grow at the same time. */
const fill = async (store: EventStore, length: number): Promise<void> => {
  const streams = Array.from({ length: EVENTS / length }, () => `link-${randomUUID().replaceAll('-', '')}`);
  for (let revision = -1n; revision < length - 1; revision += 1n)
    for (let from = 0; from < streams.length; from += AT_ONCE)
      await Promise.all(
        streams.slice(from, from + AT_ONCE).map((stream) => store.append(stream, [proposed()], revision)),
      );
};

const measured = async (what: string, work: () => Promise<unknown>): Promise<void> => {
  const [began, before] = [performance.now(), cpuByPart(process.pid, PARTS)];
  await work();
  const seconds = (performance.now() - began) / 1_000;
  const spent = Object.entries(cpuByPart(process.pid, PARTS)).filter(([part]) => part in PARTS);
  const cells = spent.map(([part, cpu]) => `${part} ${((cpu - (before[part] ?? 0)) / EVENTS).toFixed(0)}`.padStart(13));
  console.log(`    ${what.padEnd(22)}${(EVENTS / seconds).toFixed(0).padStart(7)}/s${cells.join('')}`);
};

const copyAll = async (store: EventStore, { url }: EventStoreProcess): Promise<void> => {
  const head = await store.head(CATEGORIES);
  for (const what of ['copied', 'copied once more']) {
    const bulk = openBulkAppender({ url, log });
    const comparison = new Comparison();
    const onEvent = (recorded: Recorded): void => comparison.addOriginal(recorded);
    await measured(what, () => copyTo(bulk, { store, head, checkpoints: [], onEvent, onProgress: () => undefined }));
    await bulk.close();
  }
  const target = createEventStoreDb({ url, log });
  const end = await target.head(CATEGORIES);
  const comparison = new Comparison();
  await measured('compared', async () => {
    for await (const events of readEvents(target, CATEGORIES, -1n, end))
      for (const recorded of events) comparison.addCopied(recorded);
  });
  await target.close();
};

const main = async (): Promise<void> => {
  console.log(`  ${EVENTS} events; µs of CPU each`);
  for (const length of [SHORT, LONG]) {
    const database = await withPostgres(...eventStoreMigrations.map(({ sql }) => sql));
    const server = await startEventStore();
    const source = openEventStore(database);
    try {
      await fill(source.store, length);
      console.log(`  ${EVENTS / length} streams`);
      await copyAll(source.store, server);
    } finally {
      await source.close();
      await server.stop();
      await database.close();
    }
  }
};

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
