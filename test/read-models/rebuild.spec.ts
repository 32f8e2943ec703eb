import type { Delivery, Event, EventStore, Projection } from '@kernel';
import { keyList } from '@contexts/keys';
import { linkList } from '@contexts/links';
import { Progress } from '@platform/processing';
import { createReadStore, rebuild, runProjector, type ReadStore } from '@platform/read-store';
import { eventStoreMigrations } from '@platform/event-store';
import { type TestDatabase, withPostgres } from '../support/postgres';
import { patientStore } from '../support/patient';
import { type OpenStore, openEventStore } from '../support/postgres-event-store';
import { appendHistory, linkEvents, seeded } from './some-history';
import { insist } from '../support/insist';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const MODELS: readonly Projection<never, never>[] = [keyList, linkList] as unknown as readonly Projection<
  never,
  never
>[];

let database: TestDatabase;
let readStore: ReadStore;
let events: OpenStore;

beforeAll(async () => {
  database = await withPostgres();
  readStore = await insist(() =>
    createReadStore({ url: database.url, log: quiet, extraMigrations: eventStoreMigrations }),
  );
  const opened = openEventStore(database);
  events = { ...opened, store: patientStore(opened.store) };
});
afterAll(async () => {
  await events.close();
  await readStore.close();
  await database.close();
});

const running: (() => Promise<void>)[] = [];
// A test that fails ends none of its projectors, and jest waits for them.
afterEach(async () => {
  for (const end of running.splice(0)) await end();
});

/** Projects until the test ends it; `store` may change the delivery. */
const projecting = (projection: Projection<never, never>, store: EventStore = events.store) => {
  const stop = new AbortController();
  const progress = new Progress();
  const projected = runProjector(projection, {
    store,
    pool: readStore.system,
    progress,
    log: quiet,
    signal: stop.signal,
  });
  const end = async () => {
    stop.abort();
    await projected;
  };
  running.push(end);
  return {
    caughtUp: async () => {
      const head = await events.store.head(projection.categories);
      expect(await progress.awaitProcessed([projection.name], head, 120_000)).toEqual([]);
    },
    end,
  };
};

const live = (table: string) =>
  database.query<{ row: object }>(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY id`);
const rebuilt = (projection: Projection<never, never>, swap = false) =>
  rebuild(projection, { url: database.url, store: events.store, swap });
const EQUAL = { missing: 0, extra: 0, differing: 0 };

/** Delivers each event one to three times, and sometimes steps back: at-least-once delivery may do that. */
const repeating = (store: EventStore, random: () => number): EventStore => ({
  ...store,
  async *subscribe(options): AsyncGenerator<Delivery> {
    const recent: Delivery[] = [];
    for await (const delivery of store.subscribe(options)) {
      for (let times = Math.ceil(random() * 3); times > 0; times -= 1) yield delivery;
      if (delivery.kind === 'event') recent.push(delivery);
      if (random() < 0.1) yield* recent.slice(-5);
    }
  },
});

describe('a rebuilt read model', () => {
  it('equals the live one row for row, despite repeated events and connections killed in mid-transaction', async () => {
    const random = seeded(7);
    const projectors = MODELS.map((model) => projecting(model, repeating(events.store, random)));
    for (let part = 0; part < 5; part += 1) {
      await appendHistory(events.store, part * 200, part * 200 + 100, random);
      await database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() ` +
          `AND application_name = 'waymark system'`,
      );
      await appendHistory(events.store, part * 200 + 100, part * 200 + 200, random);
    }
    for (const projector of projectors) await projector.caughtUp();
    for (const model of MODELS) {
      const { counts, rows, position } = await rebuilt(model);
      expect(counts).toEqual(EQUAL);
      expect(rows).toBeGreaterThanOrEqual(1_000);
      expect(position).toBeGreaterThanOrEqual(await events.store.head(model.categories));
    }
    for (const projector of projectors) await projector.end();
  });

  it('reports wrong, missing and extra rows of the live one, and corrects them by a swap', async () => {
    const right = await live('links');
    await database.query(`UPDATE links SET title = 'tampered', tags = '{x}' WHERE id = 'link_3'`);
    await database.query(`DELETE FROM links WHERE id IN ('link_4', 'link_5')`);
    await database.query(`UPDATE links SET id = 'link_ghost' WHERE id = 'link_6'`);
    const report = await rebuilt(linkList as never);
    expect(report).toMatchObject({ counts: { missing: 3, extra: 1, differing: 1 }, swapped: false });
    expect(report.examples).toContainEqual({
      id: 'link_3',
      kind: 'differing',
      fields: expect.arrayContaining(['title', 'tags']),
    });
    expect(await live('links')).not.toEqual(right);

    expect((await rebuilt(linkList as never, true)).swapped).toBe(true);
    expect(await live('links')).toEqual(right);
    expect((await rebuilt(linkList as never)).counts).toEqual(EQUAL);
  });

  it('leaves the counts of its rows right', async () => {
    const counts = () =>
      database.query<{ kind: string; counted: number; real: number }>(
        `SELECT 'keys' AS kind, workspace_id, keys::int AS counted,
           (SELECT count(*)::int FROM api_keys k WHERE k.workspace_id = c.workspace_id) AS real FROM api_key_counts c
         UNION ALL SELECT 'links', workspace_id, links::int,
           (SELECT count(*)::int FROM links l WHERE l.workspace_id = c.workspace_id AND l.deleted_at IS NULL)
         FROM link_counts c WHERE c.kind = 'live' ORDER BY 1, 2`,
      );
    const before = await counts();
    await database.query(`DELETE FROM api_keys WHERE id IN (SELECT id FROM api_keys ORDER BY id LIMIT 7)`);
    await database.query(`UPDATE links SET deleted_at = now() WHERE id IN ('link_3', 'link_4')`);
    const wrong = await counts();
    for (const model of MODELS) await rebuilt(model, true);
    const after = await counts();
    for (const all of [before, wrong, after]) {
      expect(all.length).toBeGreaterThan(1);
      expect(all.map(({ counted }) => counted)).toEqual(all.map(({ real }) => real));
    }
    expect(wrong).not.toEqual(before);
    expect(after).toEqual(before);
  });

  it('is corrected under a running projector, while events keep coming', async () => {
    const random = seeded(9);
    const projector = projecting(linkList as never);
    let writing = true;
    const writer = (async () => {
      for (let n = 5_000; writing; n += 20) await appendHistory(events.store, n, n + 20, random);
    })();
    for (let round = 0; round < 5; round += 1) {
      await database.query(`UPDATE links SET title = 'tampered' WHERE id LIKE 'link_1%'`);
      await rebuilt(linkList as never, true);
    }
    writing = false;
    await writer;
    await projector.caughtUp();
    await projector.end();
    expect((await rebuilt(linkList as never)).counts).toEqual(EQUAL);
    expect(await database.query(`SELECT id FROM links WHERE title = 'tampered'`)).toEqual([]);
  });

  it('is compared up to its last event where the store ends before its checkpoint, which a swap takes back', async () => {
    const right = await live('api_keys');
    const checkpoint = () =>
      database.query<{ position: string; last: string }>(
        `SELECT position, mark->>'position' AS last FROM checkpoints WHERE read_model = 'api_keys'`,
      );
    await database.query(`UPDATE checkpoints SET position = position + 100000 WHERE read_model = 'api_keys'`);
    const [before] = await checkpoint();
    expect(await rebuilt(keyList as never)).toMatchObject({ counts: EQUAL, position: BigInt(before!.last) });
    expect(await checkpoint()).toEqual([before]);
    await database.query(`DELETE FROM api_keys WHERE id = (SELECT min(id) FROM api_keys)`);
    expect(await rebuilt(keyList as never, true)).toMatchObject({ counts: { ...EQUAL, missing: 1 } });
    expect(await checkpoint()).toEqual([{ position: before!.last, last: before!.last }]);
    expect(await live('api_keys')).toEqual(right);
  });

  it('is rebuilt by one process at a time', async () => {
    let second: Promise<string> | undefined;
    // The first one reads no event before the second has been answered.
    const store: EventStore = {
      ...events.store,
      async *subscribe(options): AsyncGenerator<Delivery> {
        second ??= rebuilt(linkList as never).then(
          () => 'it was rebuilt',
          (error: Error) => error.message,
        );
        await second;
        yield* events.store.subscribe(options);
      },
    };
    expect((await rebuild(linkList, { url: database.url, store, swap: false })).counts).toEqual(EQUAL);
    expect(await second).toMatch(/is being rebuilt by another process/);
    expect((await rebuilt(linkList as never)).counts).toEqual(EQUAL);
  });
});

describe('a parked stream', () => {
  it('is folded again after a swap, also by a projector that kept running', async () => {
    let broken = true;
    const fragile: Projection<never, Event> = {
      ...(linkList as unknown as Projection<never, Event>),
      evolve: (row, recorded, key) => {
        if (broken && key === 'link_90001') throw new Error('a poison event');
        return (linkList as unknown as Projection<never, Event>).evolve(row, recorded, key);
      },
    };
    const projector = projecting(fragile);
    await appendHistory(events.store, 90_000, 90_003, () => 0.99);
    await projector.caughtUp();
    expect(await database.query('SELECT stream FROM parked_streams')).toEqual([{ stream: 'link-90001' }]);
    expect(await database.query(`SELECT id FROM links WHERE id = 'link_90001'`)).toEqual([]);

    broken = false; // A release that repairs the fault.
    const report = await rebuilt(linkList as never, true);
    expect(report).toMatchObject({
      unparked: ['link-90001'],
      parked: [],
      counts: { missing: 1, extra: 0, differing: 0 },
    });
    expect(await database.query('SELECT stream FROM parked_streams')).toEqual([]);

    // The projector still believes the stream parked; it must notice, and lose no later event.
    const [deleted] = linkEvents(90_001, () => 0.99).map(() => ({
      type: 'LinkDeleted',
      data: { link_id: 'link_90001' },
    }));
    const [created] = await events.store.read('link-90001');
    await events.store.append(
      'link-90001',
      [{ id: '00000000-0000-8000-8000-0000000090a1', event: deleted!, metadata: created!.metadata }],
      0n,
    );
    await projector.caughtUp();
    await projector.end();
    expect(await database.query(`SELECT deleted_at IS NOT NULL AS deleted FROM links WHERE id = 'link_90001'`)).toEqual(
      [{ deleted: true }],
    );
    expect((await rebuilt(linkList as never)).counts).toEqual(EQUAL);
  });
});
