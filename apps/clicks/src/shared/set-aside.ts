import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Damage } from '@platform/click-log';
import { writeDurably } from '@platform/files';
import type { Log } from '@platform/telemetry';
import type { Undecodable } from './decode-block';
import type { AtFailpoint } from './failpoints';

const folderOf = (stateDirectory: string): string => join(stateDirectory, 'set-aside');
const fileOf = (name: string): string => `${name.replace(/[^\w.-]/g, '_')}.json`;

export interface SetAside {
  readonly stateDirectory: string;
  readonly log: Pick<Log, 'error'>;
  readonly failpoint?: AtFailpoint | undefined;
}

/**
 * Writes records of a block that cannot be loaded, each with its cause, to a file named after the block, where an
 * operator may look at them. Writing it again after a crash changes nothing.
 */
export async function setAside(
  { stateDirectory, log, failpoint }: SetAside,
  { name, source }: { readonly name: string; readonly source: string },
  undecodable: readonly Undecodable[],
): Promise<void> {
  if (undecodable.length === 0) return;
  log.error({ block: name, records: undecodable.length, cause: undecodable[0]?.cause }, 'clicks were set aside');
  const records = undecodable.map(({ seq, payload, cause }) => ({ seq, cause, payload: payload.toString('base64') }));
  await mkdir(folderOf(stateDirectory), { recursive: true, mode: 0o700 });
  await writeDurably(join(folderOf(stateDirectory), fileOf(name)), JSON.stringify({ block: name, source, records }));
  await failpoint?.('loader.set-aside');
}

/** Writes damaged bytes of a segment to a file, as they were read. */
export async function setDamageAside(stateDirectory: string, { source, segment, from, bytes }: Damage): Promise<void> {
  await mkdir(folderOf(stateDirectory), { recursive: true, mode: 0o700 });
  await writeDurably(join(folderOf(stateDirectory), `${source}.${segment}-${from}.damaged`), bytes);
}

/** @returns a function that returns how many records of a block were set aside */
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
