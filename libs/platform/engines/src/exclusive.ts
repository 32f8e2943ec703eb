import { OperatorError } from '@kernel';
import { type Launcher, run } from './account';

/** Four attempts of a first start take longer than the minute after which a server ends that misses its pid file. */
const WAIT_S = 20;

/**
 * A launcher of the one server on a database's folder, by the kernel's lock on that folder. The server and its children
 * keep it, whatever becomes of the product that started them: one that was frozen and replaced may have a server that
 * runs on, in a container whose processes cannot be seen from here.
 * Without the `flock` of util-linux, or on a file system that has no locks, it is the given launcher.
 * @throws OperatorError when another server keeps the lock
 */
export async function exclusively(launch: Launcher, directory: string, waitS = WAIT_S): Promise<Launcher> {
  const lock = (wait: number) => ['--no-fork', '--exclusive', '--timeout', String(wait), directory];
  const { ok, output } = await run(launch, 'flock', [...lock(waitS), 'true'], { cwd: '/' });
  if (ok) return (file, args, options) => launch('flock', [...lock(0), file, ...args], options);
  // It says why it cannot lock, and nothing when another process has the lock.
  if (output !== '') return launch;
  throw new OperatorError(
    `Another database server runs in ${directory}, and cannot be seen from here. End it, perhaps in another container.`,
  );
}
