// Lets one process at a time work on something, across processes, by a lock file with the holder's host and pid.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const BEAT_MS = 1_000;
/** A holder that has not touched its lock for so long is gone, even if another process has its pid by now. */
const DEAD_AFTER_MS = 15_000;
const LOOK_AGAIN_MS = 50;
const SAY_SO_AFTER = 20;

const ifThere = (action) => {
  try {
    return action();
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
};

const isRunning = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
};

const create = (file) => {
  try {
    writeFileSync(file, `${hostname()} ${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
};

const holderOf = (file) => {
  const [host, pid] = (ifThere(() => readFileSync(file, 'utf8')) ?? '').trim().split(' ');
  return { host, pid: Number(pid ?? 0) };
};

const isAbandoned = (file) => {
  const silentFor = ifThere(() => Date.now() - statSync(file).mtimeMs) ?? 0;
  const { host, pid } = holderOf(file);
  return silentFor > DEAD_AFTER_MS || (host === hostname() && pid > 0 && !isRunning(pid));
};

const ifPossible = (action) => {
  try {
    action();
  } catch {
    // The disk may be full, or the file that of another user.
  }
};

/** Shows that we live as long as we have the lock. Gives what frees it. */
const hold = (file) => {
  const touch = () => ifPossible(() => utimesSync(file, new Date(), new Date()));
  const beat = setInterval(touch, BEAT_MS).unref();
  const free = () => {
    clearInterval(beat);
    process.removeListener('exit', free);
    ifPossible(() => rmSync(file, { force: true }));
  };
  process.once('exit', free);
  return free;
};

/**
 * Only the one who holds the breaker may remove an abandoned lock, else two could remove it one after the other and
 * both go on.
 */
const breakAbandoned = (file) => {
  const breaker = `${file}.break`;
  if (!create(breaker)) {
    if (isAbandoned(breaker)) rmSync(breaker, { force: true });
    return;
  }
  if (isAbandoned(file)) rmSync(file, { force: true });
  unlinkSync(breaker);
};

/** Waits until nobody else holds `file`, runs `work` and frees it again, also when `work` fails. */
export const exclusively = async (file, work) => {
  mkdirSync(dirname(file), { recursive: true });
  for (let tries = 0; !create(file); tries += 1) {
    if (isAbandoned(file)) breakAbandoned(file);
    else {
      if (tries === SAY_SO_AFTER) console.error(`Waiting for another process to finish (${file}) …`);
      await delay(LOOK_AGAIN_MS);
    }
  }
  const free = hold(file);
  try {
    return await work();
  } finally {
    free();
  }
};

/** Says by a file in `folder`, to `presentIn`, that this process is there, until it ends. */
export const enter = (folder) => {
  const file = join(folder, `${hostname()}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  rmSync(file, { force: true });
  if (create(file)) hold(file);
};

/** The pids of processes that have entered `folder` and live. */
export const presentIn = (folder) => {
  const files = (ifThere(() => readdirSync(folder)) ?? []).map((name) => join(folder, name));
  const gone = files.filter(isAbandoned);
  for (const file of gone) ifPossible(() => rmSync(file, { force: true }));
  return files.filter((file) => !gone.includes(file)).map((file) => holderOf(file).pid);
};
