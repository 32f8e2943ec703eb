import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/free-port';
import { eventually } from '../support/programs';
import { type Address, api, send, startWaymark } from '../support/waymark';
import { launch, processesOf } from './processes';
import { type SmallDisk, describeOnSmallDisks, mountSmallDisk } from './small-disks';

const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

describeOnSmallDisks('a product that is started on a full disk', () => {
  let disk: SmallDisk;
  let dataDir: string;
  let address: Address;
  let key: string;
  let child: ChildProcess;
  let output: () => string;
  let visits = 0;

  beforeAll(async () => {
    disk = mountSmallDisk(400);
    dataDir = join(disk.path, 'data');
    const first = await startWaymark({ dataDir });
    [address, key] = [first, first.bootstrap.api_key];
    expect((await create('before')).status).toBe(201);
    await eventually(async () => expect((await visit('before')).status).toBe(302));
    await first.kill('SIGKILL');
    await eventually(() => expect(processesOf(dataDir)).toEqual([]));
  });
  afterAll(async () => {
    disk.empty();
    child?.kill('SIGKILL');
    await eventually(() => expect(processesOf(dataDir)).toEqual([]));
    disk.unmount();
  });

  const start = () => {
    const started = launch(dataDir, address.port);
    [child, output] = [started.child, started.output];
  };
  const create = (alias: string) =>
    api(address, key).post('/v1/links', { alias, destination_url: `https://example.com/${alias}` });
  const visit = async (alias: string) => {
    const answer = await send(address, 'GET', `/${alias}`, { headers: PERSON });
    if (answer.status === 302) visits += 1;
    return answer;
  };
  const readiness = async () => {
    const { status, body } = await send<{ checks: Record<string, { status: string }> }>(
      address,
      'GET',
      '/health/ready',
    );
    return { status, disk: body.checks['disk']?.status };
  };
  const counted = async () => {
    const { body } = await api(address, key).get<{ totals: { clicks: number } }>('/v1/analytics/workspace?range=all');
    return body.totals.clicks;
  };
  const heals = async () => {
    disk.empty();
    await eventually(async () => expect(await readiness()).toEqual({ status: 200, disk: 'ok' }));
    await eventually(async () => expect(await counted()).toBe(visits));
    expect(child.exitCode).toBeNull();
  };

  it('redirects known links, refuses the rest with 503, says so, and starts when there is room', async () => {
    disk.fill();
    start();
    await eventually(async () =>
      expect((await visit('before')).headers['location']).toBe('https://example.com/before'),
    );
    for (let n = 0; n < 200; n += 1) expect((await visit('before')).status).toBe(302);
    expect(await readiness()).toEqual({ status: 503, disk: 'failed' });
    expect(await create('during')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect((await visit('unknown')).status).toBe(503);
    expect((await send(address, 'GET', '/health/live')).status).toBe(200);
    expect(output().match(/the disk of the data directory is full/g)).toHaveLength(1);
    await heals();
    expect((await create('during')).status).toBe(201);
  });

  it('without a reserve, refuses visits that it cannot record', async () => {
    child.kill('SIGKILL');
    await eventually(() => expect(processesOf(dataDir)).toEqual([]));
    rmSync(join(dataDir, 'clicks', 'reserve'), { force: true });
    disk.fill();
    start();
    await eventually(async () => expect(await readiness()).toEqual({ status: 503, disk: 'failed' }));
    let last = await visit('before');
    while (last.status === 302) last = await visit('before');
    expect([last.status, last.headers['retry-after']]).toEqual([503, '1']);
    expect((await send(address, 'HEAD', '/before')).status).toBe(302);
    await heals();
  });

  it('keeps the data directory for itself, and can be stopped while it waits', async () => {
    child.kill('SIGKILL');
    await eventually(() => expect(processesOf(dataDir)).toEqual([]));
    disk.fill();
    start();
    await eventually(async () => expect(await readiness()).toEqual({ status: 503, disk: 'failed' }));
    const second = launch(dataDir, await freePort());
    expect((await second.exit).code).toBe(1);
    expect(second.output()).toContain(`in use by another instance (pid ${child.pid}`);
    expect((await visit('before')).status).toBe(302);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
