import type { Event, EventStore, Recorded } from '@kernel';
import { someMetadata, someRecorded } from '@kernel/testing';
import { knownHistories } from './known-histories';

/** Streams of some lengths, in a store that says how many events it returned for the last read. */
const stored = (lengths: Readonly<Record<string, number>>, bytes = 0) => {
  const streams = new Map<string, Recorded[]>();
  const add = (stream: string, command_id = 'c'): void => {
    const history = streams.get(stream) ?? [];
    const n = history.length;
    const metadata = someMetadata({ command_id });
    streams.set(stream, [
      ...history,
      someRecorded({ type: 'Added', data: { n, text: 'x'.repeat(bytes) } }, n, {
        id: `${stream} ${n}`,
        stream,
        metadata,
      }),
    ]);
  };
  for (const [stream, length] of Object.entries(lengths)) for (let n = 0; n < length; n += 1) add(stream);
  let returned = 0;
  const store: Pick<EventStore, 'read' | 'append'> = {
    read: async (stream, { from = 0n } = {}) => {
      const found = (streams.get(stream) ?? []).filter(({ revision }) => revision >= from);
      returned += found.length;
      return found;
    },
    append: async (_, events) => ({ revision: BigInt(events.length), position: 0n }),
  };
  const known = knownHistories(store);
  const read = async (stream: string, from = 0n) => {
    returned = 0;
    const history = await known.read(stream, { from });
    expect(history).toEqual((streams.get(stream) ?? []).filter(({ revision }) => revision >= from));
    return returned;
  };
  const append = (stream: string, size: number) =>
    known.append(stream, [someRecorded({ type: 'Added', data: { text: 'x'.repeat(size) } }, 0)], 0n);
  const change = (
    stream: string,
    changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>,
    others: readonly Event[] = [],
  ) => {
    const events: readonly Event[] = [{ type: 'Changed', data: { changes } }, ...others];
    return known.append(
      stream,
      events.map((event, nth) => someRecorded(event, nth)),
      0n,
    );
  };
  return { streams, add, read, append, change };
};

describe('a long stream', () => {
  it('is read once; then only its last event and those after it are', async () => {
    const { add, read } = stored({ long: 500 });
    expect(await read('long')).toBe(500);
    expect(await read('long')).toBe(1);
    add('long');
    add('long');
    expect(await read('long')).toBe(3);
    expect(await read('long')).toBe(1);
    expect(await read('long', 400n)).toBe(102);
  });

  it('that takes too much to be kept is counted once', async () => {
    const { streams, read } = stored({ large: 1_700 }, 10_000);
    let counted = 0;
    for (const { event } of streams.get('large') ?? [])
      Object.defineProperty(event.data, 'toJSON', { value: () => ((counted += 1), 'x'.repeat(10_000)) });
    expect(await read('large')).toBe(1_700);
    expect(counted).toBeGreaterThan(1_600);
    counted = 0;
    expect(await read('large')).toBe(1_700);
    expect(counted).toBe(0);
  });

  it('that takes too much to be kept takes small events only', async () => {
    const { read, append } = stored({ large: 1_700, usual: 500 }, 10_000);
    for (const stream of ['large', 'usual']) await read(stream);
    await expect(append('large', 3_000)).rejects.toMatchObject({ code: 'limit_reached' });
    await expect(append('large', 1_000)).resolves.toBeDefined();
    await expect(append('usual', 3_000)).resolves.toBeDefined();
  });

  it('that takes too much to be kept takes what makes the resource smaller, and nothing as large', async () => {
    const { read, change } = stored({ large: 1_700 }, 10_000);
    await read('large');
    const [long, other, short] = ['x'.repeat(5_000), 'y'.repeat(5_000), 'z'.repeat(4_000)];
    await expect(change('large', { title: { from: long, to: short } })).resolves.toBeDefined();
    const smaller = { rules: { from: [long, long], to: null } };
    await expect(change('large', smaller)).resolves.toBeDefined();
    const restored = { type: 'Restored', data: { link_id: 'link_1' } };
    await expect(change('large', { title: { from: long, to: short } }, [restored])).resolves.toBeDefined();
    const full = { code: 'limit_reached' };
    const longer = { title: { from: long, to: short }, rules: { from: null, to: [short] } };
    await expect(change('large', { title: { from: long, to: other } })).rejects.toMatchObject(full);
    await expect(change('large', longer)).rejects.toMatchObject(full);
    await expect(change('large', smaller, [{ type: 'Added', data: { text: short } }])).rejects.toMatchObject(full);
  });

  it('counts what came since it was kept', async () => {
    const { add, read } = stored({ growing: 1_000, other: 600 }, 10_000);
    await read('growing');
    await read('other');
    expect(await read('growing')).toBe(1);
    for (let n = 0; n < 200; n += 1) add('growing');
    expect(await read('growing')).toBe(201);
    expect(await read('other')).toBe(600);
  });

  it('is read again where the store has another history, or a shorter one', async () => {
    const { streams, read } = stored({ long: 500 });
    await read('long');
    streams.set(
      'long',
      (streams.get('long') ?? []).map((one) => ({ ...one, id: `other ${one.id}` })),
    );
    expect(await read('long')).toBe(501);
    streams.set('long', (streams.get('long') ?? []).slice(0, 300));
    expect(await read('long')).toBe(300);
    expect(await read('long')).toBe(1);
  });

  it('is forgotten after others, so that memory is bounded, and is not kept at all if it is too large', async () => {
    // About 6 MB each, and 17 MB.
    const { read } = stored({ first: 600, second: 600, third: 600, huge: 1_700 }, 10_000);
    for (const stream of ['first', 'second']) await read(stream);
    expect(await read('first')).toBe(1);
    await read('third');
    expect(await read('first')).toBe(1);
    expect(await read('third')).toBe(1);
    expect(await read('second')).toBe(600);
    await read('huge');
    expect(await read('huge')).toBe(1_700);
    expect(await read('second')).toBe(1);
  });
});

describe('a short stream', () => {
  it('is read each time', async () => {
    const { read } = stored({ short: 20 });
    expect(await read('short')).toBe(20);
    expect(await read('short')).toBe(20);
    expect(await read('unknown')).toBe(0);
  });
});
