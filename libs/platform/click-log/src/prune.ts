import { rm, stat } from 'node:fs/promises';
import { headWrittenAt, readHead } from './head';
import { headPath, listSegments, listSources, makeFolders, segmentPath } from './layout';
import { isAlive } from './owner';
import type { ClickLogCheckpoint } from './read-blocks';

const DAY_MS = 86_400_000;
export const KEEP_MS = 7 * DAY_MS;

export interface Prune {
  readonly directory: string;
  /** Of all readers: a segment that one of them still has to read stays, whatever its age. */
  readonly checkpoints: readonly ClickLogCheckpoint[];
  /** Segments written to more recently stay. */
  readonly keepMs?: number;
  readonly now?: () => number;
}

/** Removes segments that are old and that every reader has read; returns how many. */
export const prune = async ({ directory, checkpoints, keepMs = KEEP_MS, now = Date.now }: Prune): Promise<number> => {
  await makeFolders(directory);
  const segments = await listSegments(directory);
  const before = now() - keepMs;
  let removed = 0;
  for (const source of await listSources(directory)) {
    const head = await readHead(directory, source);
    if (!head) continue;
    const over = head.owner === null || !isAlive(head.owner, await headWrittenAt(directory, source), now());
    const numbers = segments.get(source) ?? [];
    let left = numbers.length;
    for (const segment of numbers) {
      const read = checkpoints.every(
        ({ [source]: at }) =>
          at !== undefined &&
          (at.segment > segment || (head.owner === null && at.segment === segment && at.offset >= head.offset)),
      );
      const path = segmentPath(directory, source, segment);
      // If a segment comes after the head's, its writer is filling it, or recovery has found it void.
      const mayGo = segment > head.segment ? head.owner === null : read;
      if (!mayGo || (await stat(path)).mtimeMs > before) continue;
      await rm(path, { force: true });
      removed += 1;
      left -= 1;
    }
    if (over && left === 0 && (await headWrittenAt(directory, source)) <= before)
      await rm(headPath(directory, source), { force: true });
  }
  return removed;
};
