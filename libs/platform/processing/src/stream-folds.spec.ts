import { type Chronicle, type Event, type EventStore, type Recorded, publicFoldOf } from '@kernel';
import { someRecorded } from '@kernel/testing';
import { StreamFolds } from './stream-folds';

type Renamed = Event<'Renamed', { readonly name: string }>;

const chronicle: Chronicle<{ readonly name: string }, Renamed> = {
  projection: {
    name: 'things',
    categories: ['thing'],
    keys: () => ['thing_1'],
    evolve: (_, { event }) => {
      if (event.data.name === 'poison') throw new Error('cannot be folded');
      return { name: event.data.name };
    },
  },
  names: { Renamed: 'thing.renamed' },
  record: ({ name }) => ({ name }),
};

/** A stream whose revisions are named after themselves, in a store that counts the events it returns. */
const stored = (length: number) => {
  const events: Recorded[] = [];
  const append = (name = `${events.length}`): Recorded => {
    const recorded = someRecorded<Renamed>({ type: 'Renamed', data: { name } }, events.length, {
      id: `${events.length} ${name}`,
    });
    events.push(recorded);
    return recorded;
  };
  while (events.length < length) append();
  let read = 0;
  const store: Pick<EventStore, 'read'> = {
    read: (_, { from = 0n } = {}) => {
      const found = events.filter(({ revision }) => revision >= from);
      read += found.length;
      return Promise.resolve(found);
    },
  };
  const folds = new StreamFolds(store, () => publicFoldOf(chronicle));
  /** What is published of the events from a revision on, as name before and after; and how many were read for it. */
  const publish = async (from: number) => {
    const [first, ...more] = events.slice(from) as [Recorded, ...Recorded[]];
    read = 0;
    const result = await folds.publish({ stream: first.stream, first, events: [first, ...more] });
    const published = result.events.map(({ previous, data }) => [previous['name'], data['name']]);
    return { published, read, ...(result.parked && { parked: result.parked }) };
  };
  return { events, append, publish };
};

describe('the next event of a long stream', () => {
  it('costs no read of the events before it, and is published with the state before it', async () => {
    const { append, publish } = stored(500);
    expect(await publish(499)).toEqual({ published: [['498', '499']], read: 500 });
    append();
    expect(await publish(500)).toEqual({ published: [['499', '500']], read: 2 });
    append();
    append();
    expect((await publish(501)).published).toEqual([
      ['500', '501'],
      ['501', '502'],
    ]);
  });

  it('is published alike when it comes again, or when events between were not for this process', async () => {
    const { append, publish } = stored(500);
    await publish(499);
    expect((await publish(499)).published).toEqual([['498', '499']]);
    expect((await publish(498)).published).toEqual([
      ['497', '498'],
      ['498', '499'],
    ]);
    append();
    append();
    expect(await publish(501)).toEqual({ published: [['500', '501']], read: 502 });
  });

  it('is folded from the beginning where the store has another event before it, as after a restore', async () => {
    const { events, append, publish } = stored(500);
    await publish(499);
    events.pop();
    append('another');
    append('next');
    expect((await publish(500)).published).toEqual([['another', 'next']]);
  });

  it('is folded from the beginning after one that could not be folded', async () => {
    const { events, append, publish } = stored(500);
    await publish(499);
    append('poison');
    expect((await publish(500)).parked).toMatchObject({ cause: 'Error: cannot be folded' });
    events.pop();
    append('mended');
    expect(await publish(500)).toEqual({ published: [['499', 'mended']], read: 501 });
  });
});

describe('a short stream', () => {
  it('is read again', async () => {
    const { append, publish } = stored(5);
    await publish(4);
    append();
    expect(await publish(5)).toEqual({ published: [['4', '5']], read: 6 });
  });
});

describe('an event that cannot be folded', () => {
  it('parks its stream from itself on: those before it in the batch are published', async () => {
    const { append, publish } = stored(3);
    const poison = append('poison');
    append();
    const { published, parked } = await publish(1);
    expect(published).toEqual([
      ['0', '1'],
      ['1', '2'],
    ]);
    expect(parked).toEqual({ stream: poison.stream, position: poison.position, cause: 'Error: cannot be folded' });
  });

  it('before the batch parks its stream from the first event of the batch on', async () => {
    const { append, publish } = stored(1);
    append('poison');
    const first = append();
    append();
    const { published, parked } = await publish(2);
    expect(published).toEqual([]);
    expect(parked).toMatchObject({ position: first.position });
  });
});
