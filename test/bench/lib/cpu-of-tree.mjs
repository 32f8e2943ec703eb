import { readFileSync, readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Microseconds of one tick in /proc: Linux has 100 a second for every program. */
const TICK = 10_000;

const statOf = (pid) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may have spaces and brackets: state, parent, …, user and system time (12th and 13th), and
    // those of the children that have ended.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return [
      {
        pid,
        parent: Number(fields[1]),
        spent: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK,
      },
    ];
  } catch {
    return []; // It has ended meanwhile.
  }
};

const treeOf = (pid) => {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? statOf(Number(name)) : []));
  const below = new Set([pid]);
  for (let known = 0; known < below.size;) {
    known = below.size;
    for (const { pid: child, parent } of all) if (below.has(parent)) below.add(child);
  }
  return all.filter((one) => below.has(one.pid));
};

const commandOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

/** CPU of a process and its descendants so far, in µs; Linux only, else NaN. */
export const cpuOfTree = (pid) =>
  process.platform === 'linux' ? treeOf(pid).reduce((sum, { spent }) => sum + spent, 0) : Number.NaN;

/**
 * CPU of a process and its descendants so far, in µs, by part: an object of the names of `parts`, whose patterns are of
 * command lines, and of `other`. Empty where there is no /proc.
 */
export const cpuByPart = (pid, parts) => sumByPart(pid, parts, ({ spent }) => spent);

/** The same of the memory that is their own, in MB: without files, mapped or shared. */
export const memoryByPart = (pid, parts) => sumByPart(pid, parts, ({ pid: one }) => ownMemoryOf(one));

const threadsOf = (pid) => {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return []; // It has ended meanwhile.
  }
};

/** Gives the descendants of a process that are none of `parts` a lower priority: a niceness of 1 to 19. Linux only. */
export const lowerOthers = (pid, parts, niceness) => {
  if (process.platform !== 'linux') return;
  const isOther = (one) => !Object.values(parts).some((pattern) => pattern.test(commandOf(one)));
  for (const one of treeOf(pid)) {
    if (one.pid === pid || !isOther(one.pid)) continue;
    // Each thread has a priority of its own, and hands it to those that it starts.
    for (const thread of threadsOf(one.pid))
      try {
        setPriority(thread, niceness);
      } catch {
        // It has ended meanwhile.
      }
  }
};

const sumByPart = (pid, parts, of) => {
  if (process.platform !== 'linux') return {};
  const sums = Object.fromEntries([...Object.keys(parts), 'other'].map((name) => [name, 0]));
  for (const one of treeOf(pid)) {
    const command = commandOf(one.pid);
    const [name = 'other'] = Object.entries(parts).find(([, pattern]) => pattern.test(command)) ?? [];
    sums[name] += of(one);
  }
  return sums;
};

const ownMemoryOf = (pid) => {
  try {
    return Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0; // It has ended meanwhile.
  }
};
