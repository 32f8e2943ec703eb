import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/eventstoredb-double';
import { endPrograms, eventually } from '../support/programs';
import { type Client, type Product, api, freePort, send, startWaymark } from '../support/waymark';

const MAIN = join(__dirname, '..', '..', 'dist', 'apps', 'ops', 'src', 'main.js');

let folder: string;
let dataDir: string;
let port: number;
let product: Product;
let server: EventStoreDbDouble;
const servers: EventStoreDbDouble[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-restored-store-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  port = await freePort();
  server = await startServer();
});
afterAll(async () => {
  await product.stop();
  await endPrograms();
  for (const one of servers) await one.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

const startServer = async (): Promise<EventStoreDbDouble> => {
  const started = await startEventStoreDbDouble();
  servers.push(started);
  return started;
};
/** A server on a backup of another one, as it was when it had so many records. */
const restoredServer = async (of: EventStoreDbDouble, records: number): Promise<EventStoreDbDouble> => {
  const restored = await startServer();
  for (const { stream, ...record } of of.log.records.slice(0, records)) restored.log.append(stream, [record], 'any');
  return restored;
};

const start = async (): Promise<Client> => {
  product = await startWaymark({ dataDir, port, env: { EVENTSTORE_URL: server.url }, patient: true });
  return api(product, product.bootstrap.api_key);
};
const ops = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], TMPDIR: tmpdir(), DATA_DIR: dataDir, EVENTSTORE_URL: server.url };
    execFile(process.execPath, [MAIN, ...args], { cwd: folder, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

interface Link {
  readonly id: string;
}
const create = async (client: Client, alias: string): Promise<Link> => {
  const { status, body } = await client.post<Link>('/v1/links', {
    alias,
    destination_url: `https://example.com/${alias}`,
  });
  expect(status).toBe(201);
  return body;
};
const visit = (alias: string) => send(product, 'GET', `/${alias}`);

describe('an event store that was restored to an earlier copy, while the tables were not', () => {
  let client: Client;
  let kept: Link;

  beforeAll(async () => {
    client = await start();
    kept = await create(client, 'kept');
    const backup = server.log.records.length;
    await create(client, 'undone');
    await eventually(async () => expect((await visit('undone')).status).toBe(302));
    await product.kill('SIGTERM');
    server = await restoredServer(server, backup);
    client = await start();
  });

  it('takes no command, says why, and lets reads and redirects go on', async () => {
    const refused = await client.post<{ code: string }>('/v1/links', { destination_url: 'https://example.com/' });
    expect([refused.status, refused.body.code]).toEqual([503, 'event_store_mismatch']);
    const edited = await client.patch<{ code: string }>(`/v1/links/${kept.id}`, { title: 'Edited' });
    expect([edited.status, edited.body.code]).toEqual([503, 'event_store_mismatch']);
    expect((await client.get(`/v1/links/${kept.id}`)).status).toBe(200);
    expect((await visit('kept')).status).toBe(302);
  });

  it('is shown by /health/ready, which stays ready for what goes on', async () => {
    const { status, body } = await send<{ checks: Record<string, { status: string }> }>(
      product,
      'GET',
      '/health/ready',
    );
    expect([status, body.checks['event_store']?.status]).toEqual([200, 'failed']);
  });

  it('is found by the doctor, who names what mends it', async () => {
    const { code, out } = await ops('doctor');
    expect([code, out]).toEqual([1, expect.stringMatching(/fail\s+history\s+links: .*replay all --swap/)]);
  });

  it('is accepted by a replay of all read models: what was undone is gone, and changes are taken again', async () => {
    expect(await ops('replay', 'all')).toMatchObject({ code: 1, out: expect.stringContaining('has another history') });
    expect(await ops('replay', 'all', '--swap')).toMatchObject({ code: 0, err: expect.any(String) });
    await eventually(async () =>
      expect((await client.patch(`/v1/links/${kept.id}`, { title: 'Edited' })).status).toBe(200),
    );
    // Its projector tries again some seconds after the replay.
    await eventually(async () =>
      expect((await client.get<{ title: string }>(`/v1/links/${kept.id}`)).body.title).toBe('Edited'),
    );
    await eventually(async () => expect((await visit('undone')).status).toBe(404));
    await create(client, 'undone');
    expect((await visit('undone')).status).toBe(302);
    await eventually(async () =>
      expect(await ops('doctor', '--full')).toMatchObject({ code: 0, out: expect.stringContaining('All is well.') }),
    );
  });

  it('is found as well when another store answers that is empty, until the right one is back', async () => {
    expect((await client.get<{ meta: { total: number } }>('/v1/links')).body.meta.total).toBe(2);
    await product.kill('SIGTERM');
    const own = server;
    server = await startServer();
    client = await start();
    const { status, body } = await client.patch<{ code: string }>(`/v1/links/${kept.id}`, { title: 'Elsewhere' });
    expect([status, body.code]).toEqual([503, 'event_store_mismatch']);
    await product.kill('SIGTERM');
    server = own;
    client = await start();
    await eventually(async () =>
      expect((await client.patch(`/v1/links/${kept.id}`, { title: 'Back' })).status).toBe(200),
    );
  });
});

describe('an event store that is down', () => {
  it('is shown by /health/ready, with its server and the cause in the log, until it is back', async () => {
    const checks = async () =>
      (await send<{ checks: Record<string, { status: string }> }>(product, 'GET', '/health/ready')).body.checks;
    await eventually(async () => expect((await checks())['event_store']?.status).toBe('ok'));
    await server.network.refuse();
    await eventually(async () => expect((await checks())['event_store']?.status).toBe('failed'));
    await eventually(() =>
      expect(product.output()).toMatch(
        /"check":"event_store","server":"localhost:\d+","cause":"EventStoreDB.*"health check failed"/,
      ),
    );
    await server.network.accept();
    await eventually(async () => expect((await checks())['event_store']?.status).toBe('ok'));
  });
});
