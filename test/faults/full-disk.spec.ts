import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/programs';
import { type Product, api, freePort, send, startWaymark } from '../support/waymark';
import { launch, processesOf } from './processes';
import { type SmallDisk, describeOnSmallDisks, mountSmallDisk } from './small-disks';

describeOnSmallDisks('a product whose disk is full', () => {
  let disk: SmallDisk;
  let dataDir: string;
  let product: Product;

  beforeAll(async () => {
    disk = mountSmallDisk(400);
    dataDir = join(disk.path, 'data');
    product = await startWaymark({ dataDir });
  });
  afterAll(async () => {
    disk.empty();
    await product.stop();
    disk.unmount();
  });

  const create = (alias: string) =>
    api(product, product.bootstrap.api_key).post('/v1/links', {
      alias,
      destination_url: `https://example.com/${'x'.repeat(1_900)}`,
    });
  const visit = async (alias: string): Promise<number> => (await send(product, 'GET', `/${alias}`)).status;
  const readiness = async () => {
    const { status, body } = await send(product, 'GET', '/health/ready');
    return { status, checks: (body as { checks: Record<string, { status: string }> }).checks };
  };

  it('refuses writes and clicks with 503, reads on, and recovers without a restart or loss', async () => {
    expect((await create('before')).status).toBe(201);
    expect(await visit('before')).toBe(302);
    const { pid } = product;

    disk.fill();
    const made = ['before'];
    let refused;
    for (let n = 0; refused === undefined; n++) {
      const answer = await create(`during-${n}`);
      if (answer.status === 201) made.push(`during-${n}`);
      else refused = answer;
    }
    expect(refused.status).toBe(503);
    expect(refused.body).toMatchObject({ code: 'unavailable', status: 503 });

    // The journal has some room of its own.
    let visited = await send(product, 'GET', '/before');
    while (visited.status === 302) visited = await send(product, 'GET', '/before');
    expect([visited.status, visited.headers['retry-after']]).toEqual([503, '1']);
    // A busy machine may shed a read.
    await eventually(async () =>
      expect((await api(product, product.bootstrap.api_key).get('/v1/links')).status).toBe(200),
    );
    await eventually(async () => expect((await readiness()).checks['disk']).toMatchObject({ status: 'failed' }));
    expect(readdirSync(join(dataDir, 'clicks', 'segments')).length).toBeLessThan(50);

    disk.empty();
    await eventually(async () => expect((await create('after')).status).toBe(201));
    await eventually(async () => {
      const { status, checks } = await readiness();
      expect([status, ...Object.values(checks).map((check) => check.status)]).toEqual([
        200,
        ...Object.keys(checks).map(() => 'ok'),
      ]);
    });
    for (const alias of made) await eventually(async () => expect([alias, await visit(alias)]).toEqual([alias, 302]));
    expect(product.pid).toBe(pid);
    expect(processesOf(dataDir)).toContain(pid);
  });

  it('refuses a second instance by the name of the first, and a first start in one sentence', async () => {
    for (const leave of [0, 4_096]) {
      disk.empty();
      disk.fill(leave);
      expect(await refused(dataDir)).toContain(`in use by another instance (pid ${product.pid})`);
      expect(await refused(join(disk.path, 'new'))).toContain('The disk of the data directory is full');
    }
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.claim'))).toEqual([]);
    disk.empty();
    await eventually(async () => expect(await visit('before')).toBe(302));
  });

  const refused = async (directory: string): Promise<string> => {
    const started = launch(directory, await freePort());
    expect(await started.exit).toEqual({ code: 1, signal: null });
    expect(started.output()).not.toMatch(/^ {4}at /m);
    return started.output();
  };
});
