import { setImmediate } from 'node:timers/promises';
import { inTurns } from './in-turns';

interface Item {
  readonly name: string;
  readonly keys?: readonly string[];
}

/** Items that say when they are read. */
async function* of(items: readonly Item[], read: string[] = []): AsyncGenerator<Item> {
  for (const item of items) {
    await setImmediate();
    read.push(item.name);
    yield item;
  }
}

const names = (count: number): readonly Item[] => Array.from({ length: count }, (_, n) => ({ name: `${n}` }));
const keysOf = ({ keys = [] }: Item): readonly string[] => keys;

describe('work in turns', () => {
  it('reads no further than it works', async () => {
    const [read, ended] = [[] as string[], [] as string[]];
    await inTurns(of(names(20), read), 3, keysOf, async ({ name }) => {
      await setImmediate();
      ended.push(name);
      expect(read.length - ended.length).toBeLessThanOrEqual(3);
    });
    expect(ended).toHaveLength(20);
  });

  it('works on items with a key in common in their order, and on others meanwhile', async () => {
    const log: string[] = [];
    const items = [
      { name: 'first', keys: ['a'] },
      { name: 'second', keys: ['a', 'b'] },
      { name: 'other', keys: ['c'] },
    ];
    await inTurns(of(items), 3, keysOf, async ({ name }) => {
      log.push(`${name} begins`);
      for (let turns = 0; turns < (name === 'first' ? 20 : 1); turns += 1) await setImmediate();
      log.push(`${name} ends`);
    });
    expect(log.indexOf('second begins')).toBeGreaterThan(log.indexOf('first ends'));
    expect(log.indexOf('other ends')).toBeLessThan(log.indexOf('first ends'));
  });

  it('fails after the items under way have ended, and begins no further one', async () => {
    const ended: string[] = [];
    const working = inTurns(of(names(20)), 3, keysOf, async ({ name }) => {
      await setImmediate();
      if (name === '1') throw new Error('no');
      for (let turns = 0; turns < 10; turns += 1) await setImmediate();
      ended.push(name);
    });
    await expect(working).rejects.toThrow('no');
    expect(ended).toEqual(['0', '2']);
  });

  it('fails with its source, after the items under way have ended', async () => {
    const ended: string[] = [];
    async function* broken(): AsyncGenerator<Item> {
      yield* names(2);
      await setImmediate();
      throw new Error('unreadable');
    }
    const working = inTurns(broken(), 3, keysOf, async ({ name }) => {
      for (let turns = 0; turns < 10; turns += 1) await setImmediate();
      ended.push(name);
    });
    await expect(working).rejects.toThrow('unreadable');
    expect(ended).toEqual(['0', '1']);
  });
});
