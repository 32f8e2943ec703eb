import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from './free-port';
import { prepareTree } from './prepare-tree';
import { type Address, send } from './requests';

export { freePort } from './free-port';
export {
  type Address,
  type Answer,
  api,
  type Client,
  PASSWORD,
  register,
  type Registered,
  send,
  type SendOptions,
} from './requests';

const ROOT = join(__dirname, '..', '..');
const MAIN = join(ROOT, 'dist', 'apps', 'standalone', 'src', 'main.js');
const READY_WITHIN_MS = 240_000;
const STOPPED_WITHIN_MS = 120_000;
const KEPT_OUTPUT = 1_000_000;

export interface Bootstrap {
  readonly base_url: string;
  readonly email: string;
  readonly password: string;
  readonly workspace_id: string;
  readonly api_key: string;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The whole of Waymark as a separate process, ready. */
export interface Product extends Address {
  readonly dataDir: string;
  readonly pid: number;
  /** What the first start of this data directory printed. */
  readonly bootstrap: Bootstrap;
  /** Milliseconds from the start of the process to its readiness. */
  readonly readyAfter: number;
  /** The last million characters of what it printed. */
  output(): string;
  /** Sends the signal and waits until the process is gone. Keeps the data directory. */
  kill(signal: NodeJS.Signals): Promise<Exit>;
  /** Ends it, gracefully if it still runs, and removes its data directory unless the caller gave one. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Absent: a new folder, which `stop` removes. */
  readonly dataDir?: string;
  /** Absent: a free one. Give it to start again where the links of an earlier start point to. */
  readonly port?: number;
  /** Absent: what `npm start` starts. Else a copy of dist/ with a fault in it. */
  readonly main?: string;
  /** As of an address. */
  readonly patient?: boolean;
  /** Where it must answer 200 before it counts as started; by default `/health/ready`. */
  readonly until?: string;
}

/**
 * Compiles what is stale and starts the product as `npm start` does. @throws with the end of its output when it does
 * not get ready
 */
export const startWaymark = async ({
  env = {},
  dataDir,
  port,
  main = MAIN,
  patient = false,
  until,
}: StartOptions = {}): Promise<Product> => {
  prepareTree();
  const folder = dataDir === undefined ? newFolder() : undefined;
  const data = dataDir ?? join(folder ?? '', 'data');
  mkdirSync(data, { recursive: true });
  try {
    const process_ = await launch(data, port ?? (await freePort()), { env, main, until });
    const stop = async () => {
      await process_.end();
      if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    };
    return { ...process_.product, patient, stop };
  } catch (error) {
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    throw error;
  }
};

/** Traversable, so that as root the database may be in it as well, and is removed with it. */
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-'));
  chmodSync(folder, 0o755);
  return folder;
};

const launch = async (
  dataDir: string,
  port: number,
  options: Pick<LaunchProcess, 'env' | 'main'> & { readonly until: string | undefined },
) => {
  const { end, ...running } = await launchProcess({ dataDir, port, ...options });
  const bootstrap = JSON.parse(readFileSync(join(dataDir, 'bootstrap.json'), 'utf8')) as Bootstrap;
  return { end, product: { ...running, bootstrap } };
};

/** A process of the product that is ready. */
export type Running = Omit<Product, 'bootstrap' | 'stop'> & {
  /** Ends it, gracefully unless that takes too long. */
  end(): Promise<Exit>;
};

export interface LaunchProcess {
  /** A compiled program. */
  readonly main: string;
  readonly dataDir: string;
  readonly port: number;
  /** Where its health is, if not at its port. */
  readonly statusPort?: number;
  readonly env: Readonly<Record<string, string>>;
  /** As of {@link StartOptions}. */
  readonly until?: string | undefined;
}

/** Starts a compiled program of the product. @throws with the end of its output when it does not get ready */
export const launchProcess = async ({
  main,
  dataDir,
  port,
  statusPort = port,
  env,
  until = '/health/ready',
}: LaunchProcess): Promise<Running> => {
  const began = performance.now();
  const child = spawn(process.execPath, ['-r', join(__dirname, 'end-with-parent.cjs'), main], {
    // Away from the tree, so that no .env file applies.
    cwd: dirname(dataDir),
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TMPDIR: tmpdir(),
      // Suites sign up more often than people do.
      SIGNUP_LIMIT: '100000',
      ...env,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-KEPT_OUTPUT)));
  const gone = once(child, 'exit').then(([code, signal]: (number | string | null)[]) => ({ code, signal }) as Exit);
  try {
    await becomesReady({ url: '', port: statusPort }, until, child, began + READY_WITHIN_MS);
  } catch (error) {
    child.kill('SIGKILL');
    await gone;
    throw new Error(`${(error as Error).message}; it said:\n${output.slice(-8_000)}`);
  }
  const kill = (signal: NodeJS.Signals): Promise<Exit> => {
    child.kill(signal);
    return gone;
  };
  const end = async (): Promise<Exit> => {
    const impatient = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
    return kill('SIGTERM').finally(() => clearTimeout(impatient));
  };
  return {
    url: `http://localhost:${port}`,
    port,
    dataDir,
    pid: child.pid ?? 0,
    readyAfter: performance.now() - began,
    output: () => output,
    kill,
    end,
  };
};

const becomesReady = async (address: Address, path: string, child: ChildProcess, deadline: number): Promise<void> => {
  for (;;) {
    const status = await send(address, 'GET', path).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the process ended (${child.signalCode ?? child.exitCode}) before it was ready`);
    if (performance.now() > deadline)
      throw new Error(`the process was not ready after ${READY_WITHIN_MS / 1_000} s (last status ${status})`);
    // A start takes seconds. Each question takes CPU from it, and from the starts of other suites.
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
