import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const ask = promisify(execFile);
const POLL_MS = 10;

/** One step of ending a process: the signal, and how long its end is waited for before the next step. */
export interface StopStep {
  readonly signal: NodeJS.Signals;
  readonly waitMs: number;
}

/**
 * What tells a process from a later one that was given the same pid: when it started. Undefined when no such process
 * lives; a zombie counts as dead, because it holds nothing any more and may never be reaped in a container.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return linuxStart(pid);
  if (process.platform === 'win32') return answersSignals(pid) ? 'alive' : undefined;
  return column(pid, 'lstart');
}

/** Whether a live process is the one that runs a database in this directory (a real path). */
export async function worksIn(pid: number, directory: string): Promise<boolean> {
  if (process.platform === 'linux') {
    // Every Postgres process stays in its data directory, and this holds even when the directory was moved meanwhile.
    return (await readlink(`/proc/${pid}/cwd`).catch(() => undefined)) === directory;
  }
  return ((await commandLine(pid)) ?? '').includes(`-D ${directory} `);
}

/** The command line of a live process, its words joined by spaces; undefined when there is none to read. */
export async function commandLine(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return column(pid, 'command');
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return words === '' ? undefined : words.replaceAll('\0', ' ');
}

/** Ends a process that is no child of ours, by the steps given; resolves once it is gone, rejects when nothing helped. */
export async function stopForeign(pid: number, steps: readonly StopStep[]): Promise<void> {
  const start = await processStart(pid);
  const gone = async () => start === undefined || (await processStart(pid)) !== start;
  for (const { signal, waitMs } of steps) {
    if (await gone()) return;
    sendQuietly(pid, signal);
    const deadline = performance.now() + waitMs;
    while (performance.now() < deadline) {
      if (await gone()) return;
      await delay(POLL_MS);
    }
  }
  throw new Error(`process ${pid} does not end, not even by ${steps.at(-1)?.signal}`);
}

async function linuxStart(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The name, second field, may hold spaces and brackets: count from the last bracket, where the third field begins.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X' || startTicks === undefined) return undefined;
  // Ticks count from the boot, so the boot belongs to the identity.
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return `${boot.trim()}/${startTicks}`;
}

async function column(pid: number, name: 'lstart' | 'command'): Promise<string | undefined> {
  try {
    const { stdout } = await ask('ps', ['-o', `${name}=`, '-p', String(pid)], { env: { ...process.env, LC_ALL: 'C' } });
    return stdout.trim() === '' ? undefined : stdout.trim();
  } catch {
    return undefined;
  }
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function sendQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
