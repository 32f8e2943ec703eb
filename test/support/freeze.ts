import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';

import { eventually } from './programs';

/**
 * Stops a process and resolves once it stands still. SIGSTOP returns earlier: threads that were on another core may
 * still answer what they have just read.
 */
export const freeze = async (pid: number): Promise<void> => {
  process.kill(pid, 'SIGSTOP');
  await eventually(() => {
    if (!statesOf(pid).every((state) => /^[TtZX]/.test(state))) throw new Error(`process ${pid} still runs`);
  });
};

/** The states of all its threads from /proc; of the whole process where there is no /proc. */
const statesOf = (pid: number): string[] => {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return [execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).trim()];
  // The state follows the name, which is in parentheses and may contain anything.
  return readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/stat`, 'utf8').replace(/^.*\) /s, ''));
};
