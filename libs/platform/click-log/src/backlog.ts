import { blocksOf, type ClickLogCheckpoint } from './read-blocks';
import { readHead } from './head';
import { listSources } from './layout';

export interface Backlog {
  /** Sealed records that a reader has not read yet. */
  readonly records: number;
  /** Sources that are not closed: the writer runs, or it was killed and the next start seals what it left. */
  readonly open: number;
}

/** What waits in the log for a reader at that checkpoint. Reads the log once, and changes nothing. */
export const backlogOf = async (directory: string, after: ClickLogCheckpoint): Promise<Backlog> => {
  const sources = await listSources(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  let records = 0;
  let open = 0;
  for (const source of sources) {
    if ((await readHead(directory, source))?.owner) open += 1;
    for await (const block of blocksOf(directory, source, after, () => undefined)) records += block.records.length;
  }
  return { records, open };
};
