import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { readFile, readdir, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { poll } from '@platform/async';

const ask = promisify(execFile);
const POLL_MS = 10;

/** One step of ending a process: the signal, and how long to wait for the end before the next step. */
export interface StopStep {
  readonly signal: NodeJS.Signals;
  readonly waitMs: number;
}

/**
 * The start time of a process, which distinguishes it from a later one with the same pid. Undefined if no such process
 * lives. A zombie counts as dead: it holds nothing and may never be reaped in a container.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return linuxStart(pid);
  if (process.platform === 'win32') return answersSignals(pid) ? 'alive' : undefined;
  return psStart(pid);
}

/** Names the processes among which our pids count: those of a container, or of a machine since its start. */
export async function pidSpace(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => hostname());
  return `${await bootId()} ${namespace}`.trim();
}

/** The kernel's number for the processes of the machine itself. */
const NO_CONTAINER = 'pid:[4026531836]';

/** The machine on which our pids count, over its starts. Undefined in a container: other machines may run its image. */
export async function machine(): Promise<string | undefined> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => undefined);
  if (namespace !== NO_CONTAINER) return undefined;
  const id = (await readFile('/etc/machine-id', 'utf8').catch(() => '')).trim();
  return id === '' ? undefined : `${id} ${hostname()}`;
}

/**
 * Kills all that this process has started, and what that has started, at once and without a turn of the loop: none of
 * them writes anything more. On Windows they end by themselves, when they find us gone.
 */
export function killDescendants(): void {
  if (process.platform === 'win32') return;
  const stopped = new Set<number>();
  for (;;) {
    // All are stopped first, so that none starts another meanwhile.
    const others = descendants(process.pid).filter((pid) => !stopped.has(pid));
    if (others.length === 0) break;
    for (const pid of others) sendQuietly(pid, 'SIGSTOP');
    others.forEach((pid) => stopped.add(pid));
  }
  for (const pid of stopped) sendQuietly(pid, 'SIGKILL');
}

function descendants(ancestor: number): number[] {
  const parents = process.platform === 'linux' ? linuxParents() : psParents();
  const found = [ancestor];
  for (const parent of found) for (const [pid, its] of parents) if (its === parent) found.push(pid);
  return found.slice(1);
}

function linuxParents(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    try {
      parents.set(pid, Number(fieldsOf(readFileSync(`/proc/${pid}/stat`, 'utf8'))[1]));
    } catch {
      // It has ended since it was listed.
    }
  }
  return parents;
}

function psParents(): Map<number, number> {
  const { pid, stdout } = spawnSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' });
  const lines = stdout.trim().split('\n');
  const parents = new Map(lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]));
  parents.delete(pid);
  return parents;
}

/**
 * The live Postgres processes of the database in this directory (a real path). Linux finds all of them by their working
 * directory, even when the directory was moved meanwhile; other systems find the server alone, by its command line.
 */
export async function postgresIn(directory: string): Promise<number[]> {
  if (process.platform === 'win32') return [];
  if (process.platform !== 'linux') {
    const { stdout } = await ask('ps', ['-axo', 'pid=,command=']);
    return stdout
      .split('\n')
      .filter((line) => line.includes(`-D ${directory} `))
      .map((line) => Number.parseInt(line, 10));
  }
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const ours = await Promise.all(
    pids.map(async (pid) => {
      // The first link excludes most processes, so the second is read only after it. A zombie has neither.
      if ((await linkOf(pid, 'cwd')) !== directory) return false;
      // An operator's shell may work in that directory, too. The program's file may have been replaced: " (deleted)".
      return /\/postgres( \(deleted\))?$/.test((await linkOf(pid, 'exe')) ?? '');
    }),
  );
  return pids.filter((_, index) => ours[index]);
}

/**
 * Ends a process that is not our child by the given steps. Resolves once it is gone; rejects if no step helped.
 */
export async function stopForeign(pid: number, steps: readonly StopStep[]): Promise<void> {
  const start = await processStart(pid);
  const gone = async () => start === undefined || (await processStart(pid)) !== start;
  for (const { signal, waitMs } of steps) {
    if (await gone()) return;
    sendQuietly(pid, signal);
    if (await poll(async () => (await gone()) || undefined, { everyMs: POLL_MS, withinMs: waitMs })) return;
  }
  throw new Error(`process ${pid} does not end, not even by ${steps.at(-1)?.signal}`);
}

async function linkOf(pid: number, name: 'cwd' | 'exe'): Promise<string | undefined> {
  return readlink(`/proc/${pid}/${name}`).catch(() => undefined);
}

async function linuxStart(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  const fields = fieldsOf(stat);
  const [state, startTicks] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X' || startTicks === undefined) return undefined;
  // Ticks count from the boot, so the boot's id is part of the identity.
  return `${await bootId()}/${startTicks}`;
}

/** Of /proc/<pid>/stat, from the third on. The second, a name, may hold spaces and brackets: it ends at the last one. */
const fieldsOf = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ');

async function bootId(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim();
}

async function psStart(pid: number): Promise<string | undefined> {
  try {
    const { stdout } = await ask('ps', ['-o', 'lstart=', '-p', String(pid)], {
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    });
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
