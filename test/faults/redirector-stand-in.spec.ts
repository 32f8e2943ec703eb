import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NO_STREAM } from '@kernel';
import { someMetadata } from '@kernel/testing';
import { DEFAULT_DOMAIN, linkIdOf, linkStream } from '@contexts/links';
import { digest } from '@platform/commands';
import { texts, readUntil, holding } from '../support/click-blocks';
import { SHORT_HOST } from '../support/cluster';
import { newSecrets } from '../support/gateways';
import { linkCreated } from '../support/link-events';
import { type TestDatabase, withPostgres } from '../support/postgres';
import { type OpenStore, openEventStore } from '../support/postgres-event-store';
import { prepareTree } from '../support/prepare-tree';
import { eventually } from '../support/programs';
import { freePort, send } from '../support/waymark';
import { processesOf } from './processes';
import { type SmallDisk, describeOnSmallDisks, mountSmallDisk } from './small-disks';

const MAIN = join(__dirname, '..', '..', 'dist', 'apps', 'redirector', 'src', 'main.js');
const VISITOR = {
  host: SHORT_HOST,
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

describeOnSmallDisks('a redirector of a cluster that is started on a full disk', () => {
  const secrets = newSecrets();
  let disk: SmallDisk;
  let dataDir: string;
  let database: TestDatabase;
  let events: OpenStore;
  let [port, status] = [0, 0];
  let child: ChildProcess;
  let output = '';
  let visits = 0;

  beforeAll(async () => {
    prepareTree();
    disk = mountSmallDisk(200);
    dataDir = join(disk.path, 'data');
    mkdirSync(dataDir);
    [database, port, status] = [await withPostgres(), await freePort(), await freePort()];
    start();
    await ready();
    events = openEventStore(database);
    await create('before');
    await eventually(async () => expect((await visit('before')).status).toBe(302));
    await eventually(() => expect(existsSync(reserve())).toBe(true));
    await kill();
  });
  afterAll(async () => {
    disk.empty();
    await kill();
    await events?.close();
    await database?.close();
    disk.unmount();
  });

  const reserve = () => join(dataDir, 'clicks', 'reserve');
  const start = () => {
    output = '';
    child = spawn(process.execPath, [MAIN], {
      cwd: dirname(dataDir),
      env: {
        PATH: process.env['PATH'],
        ...secrets,
        DATABASE_URL: database.url,
        PUBLIC_URL: `http://${SHORT_HOST}`,
        REDIRECT_WORKERS: '2',
        SHUTDOWN_DELAY: '0',
        PORT: String(port),
        STATUS_PORT: String(status),
        DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await eventually(() => expect(processesOf(dataDir)).toEqual([]));
  };
  const create = async (alias: string) => {
    const link_id = linkIdOf(DEFAULT_DOMAIN, alias, digest);
    const event = linkCreated({ link_id, alias, domain: SHORT_HOST, destination_url: `https://example.com/${alias}` });
    const proposed = { id: randomUUID(), event, metadata: someMetadata() };
    await events.store.append(linkStream(link_id), [proposed], NO_STREAM);
  };
  const visit = async (alias: string) => {
    const answer = await send({ url: '', port }, 'GET', `/${alias}`, { headers: VISITOR });
    if (answer.status === 302) visits += 1;
    return answer;
  };
  const readiness = async () => {
    const { status: answered, body } = await send<{ checks: Record<string, { status: string }> }>(
      { url: '', port: status },
      'GET',
      '/health/ready',
    );
    return { status: answered, disk: body.checks['disk']?.status, kafka: body.checks['kafka']?.status };
  };
  /** While the redirector waits for room. */
  const full = () => output.includes('the disk of the data directory is full');
  const ready = () => eventually(async () => expect(await readiness()).toMatchObject({ status: 200, disk: 'ok' }));
  const heals = async () => {
    disk.empty();
    await ready();
    expect((await visit('before')).status).toBe(302);
    expect(child.exitCode).toBeNull();
    const blocks = await readUntil(join(dataDir, 'clicks'), holding(visits));
    expect(texts(blocks)).toHaveLength(visits);
  };

  it('redirects known links and keeps their clicks, says so, and starts its workers when there is room', async () => {
    disk.fill();
    start();
    await eventually(async () =>
      expect((await visit('before')).headers['location']).toBe('https://example.com/before'),
    );
    for (let n = 0; n < 200; n += 1) expect((await visit('before')).status).toBe(302);
    expect(await readiness()).toMatchObject({ status: 503, disk: 'failed' });
    expect(output.match(/the disk of the data directory is full/g)).toHaveLength(1);
    await heals();
    await create('after');
    await eventually(async () => expect((await visit('after')).status).toBe(302));
  });

  it('without Kafka is ready, and says that nobody counts its clicks', async () => {
    expect(await readiness()).toEqual({ status: 200, disk: 'ok', kafka: 'failed' });
    await eventually(() => expect(output).toContain('clicks are not counted'));
  });

  it('without a reserve, refuses visits that it cannot record', async () => {
    await kill();
    rmSync(reserve(), { force: true });
    disk.fill();
    start();
    await eventually(() => expect(full()).toBe(true));
    expect(await readiness()).toMatchObject({ status: 503, disk: 'failed' });
    let last = await visit('before');
    while (last.status === 302) last = await visit('before');
    expect([last.status, last.headers['retry-after']]).toEqual([503, '1']);
    await heals();
  });

  it('can be stopped while it waits', async () => {
    await kill();
    disk.fill();
    start();
    await eventually(() => expect(full()).toBe(true));
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
