import { OperatorError } from '@kernel';
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { lstat, readFile } from 'node:fs/promises';

/** The account that runs Postgres when we are root, because Postgres refuses to run as root. */
export interface SystemAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Starts a program as the launcher's account, in the given directory. */
export type Launcher = (file: string, args: readonly string[], options: { cwd: string }) => ChildProcess;

export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Undefined for an ordinary user, who runs Postgres himself. For root: the owner of the database that is already there,
 * else `postgres`, else `nobody`.
 */
export async function accountFor(dataDirectory: string): Promise<SystemAccount | undefined> {
  if (!isRoot()) return undefined;
  const owner = await lstat(dataDirectory).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '');
  for (const name of ['postgres', 'nobody']) {
    const found = new RegExp(`^${name}:[^:]*:(-?\\d+):(-?\\d+):`, 'm').exec(accounts);
    if (found) return { name, uid: Number(found[1]), gid: Number(found[2]) };
  }
  throw new OperatorError(
    'Postgres refuses to run as root, and there is neither a `postgres` nor a `nobody` account. ' +
      'Start as an ordinary user, or set DATABASE_URL.',
  );
}

/** Asks the kernel itself, which respects access lists and mount options as well as mode bits. */
export async function canEnter(account: SystemAccount | undefined, directory: string): Promise<boolean> {
  if (account === undefined) return true;
  const launch = plainLauncher(account);
  return (await run(launch, '/bin/sh', ['-c', 'cd -P -- "$1"', 'sh', directory], { cwd: '/' })).ok;
}

export function plainLauncher(account: SystemAccount | undefined): Launcher {
  return (file, args, options) =>
    spawn(file, args, { ...common(options), ...(account && { uid: account.uid, gid: account.gid }) });
}

/** With setpriv (util-linux) the kernel sends the child a fast shutdown when we are killed. */
export function tiedLauncher(account: SystemAccount | undefined): Launcher {
  const identity = account ? ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups'] : [];
  return (file, args, options) =>
    spawn('setpriv', ['--pdeathsig', 'INT', ...identity, '--', file, ...args], common(options));
}

export interface ProgramResult {
  readonly ok: boolean;
  /** Its output on standard output and standard error, in the order of arrival. */
  readonly output: string;
}

/** Runs a program to its end; never rejects: a program that cannot be started has failed, with the reason as output. */
export function run(
  launch: Launcher,
  file: string,
  args: readonly string[],
  options: { cwd: string; input?: string },
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = launch(file, args, { cwd: options.cwd });
    let output = '';
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.stdin?.on('error', () => undefined);
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    child.once('close', (code) => resolve({ ok: code === 0, output: output.trim() }));
    child.stdin?.end(options.input ?? '');
  });
}

/** Detached, so that Ctrl-C reaches only us. A bare environment, because ours has secrets and perhaps PG variables. */
function common({ cwd }: { cwd: string }): SpawnOptions {
  const bare = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  return {
    cwd,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: 'pipe',
    env: process.platform === 'win32' ? process.env : bare,
  };
}
