import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/programs';
import { type Product, api, send, startWaymark } from '../support/waymark';
import { type SmallDisk, describeOnSmallDisks, mountSmallDisk } from './small-disks';

/** The folders of a data directory, each on a disk of its own, and its size in megabytes. */
const STORES = { postgres: 220, clicks: 80, analytics: 120 } as const;
type Store = keyof typeof STORES;

describeOnSmallDisks('a product one of whose stores is on a full disk', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'waymark-stores-'));
  const disks = {} as Record<Store, SmallDisk>;
  let product: Product;
  let made = 0;

  beforeAll(async () => {
    // Postgres runs as an account of its own where this one is root.
    chmodSync(dataDir, 0o711);
    // A database is made by renaming a folder, which no mounted disk allows.
    await (await startWaymark({ dataDir })).stop();
    for (const store of Object.keys(STORES) as Store[]) {
      const [folder, made] = [join(dataDir, store), join(dataDir, `${store} made`)];
      renameSync(folder, made);
      disks[store] = mountSmallDisk(STORES[store], folder);
      execFileSync('cp', ['-a', `${made}/.`, folder]);
      rmSync(made, { recursive: true, maxRetries: 10 });
    }
    product = await startWaymark({ dataDir });
    expect((await create()).status).toBe(201);
  });
  afterAll(async () => {
    for (const disk of Object.values(disks)) disk.empty();
    await product?.stop();
    for (const disk of Object.values(disks)) disk.unmount();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });

  const create = () => {
    const body = { alias: `link-${(made += 1)}`, destination_url: `https://example.com/${'x'.repeat(1_900)}` };
    return api(product, product.bootstrap.api_key).post('/v1/links', body);
  };
  const get = <T>(path: string) => api(product, product.bootstrap.api_key).get<T>(path);
  const visit = async () => {
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
    return (await send(product, 'GET', '/link-1', { headers })).status;
  };
  const counted = async () =>
    (await get<{ totals: { clicks: number } }>('/v1/analytics/workspace?range=all')).body.totals.clicks;
  const diskCheck = async () => {
    const { body } = await send<{ checks: Record<string, { status: string }> }>(product, 'GET', '/health/ready');
    return body.checks['disk']?.status;
  };
  const ready = () => eventually(async () => expect(await diskCheck()).toBe('ok'));

  it('refuses writes alone while Postgres is full, and accepts them again without a restart', async () => {
    disks.postgres.fill();
    let refused = await create();
    while (refused.status === 201) refused = await create();
    expect([refused.status, refused.body]).toEqual([503, expect.objectContaining({ code: 'unavailable' })]);
    await eventually(async () => expect((await get('/v1/links')).status).toBe(200));
    await eventually(async () => expect(await visit()).toBe(302));
    disks.postgres.empty();
    await eventually(async () => expect((await create()).status).toBe(201));
    await ready();
  });

  it('answers visits that it cannot record with 503 while the click log is full, and the API goes on', async () => {
    disks.clicks.fill();
    let redirected = 0;
    await eventually(async () => {
      let status = await visit();
      for (let visits = 1; status === 302; status = await visit(), visits += 1) {
        redirected += 1;
        if (visits === 100) break;
      }
      expect(status).toBe(503);
    });
    await eventually(async () => expect((await create()).status).toBe(201));
    await eventually(async () => expect(await diskCheck()).toBe('failed'));
    disks.clicks.empty();
    await eventually(async () => expect(await visit()).toBe(302));
    await ready();
    await eventually(async () => expect(await counted()).toBe(redirected + 2));
  });

  it('keeps clicks while ClickHouse is full, and counts each once when there is room', async () => {
    const before = await eventually(counted);
    disks.analytics.fill();
    for (let n = 0; n < 30; n += 1) expect(await visit()).toBe(302);
    await eventually(async () => expect((await create()).status).toBe(201));
    disks.analytics.empty();
    await eventually(async () => expect(await counted()).toBe(before + 30));
    await ready();
  });
});
