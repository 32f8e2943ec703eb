import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

let server: ChildProcess | undefined;
let made: string | undefined;

/** Before the first suite: starts one Postgres for all of them, in which each makes a database of its own. */
export default async (): Promise<void> => {
  made = mkdtempSync(join(tmpdir(), 'waymark-made-'));
  chmodSync(made, 0o755);
  process.env.TEST_MADE_DATABASE = made;
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
  if (made) rmSync(made, { recursive: true, force: true });
  if (!server || server.exitCode !== null) return;
  server.stdin!.end();
  await once(server, 'exit');
};
