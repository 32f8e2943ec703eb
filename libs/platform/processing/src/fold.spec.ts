import type { Event, Recorded } from '@kernel';
import { metadata } from '../../../../test/contract/event-store.support';
import { type FoldTarget, type Rows, foldInto } from './fold';
import type { Batch } from './processor';

interface Counted {
  readonly id: string;
  readonly count: number;
}

const counting = {
  keys: ({ stream }: Recorded) => [stream],
  evolve: (row: Counted | null, { stream }: Recorded<Event>) => ({ id: stream, count: (row?.count ?? 0) + 1 }),
};

const event = (stream: string, revision: bigint, position: bigint): Recorded => ({
  id: '018f0000-0000-7000-8000-000000000000',
  event: { type: 'Counted', data: {} },
  stream,
  revision,
  position,
  metadata: metadata(),
});

/** A target that has counted up to 7 in every stream, and remembers what was asked of it. */
const target = (neverAhead?: true) => {
  const loaded: string[][] = [];
  const areNew: boolean[] = [];
  const written = new Map<string, Counted | null>();
  const fold: FoldTarget<Counted> = {
    ...(neverAhead && { neverAhead }),
    load: async (ids) => (loaded.push([...ids]), new Map(ids.map((id) => [id, { id, count: 7 }]))),
    write: async (rows: Rows<Counted>, _, fresh) => {
      areNew.push(fresh);
      rows.forEach((row, id) => written.set(id, row));
    },
    refuses: () => false,
  };
  return { fold, loaded, areNew, written };
};

const batch = (...events: readonly Recorded[]): Batch => ({
  events,
  from: 0n,
  to: 9n,
  mark: { store: '', position: -1n, event: null },
  skipped: [],
});

describe('folding a batch', () => {
  const begun = [event('a-new', 0n, 1n), event('a-old', 4n, 2n), event('a-new', 1n, 3n)];

  it('loads no row of a stream that begins in it, if the rows are never ahead', async () => {
    const { fold, loaded, written } = target(true);
    await foldInto(counting, fold)(batch(...begun));
    expect(loaded).toEqual([['a-old']]);
    expect([...written.values()]).toEqual([
      { id: 'a-old', count: 8 },
      { id: 'a-new', count: 2 },
    ]);
  });

  it('asks for nothing if all streams begin in it', async () => {
    const { fold, loaded } = target(true);
    await foldInto(counting, fold)(batch(event('a-new', 0n, 1n)));
    expect(loaded).toEqual([]);
  });

  it('says that rows are new if no stream of them was there before', async () => {
    const { fold, areNew } = target(true);
    await foldInto(counting, fold)(batch(event('a-new', 0n, 1n), event('a-new', 1n, 2n)));
    await foldInto(counting, fold)(batch(...begun));
    const retried = { stream: 'a-new', position: 1n, cause: 'a fault' };
    await foldInto(counting, fold)({ ...batch(event('a-new', 0n, 1n)), retried });
    expect(areNew).toEqual([true, false, false]);
  });

  it('loads the rows of all streams where they may be ahead', async () => {
    const { fold, loaded } = target();
    await foldInto(counting, fold)(batch(...begun));
    expect(loaded).toEqual([['a-new', 'a-old']]);
  });
});
