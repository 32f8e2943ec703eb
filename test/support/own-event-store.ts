import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const COMMAND = process.env['EVENTSTORE_START'];

/** An EventStoreDB for one spec file. */
export interface OwnServer {
  /** Connection string. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * An empty server by the command of EVENTSTORE_START, which prints its connection string in a line and ends it with its
 * input; undefined without that variable.
 */
export const startGivenServer = async (): Promise<OwnServer | undefined> => {
  if (!COMMAND) return undefined;
  const child = spawn(COMMAND, {
    shell: true,
    cwd: join(__dirname, '..', '..'),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => [undefined]);
  const [url] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string | undefined];
  if (!url) throw new Error('the command of EVENTSTORE_START printed no connection string');
  return {
    url,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
};

/** Where the product of one spec file has its events. */
export interface OwnStore {
  /** For the product. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** An empty server of its own with EVENTSTORE_START, else the embedded store. */
export const startOwnStore = async (): Promise<OwnStore> => {
  const server = await startGivenServer();
  return { env: server ? { EVENTSTORE_URL: server.url } : {}, stop: async () => server?.stop() };
};

/** `it` for what no server does on request; skipped where EVENTSTORE_START starts one. @param reason what it does not do */
export const itOnDouble = (title: string, reason: string, work: () => Promise<void>): void => {
  if (COMMAND) it.skip(`${title} (skipped: the server of EVENTSTORE_START ${reason})`, work);
  else it(title, work);
};
