import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

let server: ChildProcess | undefined;

/** Before the first suite: starts one Postgres for all of them, in which each makes a database of its own. */
export default async (): Promise<void> => {
  if (process.env.TEST_DATABASE_URL) return;
  const program = ['-r', join(__dirname, '..', 'typescript.cjs'), join(__dirname, 'run.ts')];
  // A signal for the whole group, such as Ctrl-C, must not end it before the suites are done with it.
  server = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const exited = once(server, 'exit').then(() => [undefined]);
  const [url] = (await Promise.race([once(createInterface(server.stdout!), 'line'), exited])) as [string | undefined];
  if (url === undefined) throw new Error('Postgres could not be started for the suites');
  process.env.TEST_DATABASE_URL = url;
};

export const stop = async (): Promise<void> => {
  if (!server || server.exitCode !== null) return;
  server.stdin!.end();
  await once(server, 'exit');
};
