import { rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { AnalyticsAccess } from '../analytics';
import { copyTree } from './copy-tree';

const FROZEN = 'waymark_backup';

/**
 * Copies the data of the embedded engine while it works. The engine freezes each table: it links the files that hold
 * its rows at that moment, so that a merge does not remove them during the copy.
 * @param from the engine's folder
 * @returns bytes copied
 */
export const backUpEngine = async (
  { client }: AnalyticsAccess,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<number> => {
  const shadow = join(from, 'shadow');
  const frozen = join(shadow, FROZEN);
  await rm(frozen, { recursive: true, force: true });
  const tables = await client.rows<{ name: string; paths: string[] }>(
    `SELECT name, data_paths AS paths FROM system.tables
     WHERE database = currentDatabase() AND engine LIKE '%MergeTree'`,
  );
  // By its own path, since the engine names folders by the links on the way to them.
  const folders = new Set(tables.flatMap(({ paths }) => paths.map((path) => join(from, afterStore(path)))));
  try {
    const rest = await copyTree(from, to, signal, (path) => {
      if ([shadow, join(from, 'tmp'), join(from, 'status')].includes(path)) return true;
      // A part, or the log of inserts; `detached` is empty or an operator's matter.
      return folders.has(dirname(path)) && !path.endsWith('.txt');
    });
    for (const { name } of tables) await client.command(`ALTER TABLE ${name} FREEZE WITH NAME '${FROZEN}'`);
    return rest + (await copyTree(frozen, to, signal));
  } finally {
    await rm(frozen, { recursive: true, force: true });
  }
};

/** `store/<three digits>/<uuid>` of a table's path. */
const afterStore = (path: string): string => relative(sep, path.slice(path.lastIndexOf(`${sep}store${sep}`)));
