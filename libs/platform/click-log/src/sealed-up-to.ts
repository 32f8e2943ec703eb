import { readSettledHead } from './head';
import { listSources } from './layout';
import { blocksOf, type ClickLogCheckpoint } from './read-blocks';

/** The checkpoint after all blocks that are sealed now; empty when there is no log. */
export const sealedUpTo = async (directory: string): Promise<ClickLogCheckpoint> => {
  const sources = await listSources(directory).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? [] : Promise.reject(error),
  );
  const read = async (source: string) => [source, await readSettledHead(directory, source)] as const;
  const heads = await Promise.all(sources.map(read));
  return Object.fromEntries(
    heads.flatMap(([source, head]) => (head ? [[source, { segment: head.segment, offset: head.offset }]] : [])),
  );
};

/** Whether a reader at `checkpoint` has read every block up to `mark`. Pruned blocks count as read. */
export const hasRead = async (
  directory: string,
  checkpoint: ClickLogCheckpoint,
  mark: ClickLogCheckpoint,
): Promise<boolean> => {
  for (const [source, end] of Object.entries(mark)) {
    for await (const block of blocksOf(directory, source, checkpoint)) {
      const at = block.checkpoint[source];
      if (at && (at.segment < end.segment || (at.segment === end.segment && at.offset <= end.offset))) return false;
      break;
    }
  }
  return true;
};
