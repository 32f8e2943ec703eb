import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CATEGORIES } from '@contexts/aggregates';
import { type EventStore, type Recorded, groupBy } from '@kernel';
import { startPostgres } from '@platform/engines';
import { createEventStoreDb, createPostgresEventStore } from '@platform/event-store';
import { readEvents } from '@platform/read-store';
import { makeFolder } from '../faults/processes';
import { startEventStoreDbDouble } from '../support/eventstoredb-double';
import { untilAllJudged } from '../support/judged';
import { type OwnServer, startGivenServer } from '../support/own-event-store';
import { testPool } from '../support/pool';
import { quiet } from '../support/read-store';
import { atScale } from '../support/scale';
import { type Client, api, freePort, startWaymark } from '../support/waymark';

const MAIN = join(__dirname, '..', '..', 'dist', 'apps', 'ops', 'src', 'main.js');
const KILLS = 3;
/** A command says how far it is after each thousand events. */
const LINKS = atScale(1_000, 20_000) * (KILLS + 2);
const AT_ONCE = 100;

const startTarget = async (): Promise<OwnServer> => {
  const given = await startGivenServer();
  if (given) return given;
  const double = await startEventStoreDbDouble();
  return { url: double.url, stop: () => double.close() };
};

interface Link {
  readonly id: string;
}

/** @returns the id of the first link, whose stream grows all the time */
const makeLinks = async (client: Client): Promise<string> => {
  const ids: string[] = [];
  for (let from = 0; from < LINKS; from += AT_ONCE) {
    const items = Array.from({ length: AT_ONCE }, (_, n) => ({
      alias: `link-${from + n}`,
      destination_url: `https://example.com/${from + n}`,
      tags: ['ünïcode ✓', `of-${from}`],
    }));
    const { body } = await untilAllJudged((headers) =>
      client.post<{ data: { link: Link }[]; meta: { created: number } }>('/v1/links/bulk', items, headers),
    );
    expect(body.meta.created).toBe(AT_ONCE);
    ids.push(...body.data.map(({ link }) => link.id));
    await edit(client, ids[0]!, `Edited after ${from}`);
  }
  return ids[0]!;
};

const edit = async (client: Client, id: string, title: string): Promise<void> =>
  expect((await client.patch(`/v1/links/${id}`, { title })).status).toBe(200);

/** What a product says of links: every one, and the history of the one that was edited. */
const saidBy = async (client: Client, id: string): Promise<unknown> => {
  const links: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const path: string = `/v1/links?limit=100&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await client.get<{ data: unknown[]; meta: { next_cursor: string | null } }>(path);
    links.push(...body.data);
    cursor = body.meta.next_cursor;
  }
  expect(links).toHaveLength(LINKS);
  const { body } = await client.get<object>(`/v1/links/${id}/history?limit=100`);
  return { links, history: body };
};

/** Without positions, which each store has of its own. */
const eventsOf = async (store: EventStore) => {
  const events: Recorded[] = [];
  for await (const some of readEvents(store, CATEGORIES, -1n, await store.head(CATEGORIES))) events.push(...some);
  const withoutPositions = events.map(({ position: _, ...rest }) => rest);
  return { count: events.length, streams: groupBy(withoutPositions, ({ stream }) => stream) };
};

describe('a copy of events that is killed', () => {
  let folder: string;
  let dataDir: string;
  let server: OwnServer;

  beforeAll(async () => {
    folder = makeFolder('copy-killed');
    dataDir = join(folder, 'data');
    server = await startTarget();
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  /** @param killedAt kills it when it has said so often how far it is @returns its exit code, null when it was killed */
  const copy = async (killedAt: number, ...more: string[]): Promise<{ code: number | null; out: string }> => {
    const env = { PATH: process.env['PATH'], TMPDIR: tmpdir(), DATA_DIR: dataDir };
    const child = spawn(process.execPath, [MAIN, 'copy', 'events', '--to', server.url, ...more], { cwd: folder, env });
    let [said, out] = [0, ''];
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString().match(/copied/g)?.length ?? 0;
      if (said >= killedAt) child.kill('SIGKILL');
    });
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, out };
  };

  /** The events before and after, by the stores themselves. */
  const originalEvents = async () => {
    const postgres = await startPostgres({ dataDir, log: quiet });
    const pool = testPool({ connectionString: postgres.url });
    const store = createPostgresEventStore({ pool, listen: () => ({ connectionString: postgres.url }), log: quiet });
    try {
      return await eventsOf(store);
    } finally {
      await store.close();
      await pool.end();
      await postgres.stop();
    }
  };
  const copiedEvents = async () => {
    const store = createEventStoreDb({ url: server.url, log: quiet });
    try {
      return await eventsOf(store);
    } finally {
      await store.close();
    }
  };

  it(`${KILLS} times and then repeated has each event once, in order, and a product on it says the same`, async () => {
    const port = await freePort();
    const product = await startWaymark({ dataDir, port, patient: true });
    const client = api(product, product.bootstrap.api_key);
    const id = await makeLinks(client);
    const before = await saidBy(client, id);
    await product.stop();
    const original = await originalEvents();
    expect(original.count).toBeGreaterThan(LINKS + LINKS / AT_ONCE);

    for (let kill = 1; kill <= KILLS; kill += 1) {
      expect((await copy(kill)).code).toBeNull();
      const { count, streams } = await copiedEvents();
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThan(original.count);
      for (const [stream, events] of streams)
        expect(events).toEqual(original.streams.get(stream)?.slice(0, events.length));
    }
    const { code, out } = await copy(Infinity, '--move-checkpoints');
    expect([code, out]).toEqual([0, expect.stringContaining('The copy equals the original, stream by stream.')]);
    expect(await copiedEvents()).toEqual(original);

    const moved = await startWaymark({ dataDir, port, patient: true, env: { EVENTSTORE_URL: server.url } });
    try {
      const now = api(moved, product.bootstrap.api_key);
      expect(await saidBy(now, id)).toEqual(before);
      await edit(now, id, 'On the copy');
    } finally {
      await moved.stop();
    }
  });
});
