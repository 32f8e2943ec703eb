import { someMetadata } from '@kernel/testing';
import {
  type Command,
  type Decider,
  type Event,
  type EventStore,
  type Recorded,
  type Proposed,
  Rejection,
  WrongRevision,
  commandHandler,
  earlierOutcome,
} from './index';

type Added = Event<'Added', { n: number }>;
type Add = Command<'Add', { n: number }>;
const counter: Decider<number, Add, Added> = {
  initialState: 0,
  evolve: (sum, event) => sum + event.data.n,
  decide: ({ data }, sum) => {
    if (data.n < 0) throw new Rejection('invalid', 'negative', 'No negative numbers.');
    return sum === 100 ? [] : [{ type: 'Added', data }];
  },
};

describe('handling a command', () => {
  it('loads, folds, decides and appends', async () => {
    const { handle } = setUp(counter);
    await expect(handle(add(1, 'c1'))).resolves.toMatchObject({
      state: 1,
      revision: 0n,
      position: 0n,
      repeated: false,
    });
    await expect(handle(add(2, 'c2'))).resolves.toMatchObject({
      state: 3,
      revision: 1n,
      position: 1n,
      repeated: false,
    });
  });

  it('answers a repeated command with the outcome it had, and appends nothing', async () => {
    const { handle, store } = setUp(counter);
    await handle(add(1, 'c1'));
    await handle(add(5, 'c2'));
    await expect(handle(add(1, 'c1'))).resolves.toMatchObject({ state: 1, revision: 0n, position: 1n, repeated: true });
    expect(store.events).toHaveLength(2);
  });

  it('finds the outcome of an earlier command, and nothing for one without a trace', async () => {
    const { handle, store } = setUp(counter);
    const outcomeOf = earlierOutcome(counter, store);
    const first = await handle(add(1, 'c1'));
    await handle(add(5, 'c2'));
    await expect(outcomeOf(add(1, 'c1'))).resolves.toEqual({ ...first, position: 1n, repeated: true });
    await expect(outcomeOf(add(1, 'c3'))).resolves.toBeUndefined();
    expect(store.events).toHaveLength(2);
  });

  it('names the stored event that cannot be folded, and appends nothing', async () => {
    const { handle, store } = setUp({ ...counter, evolve: (sum, event) => sum + event.data.n.valueOf() });
    await handle(add(1, 'c1'));
    const [stored] = store.events;
    store.events[0] = { ...stored!, event: { type: 'Added', data: { n: null as never } } };
    const named = { place: { stream: stored!.stream, id: stored!.id, type: 'Added', revision: '0' } };
    await expect(handle(add(2, 'c2'))).rejects.toMatchObject({ name: 'UnfoldableEvent', ...named });
    await expect(handle(add(2, 'c2'))).rejects.toThrow(/Added .+, revision 0 of .+, cannot be folded: TypeError: /);
    expect(store.events).toHaveLength(1);
  });

  it('appends nothing when nothing changes', async () => {
    const { handle, store } = setUp(counter);
    await handle(add(100, 'c1'));
    await expect(handle(add(1, 'c2'))).resolves.toMatchObject({ state: 100, revision: 0n, events: [] });
    expect(store.events).toHaveLength(1);
  });

  it('decides again after a lost race', async () => {
    const { handle, store } = setUp(counter);
    store.loseRaces(2);
    await expect(handle(add(1, 'c1'))).resolves.toMatchObject({ revision: 2n, state: 2001 });
  });

  it('gives up when it keeps losing: a conflict that passes', async () => {
    const { handle, store } = setUp(counter);
    store.loseRaces(50);
    await expect(handle(add(1, 'c1'))).rejects.toMatchObject({ kind: 'lost-race', code: 'conflict' });
  });

  it('appends nothing once the expected version has changed, also in a lost race', async () => {
    const { handle, store } = setUp(counter);
    await handle(add(1, 'c1'));
    await expect(handle({ ...add(1, 'c2'), expected: [4n] })).rejects.toMatchObject({
      kind: 'stale',
      code: 'revision_mismatch',
    });
    store.loseRaces(1);
    await expect(handle({ ...add(1, 'c3'), expected: [0n] })).rejects.toMatchObject({ kind: 'stale' });
    expect(store.events.filter((recorded) => recorded.metadata.command_id !== 'racer')).toHaveLength(1);
  });

  describe('about one of several resources in a stream', () => {
    const rename = (thing: string, name: string, expected?: readonly bigint[]) => ({
      ...add(0, name),
      command: { type: 'Name' as const, data: { thing, name } },
      expected,
    });

    it('ignores a change of another resource', async () => {
      const { handle } = setUp(things);
      await handle(rename('a', 'one'));
      await handle(rename('b', 'two'));
      await expect(handle(rename('a', 'three', [0n]))).resolves.toMatchObject({ revision: 2n, repeated: false });
      await expect(handle(rename('a', 'four', [0n]))).rejects.toMatchObject({ kind: 'stale' });
    });

    it('decides again when the race was lost to another resource', async () => {
      const { handle, store } = setUp(things);
      await handle(rename('a', 'one'));
      store.loseRaces(2);
      await expect(handle(rename('a', 'two', [0n]))).resolves.toMatchObject({ revision: 3n });
    });

    it('keeps its version when all that is appended does not concern it', async () => {
      const { handle } = setUp({ ...things, concerns: (_, { data }) => data.name !== 'noted' });
      await handle(rename('a', 'one'));
      const noted = { revision: 0n, position: 1n };
      await expect(handle(rename('a', 'noted'))).resolves.toMatchObject({ ...noted, repeated: false });
      await expect(handle(rename('a', 'noted'))).resolves.toMatchObject({ ...noted, repeated: true });
    });

    it('folds the events about that resource alone', async () => {
      const evolve = jest.fn(things.evolve);
      const { handle } = setUp({ ...things, evolve });
      for (let nth = 0; nth < 50; nth += 1) await handle(rename(`thing ${nth}`, `one ${nth}`));
      evolve.mockClear();
      await expect(handle(rename('thing 7', 'two'))).resolves.toMatchObject({ state: { 'thing 7': 'two' } });
      expect(evolve).toHaveBeenCalledTimes(2);
    });

    it("returns that resource's version, also when nothing changes or the command is repeated", async () => {
      const { handle } = setUp(things);
      await handle(rename('a', 'one'));
      await handle(rename('b', 'two'));
      await expect(handle({ ...rename('a', 'one'), metadata: add(0, 'again').metadata })).resolves.toMatchObject({
        revision: 0n,
        events: [],
      });
      await expect(handle(rename('a', 'one'))).resolves.toMatchObject({ revision: 0n, position: 1n, repeated: true });
    });
  });

  it('prefers a rejection to a mismatch, so that a revision is not an oracle', async () => {
    const { handle } = setUp(counter);
    await expect(handle({ ...add(-1, 'c1'), expected: [7n] })).rejects.toMatchObject({ code: 'negative' });
  });

  it('reads nothing first when the stream is likely new, and everything when it is not', async () => {
    const { handle, store } = setUp(counter);
    await handle({ ...add(1, 'c1'), fresh: true });
    expect(store.reads).toBe(0);
    await expect(handle({ ...add(1, 'c2'), fresh: true })).resolves.toMatchObject({ state: 2, revision: 1n });
    expect(store.reads).toBe(1);
  });

  it('passes a rejection on unchanged', async () => {
    const { handle, store } = setUp(counter);
    await expect(handle(add(-1, 'c1'))).rejects.toBeInstanceOf(Rejection);
    expect(store.events).toHaveLength(0);
  });

  it('gives the same event the same id each time it is proposed', async () => {
    const first = setUp(counter);
    const second = setUp(counter);
    await first.handle(add(1, 'c1'));
    await second.handle(add(1, 'c1'));
    expect(first.store.events[0]?.id).toBe(second.store.events[0]?.id);
  });
});

type Named = Event<'Named', { thing?: string; name: string }>;
type Name = Command<'Name', { thing: string; name: string }>;
const things: Decider<Readonly<Record<string, string>>, Name, Named> = {
  initialState: {},
  evolve: (names, { data: { thing = 'raced', name } }) => ({ ...names, [thing]: name }),
  decide: ({ data }, names) => (names[data.thing] === data.name ? [] : [{ type: 'Named', data }]),
  about: ({ data }, event) => event.data.thing === data.thing,
};

const add = (n: number, commandId: string) => {
  const { schema_version: _, at: now, ...metadata } = someMetadata({ command_id: commandId });
  return { stream: 'counter-1', command: { type: 'Add', data: { n } } as Add, metadata: { ...metadata, now } };
};

/** One stream in memory that can lose races on purpose: a racer adds 1000 right before an append. */
class RacyStore implements Pick<EventStore, 'read' | 'append'> {
  readonly events: Recorded<Added>[] = [];
  reads = 0;
  private losses = 0;

  loseRaces(times: number): void {
    this.losses = times;
  }

  async read(): Promise<readonly Recorded[]> {
    this.reads += 1;
    return [...this.events];
  }

  async append(stream: string, events: readonly Proposed[], expected: bigint) {
    if (this.losses > 0) {
      this.losses -= 1;
      this.push(stream, {
        id: `racer-${this.losses}`,
        event: { type: 'Added', data: { n: 1000 } },
        metadata: someMetadata({ command_id: 'racer' }),
      });
    }
    const actual = BigInt(this.events.length) - 1n;
    if (expected !== actual) throw new WrongRevision(stream, expected, actual);
    for (const event of events) this.push(stream, event);
    const last = BigInt(this.events.length) - 1n;
    return { revision: last, position: last };
  }

  private push(stream: string, { id, event, metadata }: Proposed): void {
    const at = BigInt(this.events.length);
    this.events.push({ id, event: event as Added, metadata, stream, revision: at, position: at });
  }
}

const setUp = <S, C extends Command, E extends Event>(decider: Decider<S, C, E>) => {
  const store = new RacyStore();
  const handle = commandHandler(decider, { store, uuid: (text) => text });
  return { store, handle };
};
