import { readdirSync } from 'node:fs';
import { openJournal } from './journal';
import { headsIn, segmentsIn } from './layout';
import { prune } from './prune';
import type { ClickLogCheckpoint } from './read-blocks';
import { holding, readUntil, silent, texts } from '../../../../test/support/click-blocks';
import { tempFolders } from '../../../../test/support/temp-folders';

const folder = tempFolders();
const DAY_MS = 86_400_000;
const inDays = (days: number) => () => Date.now() + days * DAY_MS;
const files = (directory: string) => readdirSync(segmentsIn(directory)).length;

/** A directory with a closed source of one segment, and the checkpoint behind it. */
const closedSource = async () => {
  const directory = folder();
  const journal = await openJournal({ directory, log: silent });
  await journal.append('a', 0);
  await journal.close();
  const checkpoint = (await readUntil(directory, holding(1)))[0]?.checkpoint ?? {};
  return { directory, checkpoint };
};

describe('pruning', () => {
  it('keeps a segment for seven days although every reader has read it', async () => {
    const { directory, checkpoint } = await closedSource();
    expect(await prune({ directory, checkpoints: [checkpoint], now: inDays(6.9) })).toBe(0);
    expect(await prune({ directory, checkpoints: [checkpoint], now: inDays(7.1) })).toBe(1);
    expect(readdirSync(headsIn(directory))).toEqual([]);
  });

  it.each<[string, (checkpoint: ClickLogCheckpoint) => ClickLogCheckpoint[]]>([
    ['has not begun', (checkpoint) => [checkpoint, {}]],
    [
      'stands before its end',
      (checkpoint) => [
        Object.fromEntries(Object.keys(checkpoint).map((source) => [source, { segment: 1, offset: 10 }])),
      ],
    ],
  ])('keeps an old segment while a reader %s', async (_, checkpoints) => {
    const { directory, checkpoint } = await closedSource();
    expect(await prune({ directory, checkpoints: checkpoints(checkpoint), now: inDays(30) })).toBe(0);
    expect(files(directory)).toBe(1);
  });

  it('keeps the open segments of a running writer', async () => {
    const directory = folder();
    const journal = await openJournal({ directory, log: silent });
    await journal.append('a', 0);
    const [block] = await readUntil(directory, holding(1));
    expect(await prune({ directory, checkpoints: [block?.checkpoint ?? {}], now: inDays(30) })).toBe(0);
    await journal.append('b', 0);
    await journal.close();
    expect(texts(await readUntil(directory, holding(1), block?.checkpoint))).toEqual(['b']);
  });
});
