import { readHead } from './head';
import { listSources } from './layout';
import { blocksOf, type Cursor } from './read-blocks';

/** Up to where each source of the log is sealed at this moment; nothing when there is no log. */
export const sealedUpTo = async (directory: string): Promise<Cursor> => {
  const sources = await listSources(directory).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? [] : Promise.reject(error),
  );
  const heads = await Promise.all(sources.map(async (source) => [source, await readHead(directory, source)] as const));
  return Object.fromEntries(
    heads.flatMap(([source, head]) => (head ? [[source, { segment: head.segment, offset: head.offset }]] : [])),
  );
};

/** Whether a reader that stands at `cursor` has read every block up to `mark`. What was pruned has been read. */
export const isThrough = async (directory: string, cursor: Cursor, mark: Cursor): Promise<boolean> => {
  for (const [source, end] of Object.entries(mark)) {
    for await (const block of blocksOf(directory, source, cursor)) {
      const at = block.cursor[source];
      if (at && (at.segment < end.segment || (at.segment === end.segment && at.offset <= end.offset))) return false;
      break;
    }
  }
  return true;
};
