import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnalyticsClient } from '@platform/analytics-store';
import { findRunningPostgres } from '@platform/engines';
import { createEventStoreDb } from '@platform/event-store';
import { openApplicationLogin } from '@platform/postgres';
import { readEvents } from '@platform/read-store';
import { Client as Postgres, type QueryResultRow } from 'pg';
import { startClickhouse } from '../support/cluster';
import { type EventStoreDbDouble, secured, startEventStoreDbDouble } from '../support/eventstoredb-double';
import { untilJudged } from '../support/judged';
import { itOnDouble, type OwnServer, startGivenServer } from '../support/own-event-store';
import { endPrograms, eventually } from '../support/programs';
import { quiet } from '../support/read-store';
import { type Client, type Product, api, freePort, send, startWaymark } from '../support/waymark';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const MAIN = join(__dirname, '..', '..', 'dist', 'apps', 'ops', 'src', 'main.js');

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

let folder: string;
let dataDir: string;
let port: number;
let server: OwnServer;
/** What is copied to, unless EVENTSTORE_START starts a server. */
let double: EventStoreDbDouble | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-copy-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  port = await freePort();
  server = (await startGivenServer()) ?? (await startDouble());
});
afterAll(async () => {
  await endPrograms();
  await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

const ops = (...args: string[]): Promise<Said> => opsWith({ DATA_DIR: dataDir }, ...args);
const opsWith = (more: Readonly<Record<string, string>>, ...args: string[]): Promise<Said> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], TMPDIR: tmpdir(), ...more };
    execFile(process.execPath, [MAIN, ...args], { cwd: folder, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
const copy = (...more: string[]) => ops('copy', 'events', '--to', server.url, ...more);

const withProduct = async (env: Record<string, string>, work: (client: Client, product: Product) => Promise<void>) => {
  const product = await startWaymark({ dataDir, port, env, patient: true });
  try {
    await work(api(product, product.bootstrap.api_key), product);
  } finally {
    await product.stop();
  }
};
const create = async (client: Client, alias: string) => {
  const [link, headers] = [{ destination_url: 'https://example.com/', alias }, { 'idempotency-key': randomUUID() }];
  expect((await untilJudged(() => client.post('/v1/links', link, headers))).status).toBe(201);
};

/** Rules of 60 kB. An edit has those before it as well. */
const largeRules = (n: number) =>
  Array.from({ length: 20 }, (_, nth) => ({
    if: { query: Object.fromEntries(Array.from({ length: 14 }, (_, k) => [`k${k}`, `${n}-${nth}`.padEnd(200, 'v')])) },
    destination_url: 'https://example.com/',
  }));

const startDouble = async (): Promise<OwnServer> => {
  const started = (double = await startEventStoreDbDouble(secured('waymark', 'changeit')));
  return { url: started.url, stop: () => started.close() };
};

/** How many business events the copy has. */
const stored = async (): Promise<number> => {
  const store = createEventStoreDb({ url: server.url, log: quiet });
  try {
    const categories = ['link', 'apikey', 'workspace'];
    let count = 0;
    for await (const events of readEvents(store, categories, -1n, await store.head(categories))) count += events.length;
    return count;
  } finally {
    await store.close();
  }
};

/** Copies while an append is lost and the network breaks, where that can be had. */
const copyOverBrokenNetwork = async () => {
  if (!double) return copy();
  double.writer.loses = () => true;
  const { batchAppend: before } = double.calls;
  const broken = copy();
  await eventually(() => expect(double?.calls.batchAppend).toBeGreaterThan(before));
  double.network.drop();
  double.writer.loses = () => false;
  return broken;
};

describe('leaving the embedded event store', () => {
  it('copies every event once, and on a repeat only what was added since', async () => {
    await withProduct({}, async (client) => {
      for (let n = 0; n < 20; n += 1) await create(client, `first-${n}`);
      const {
        body: [link],
      } = { body: (await client.get<{ data: { id: string }[] }>('/v1/links?limit=1')).body.data };
      await client.patch(`/v1/links/${link!.id}`, { title: 'Edited' });
      const first = await copy();
      expect(first).toMatchObject({
        code: 0,
        out: expect.stringContaining('The copy equals the original, stream by stream.'),
      });
      expect(await stored()).toBe(23);
      expect(await copy()).toMatchObject({ code: 0 });
      expect(await stored()).toBe(23);
      await create(client, 'later');
      expect(await copy('--move-checkpoints')).toMatchObject({
        code: 1,
        err: expect.stringContaining('Stop it first'),
      });
    });
    expect(await copy()).toMatchObject({ code: 0 });
    expect(await stored()).toBe(24);
  });

  it('goes on where an earlier run ended, in the middle of a stream as well', async () => {
    await withProduct({}, async (client) => {
      const { body } = await client.post<{ id: string }>('/v1/links', {
        destination_url: 'https://example.com/',
        alias: 'grows',
      });
      expect(await copy()).toMatchObject({ code: 0 });
      for (const title of ['Once', 'Twice']) await client.patch(`/v1/links/${body.id}`, { title });
    });
    expect(await copyOverBrokenNetwork()).toMatchObject({ code: 0 });
    expect(await stored()).toBe(27);
  });

  it('copies edits of which a hundred take more than the server takes in one append', async () => {
    await withProduct({}, async (client) => {
      const link = { destination_url: 'https://example.com/', alias: 'large' };
      const { id } = (await client.post<{ id: string }>('/v1/links', link)).body;
      for (let n = 0; n < 12; n += 1)
        expect((await client.patch(`/v1/links/${id}`, { rules: largeRules(n) })).status).toBe(200);
      expect(await copy()).toMatchObject({ code: 0 });
    });
    expect(await stored()).toBe(40);
  });

  it('says in a sentence that a server cannot be reached or refuses the account', async () => {
    const nobody = await freePort();
    const refused = [
      ['events', `esdb://localhost:${nobody}?tls=false`],
      ...(double ? [['events', double.url.replace('changeit', 'wrong')] as const] : []),
      ['clicks', `http://localhost:${nobody}`],
    ] as const;
    // One after the other: each starts the embedded database, and there is only one.
    for (const [what, to] of refused) {
      const { code, err } = await opsWith({ DATA_DIR: dataDir, COPY_TO: to }, 'copy', what, '--to-env', 'COPY_TO');
      expect([code, err]).toEqual([1, expect.stringMatching(/^The server to copy to cannot be used: .+\.\n$/)]);
    }
  });

  itOnDouble('reports differences, and then moves no checkpoint', 'changes no stored event', async () => {
    const record = double!.log.records.find(
      ({ stream, data }) => stream.startsWith('link-') && Buffer.from(data).includes('first-7'),
    )!;
    const original = record.data;
    Object.assign(record, { data: Buffer.from(Buffer.from(original).toString().replace('first-7', 'tampered')) });
    expect(await copy('--move-checkpoints')).toMatchObject({
      code: 1,
      out: expect.stringContaining(`Differs: ${record.stream}`),
    });
    Object.assign(record, { data: original });
  });

  it('copies every click to a ClickHouse server once, also on a repeat after more clicks', async () => {
    const clickhouse = await startClickhouse();
    const there = createAnalyticsClient({ url: clickhouse.url });
    try {
      await withProduct({}, async (client, product) => {
        for (const clicks of [5, 10]) {
          for (let n = 0; n < 5; n += 1)
            await send(product, 'GET', `/first-${n}`, { headers: { 'user-agent': BROWSER } });
          await eventually(async () =>
            expect((await client.get<{ totals: object }>('/v1/analytics/workspace')).body.totals).toMatchObject({
              clicks,
            }),
          );
          expect(await ops('copy', 'clicks', '--to', clickhouse.url)).toMatchObject({
            code: 0,
            out: expect.stringContaining(`${clicks} clicks; the copy equals the original`),
          });
        }
      });
      const counted = async () => (await there.rows<{ n: string }>('SELECT count() AS n FROM clicks'))[0]?.n;
      expect(await ops('copy', 'clicks', '--to', clickhouse.url)).toMatchObject({ code: 0 });
      expect(await counted()).toBe('10');
      await there.command("ALTER TABLE clicks UPDATE country = 'XX' WHERE link_id != '' SETTINGS mutations_sync = 1");
      expect(await ops('copy', 'clicks', '--to', clickhouse.url)).toMatchObject({
        code: 1,
        out: expect.stringContaining('these differ'),
      });
    } finally {
      await there.close();
      await clickhouse.stop();
    }
  });

  it('continues from the copy with every key, link and read model', async () => {
    expect(await copy('--move-checkpoints')).toMatchObject({
      code: 0,
      out: expect.stringContaining('The checkpoints were moved.'),
    });
    expect(await copy('--move-checkpoints')).toMatchObject({ code: 1, err: expect.stringContaining('moved to') });
    await expect(startWaymark({ dataDir, port })).rejects.toThrow(
      /EVENTSTORE_URL is required: the events of this database have been moved/,
    );
    expect(await ops('doctor')).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /fail\s+event store\s+the events of this database have been moved to .*EVENTSTORE_URL/,
      ),
    });
    await withProduct({ EVENTSTORE_URL: server.url }, async (client, product) => {
      expect((await client.get<{ meta: { total: number } }>('/v1/links')).body.meta.total).toBe(23);
      expect((await send(product, 'GET', '/first-3')).status).toBe(302);
      await create(client, 'in-the-copy');
      expect((await send(product, 'GET', '/in-the-copy')).status).toBe(302);
      expect((await client.get<{ meta: { total: number } }>('/v1/links')).body.meta.total).toBe(24);
      const { body } = await client.get<{ data: { id: string }[] }>('/v1/api-keys');
      expect(
        (await client.get<{ data: { type: string }[] }>(`/v1/api-keys/${body.data[0]!.id}/history`)).body.data.map(
          ({ type }) => type,
        ),
      ).toEqual(['api_key.created']);
    });
    expect(await stored()).toBe(41);
  });
});

describe('moving the checkpoints of a database whose product ops cannot see', () => {
  let own: EventStoreDbDouble;
  beforeAll(async () => {
    own = await startEventStoreDbDouble();
    dataDir = join(folder, 'beside');
    port = await freePort();
  });
  afterAll(() => own.close());

  const ownerUrl = async (): Promise<string> => (await findRunningPostgres(dataDir, 1_000)) ?? '';
  const move = async (url?: string): Promise<Said> => {
    const DATABASE_URL = url ?? (await ownerUrl());
    return opsWith(
      { DATABASE_URL, DATA_DIR: join(folder, 'of-ops') },
      'copy',
      'events',
      '--to',
      own.url,
      '--move-checkpoints',
    );
  };

  /** On the database of the running product, as its owner. */
  const sql = async <R extends QueryResultRow>(text: string): Promise<readonly R[]> => {
    const client = new Postgres(await ownerUrl());
    await client.connect();
    try {
      return (await client.query<R>(text)).rows;
    } finally {
      await client.end();
    }
  };

  it('moves none if an event came after the copy, and then has every write refused, in running processes as well', async () => {
    await withProduct({}, async (client, product) => {
      await create(client, 'before');
      own.writer.loses = () => true;
      const moving = move();
      await eventually(() => expect(own.calls.batchAppend).toBeGreaterThan(0));
      await create(client, 'meanwhile');
      own.network.drop();
      own.writer.loses = () => false;
      expect(await moving).toMatchObject({
        code: 1,
        err: expect.stringContaining('Events were added after the copy.'),
      });

      // Of a processor that no process has, so that none tries it again.
      await sql(`INSERT INTO parked_streams (read_model, stream, position, cause, parked_at)
        SELECT 'nobody', stream, position, 'poison', now() FROM waymark_events.events
        WHERE category = 'link' AND revision = 0 ORDER BY position LIMIT 1`);
      await create(client, 'as-before');
      expect(await move(await openApplicationLogin(await ownerUrl()))).toMatchObject({
        code: 1,
        err: expect.stringContaining('Set MIGRATIONS_DATABASE_URL'),
      });
      // Processors of a product that runs move their checkpoints at any time.
      await eventually(async () => {
        const { code, out, err } = await move();
        expect([code, out, err]).toEqual([
          0,
          expect.stringContaining('The checkpoints were moved.'),
          expect.anything(),
        ]);
      });
      const [parked] = await sql<{ stream: string; position: string }>(
        "SELECT stream, position FROM parked_streams WHERE read_model = 'nobody'",
      );
      const copied = own.log.records.find(({ stream, revision }) => stream === parked!.stream && revision === 0n);
      expect(parked!.position).toBe(String(copied!.position));
      const late = { destination_url: 'https://example.com/', alias: 'late' };
      expect(await client.post('/v1/links', late)).toMatchObject({
        status: 503,
        body: { code: 'event_store_mismatch' },
      });
      const { data } = (await client.get<{ data: { id: string }[] }>('/v1/api-keys')).body;
      expect((await client.delete(`/v1/api-keys/${data[0]!.id}`)).status).toBe(503);
      expect((await send(product, 'GET', '/as-before')).status).toBe(302);
      await eventually(async () =>
        expect(await send(product, 'GET', '/health/ready')).toMatchObject({
          status: 503,
          body: {
            detail: expect.stringMatching(/^The events of this database have been moved to \S+: set EVENTSTORE_URL/),
          },
        }),
      );
    });
    // Its redirect index is the one from before: ops has deleted that of another directory.
    await withProduct({ EVENTSTORE_URL: own.url }, async (client, product) => {
      const { body } = await client.get<{ data: { id: string; alias: string }[] }>('/v1/links');
      expect(body.data.map(({ alias }) => alias).sort()).toEqual(['as-before', 'before', 'meanwhile']);
      await create(client, 'late');
      const { id } = body.data.find(({ alias }) => alias === 'before')!;
      const destination_url = 'https://example.com/edited';
      expect((await client.patch(`/v1/links/${id}`, { destination_url })).status).toBe(200);
      await eventually(async () =>
        expect((await send(product, 'GET', '/before')).headers['location']).toBe(destination_url),
      );
    });
  });
});
