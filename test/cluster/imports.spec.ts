import { type ClickhouseProcess, type Cluster, startClickhouse, startCluster } from '../support/cluster';
import { freeze } from '../support/freeze';
import { type TestDatabase, withPostgres } from '../support/postgres';
import { endPrograms, eventually } from '../support/programs';
import { atScale } from '../support/scale';
import { api, send } from '../support/waymark';
import { ended, type Import, upload } from '../api/support/imports';

const ROWS = atScale(2_000, 50_000);
const file = ['destination_url', ...Array.from({ length: ROWS }, (_, n) => `https://example.com/${n}`)].join('\n');

describe('an import, with two gateways', () => {
  let database: TestDatabase;
  let clickhouse: ClickhouseProcess;
  let cluster: Cluster;

  beforeAll(async () => {
    [database, clickhouse] = await Promise.all([withPostgres(), startClickhouse()]);
    cluster = await startCluster({
      databaseUrl: database.url,
      clickhouseUrl: clickhouse.url,
      count: { gateway: 2 },
    });
  });
  afterAll(async () => {
    await cluster?.stop();
    await endPrograms();
    await clickhouse?.stop();
    await database?.close();
  });

  it('is completed by the other one when a kill -9 ends the one that runs it', async () => {
    const [first, second] = cluster.of('gateway');
    if (!first || !second) throw new Error('two gateways are needed');
    const token = cluster.bootstrap.api_key;
    const progress = async (gateway: typeof first, id: string) =>
      (await api(gateway, token).get<Import>(`/v1/imports/${id}`)).body;

    // While the other one is frozen, the one that takes the file is the only one that can run it.
    await freeze(second.pid);
    const { body } = await upload({ product: first, token }, file);
    const interrupted = await eventually(async () => {
      const record = await progress(first, body.id);
      expect(record.created).toBeGreaterThan(0);
      return record;
    });
    await first.kill('SIGKILL');
    process.kill(second.pid, 'SIGCONT');
    expect(interrupted.created).toBeLessThan(ROWS);

    expect(await ended(api(second, token), body.id)).toMatchObject({
      status: 'completed',
      total: ROWS,
      created: ROWS,
      failed: 0,
    });
    const exported = await send<string>(second, 'GET', '/v1/links/export?format=ndjson', {
      headers: { authorization: `Bearer ${token}` },
      timeout: 120_000,
    });
    const links = exported.text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { readonly destination_url: string }).destination_url);
    expect(links.toSorted()).toEqual(file.split('\n').slice(1).toSorted());
  });
});
