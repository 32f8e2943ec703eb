import { readFileSync, readdirSync } from 'node:fs';

/** Microseconds of one tick in /proc: Linux has 100 a second for every program. */
const TICK = 10_000;

const statOf = (pid) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may have spaces and brackets: state, parent, …, user time (12th) and system time (13th).
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return [{ pid, parent: Number(fields[1]), spent: (Number(fields[11]) + Number(fields[12])) * TICK }];
  } catch {
    return []; // It has ended meanwhile.
  }
};

/** CPU of a process and its descendants so far, in µs; of what runs now, and Linux only, else NaN. */
export const cpuOfTree = (pid) => {
  if (process.platform !== 'linux') return Number.NaN;
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? statOf(Number(name)) : []));
  const below = new Set([pid]);
  for (let known = 0; known < below.size;) {
    known = below.size;
    for (const { pid: child, parent } of all) if (below.has(parent)) below.add(child);
  }
  return all.filter((one) => below.has(one.pid)).reduce((sum, { spent }) => sum + spent, 0);
};
