import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory, syncDirectory } from './load-state';

export interface SetAside {
  readonly seq: number;
  /** The record as it was read. */
  readonly payload: Buffer;
  readonly cause: string;
}

/**
 * Keeps records of a block that cannot be loaded, with the cause, in a file named after the block: the others go on, and
 * an operator may look. Writing it again after a crash changes nothing.
 */
export async function setAside(
  directory: string,
  { name, source }: { readonly name: string; readonly source: string },
  setAside: readonly SetAside[],
): Promise<void> {
  await makeDirectory(directory);
  const path = join(directory, `${name.replace(/[^\w.-]/g, '_')}.json`);
  const records = setAside.map(({ seq, payload, cause }) => ({ seq, cause, payload: payload.toString('base64') }));
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify({ block: name, source, records }));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  await syncDirectory(directory);
}
