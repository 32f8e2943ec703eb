import { groupBlocks, type Grouping } from './block-groups';
import { BlockQueue } from './block-queue';

const block = (name: string, size = 10, month = '2026-11') => ({
  name,
  source: name.slice(0, 1),
  month,
  records: size,
  bytes: 100 * size,
});

/** The groups of blocks that are all waiting already. */
const groupsOf = async (
  blocks: ReturnType<typeof block>[],
  grouping: Partial<Grouping<ReturnType<typeof block>>> = {},
) => {
  const queue = new BlockQueue(
    async function* () {
      yield* blocks;
    },
    { most: 100_000, signal: new AbortController().signal },
  );
  await new Promise((resolve) => setImmediate(resolve));
  const groups: string[] = [];
  for await (const group of groupBlocks(queue, {
    maxRecords: 30,
    maxBytes: 10_000,
    fixed: () => undefined,
    gather: () => Promise.resolve(),
    ...grouping,
  }))
    groups.push(group.map(({ name }) => name).join('+'));
  return groups;
};

describe('an insert', () => {
  it('joins waiting blocks up to its size', async () =>
    expect(await groupsOf(['a1', 'a2', 'a3', 'a4'].map((name) => block(name)))).toEqual(['a1+a2+a3', 'a4']));

  it('joins waiting blocks up to its bytes', async () =>
    expect(
      await groupsOf(
        ['a1', 'a2', 'a3'].map((name) => block(name)),
        { maxBytes: 2_000 },
      ),
    ).toEqual(['a1+a2', 'a3']));

  it('takes a block larger than its size alone', async () =>
    expect(await groupsOf([block('a1', 50), block('a2')])).toEqual(['a1', 'a2']));

  it('never joins blocks of different sources or months', async () =>
    expect(await groupsOf([block('a1'), block('b1'), block('b2'), block('b3', 10, '2026-12')])).toEqual([
      'a1',
      'b1+b2',
      'b3',
    ]));

  it('joins the blocks that were gathered after its first one', async () => {
    const blocks = ['a1', 'a2', 'a3'].map((name) => block(name));
    const gathered: string[] = [];
    const gather = async ({ name }: { readonly name: string }) => void gathered.push(name);
    expect(await groupsOf(blocks, { gather })).toEqual(['a1+a2+a3']);
    expect(gathered).toEqual(['a1']);
  });

  it('has exactly the planned blocks, whatever waits and whatever its size', async () => {
    const planned = new Map([['a', 4]]);
    const fixed = (source: string) => {
      const size = planned.get(source);
      planned.delete(source);
      return size;
    };
    expect(
      await groupsOf(
        ['b1', 'a1', 'a2', 'a3', 'a4', 'a5'].map((name) => block(name)),
        { fixed },
      ),
    ).toEqual(['b1', 'a1+a2+a3+a4', 'a5']);
  });

  it('has one block when nothing was planned and a crash may have followed', async () =>
    expect(
      await groupsOf(
        ['a1', 'a2', 'a3'].map((name) => block(name)),
        { fixed: () => 1 },
      ),
    ).toEqual(['a1', 'a2', 'a3']));

  it('is refused when the planned blocks are not there', async () =>
    await expect(groupsOf([block('a1'), block('b1')], { fixed: () => 2 })).rejects.toThrow(/lost its blocks/));
});
