import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { OperatorError } from '@kernel';
import { makeOnce } from '@platform/files';
import type { Log } from '@platform/telemetry';
import { placePrefix } from './cluster';
import { postgresIn } from './processes';

/**
 * A database outside its data directory, named by a file or a link there, is named by each copy of that directory, too.
 * So a file beside the database, `<database>.owner`, holds the real path of the data directory that it belongs to.
 */
const ownerFile = (database: string): string => `${database}.owner`;

/** By the account of the product, too, where `ops` as root made it. */
const READABLE = 0o644;

/**
 * Checks that a database belongs to this data directory, which is a real path. One without an owner's file, as earlier
 * versions left it, belongs to the first that starts, but not to a copy while the original's server is seen to run.
 * @throws OperatorError when it belongs to another
 */
export async function demandOwnDatabase(root: string, directory: string): Promise<void> {
  const database = await outside(root, directory);
  if (database === undefined) return;
  const owner = await ownerOf(database);
  if (owner !== undefined && owner !== root) throw foreign(root, database, owner);
  if (owner !== undefined || !isNamedForAnother(root, database)) return;
  const [server] = await postgresIn(database);
  if (server !== undefined)
    throw new OperatorError(
      `The database in ${database} was made for another data directory than ${root}, and a server of it runs ` +
        `(pid ${server}). If ${root} is a copy, make one by \`ops backup\` instead; if it was moved, stop that server first.`,
    );
}

/** The same, and from then on the database belongs to this data directory. */
export async function claimDatabase(root: string, directory: string, log: Log): Promise<void> {
  await demandOwnDatabase(root, directory);
  const database = await outside(root, directory);
  if (database === undefined || (await ownerOf(database)) === root) return;
  if (isNamedForAnother(root, database))
    log.warn(
      { dataDir: root, database },
      'the database was made for another data directory; it belongs to this one now',
    );
  let owner: string;
  try {
    owner = makeOnce(ownerFile(database), `${root}\n`, READABLE).toString('utf8').trim();
  } catch (error) {
    // An operator's own link may lead to where we can write nothing but the database.
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    log.warn({ err: error, database }, 'the owner of the database could not be noted beside it: do not copy its link');
    return;
  }
  if (owner !== root) throw foreign(root, database, owner);
}

/** The database's real path, unless it lies in the data directory itself, where a copy has a database of its own. */
async function outside(root: string, directory: string): Promise<string | undefined> {
  const database = await realpath(directory).catch(() => directory);
  return dirname(database) === root ? undefined : database;
}

async function ownerOf(database: string): Promise<string | undefined> {
  const text = await readFile(ownerFile(database), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new OperatorError(
      `${ownerFile(database)} says which data directory the database belongs to, and cannot be read (${error.code}). ` +
        'Make it readable for this account.',
    );
  });
  return text?.trim();
}

/** A place of ours is named after the path of the data directory that it was made for. */
const isNamedForAnother = (root: string, database: string): boolean => {
  const place = basename(dirname(database));
  return /^[\da-f]{12}-[^.]{6}$/.test(place) && !place.startsWith(placePrefix(root));
};

const foreign = (root: string, database: string, owner: string): OperatorError =>
  new OperatorError(
    `The database in ${database} belongs to the data directory ${owner}, and ${root} only names it. If ${root} is a ` +
      `copy, make one by \`ops backup\` instead; if it is the original, moved, delete ${ownerFile(database)}.`,
  );
