import { execFile } from 'node:child_process';
import { chmod, readFile, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { type EngineProcess, compileEngines, eventually, roomyFolder, startEngineProcess } from '../../../../test/support/engine-process';
import { type EmbeddedPostgres, type EngineLog, lockDataDir, startPostgres } from './index';

const log: EngineLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
const folders: string[] = [];
const started: EmbeddedPostgres[] = [];
const processes: EngineProcess[] = [];
let compiled: Awaited<ReturnType<typeof compileEngines>>;

beforeAll(async () => {
  compiled = await compileEngines();
});

afterEach(async () => {
  for (const { child, end } of processes.splice(0)) if (child.exitCode === null && child.signalCode === null) await end('SIGTERM');
  const hosts = started.map(({ connection }) => connection.host);
  await Promise.all(started.splice(0).map((postgres) => postgres.stop()));
  for (const folder of folders.splice(0)) await rm(dirname(folder), { recursive: true, force: true });
  for (const host of hosts) if (host.startsWith('/')) await rm(host, { recursive: true, force: true });
});

afterAll(() => compiled.remove());

describe('the embedded Postgres', () => {
  it('answers in a new data directory whose path has a space, by its parts and by its connection string', async () => {
    const postgres = await start(await folder());
    expect(await ask(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const client = new Client(postgres.connection);
    await client.connect();
    expect((await client.query('SELECT current_database() AS name')).rows).toEqual([{ name: 'waymark' }]);
    await client.end();
  });

  it('never trades durability for speed, and keeps to itself', async () => {
    const { url, connection } = await start(await folder());
    const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'jit', 'server_encoding', 'password_encryption'];
    const rows = await ask(url, `SELECT name, setting FROM pg_settings WHERE name IN (${names.map((name) => `'${name}'`).join()})`);
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      listen_addresses: '',
      jit: 'off',
      server_encoding: 'UTF8',
      password_encryption: 'scram-sha-256',
    });
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
    await expect(ask(url.replace(connection.password, 'wrong'), 'SELECT 1')).rejects.toThrow(/password authentication failed/);
  });

  it('keeps its rows and its password over an orderly stop', async () => {
    const dataDir = await folder();
    const first = await start(dataDir);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
    const second = await start(dataDir);
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('comes back under the same address with all that was committed when its server is killed', async () => {
    const dataDir = await folder();
    const postgres = await start(dataDir);
    await ask(postgres.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    for (let n = 0; n < 3; n++) {
      const { exited } = postgres;
      process.kill(await serverPid(dataDir), 'SIGKILL');
      expect(await exited).toEqual({ code: null, signal: 'SIGKILL' });
      expect(await eventually(() => ask(postgres.url, 'SELECT n FROM kept'))).toEqual([{ n: 7 }]);
    }
  });

  it('heals when its parent was killed, and has lost nothing', async () => {
    const dataDir = await folder();
    const parent = startProcess(dataDir);
    const url = await parent.url;
    await ask(url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await parent.end('SIGKILL');
    const lock = await lockDataDir(dataDir);
    const healed = await start(dataDir);
    expect(await ask(healed.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    await lock.release();
  });

  it('stops a server that outlived its parent, and takes its place', async () => {
    const dataDir = await folder();
    // Without setpriv on its path the child is not tied to its parent's life.
    const parent = startProcess(dataDir, { env: { ...process.env, PATH: '/nowhere', NODE_PATH: nodePath() } });
    await ask(await parent.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    const orphan = await serverPid(dataDir);
    await parent.end('SIGKILL');
    expect(() => process.kill(orphan, 0)).not.toThrow();
    const healed = await start(dataDir);
    expect(await serverPid(dataDir)).not.toBe(orphan);
    expect(() => process.kill(orphan, 0)).toThrow(/ESRCH/);
    expect(await ask(healed.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('heals when parent and server are killed at once, in the middle of a transaction', async () => {
    const dataDir = await folder();
    const parent = startProcess(dataDir);
    const url = await parent.url;
    await ask(url, 'CREATE TABLE kept AS SELECT 7 AS n');
    const client = new Client(url);
    client.on('error', () => undefined);
    await client.connect();
    await client.query('BEGIN; INSERT INTO kept VALUES (8)');
    process.kill(await serverPid(dataDir), 'SIGKILL');
    await parent.end('SIGKILL');
    const healed = await start(dataDir);
    expect(await ask(healed.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('makes the database again when a power cut left a half-made one, and deletes nothing of it', async () => {
    const dataDir = await folder();
    const first = await start(dataDir);
    await first.stop();
    await rm(join(dataDir, 'postgres', 'PG_VERSION'));
    const second = await start(dataDir);
    expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.'))).toEqual([
      expect.stringMatching(/^postgres\.damaged-/),
      'postgres.password',
    ]);
  });

  it('runs twice side by side, each on its own data', async () => {
    const [one, two] = await Promise.all([folder().then(start), folder().then(start)]);
    await ask(one.url, 'CREATE TABLE mine AS SELECT 1 AS n');
    expect(await ask(two.url, `SELECT to_regclass('mine') AS found`)).toEqual([{ found: null }]);
  });

  it('works over a free port of the loopback address where there are no unix sockets', async () => {
    const dataDir = await folder();
    const postgres = await startPostgres({ dataDir, log, unixSocket: false });
    started.push(postgres);
    expect(postgres.connection.host).toBe('127.0.0.1');
    expect(await ask(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  const asRoot = process.getuid?.() === 0 ? it : it.failing.skip;
  void asRoot;
});

async function folder(mode?: number): Promise<string> {
  const made = await roomyFolder(mode);
  folders.push(made);
  return made;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startPostgres({ dataDir, log });
  started.push(postgres);
  return postgres;
}

function startProcess(dataDir: string, options?: Parameters<typeof startEngineProcess>[2]): EngineProcess {
  const made = startEngineProcess(compiled.entry, dataDir, options);
  processes.push(made);
  return made;
}

function nodePath(): string {
  return join(__dirname, '../../../../node_modules');
}

async function serverPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
void [chmod, execFile, promisify];
