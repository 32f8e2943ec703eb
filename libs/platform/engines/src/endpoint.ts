import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '@kernel';
import { type SystemAccount, canEnter } from './account';

export interface PostgresEndpoint {
  /** The directory of the unix socket, or 127.0.0.1. */
  readonly host: string;
  readonly port: number;
}

const SOCKET_PORT = 5432;
/** The kernel's limit for a socket's path is 107 bytes, 103 on macOS. */
const MAX_SOCKET_PATH = 103;
const NAMES = 8;

/**
 * A private directory for the unix socket. It has a short name, because the data directory's own path may be too long.
 * The same data directory gets the same name, so that repeated kills leave one directory only.
 */
export async function socketEndpoint(dataDir: string, account: SystemAccount | undefined): Promise<PostgresEndpoint> {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  for (const parent of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    if (!(await canEnter(account, parent))) continue;
    for (let n = 0; n < NAMES; n++) {
      const directory = join(parent, `waymark-${hash}${n === 0 ? '' : `-${n}`}`);
      if (Buffer.byteLength(`${directory}/.s.PGSQL.${SOCKET_PORT}`) > MAX_SOCKET_PATH) break;
      if (await madePrivate(directory, account)) return { host: directory, port: SOCKET_PORT };
    }
  }
  throw new OperatorError(
    `Found no place for the database's socket: ${tmpdir()} and /tmp are closed, or hold waymark-${hash} of ` +
      `another user.`,
  );
}

/** For systems without unix sockets: a port that is free now, on the loopback address only. */
export async function portEndpoint(): Promise<PostgresEndpoint> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('the free port has no number');
  return { host: '127.0.0.1', port: address.port };
}

/** Makes the directory private to the account; false if the name belongs to another user or is not a directory. */
async function madePrivate(directory: string, account: SystemAccount | undefined): Promise<boolean> {
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'EEXIST') return false;
  }
  // Not followed: a planted link counts as foreign. In a sticky directory only we or the account can replace our files.
  const found = await lstat(directory);
  const own = found.uid === account?.uid || found.uid === process.getuid?.();
  if (!found.isDirectory() || !own) return false;
  await chmod(directory, 0o700);
  if (account) await chown(directory, account.uid, account.gid);
  return true;
}
