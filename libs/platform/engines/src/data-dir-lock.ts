import { randomUUID } from 'node:crypto';
import {
  access,
  chmod,
  link,
  mkdir,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { OperatorError, parseJson } from '@kernel';
import { poll } from '@platform/async';
import { pidSpace, processStart } from './processes';

/** Another live instance holds the data directory. */
export class DataDirTaken extends OperatorError {
  constructor(
    readonly dataDir: string,
    readonly pid: number,
    host: string = hostname(),
  ) {
    const where = host === hostname() ? '' : ` on ${host}`;
    super(
      `The data directory ${dataDir} is in use by another instance (pid ${pid}${where}). ` +
        `Stop it, or give this one a DATA_DIR of its own.`,
    );
    this.name = 'DataDirTaken';
  }
}

export interface DataDirLock {
  /** Releases the directory; calling it again does nothing. */
  release(): Promise<void>;
}

/** The process that holds the lock. A released one has `{}`, or nothing if the disk was full. */
const Holder = z.object({
  pid: z.number(),
  started: z.string(),
  host: z.string().optional(),
  /** Where its pid counts. Earlier versions did not say it. */
  pidSpace: z.string().optional(),
});
type Holder = z.infer<typeof Holder>;

const LOCK = /^instance-(\d+)\.lock$/;
const CLAIM = /^instance-[\da-f-]{36}\.claim$/;
const KEPT_GENERATIONS = 3;
const CLAIM_LIVES_MS = 60_000;
const BEAT_MS = 1_000;
/** A holder that has not touched its lock for so long is dead, where we cannot see its process. */
const DEAD_AFTER_MS = 15_000;

/**
 * Takes the data directory for this process, making it when absent. A lock whose holder died is taken over.
 *
 * Node has no flock, so the lock is a sequence of numbered files, and the process that made the highest one holds it.
 * To take over, a process makes the next number, which the file system grants to one process only. The highest file is
 * never removed, so a slow starter with an old view finds a higher one when it looks again, and withdraws.
 * A process in another container, or on another machine, is not seen. Its lock tells: the holder touches it each second,
 * and only a lock that stays untouched for 15 s is taken over.
 * Errors: `DataDirTaken` while a live process holds it.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const directory = await makeDataDir(dataDir);
  const self: Holder = {
    pid: process.pid,
    started: (await processStart(process.pid)) ?? '',
    host: hostname(),
    pidSpace: await pidSpace(),
  };
  const claim = join(directory, `instance-${randomUUID()}.claim`);
  // Before the claim, which a full disk refuses: then, too, a second instance must hear of the first.
  await demandFree(directory, await highestLock(directory));
  try {
    await writeFile(claim, JSON.stringify(self), { mode: 0o644 });
    for (;;) {
      const highest = await highestLock(directory);
      await demandFree(directory, highest);
      const mine = highest + 1;
      if (!(await claimed(claim, lockFile(directory, mine)))) continue;
      if ((await highestLock(directory)) === mine) {
        await tidy(directory, mine);
        return held(directory, mine);
      }
      await rm(lockFile(directory, mine), { force: true });
    }
  } finally {
    await rm(claim, { force: true });
  }
}

function held(directory: string, mine: number): DataDirLock {
  const touch = (): void => void utimes(lockFile(directory, mine), new Date(), new Date()).catch(() => undefined);
  const beat = setInterval(touch, BEAT_MS).unref();
  return {
    release: () => {
      clearInterval(beat);
      return release(directory, mine);
    },
  };
}

/** A data directory made by root lets others pass through (never list it), because Postgres refuses to run as root. */
async function makeDataDir(dataDir: string): Promise<string> {
  const made = await makeFolder(dataDir);
  const directory = await realpath(dataDir);
  if (made) await chmod(directory, process.getuid?.() === 0 ? 0o711 : 0o700);
  return directory;
}

/**
 * Node's recursive `mkdir` never ends where a folder that exists refuses another with ENOENT, as `/proc` does.
 * @returns whether it was absent
 */
async function makeFolder(path: string): Promise<boolean> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) return false;
  await makeFolder(dirname(path));
  await mkdir(path).catch(async (error: NodeJS.ErrnoException) => {
    const made = error.code === 'EEXIST' && (await stat(path)).isDirectory();
    if (!made) throw error;
  });
  return true;
}

async function highestLock(directory: string): Promise<number> {
  const numbers = (await readdir(directory)).map((name) => Number(LOCK.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers);
}

async function demandFree(directory: string, generation: number): Promise<void> {
  const holder = await holderOf(directory, generation);
  if (holder === undefined) return;
  const seen = holder.pidSpace === undefined || holder.pidSpace === (await pidSpace());
  const lives = seen ? (await processStart(holder.pid)) === holder.started : await isTouched(directory, generation);
  if (lives) throw new DataDirTaken(directory, holder.pid, holder.host);
}

async function holderOf(directory: string, generation: number): Promise<Holder | undefined> {
  // A lock that cannot be read is an error and not stale: it may belong to another user's live process.
  const text = await readFile(lockFile(directory, generation), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  return Holder.safeParse(parseJson(text)).data;
}

/** Waits for the next beat, or for the time after which none will come. */
async function isTouched(directory: string, generation: number): Promise<boolean> {
  const touchedAt = () => changedAt(lockFile(directory, generation));
  const last = await touchedAt();
  const silentFor = Date.now() - last;
  if (silentFor > DEAD_AFTER_MS) return false;
  const look = async (): Promise<boolean | undefined> =>
    (await touchedAt()) === last ? undefined : (await holderOf(directory, generation)) !== undefined;
  // Where the clock was set back, the last beat lies in the future.
  const withinMs = DEAD_AFTER_MS - Math.max(0, silentFor);
  return (await poll(look, { everyMs: BEAT_MS / 10, withinMs })) ?? false;
}

/** A link appears whole or not at all, and never replaces a file: the lock has its text from the first moment. */
async function claimed(claim: string, file: string): Promise<boolean> {
  try {
    await link(claim, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Keeps a few old generations, so that a process which lists the directory during a takeover always sees one. A claim
 * lives for moments; an old claim belongs to a process that was killed.
 */
async function tidy(directory: string, mine: number): Promise<void> {
  for (const name of await readdir(directory)) {
    const generation = Number(LOCK.exec(name)?.[1] ?? mine);
    const stale = CLAIM.test(name) && Date.now() - (await changedAt(join(directory, name))) > CLAIM_LIVES_MS;
    if (generation <= mine - KEPT_GENERATIONS || stale) await rm(join(directory, name), { force: true });
  }
}

/** In milliseconds since 1970; the current time if the file has just been removed. */
const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  );

async function release(directory: string, generation: number): Promise<void> {
  const empty = join(directory, `instance-${randomUUID()}.claim`);
  try {
    await writeFile(empty, '{}', { mode: 0o644 });
    await rename(empty, lockFile(directory, generation));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    await rm(empty, { force: true });
    // It needs no room. This process may want the directory again.
    await truncate(lockFile(directory, generation));
  }
}

function lockFile(directory: string, generation: number): string {
  return join(directory, `instance-${generation}.lock`);
}
