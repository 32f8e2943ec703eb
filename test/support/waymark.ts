import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from './free-port';
import { prepareTree } from './prepare-tree';

export { freePort } from './free-port';

const ROOT = join(__dirname, '..', '..');
const MAIN = join(ROOT, 'dist', 'apps', 'standalone', 'src', 'main.js');
const READY_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 30_000;
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

/** The address of a running product; enough to send requests. */
export interface Address {
  /** Origin by the first short host, without a slash at its end: `http://localhost:<port>`. */
  readonly url: string;
  readonly port: number;
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
}

/**
 * Compiles what is stale and starts the product as `npm start` does. @throws with the end of its output when it does
 * not get ready
 */
export const startWaymark = async ({ env = {}, dataDir, port, main = MAIN }: StartOptions = {}): Promise<Product> => {
  prepareTree();
  const folder = dataDir === undefined ? newFolder() : undefined;
  const data = dataDir ?? join(folder ?? '', 'data');
  mkdirSync(data, { recursive: true });
  try {
    const process_ = await launch(data, port ?? (await freePort()), env, main);
    const stop = async () => {
      await process_.end();
      if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    };
    return { ...process_.product, stop };
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

const launch = async (dataDir: string, port: number, env: Readonly<Record<string, string>>, main: string) => {
  const { end, ...running } = await launchProcess({ main, dataDir, port, env });
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
}

/** Starts a compiled program of the product. @throws with the end of its output when it does not get ready */
export const launchProcess = async ({
  main,
  dataDir,
  port,
  statusPort = port,
  env,
}: LaunchProcess): Promise<Running> => {
  const began = performance.now();
  const child = spawn(process.execPath, ['--enable-source-maps', '-r', join(__dirname, 'end-with-parent.cjs'), main], {
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
    await becomesReady({ url: '', port: statusPort }, child, began + READY_WITHIN_MS);
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

const becomesReady = async (address: Address, child: ChildProcess, deadline: number): Promise<void> => {
  for (;;) {
    const status = await send(address, 'GET', '/health/ready').then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the process ended (${child.signalCode ?? child.exitCode}) before it was ready`);
    if (performance.now() > deadline)
      throw new Error(`the process was not ready after ${READY_WITHIN_MS / 1_000} s (last status ${status})`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
};

export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Parsed if the answer is JSON, else the text; undefined when empty. */
  readonly body: T;
  /** As received. */
  readonly text: string;
}

export interface SendOptions {
  readonly headers?: OutgoingHttpHeaders;
  /** Text and bytes are sent unchanged; anything else as JSON. */
  readonly body?: unknown;
  /** Milliseconds before it is aborted. */
  readonly timeout?: number;
}

const agent = new Agent({ keepAlive: true });

/**
 * One request. Follows no redirect, and adds no header except Host, and Content-Type for a body that it turned into
 * JSON.
 */
export const send = <T = unknown>(
  { port }: Address,
  method: string,
  path: string,
  { headers = {}, body, timeout = 30_000 }: SendOptions = {},
): Promise<Answer<T>> =>
  new Promise((resolve, reject) => {
    const raw = typeof body === 'string' || Buffer.isBuffer(body);
    const payload = body === undefined || raw ? body : JSON.stringify(body);
    const sent = request({
      agent,
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: {
        host: `localhost:${port}`,
        ...(payload !== undefined && !raw && { 'content-type': 'application/json' }),
        ...(payload !== undefined && { 'content-length': Buffer.byteLength(payload) }),
        ...headers,
      },
      signal: AbortSignal.timeout(timeout),
    });
    sent.on('error', reject);
    sent.once('response', (response) => {
      // A stream of events has no end: its headers are the answer.
      if (response.headers['content-type'] === 'text/event-stream') {
        sent.destroy();
        return resolve({ status: response.statusCode ?? 0, headers: response.headers, text: '', body: undefined as T });
      }
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const json = /[/+]json/.test(response.headers['content-type'] ?? '') && text !== '';
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          body: (json ? JSON.parse(text) : text || undefined) as T,
        });
      });
    });
    sent.end(payload);
  });

export interface Client {
  get<T = unknown>(path: string, headers?: OutgoingHttpHeaders): Promise<Answer<T>>;
  post<T = unknown>(path: string, body?: unknown, headers?: OutgoingHttpHeaders): Promise<Answer<T>>;
  patch<T = unknown>(path: string, body?: unknown, headers?: OutgoingHttpHeaders): Promise<Answer<T>>;
  delete<T = unknown>(path: string, headers?: OutgoingHttpHeaders): Promise<Answer<T>>;
}

/** Requests with a credential, an API key or an access token, or with none. */
export const api = (address: Address, credential?: string): Client => {
  const all = (headers: OutgoingHttpHeaders = {}) => ({
    ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
    ...headers,
  });
  return {
    get: (path, headers) => send(address, 'GET', path, { headers: all(headers) }),
    post: (path, body, headers) => send(address, 'POST', path, { body, headers: all(headers) }),
    patch: (path, body, headers) => send(address, 'PATCH', path, { body, headers: all(headers) }),
    delete: (path, headers) => send(address, 'DELETE', path, { headers: all(headers) }),
  };
};

export interface Registered {
  readonly email: string;
  readonly password: string;
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user: { readonly id: string };
  readonly workspace: { readonly id: string; readonly name: string; readonly plan: string };
}

export const PASSWORD = 'correct horse battery';

/** A fresh user with a workspace of their own, from an address of their own; needs SIGNUP=open. */
export const register = async (address: Address): Promise<Registered> => {
  const email = `${randomBytes(8).toString('hex')}@example.com`;
  const { status, body, text } = await api(address).post<Omit<Registered, 'email' | 'password'>>(
    '/v1/auth/register',
    { email, password: PASSWORD },
    { 'x-forwarded-for': [10, ...randomBytes(3)].join('.') },
  );
  if (status !== 201) throw new Error(`registering answered ${status}: ${text}`);
  return { ...body, email, password: PASSWORD };
};
