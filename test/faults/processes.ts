import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client, type QueryResultRow } from 'pg';
import type { Exit, Product } from '../support/waymark';

export { prepareTree as compile } from '../support/prepare-tree';

const ROOT = join(__dirname, '..', '..');
const MAIN = join(ROOT, 'dist', 'apps', 'standalone', 'src', 'main.js');

/** A new folder that the account of the database can enter, if we are root. */
export const makeFolder = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `waymark-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
};

/** Removes a folder, and ends the processes that use it. */
export const removeFolder = (folder: string): void => {
  killHard(processesOf(folder));
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
};

/** A start of the product that may fail. */
export interface Launched {
  readonly child: ChildProcess;
  readonly exit: Promise<Exit>;
  /** Everything it has printed so far. */
  output(): string;
}

/** Starts the compiled product as a process group, as a terminal does. */
export const launch = (
  dataDir: string,
  port: number | string,
  env: Readonly<Record<string, string>> = {},
  command: readonly string[] = [],
): Launched => {
  const [file = process.execPath, ...args] = [...command, process.execPath, MAIN];
  const child = spawn(file, args, {
    cwd: dirname(dataDir),
    env: { PATH: process.env['PATH'], HOME: tmpdir(), ...env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exit = once(child, 'close').then(([code, signal]: (number | string | null)[]) => ({ code, signal }) as Exit);
  return { child, exit, output: () => output };
};

const text = (path: string): string => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
};

const link = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
};

const isDead = (pid: number): boolean => /\) [ZX] /.test(text(`/proc/${pid}/stat`)) || text(`/proc/${pid}/stat`) === '';

const processes = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger);

/** The live processes that use a data directory, whatever their parent is: the product, its loader, its database. */
export const processesOf = (dataDir: string): number[] =>
  processes().filter((pid) => {
    if (pid === process.pid || isDead(pid)) return false;
    const mentions = `${text(`/proc/${pid}/cmdline`)}\0${text(`/proc/${pid}/environ`)}`;
    return mentions.includes(Buffer.from(dataDir).toString('latin1')) || link(`/proc/${pid}/cwd`).startsWith(dataDir);
  });

const childOf = (parent: number, named: RegExp): number => {
  const found = processes().find((pid) => {
    const stat = text(`/proc/${pid}/stat`);
    return (
      stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(parent) && named.test(text(`/proc/${pid}/cmdline`))
    );
  });
  if (found === undefined) throw new Error(`process ${parent} has no child ${String(named)} now`);
  return found;
};

/** The product's database server. @throws while there is none */
export const postgresOf = (pid: number): number => childOf(pid, /native\/bin\/postgres\0/);

/** The product's click loader with its engine. @throws while there is none */
export const loaderOf = (pid: number): number => childOf(pid, /clicks\/src\/journal\/child\.js/);

/** The product's process of webhooks. @throws while there is none */
export const webhooksOf = (pid: number): number => childOf(pid, /apps\/webhooks\/src\/child\.js/);

export const killHard = (pids: readonly number[]): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone already, together with its parent.
    }
  }
};

/** A connection to the product's own database, as its owner. */
export const connectToDatabaseOf = async ({
  dataDir,
  output,
}: Pick<Product, 'dataDir' | 'output'>): Promise<Client> => {
  const [, host] = /"host":"([^"]+)","port":\d+,"ms":\d+,"msg":"postgres is ready"/.exec(output()) ?? [];
  const client = new Client({
    host,
    user: 'waymark',
    database: 'waymark',
    password: readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim(),
  });
  await client.connect();
  return client;
};

/** Runs SQL on the product's own database, as its owner. */
export const inDatabaseOf = async <R extends QueryResultRow>(
  product: Pick<Product, 'dataDir' | 'output'>,
  sql: string,
): Promise<R[]> => {
  const client = await connectToDatabaseOf(product);
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
};
