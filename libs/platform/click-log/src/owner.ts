import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** The process that writes a source. Its start distinguishes it from a later process with the same number. */
export interface SourceOwner {
  readonly pid: number;
  readonly started: string;
  readonly host: string;
  /** Of the machine's boot that `started` counts from; absent where the system tells none, and in older logs. */
  readonly boot?: string;
}

/**
 * Start time of a process in clock ticks since the machine booted; empty where /proc is absent or the process is
 * gone. A zombie is gone: it writes no more, and in a container it may never be reaped.
 */
const startOf = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? '' : (fields[19] ?? '');
  } catch {
    return '';
  }
};

const bootId = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return '';
  }
};

export const thisProcess = (): SourceOwner => {
  const [owner, boot] = [{ pid: process.pid, started: startOf(process.pid), host: hostname() }, bootId()];
  return boot === '' ? owner : { ...owner, boot };
};

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** A process on another machine or in another container counts as dead after this long without a sign of life. */
const SILENCE_MS = 30_000;

/** After a boot in the same steps, another process may have the same number and the same ticks. */
const isOfThisBoot = ({ boot }: SourceOwner): boolean => boot === undefined || [boot, ''].includes(bootId());

export const isAlive = (owner: SourceOwner, lastSignMs: number, nowMs: number): boolean => {
  if (owner.host !== hostname()) return nowMs - lastSignMs < SILENCE_MS;
  return exists(owner.pid) && startOf(owner.pid) === owner.started && isOfThisBoot(owner);
};
