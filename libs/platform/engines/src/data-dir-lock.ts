import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import {
  access,
  chmod,
  link,
  mkdir,
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
import { basename, dirname, join } from 'node:path';
import { OperatorError } from '@kernel';
import { poll } from '@platform/async';
import { holderIn, isSeenAlive, thisProcess } from './lock-holder';
import { killDescendants } from './processes';

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

export interface LockOptions {
  /** Milliseconds between two beats of a holder; default 1 s. */
  readonly beatMs?: number;
  /** Milliseconds without a beat after which a holder that cannot be seen counts as dead; default 15 s. */
  readonly deadAfterMs?: number;
  /**
   * Called with a sentence, once, when the directory is no longer this process's. By default it is printed, and the
   * process and all that it has started are killed: a shutdown in good order would write to the files of the next one.
   */
  readonly onLost?: (why: string) => void;
}

const LOCK = /^instance-(\d+)\.lock$/;
const CLAIM = /^instance-[\da-f-]{36}\.claim$/;
/** Between two looks at the lock of a holder that cannot be seen. */
const LOOK_MS = 100;
const KEPT_GENERATIONS = 3;
const CLAIM_LIVES_MS = 60_000;

/**
 * Takes the data directory for this process, making it when absent. A lock whose holder died is taken over.
 *
 * Node has no flock, so the lock is a sequence of numbered files, and the process that made the highest one holds it.
 * To take over, a process makes the next number, which the file system grants to one process only. The highest file is
 * never removed, so a slow starter with an old view finds a higher one when it looks again, and withdraws.
 * A process in another container, or on another machine, is not seen. Its lock tells: the holder touches it each second,
 * and only a lock that nobody touches while we watch it for 15 s is taken over. Its age tells nothing, as the clocks of
 * two machines differ. A holder that was only frozen finds the next lock at its first beat, and ends at once.
 * Errors: `DataDirTaken` while a live process holds it.
 */
export async function lockDataDir(dataDir: string, options: LockOptions = {}): Promise<DataDirLock> {
  const { deadAfterMs = 15_000 } = options;
  const directory = await makeDataDir(dataDir);
  const claim = join(directory, `instance-${randomUUID()}.claim`);
  // Before the claim, which a full disk refuses: then, too, a second instance must hear of the first.
  let last = await demandFree(directory, await highestLock(directory), deadAfterMs);
  try {
    await writeFile(claim, JSON.stringify(await thisProcess()), { mode: 0o644 });
    for (;;) {
      const highest = await highestLock(directory);
      if (highest !== last.generation || !(await isSilent(directory, last))) {
        last = await demandFree(directory, highest, deadAfterMs);
        continue;
      }
      const mine = highest + 1;
      if (!(await claimed(claim, lockFile(directory, mine)))) continue;
      // A frozen holder that resumes now touches its lock and looks for ours, in this order: one of us sees the other.
      if ((await highestLock(directory)) === mine && (await isSilent(directory, last))) {
        await tidy(directory, mine);
        return held(directory, mine, options);
      }
      await rm(lockFile(directory, mine), { force: true });
    }
  } finally {
    await rm(claim, { force: true });
  }
}

function held(directory: string, mine: number, { beatMs = 1_000, onLost = endAtOnce }: LockOptions): DataDirLock {
  let beating = false;
  let isOurs = true;
  const beat = async (): Promise<void> => {
    // While the disk does not answer, beats do not pile up.
    if (beating) return;
    beating = true;
    await utimes(lockFile(directory, mine), new Date(), new Date()).catch(() => undefined);
    const lost = await isLost(directory, mine);
    beating = false;
    if (!lost || !isOurs) return;
    end();
    onLost(
      `The data directory ${directory} belongs to another instance now, which took it while this one was frozen, or ` +
        `the lock in it was deleted. This process ends at once, and leaves the data to the other one.`,
    );
  };
  const timer = setInterval(() => void beat(), beatMs).unref();
  const end = (): void => {
    isOurs = false;
    clearInterval(timer);
  };
  return {
    release: () => {
      end();
      return release(directory, mine);
    },
  };
}

/** A failure to read proves nothing; an absent directory has no lock of ours. */
async function isLost(directory: string, mine: number): Promise<boolean> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException): string[] | undefined =>
    error.code === 'ENOENT' ? [] : undefined,
  );
  return names !== undefined && (!names.includes(basename(lockFile(directory, mine))) || highestOf(names) > mine);
}

function endAtOnce(why: string): void {
  try {
    killDescendants();
    writeSync(2, `${why}\n`);
  } finally {
    process.kill(process.pid, 'SIGKILL');
    // The first process of a container gets no signal from itself.
    process.abort();
  }
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

const highestLock = async (directory: string): Promise<number> => highestOf(await readdir(directory));

const highestOf = (names: readonly string[]): number =>
  Math.max(0, ...names.map((name) => Number(LOCK.exec(name)?.[1] ?? 0)));

/** A lock whose holder is gone. */
interface FreeLock {
  /** Of no lock, if it was withdrawn as we looked: then there is another one. */
  readonly generation: number | undefined;
  /** Its last beat, where the holder was not seen: should there be another one, it is not gone. */
  readonly beat?: number;
}

async function demandFree(directory: string, generation: number, deadAfterMs: number): Promise<FreeLock> {
  const file = lockFile(directory, generation);
  // Before its text: a beat after this one is seen.
  const beat = await changedAt(file);
  const holder = await holderIn(file);
  if (holder === 'released' || generation === 0) return { generation };
  if (holder === 'absent') return { generation: undefined };
  const lives = await isSeenAlive(holder);
  if (lives ?? (await beatsAgain(file, beat, deadAfterMs))) throw new DataDirTaken(directory, holder.pid, holder.host);
  return lives === undefined ? { generation, beat } : { generation };
}

const isSilent = async (directory: string, { generation = 0, beat }: FreeLock): Promise<boolean> =>
  beat === undefined || (await changedAt(lockFile(directory, generation))) === beat;

/** Whether a holder beats while we watch. One that releases the lock meanwhile is gone. */
async function beatsAgain(file: string, beat: number, withinMs: number): Promise<boolean> {
  const look = async (): Promise<boolean | undefined> =>
    (await changedAt(file)) === beat ? undefined : typeof (await holderIn(file)) === 'object';
  return (await poll(look, { everyMs: Math.min(LOOK_MS, withinMs / 10), withinMs })) ?? false;
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
