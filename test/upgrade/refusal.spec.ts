import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATA_VERSION } from '@platform/config';
import { compile, inDatabaseOf, makeFolder, processesOf, removeFolder } from '../faults/processes';
import { MIGRATIONS } from '@platform/process';
import { migrate } from '@platform/read-store';
import { newSecrets } from '../support/gateways';
import { type TestDatabase, withPostgres } from '../support/postgres';
import { quiet } from '../support/read-store';
import { type LaunchProcess, type Product, api, freePort, launchProcess, startWaymark } from '../support/waymark';
import { eventually } from '../support/programs';

const DIST = join(__dirname, '..', '..', 'dist', 'apps');
const NEWER = DATA_VERSION + 1;
const SENTENCE = new RegExp(
  `^The (data directory .+|database) was written by a newer Waymark \\(its data is of version ${NEWER}, and this ` +
    `program knows versions up to ${DATA_VERSION}\\): start that version again, or restore a backup that is older\\.$`,
);
const SET_VERSION = `update settings set value = '${NEWER}' where name = 'data version'`;

/** The output for people: all except the log. */
const saidBy = (output: string): readonly string[] =>
  output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));

const mainOf = (app: string): string => join(DIST, app, 'src', 'main.js');
const ENDED: unknown = expect.stringContaining('the process ended (1)');

/** What a program says that does not start. One that starts is ended, and says so. */
const saidAtStart = async (program: LaunchProcess): Promise<readonly string[]> => {
  const said = await launchProcess(program).then(
    async (running) => `it started, and ended: ${JSON.stringify(await running.end())}`,
    (error: Error) => error.message,
  );
  return saidBy(said);
};

const ops = (
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<{ code: number; err: string }> =>
  new Promise((resolve) => {
    const options = { cwd: tmpdir(), env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), ...env } };
    execFile(process.execPath, [mainOf('ops'), ...args], options, (error, _, err) =>
      resolve({ code: error ? Number(error.code) : 0, err }),
    );
  });

describe('on a data directory of a newer version, this one', () => {
  let folder: string;
  let product: Product;
  let stamp: string;

  beforeAll(async () => {
    folder = makeFolder('refusal');
    product = await startWaymark({ dataDir: join(folder, 'data') });
    stamp = join(product.dataDir, 'data-version');
  });
  afterAll(async () => {
    await product.stop();
    removeFolder(folder);
  });

  const again = async () => {
    product = {
      ...(await startWaymark({ dataDir: product.dataDir, port: product.port, patient: true })),
      bootstrap: product.bootstrap,
    };
    return api(product, product.bootstrap.api_key);
  };
  const refused = async () => {
    const port = await freePort();
    const said = await saidAtStart({ main: mainOf('standalone'), dataDir: product.dataDir, port, env: {} });
    expect(said).toEqual([ENDED, expect.stringMatching(SENTENCE)]);
    await eventually(() => expect(processesOf(product.dataDir)).toEqual([]));
  };
  const opsRefuse = async () => {
    const { code, err } = await ops({ DATA_DIR: product.dataDir }, 'checkpoints');
    expect([code, saidBy(err)]).toEqual([1, [expect.stringMatching(SENTENCE)]]);
  };

  it('says so in a sentence and changes nothing; the newer one continues', async () => {
    await product.kill('SIGTERM');
    expect(readFileSync(stamp, 'utf8')).toBe(`${DATA_VERSION}\n`);
    writeFileSync(stamp, `${NEWER}\n`);
    await refused();
    await opsRefuse();
    expect(readFileSync(stamp, 'utf8')).toBe(`${NEWER}\n`);
    writeFileSync(stamp, `${DATA_VERSION}\n`);
    expect((await (await again()).get('/v1/links')).status).toBe(200);
  });

  it('says so when only the database is newer, as after a restored backup', async () => {
    await inDatabaseOf(product, SET_VERSION);
    await opsRefuse();
    await product.kill('SIGTERM');
    await refused();
    await opsRefuse();
  });
});

describe('on a database at DATABASE_URL of a newer version', () => {
  let folder: string;
  let database: TestDatabase;
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    compile();
    folder = makeFolder('refusal');
    database = await withPostgres();
    env = {
      DATABASE_URL: database.url,
      CLICKHOUSE_URL: 'http://127.0.0.1:1',
      // No request probes it.
      SHUTDOWN_DELAY: '0',
      REDIRECT_WORKERS: '1',
      ...newSecrets(),
    };
    await migrate(database, MIGRATIONS, quiet);
    await database.query(SET_VERSION);
  });
  afterAll(async () => {
    await database.close();
    removeFolder(folder);
  });

  const kafka = { KAFKA_BROKERS: '127.0.0.1:1' };
  const apps: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ...['standalone', 'gateway', 'projector', 'scheduler', 'webhooks', 'redirector'].map((app) => [app, {}] as const),
    ...['keys', 'links', 'relay', 'clicks'].map((app) => [app, kafka] as const),
  ];

  it.each(apps)('%s says so in a sentence', async (app, brokers) => {
    const [port, statusPort] = [await freePort(), await freePort()];
    const said = await saidAtStart({
      main: mainOf(app),
      dataDir: join(folder, app),
      port,
      statusPort,
      env: { ...env, ...brokers, STATUS_PORT: String(statusPort) },
    });
    expect(said).toEqual([ENDED, expect.stringMatching(SENTENCE)]);
    expect(await database.query("select value from settings where name = 'data version'")).toEqual([
      { value: String(NEWER) },
    ]);
  });

  it('ops say so as well', async () => {
    const { code, err } = await ops({ ...env, DATA_DIR: join(folder, 'ops') }, 'checkpoints');
    expect([code, saidBy(err)]).toEqual([1, [expect.stringMatching(SENTENCE)]]);
  });
});
