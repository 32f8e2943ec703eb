import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LMDB_OPTIONS, demandRoom, isLmdb, isWhole } from '@platform/processing';
import { type Database, open, type RootDatabase } from 'lmdb';

/** Raise it when the layout or the content changes: an index of another layout is emptied and built anew. */
const LAYOUT = '1';

const NAMES = ['links', 'ready', 'keys', 'meta', 'campaigns', 'members', 'hosts'] as const;

/** What the redirect index consists of. */
export type IndexDatabases = Readonly<Record<(typeof NAMES)[number], Database<string, string>>> & {
  readonly root: RootDatabase;
};
type Meta = IndexDatabases['meta'];

/** In `meta`: that all members of campaigns are known. Versions before campaigns did not collect them. */
const COLLECTED = 'members';

export const openDatabases = (path: string): IndexDatabases => {
  const root = open({ path, ...LMDB_OPTIONS });
  const database = (name: string) => root.openDB<string, string>({ name, encoding: 'string' });
  return { root, ...Object.fromEntries(NAMES.map((name) => [name, database(name)])) } as unknown as IndexDatabases;
};

/** Every database, without the root that holds them. */
export const allOf = (databases: IndexDatabases): readonly Meta[] => NAMES.map((name) => databases[name]);

/**
 * Makes the directory of an index, for this account alone: destinations may hold secrets of the links' owners. Throws a
 * damaged index away.
 */
export const prepareDirectory = async (path: string, onDamaged: () => void): Promise<void> => {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) rmSync(path);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  demandRoom(path);
  if (await isWhole(path, NAMES)) return;
  onDamaged();
  for (const file of readdirSync(path)) rmSync(join(path, file), { recursive: true });
  demandRoom(path);
};

/** Whether an index of this layout is there, and whole. */
export const isReadable = async (path: string): Promise<boolean> => {
  if (!isLmdb(path) || !(await isWhole(path, NAMES))) return false;
  const { root, meta } = openDatabases(path);
  const readable = hasLayout(meta) && hasMembers(meta);
  await root.close();
  return readable;
};

export const hasLayout = (meta: Meta): boolean => meta.get('layout') === LAYOUT;
export const noteLayout = (meta: Meta): void => void meta.putSync('layout', LAYOUT);

export const hasMembers = (meta: Meta): boolean => meta.get(COLLECTED) !== undefined;
export const noteMembers = (meta: Meta): void => void meta.putSync(COLLECTED, '');
