import { headWrittenAt, readHead } from './head';
import { listSources } from './layout';
import { isAlive } from './owner';
import { blocksOf, type Block, type Cursor, type OnDamage } from './read-blocks';

/** A source as a reader sees it that has come to a cursor. */
export interface Standing {
  readonly source: string;
  /** Nothing that is sealed waits behind the cursor. */
  readonly passed: boolean;
  /** Its writer is at work; it was closed for good; or its writer died and left something to be sealed by whoever looks around next. */
  readonly state: 'open' | 'closed' | 'left';
}

/** How a reader stands in each source. Looks once, and changes nothing. */
export const standingsOf = async (directory: string, after: Cursor, nowMs: number): Promise<Standing[]> => {
  const standings: Standing[] = [];
  for (const source of await listSources(directory)) {
    // The head is read first: what it says is sealed, and more may be by now.
    const head = await readHead(directory, source);
    if (!head) continue;
    const alive = head.owner !== null && isAlive(head.owner, await headWrittenAt(directory, source), nowMs);
    const passed = head.segment === 0 || (await nothing(blocksOf(directory, source, after, () => undefined)));
    standings.push({ source, passed, state: head.owner === null ? 'closed' : alive ? 'open' : 'left' });
  }
  return standings;
};

/** The blocks that wait behind a cursor at this moment. */
export async function* waitingBlocks(
  directory: string,
  after: Cursor,
  onDamage?: OnDamage,
): AsyncGenerator<Block, void, undefined> {
  let cursor = after;
  for (const source of await listSources(directory)) {
    for await (const block of blocksOf(directory, source, cursor, onDamage)) {
      cursor = block.cursor;
      yield block;
    }
  }
}

const nothing = async (blocks: AsyncIterable<unknown>): Promise<boolean> => {
  for await (const _ of blocks) return false;
  return true;
};
