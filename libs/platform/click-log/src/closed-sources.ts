import { readHead } from './head';
import { listSources, makeFolders } from './layout';

/** Sources that are closed or recovered: their files do not change any more. */
export const closedSources = async (directory: string): Promise<readonly string[]> => {
  await makeFolders(directory);
  const closed = [];
  for (const source of await listSources(directory))
    if ((await readHead(directory, source))?.owner === null) closed.push(source);
  return closed;
};
