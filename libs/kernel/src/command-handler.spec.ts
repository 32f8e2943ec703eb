import { someMetadata } from '@kernel/testing';
import { type Command, type Decider, type Event, type EventStore, type Recorded, type Proposed, Rejection, WrongRevision, commandHandler } from './index';

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
    const { handle } = setUp();
    await expect(handle(add(1, 'c1'))).resolves.toMatchObject({ state: 1, revision: 0n, position: 0n, repeated: false });
    await expect(handle(add(2, 'c2'))).resolves.toMatchObject({ state: 3, revision: 1n, position: 1n, repeated: false });
  });

  it('answers a repeated command with the outcome it had, and appends nothing', async () => {
    const { handle, store } = setUp();
    await handle(add(1, 'c1'));
    await handle(add(5, 'c2'));
    await expect(handle(add(1, 'c1'))).resolves.toMatchObject({ state: 1, revision: 0n, position: 1n, repeated: true });
    expect(store.events).toHaveLength(2);
  });

  it('appends nothing when nothing is left to do', async () => {
    const { handle, store } = setUp();
    await handle(add(100, 'c1'));
    await expect(handle(add(1, 'c2'))).resolves.toMatchObject({ state: 100, revision: 0n, events: [] });
    expect(store.events).toHaveLength(1);
  });

  it('decides anew when it lost a race', async () => {
    const { handle, store } = setUp();
    store.loseRaces(2);
    await expect(handle(add(1, 'c1'))).resolves.toMatchObject({ revision: 2n, state: 2001 });
  });

  it('gives up as a conflict when it keeps losing', async () => {
    const { handle, store } = setUp();
    store.loseRaces(50);
    await expect(handle(add(1, 'c1'))).rejects.toMatchObject({ kind: 'conflict', code: 'conflict' });
  });

  it('does not decide anew when the caller insists on a revision', async () => {
    const { handle, store } = setUp();
    await handle(add(1, 'c1'));
    await expect(handle({ ...add(1, 'c2'), expected: [4n] })).rejects.toMatchObject({ kind: 'stale', code: 'revision_mismatch' });
    store.loseRaces(1);
    await expect(handle({ ...add(1, 'c3'), expected: [0n] })).rejects.toMatchObject({ kind: 'stale' });
    expect(store.events.filter((recorded) => recorded.metadata.command_id !== 'racer')).toHaveLength(1);
  });

  it('tells a rejection before a mismatch, so that a revision is no oracle', async () => {
    const { handle } = setUp();
    await expect(handle({ ...add(-1, 'c1'), expected: [7n] })).rejects.toMatchObject({ code: 'negative' });
  });

  it('reads nothing first when the stream is likely new, and everything when it is not', async () => {
    const { handle, store } = setUp();
    await handle({ ...add(1, 'c1'), fresh: true });
    expect(store.reads).toBe(0);
    await expect(handle({ ...add(1, 'c2'), fresh: true })).resolves.toMatchObject({ state: 2, revision: 1n });
    expect(store.reads).toBe(1);
  });

  it('lets a rejection through untouched', async () => {
    const { handle, store } = setUp();
    await expect(handle(add(-1, 'c1'))).rejects.toBeInstanceOf(Rejection);
    expect(store.events).toHaveLength(0);
  });

  it('gives the same event the same id each time it is proposed', async () => {
    const first = setUp();
    const second = setUp();
    await first.handle(add(1, 'c1'));
    await second.handle(add(1, 'c1'));
    expect(first.store.events[0]?.id).toBe(second.store.events[0]?.id);
  });
});

const add = (n: number, commandId: string) => {
  const { schema_version: _, at: now, ...metadata } = someMetadata({ command_id: commandId });
  return { stream: 'counter-1', command: { type: 'Add', data: { n } } as Add, metadata: { ...metadata, now } };
};

/** One stream in memory whose races can be lost on purpose: a racer adds 1000 right before an append. */
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
      this.push(stream, { id: `racer-${this.losses}`, event: { type: 'Added', data: { n: 1000 } }, metadata: someMetadata({ command_id: 'racer' }) });
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

const setUp = () => {
  const store = new RacyStore();
  const handle = commandHandler(counter, { store: store as unknown as EventStore, uuid: (text) => text });
  return { store, handle };
};
