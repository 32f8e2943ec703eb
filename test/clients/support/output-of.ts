import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Milliseconds, against hangs: compilers are slow beside seven other suites. */
export const LIMIT = 300_000;

/** A program's output. Its input is closed, so that none waits for a person, and one that hangs is killed. */
export const outputOf = async (
  command: string,
  args: readonly string[],
  cwd: string,
  env?: NodeJS.ProcessEnv,
): Promise<string> => {
  const options = { cwd, maxBuffer: 1e8, timeout: LIMIT, env: { ...process.env, ...env } };
  const running = promisify(execFile)(command, args, options);
  running.child.stdin?.end();
  return (await running).stdout;
};
