import { headWrittenAt, readHead } from './head';
import { listSources } from './layout';
import { isAlive } from './owner';
import { blocksOf, type Block, type ClickLogCheckpoint, type OnDamage } from './read-blocks';

/** A source from the point of view of a reader. */
export interface SourceStatus {
  readonly source: string;
  /** The reader has read all that is sealed. */
  readonly caughtUp: boolean;
  /** Its writer runs; has closed it for good; or has died, and the next recovery seals what it left. */
  readonly state: 'open' | 'closed' | 'abandoned';
}

/** The status of each source for a reader at that checkpoint. Reads the log once, and changes nothing. */
export const sourceStatuses = async (
  directory: string,
  after: ClickLogCheckpoint,
  nowMs: number,
): Promise<SourceStatus[]> => {
  const statuses: SourceStatus[] = [];
  for (const source of await listSources(directory)) {
    // Reads the head first: everything up to it is sealed, and more may be by now.
    const head = await readHead(directory, source);
    if (!head) continue;
    const alive = head.owner !== null && isAlive(head.owner, await headWrittenAt(directory, source), nowMs);
    const caughtUp = head.segment === 0 || (await isEmpty(blocksOf(directory, source, after, () => undefined)));
    statuses.push({ source, caughtUp, state: head.owner === null ? 'closed' : alive ? 'open' : 'abandoned' });
  }
  return statuses;
};

/** The blocks that wait after a checkpoint at this moment. */
export async function* waitingBlocks(
  directory: string,
  after: ClickLogCheckpoint,
  onDamage?: OnDamage,
): AsyncGenerator<Block, void, undefined> {
  let checkpoint = after;
  for (const source of await listSources(directory)) {
    for await (const block of blocksOf(directory, source, checkpoint, onDamage)) {
      checkpoint = block.checkpoint;
      yield block;
    }
  }
}

const isEmpty = async (blocks: AsyncIterable<unknown>): Promise<boolean> => {
  for await (const _ of blocks) return false;
  return true;
};
