// The whole product as `npm start` runs it, for the harnesses: on a port and in a data directory of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');
const READY_WITHIN_MS = 60_000;

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A new folder in one of the project's. Traversable, so that as root the database may be in it, and is removed with it. */
export const newFolder = async (parent) => {
  const folder = await mkdtemp(join(parent, '.run-'));
  await chmod(folder, 0o711);
  return folder;
};

const freePort = async () => {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
};

/** Calls of the interface at an origin, with a key. */
export const callsOf = (origin, apiKey) => {
  const url = (path) => `${origin}${path}`;
  return {
    url,
    apiKey,
    /** The body of an answer. @throws for any status of 400 or more, with it and the seconds to wait, if any */
    call: async (method, path, body, more = {}) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}`, ...more };
      const answer = await fetch(url(path), { method, headers, ...(body && { body: JSON.stringify(body) }) });
      if (answer.ok) return answer.json();
      const { status } = answer;
      const retryAfter = Number(answer.headers.get('retry-after') ?? 0);
      throw Object.assign(new Error(`${method} ${path}: ${status} ${await answer.text()}`), { status, retryAfter });
    },
  };
};

/**
 * Starts the compiled product with the flags of `npm start`, and waits until it is ready.
 * @param dataDir on the project's disk: /tmp may be in memory, and then the measurement would be void
 * @param log a file descriptor for what it logs; nothing is kept without one
 */
export const startProduct = async (dataDir, more = {}, log = 'ignore') => {
  const port = await freePort();
  const { start } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
  const flags = start.split(' ').filter((word) => word.startsWith('--'));
  const child = spawn(process.execPath, [...flags, join(root, 'dist/apps/standalone/src/main.js')], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      BOOTSTRAP_PLAN: 'enterprise',
      ...more,
    },
    stdio: ['ignore', log, 'inherit'],
  });
  const ended = once(child, 'exit');
  const url = (path) => `http://localhost:${port}${path}`;
  const isReady = () =>
    fetch(url('/health/ready')).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const until = Date.now() + READY_WITHIN_MS; !(await isReady()); await pause(100))
    if (Date.now() > until || child.exitCode !== null) throw new Error('the product did not become ready');
  const { api_key } = JSON.parse(readFileSync(join(dataDir, 'bootstrap.json'), 'utf8'));
  return {
    ...callsOf(url(''), api_key),
    port,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** Creates links with the aliases c0, c1 …; `of` gives the rest of each. @returns them, as the API answers them */
export const createLinks = async ({ call }, count, of) => {
  const made = [];
  for (let from = 0; from < count; from += 100) {
    const items = Array.from({ length: Math.min(100, count - from) }, (_, n) => ({
      alias: `c${from + n}`,
      ...of(from + n),
    }));
    const { data, meta } = await call('POST', '/v1/links/bulk', items);
    if (meta.failed > 0) throw new Error(`${meta.failed} links could not be created`);
    made.push(...data.map(({ link }) => link));
  }
  return made;
};
