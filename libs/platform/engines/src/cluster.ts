import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { OperatorError } from '@kernel';
import { syncDirectory, writeDurably } from '@platform/files';
import type { Log } from '@platform/telemetry';
import { type SystemAccount, accountFor, canEnter, run } from './account';
import type { Binaries } from './binaries';
import { exists, makeOpen } from './directories';

/** The directory of the database's files, and the account that uses them. */
export interface DatabaseHome {
  readonly directory: string;
  readonly account: SystemAccount | undefined;
  /** Names the directory if it lies outside the data directory; written once the database is made. */
  readonly pointer: string | undefined;
}

export const USER = 'waymark';
export const DATABASE = 'waymark';

interface Address {
  readonly host: string;
  readonly port: number | string;
  readonly password: string;
}

/** Never by TLS, which this server does not have: PGSSLMODE in the environment is about other servers. */
export const urlOf = ({ host, port, password }: Address): string =>
  `postgresql://${USER}:${password}@${encodeURIComponent(host)}:${port}/${DATABASE}?sslmode=disable`;

/**
 * `<dataDir>/postgres`, unless we are root and the account cannot enter it (a checkout in /root). Then it is a
 * directory of its own under `elsewhere`, which the file `<dataDir>/postgres.location` names from then on.
 */
export async function findHome(dataDir: string, elsewhere: string, log: Log): Promise<DatabaseHome> {
  const pointer = join(dataDir, 'postgres.location');
  const pointed = (await readFile(pointer, 'utf8').catch(unlessAbsent))?.trim();
  if (pointed !== undefined && !(await exists(pointed))) {
    throw new OperatorError(
      `The database of ${dataDir} lies in ${pointed}, as ${pointer} says, but it is not there. Restore it, ` +
        `or delete that file to begin with an empty database.`,
    );
  }
  const directory = pointed ?? join(dataDir, 'postgres');
  const account = await accountFor(directory);
  if (await canEnter(account, dirname(directory))) return { directory, account, pointer: undefined };
  if (await exists(directory)) {
    throw new OperatorError(
      `We are root, Postgres runs as ${account?.name}, and that account cannot reach ${directory}. ` +
        `Open its parent directories (chmod o+x), or move DATA_DIR.`,
    );
  }
  await makeOpen(elsewhere);
  // The name is used once: a data directory that was deleted and made again must not find the old database.
  const place = await mkdtemp(join(elsewhere, placePrefix(dataDir)));
  await chmod(place, 0o711);
  if (!(await canEnter(account, place)))
    throw new OperatorError(
      `Postgres runs as ${account?.name}, which can reach neither ${dataDir} nor ${place}. Choose another DATA_DIR.`,
    );
  log.warn(
    { dataDir, directory: join(place, 'postgres') },
    `${account?.name} cannot reach the data directory, so the database is stored elsewhere`,
  );
  return { directory: join(place, 'postgres'), account, pointer };
}

/** What the name of a place begins with that is made for a data directory. */
export const placePrefix = (dataDir: string): string =>
  `${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}-`;

/** The superuser's password, made with the database and kept in `<dataDir>/postgres.password`; only we can read it. */
export async function keptPassword(dataDir: string, { directory }: DatabaseHome): Promise<string> {
  const file = join(dataDir, 'postgres.password');
  const kept = (await readFile(file, 'utf8').catch(unlessAbsent))?.trim();
  if (kept) return kept;
  if (await exists(join(directory, 'PG_VERSION')))
    throw new OperatorError(
      `The database in ${directory} has a password, and ${file}, which held it, is missing. Restore that file.`,
    );
  const password = randomBytes(24).toString('base64url');
  await writeDurably(file, password);
  return password;
}

export interface MakeCluster {
  readonly dataDir: string;
  readonly home: DatabaseHome;
  readonly binaries: Binaries;
  readonly password: string;
  readonly log: Log;
}

/**
 * Makes the database if there never was one. It is made beside its directory and moved there when complete, so that no
 * kill and no power cut leaves a half-made one under that name; half-made ones beside it are deleted. The file
 * `<dataDir>/postgres.made` records that a database exists: a lost or damaged one is never replaced by an empty one.
 */
export async function makeClusterOnce({ dataDir, home, binaries, password, log }: MakeCluster): Promise<void> {
  const { directory } = home;
  const marker = join(dataDir, 'postgres.made');
  await clearHalfMade(directory, log);
  const known = await exists(marker);
  if (!(await exists(join(directory, 'PG_VERSION')))) {
    if (known || (await isFilled(directory))) throw lost(directory, marker);
    const began = performance.now();
    await makeCluster(home, binaries, password);
    if (home.pointer !== undefined) await writeDurably(home.pointer, directory, { mode: 0o644 });
    log.info({ directory, ms: Math.round(performance.now() - began) }, 'made the database');
  }
  if (!known) await writeDurably(marker, '', { mode: 0o644 });
}

const isFilled = async (directory: string): Promise<boolean> =>
  ((await readdir(directory).catch(unlessAbsent)) ?? []).length > 0;

const lost = (directory: string, marker: string): Error =>
  new OperatorError(
    `The database in ${directory} is missing or damaged: it has no PG_VERSION. Restore it from a backup; ` +
      `or, to begin with an empty one, move ${directory} away and delete ${marker}.`,
  );

async function makeCluster(
  { directory, account }: DatabaseHome,
  { initdb, postgres, launch }: Binaries,
  password: string,
): Promise<void> {
  const making = await mkdtemp(`${directory}.making-`);
  const [data, passwordFile] = [join(making, 'data'), join(making, 'password')];
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) {
    await chown(passwordFile, account.uid, account.gid);
    await chown(making, account.uid, account.gid);
  }
  const words = ['-D', data, '-U', USER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C'];
  const made = await run(launch, initdb, words, { cwd: making });
  if (!made.ok) throw new OperatorError(`initdb failed in ${making}: ${made.output}`);
  await single(launch, postgres, data, `CREATE DATABASE ${DATABASE}\n`);
  await rename(data, directory);
  await syncDirectory(dirname(directory));
  await rm(making, { recursive: true });
}

/** Runs SQL without a server, one statement a line. Errors appear on standard error, not in the exit code. */
async function single(launch: Binaries['launch'], postgres: string, data: string, input: string): Promise<void> {
  const { ok, output } = await run(launch, postgres, ['--single', '-j', '-D', data, 'postgres'], { cwd: data, input });
  if (!ok || /^(ERROR|FATAL|PANIC):/m.test(output)) throw new Error(`postgres --single failed in ${data}: ${output}`);
}

/** A failure is only logged: each attempt has its own name, and the initdb of a killed one may still be writing. */
async function clearHalfMade(directory: string, log: Log): Promise<void> {
  for (const name of await readdir(dirname(directory))) {
    if (!name.startsWith(`${basename(directory)}.making-`)) continue;
    const leftOver = join(dirname(directory), name);
    await rm(leftOver, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 }).catch((error: unknown) =>
      log.warn({ err: error, leftOver }, 'a half-made database could not be cleared; the next start tries again'),
    );
  }
}

function unlessAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
