import { execFileSync, spawnSync } from 'node:child_process';
import { chown, readFile, readdir, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Client } from 'pg';
import {
  type EngineProcess,
  compileEngines,
  eventually,
  roomyFolder,
  startEngineProcess,
} from '../../../../test/support/engine-process';
import type { Log } from '@platform/telemetry';
import { type EmbeddedPostgres, findRunningPostgres, lockDataDir, startPostgres } from './index';
import { accountFor } from './account';
import { findBinaries, packageRoot } from './binaries';
import { processStart } from './processes';

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const NOBODY = { uid: 65_534, gid: 65_534 };
/** Its processes are not seen outside of it, nor others in it, and all of them end with it. */
const CONTAINER = ['unshare', '--pid', '--ipc', '--fork', '--mount-proc', '--kill-child', '--'];
const folders: string[] = [];
const started: EmbeddedPostgres[] = [];
const processes: EngineProcess[] = [];
let compiled: Awaited<ReturnType<typeof compileEngines>>;
let prepared: string;

beforeAll(async () => {
  compiled = await compileEngines();
  prepared = await roomyFolder();
  await (await startPostgres({ dataDir: prepared, log })).stop();
});

afterEach(async () => {
  for (const { child, end } of processes.splice(0))
    if (child.exitCode === null && child.signalCode === null) await end('SIGTERM');
  await Promise.all(started.splice(0).map((postgres) => postgres.stop()));
  for (const folder of folders.splice(0))
    await rm(dirname(folder), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});

afterAll(async () => {
  await compiled.remove();
  await rm(dirname(prepared), { recursive: true, force: true });
});

describe('the embedded Postgres', () => {
  it('accepts connections, by parts and by URL, in a new data directory with a space in its path', async () => {
    const postgres = await start(await folder());
    expect(await ask(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const client = new Client(postgres.connection);
    await client.connect();
    expect((await client.query('SELECT current_database() AS name')).rows).toEqual([{ name: 'waymark' }]);
    await client.end();
  });

  it('never trades durability for speed, and is not open to the network', async () => {
    const { url, connection } = await start(await madeFolder());
    const names = [
      'fsync',
      'full_page_writes',
      'synchronous_commit',
      'listen_addresses',
      'jit',
      'server_encoding',
      'password_encryption',
    ];
    const rows = await ask(
      url,
      `SELECT name, setting FROM pg_settings WHERE name IN (${names.map((name) => `'${name}'`).join()})`,
    );
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
    await expect(ask(url.replace(connection.password, 'wrong'), 'SELECT 1')).rejects.toThrow(
      /password authentication failed/,
    );
  });

  it('keeps its rows and its password over a clean stop', async () => {
    const dataDir = await madeFolder();
    const first = await start(dataDir);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
    const second = await start(dataDir);
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('comes back at the same address with every commit when its server is killed', async () => {
    const dataDir = await madeFolder();
    const postgres = await start(dataDir);
    await ask(postgres.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    for (let n = 0; n < 3; n++) {
      const { exited } = postgres;
      process.kill(await serverPid(dataDir), 'SIGKILL');
      expect(await exited).toEqual({ code: null, signal: 'SIGKILL' });
      expect(await eventually(() => ask(postgres.url, 'SELECT n FROM kept'))).toEqual([{ n: 7 }]);
    }
  });

  it('recovers when its parent was killed, and loses nothing', async () => {
    const dataDir = await madeFolder();
    const parent = startProcess(dataDir);
    const url = await parent.url;
    await ask(url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await parent.end('SIGKILL');
    const lock = await lockDataDir(dataDir);
    const healed = await start(dataDir);
    expect(await ask(healed.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    await lock.release();
  });

  it('stops a server that outlived its parent, and replaces it', async () => {
    const dataDir = await madeFolder();
    // Without setpriv on its PATH the child does not end with its parent.
    const parent = startProcess(dataDir, { env: { ...process.env, PATH: '/nowhere', NODE_PATH: nodePath() } });
    await ask(await parent.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    const orphan = await serverPid(dataDir);
    await parent.end('SIGKILL');
    expect(await processStart(orphan)).toBeDefined();
    const healed = await start(dataDir);
    expect(await serverPid(dataDir)).not.toBe(orphan);
    expect(await processStart(orphan)).toBeUndefined();
    expect(await ask(healed.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('recovers when parent and server are killed at once during a transaction', async () => {
    const dataDir = await madeFolder();
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

  it('starts over when its parent was killed while it created the database', async () => {
    const dataDir = await killedWhileCreating();
    const { url } = await start(dataDir);
    expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it.each([
    ['has lost its PG_VERSION', ['postgres', 'PG_VERSION']],
    ['is gone', ['postgres']],
  ])('is never replaced by an empty one, nor touched, when it %s', async (_, lost) => {
    const dataDir = await madeFolder();
    const first = await start(dataDir);
    await ask(first.url, 'CREATE TABLE mine AS SELECT 1 AS n');
    await first.stop();
    const place = join(dataDir, ...lost);
    await rename(place, `${place}.kept`);
    await expect(start(dataDir)).rejects.toThrow(/missing or damaged.*Restore it.*postgres\.made/);
    await rename(`${place}.kept`, place);
    const second = await start(dataDir);
    expect(await ask(second.url, 'SELECT n FROM mine')).toEqual([{ n: 1 }]);
  });

  it('of an earlier version, which has no marker file, is not replaced either', async () => {
    const dataDir = await madeFolder();
    await (await start(dataDir)).stop();
    await rm(join(dataDir, 'postgres.made'));
    await rm(join(dataDir, 'postgres', 'PG_VERSION'));
    await expect(start(dataDir)).rejects.toThrow(/missing or damaged/);
  });

  it("starts with an empty database after an operator's request", async () => {
    const dataDir = await madeFolder();
    await (await start(dataDir)).stop();
    await rm(join(dataDir, 'postgres'), { recursive: true });
    await rm(join(dataDir, 'postgres.made'));
    const { url } = await start(dataDir);
    expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('runs twice side by side, each on its own data', async () => {
    const [one, two] = await Promise.all([folder().then((dir) => start(dir)), folder().then((dir) => start(dir))]);
    await ask(one.url, 'CREATE TABLE mine AS SELECT 1 AS n');
    expect(await ask(two.url, `SELECT to_regclass('mine') AS found`)).toEqual([{ found: null }]);
  });

  it('uses a free port of the loopback address where there are no Unix sockets', async () => {
    const dataDir = await folder();
    const postgres = await startPostgres({ dataDir, log, unixSocket: false });
    started.push(postgres);
    expect(postgres.connection.host).toBe('127.0.0.1');
    expect(await ask(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('leaves no process and no socket behind when it is stopped', async () => {
    const dataDir = await madeFolder();
    const { connection, stop } = await start(dataDir);
    const server = await serverPid(dataDir);
    await Promise.all([stop(), stop()]);
    expect(await processStart(server)).toBeUndefined();
    await expect(stat(connection.host)).rejects.toThrow(/ENOENT/);
  });

  it("reports Postgres's own message when it cannot start", async () => {
    const dataDir = await madeFolder();
    await (await start(dataDir)).stop();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '9.6\n');
    await expect(start(dataDir)).rejects.toThrow(/ended before it was ready.*incompatible/);
  });

  it('does not use a socket directory that another account created', async () => {
    const dataDir = await madeFolder();
    const { connection, stop } = await start(dataDir);
    await stop();
    await symlink('/etc', connection.host);
    const second = await start(dataDir);
    await rm(connection.host);
    expect(second.connection.host).toBe(`${connection.host}-1`);
    expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  asRoot('runs as the ordinary user who starts it', async () => {
    const dataDir = await folder();
    await chown(dataDir, NOBODY.uid, NOBODY.gid);
    const parent = startProcess(dataDir, NOBODY);
    expect(await ask(await parent.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(NOBODY.uid);
    await parent.end('SIGTERM');
    // And root, later, runs it as the owner of the files.
    const { url } = await start(dataDir);
    expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  asRoot('puts the database elsewhere when root keeps the data directory closed, and finds it again', async () => {
    const dataDir = await folder(0o700);
    const sharedDir = await folder();
    const first = await start(dataDir, sharedDir);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    const place = await readFile(join(dataDir, 'postgres.location'), 'utf8');
    expect(dirname(dirname(place))).toBe(sharedDir);
    const second = await start(dataDir, sharedDir);
    expect(await ask(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    await second.stop();
    await rm(dirname(place), { recursive: true });
    await expect(start(dataDir, sharedDir)).rejects.toThrow(/is not there/);
  });

  describe('outside its data directory', () => {
    asRoot('is refused to a copy of that directory, while it runs and later', async () => {
      const { dataDir, sharedDir, original } = await apart();
      const copy = await copied(dataDir);
      const refusal =
        /belongs to the data directory .* is a copy, make one by `ops backup` .* moved, delete .*\.owner\.$/;
      await expect(start(copy, sharedDir)).rejects.toThrow(refusal);
      await expect(findRunningPostgres(copy, 0)).rejects.toThrow(refusal);
      expect(await ask(original.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
      expect(await findRunningPostgres(dataDir, 20_000)).toBe(original.url);
      await original.stop();
      await expect(start(copy, sharedDir)).rejects.toThrow(refusal);
    });

    asRoot('follows a data directory that was moved, once the operator deletes the file of its owner', async () => {
      const { dataDir, sharedDir, original } = await apart();
      await original.stop();
      const moved = `${dataDir} moved`;
      await rename(dataDir, moved);
      const refused = await start(moved, sharedDir).then(
        () => 'not refused',
        (error: Error) => error.message,
      );
      await rm(/delete (.*\.owner)\.$/.exec(refused)?.[1] ?? '');
      const { url } = await start(moved, sharedDir);
      expect(await ask(url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
      await rename(moved, dataDir);
      await expect(start(dataDir, sharedDir)).rejects.toThrow(`belongs to the data directory ${moved}`);
    });

    asRoot('of an earlier version, without an owner, opens and gets one, but not by a copy beside it', async () => {
      const { dataDir, sharedDir, original } = await apart();
      const owner = `${(await readFile(join(dataDir, 'postgres.location'), 'utf8')).trim()}.owner`;
      // The account of the product may be another one than that of `ops`.
      expect((await stat(owner)).mode & 0o777).toBe(0o644);
      await rm(owner);
      const copy = await copied(dataDir);
      await expect(start(copy, sharedDir)).rejects.toThrow(/was made for another .* a server of it runs \(pid \d+\)/);
      expect(await ask(original.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
      await original.stop();
      await start(dataDir, sharedDir);
      expect(await readFile(owner, 'utf8')).toBe(`${dataDir}\n`);
    });

    it("by an operator's link is refused to a copy of that link", async () => {
      const dataDir = await madeFolder();
      const database = join(await folder(), 'postgres');
      await rename(join(dataDir, 'postgres'), database);
      await symlink(database, join(dataDir, 'postgres'));
      const original = await start(dataDir);
      const copy = await copied(dataDir);
      await expect(start(copy)).rejects.toThrow(`belongs to the data directory ${dataDir}`);
      expect(await ask(original.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });
  });

  it('of a running original is not that of its copy', async () => {
    const dataDir = await madeFolder();
    const { url } = await start(dataDir);
    expect(await findRunningPostgres(dataDir, 20_000)).toBe(url);
    expect(await findRunningPostgres(await copied(dataDir), 0)).toBeNull();
  });

  besideAnother(
    'never runs twice when its product is frozen, replaced from another container, and goes on',
    async () => {
      const dataDir = await madeFolder();
      const directory = join(dataDir, 'postgres');
      const frozen = startProcess(dataDir, { lock: { beatMs: 50 } });
      await ask(await frozen.url, 'CREATE TABLE kept AS SELECT 7 AS n');
      const server = await serverPid(dataDir);
      frozen.child.kill('SIGSTOP');
      const next = startEngineProcess(compiled.entry, dataDir, { prefix: CONTAINER, lock: { deadAfterMs: 500 } });
      try {
        await eventually(async () => {
          const [waiting, servers] = [await running('flock', directory), await running('postgres', directory)];
          // Without the wait there are two of these.
          expect([...waiting, ...servers]).toHaveLength(2);
        });
        expect(await running('postgres', directory)).toEqual([server]);
        frozen.child.kill('SIGCONT');
        await eventually(() => expect(frozen.child.signalCode).toBe('SIGKILL'), 20_000);
        // It was killed before; the kernel takes a moment to end it.
        await eventually(async () => expect(await processStart(server)).toBeUndefined(), 20_000);
        expect(await ask(await next.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
      } finally {
        frozen.child.kill('SIGCONT');
        next.url.catch(() => undefined);
        await next.end('SIGKILL');
      }
    },
  );

  asRoot('runs a copy of the binaries when root keeps the package closed', async () => {
    const closed = await folder(0o700);
    const copies = await folder();
    await symlink(packageRoot(), join(closed, 'package'));
    const account = await accountFor(join(closed, 'absent'));
    const [one, two] = await Promise.all([1, 2].map(() => findBinaries(join(closed, 'package'), account, copies, log)));
    expect(one?.postgres).toBe(two?.postgres);
    expect(one?.postgres.startsWith(copies)).toBe(true);
    expect(await readdir(copies)).toHaveLength(1);
  });
});

/** These need another account, which must be able to read this checkout. */
function asRoot(name: string, guarantee: () => Promise<void>): void {
  if (process.getuid?.() !== 0) it.skip(`${name} (skipped: only root can change accounts)`, guarantee);
  else if (spawnSync('/bin/ls', [join(__dirname, '../../../../node_modules')], NOBODY).status !== 0)
    it.skip(`${name} (skipped: this checkout is closed to other accounts)`, guarantee);
  else it(name, guarantee);
}

/** These start another product in a container of its own. */
function besideAnother(name: string, guarantee: () => Promise<void>): void {
  const [file = '', ...words] = CONTAINER;
  if (spawnSync(file, [...words, 'true']).status === 0) it(name, guarantee);
  else it.skip(`${name} (skipped: no container can be made here)`, guarantee);
}

async function folder(mode?: number): Promise<string> {
  const made = await roomyFolder(mode);
  folders.push(made);
  return made;
}

/** A data directory whose database was made before: making one anew costs most of a second. */
async function madeFolder(): Promise<string> {
  const made = await folder();
  execFileSync('cp', ['-a', `${prepared}/.`, made]);
  return made;
}

/** As an operator copies it, whatever runs in it. */
async function copied(dataDir: string): Promise<string> {
  const copy = `${dataDir} copy`;
  execFileSync('cp', ['-a', dataDir, copy]);
  return copy;
}

/** A running database that root keeps elsewhere, because its account cannot enter the data directory. */
async function apart(): Promise<{ dataDir: string; sharedDir: string; original: EmbeddedPostgres }> {
  const [dataDir, sharedDir] = [await folder(0o700), await folder()];
  const original = await start(dataDir, sharedDir);
  await ask(original.url, 'CREATE TABLE kept AS SELECT 7 AS n');
  return { dataDir, sharedDir, original };
}

/** A data directory whose process was killed in the middle. One that is done before it is caught shows nothing. */
async function killedWhileCreating(): Promise<string> {
  for (;;) {
    const dataDir = await folder();
    const parent = startProcess(dataDir);
    parent.url.catch(() => undefined);
    await eventually(async () =>
      expect(await readdir(dataDir)).toContainEqual(expect.stringMatching(/^postgres(\.making-.*)?$/)),
    );
    await parent.end('SIGKILL');
    if (!(await readdir(dataDir)).includes('postgres')) return dataDir;
  }
}

async function start(dataDir: string, sharedDir?: string): Promise<EmbeddedPostgres> {
  const postgres = await startPostgres({ dataDir, log, ...(sharedDir !== undefined && { sharedDir }) });
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

/** The processes of this program that were told to use this directory. */
async function running(program: 'flock' | 'postgres', directory: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const told = await Promise.all(
    pids.map(async (pid) => {
      const file = await readlink(`/proc/${pid}/exe`).catch(() => '');
      const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return basename(file) === program && words.split('\0').includes(directory);
    }),
  );
  return pids.filter((_, index) => told[index]);
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
