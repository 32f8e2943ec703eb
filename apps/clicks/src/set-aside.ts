import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Damage, writeDurably } from '@platform/click-log';
import { makeDirectory } from './load-state';

export interface SetAside {
  readonly seq: number;
  /** The record as it was read. */
  readonly payload: Buffer;
  readonly cause: string;
}

const folderOf = (stateDirectory: string): string => join(stateDirectory, 'set-aside');
const fileOf = (name: string): string => `${name.replace(/[^\w.-]/g, '_')}.json`;

/**
 * Keeps records of a block that cannot be loaded, with the cause, in a file named after the block: the others go on, and
 * an operator may look. Writing it again after a crash changes nothing.
 */
export async function setAside(
  stateDirectory: string,
  { name, source }: { readonly name: string; readonly source: string },
  setAside: readonly SetAside[],
): Promise<void> {
  const records = setAside.map(({ seq, payload, cause }) => ({ seq, cause, payload: payload.toString('base64') }));
  await makeDirectory(folderOf(stateDirectory));
  await writeDurably(join(folderOf(stateDirectory), fileOf(name)), JSON.stringify({ block: name, source, records }));
}

/** The same for bytes of a segment that are no blocks any more, as they were read. */
export async function setDamageAside(stateDirectory: string, { source, segment, from, bytes }: Damage): Promise<void> {
  await makeDirectory(folderOf(stateDirectory));
  await writeDurably(join(folderOf(stateDirectory), `${source}.${segment}-${from}.damaged`), bytes);
}

/** Looks up of how many records of a block were set aside. */
export async function setAsideCounts(
  stateDirectory: string,
): Promise<(block: { readonly name: string }) => Promise<number>> {
  const files = new Set(await readdir(folderOf(stateDirectory)).catch(() => []));
  return async ({ name }) => {
    const file = fileOf(name);
    if (!files.has(file)) return 0;
    return (JSON.parse(await readFile(join(folderOf(stateDirectory), file), 'utf8')) as { records: unknown[] }).records
      .length;
  };
}
