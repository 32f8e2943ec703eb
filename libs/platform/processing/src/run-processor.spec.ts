import { randomUUID } from 'node:crypto';
import type { Delivery, Event, Proposed, Recorded, Subscribe } from '@kernel';
import { someMetadata } from '@kernel/testing';
import { MemoryEventStore } from '@platform/event-store';
import { metrics } from '@platform/telemetry';
import { eventually } from '../../../../test/support/programs';
import { type Batch, type Mark, type ParkedStream, Progress, checkProcessors, parkedAt, runProcessor, stepOf } from '.';

/** A processor that keeps its state in memory; it fails on `poison` and during an `outage`. */
class Recorder {
  readonly name = 'recorder';
  readonly categories = ['note'];
  readonly handled: string[] = [];
  /** How many events each batch had. */
  readonly sizes: number[] = [];
  restMs = 0;
  poison = (_: Recorded): boolean => false;
  outage: Error | undefined;
  requested = false;
  /** Whether events have no effect. */
  unconcerned = false;
  /** How many steps it left to a later batch. */
  left = 0;
  private position = -1n;
  private mark: Mark | undefined;
  private streams = new Map<string, ParkedStream>();

  readonly state = {
    checkpoint: async () => this.position,
    mark: async () => this.mark,
    parked: async () => [...this.streams.values()],
    retryRequested: async () => this.requested,
  };

  /** Begins anew, where the processor can. */
  restart: (() => Promise<void>) | undefined;

  /** As the replay of a read model does beside a running processor. */
  release(stream: string): void {
    this.streams.delete(stream);
  }

  readonly forget = async (): Promise<void> => {
    this.handled.splice(0);
    [this.position, this.mark] = [-1n, undefined];
    this.streams.clear();
  };

  /** As a version without marks left it. */
  unmark(): void {
    this.mark = undefined;
  }

  readonly handle = async (batch: Batch): Promise<readonly ParkedStream[] | undefined> => {
    if (this.outage) throw this.outage;
    this.sizes.push(batch.events.length);
    if (this.unconcerned && batch.mayWait) {
      this.left += 1;
      return undefined;
    }
    const parked = batch.events.filter((one) => this.poison(one)).map((one) => parkedAt(one, new Error('poison')));
    const step = stepOf(batch, parked.slice(0, 1));
    for (const one of step.parked) this.streams.set(one.stream, one);
    for (const stream of step.released) this.streams.delete(stream);
    for (const one of batch.events) if (!this.streams.has(one.stream) && !this.unconcerned) this.handled.push(one.id);
    [this.position, this.mark, this.requested] = [step.to, step.mark, false];
    return step.parked;
  };
}

let store: MemoryEventStore;
let recorder: Recorder;
let progress: Progress;
let ending: AbortController;
let running: Promise<void> | undefined;
const log = { warn: () => undefined };

beforeEach(() => {
  [store, recorder, progress, ending] = [new MemoryEventStore(), new Recorder(), new Progress(), new AbortController()];
});
const stop = async () => {
  ending.abort();
  await running;
  ending = new AbortController();
};
afterEach(stop);

const start = () => void (running = runProcessor(recorder, { store, progress, log, signal: ending.signal }));
const note = async (stream: string, revision = -1n) => {
  const event: Event = { type: 'Noted', data: {} };
  const proposed: Proposed = { id: randomUUID(), event, metadata: someMetadata() };
  const { position } = await store.append(`note-${stream}`, [proposed], revision);
  return { id: proposed.id, position };
};
const processed = async (position: bigint) =>
  expect(await progress.awaitProcessed(['recorder'], position, 120_000)).toEqual([]);
/** The first events of a store, as a backup of it has them. */
const earlierCopy = async (of: MemoryEventStore, events: number): Promise<MemoryEventStore> => {
  const copy = new MemoryEventStore();
  const ending = new AbortController();
  for await (const delivery of of.subscribe({ after: -1n, categories: ['note', 'other'], signal: ending.signal })) {
    if (delivery.kind !== 'event' || delivery.recorded.position >= BigInt(events)) break;
    const { stream, revision, ...proposed } = delivery.recorded;
    await copy.append(stream, [proposed], revision - 1n);
  }
  const identity = await of.identity();
  return Object.assign(copy, { identity: async () => identity });
};
const figure = async (name: string): Promise<number> => {
  const text = await metrics.registry.getSingleMetricAsString(name);
  return Number(/\{processor="recorder"\} (\S+)/.exec(text)?.[1] ?? NaN);
};

describe('a processor', () => {
  it('gathers the events that come while it rests', async () => {
    recorder.restMs = 1_000;
    start();
    await processed((await note('a')).position);
    await note('b');
    await processed((await note('c')).position);
    expect(recorder.sizes.filter((size) => size > 0)).toEqual([1, 2]);
  });

  it('ends its rest when it is stopped', async () => {
    recorder.restMs = 3_600_000;
    start();
    await processed((await note('a')).position);
    await expect(stop()).resolves.toBeUndefined();
  });

  it('retries a batch while a store or broker is down, parks nothing, and reports its lag', async () => {
    recorder.outage = new Error('the broker is away');
    start();
    const { id, position } = await note('a');
    await eventually(() => expect(checkProcessors()).rejects.toThrow('recorder: it was interrupted'));
    await eventually(async () => expect(await figure('processor_lag_seconds')).toBeGreaterThan(0));
    recorder.outage = undefined;
    await processed(position);
    expect(recorder.handled).toEqual([id]);
    expect(await recorder.state.parked()).toEqual([]);
    await eventually(async () => expect(await figure('processor_lag_seconds')).toBe(0));
    expect(BigInt(await figure('processor_position'))).toBe(position);
    await expect(checkProcessors()).resolves.toBeUndefined();
  });

  it('parks a stream with its later events, continues with others, and reports it in health and metrics', async () => {
    recorder.poison = ({ stream }) => stream === 'note-bad';
    start();
    await note('bad');
    await processed((await note('good')).position);
    await note('bad', 0n);
    const last = await note('good', 0n);
    await processed(last.position);
    expect(recorder.handled).toHaveLength(2);
    expect(await recorder.state.parked()).toMatchObject([{ stream: 'note-bad', position: 0n, cause: 'Error: poison' }]);
    await expect(checkProcessors()).rejects.toThrow('recorder: 1 streams are parked');
    expect(await figure('processor_parked_streams')).toBe(1);
    await stop();
    await expect(checkProcessors()).resolves.toBeUndefined();
    expect(await figure('processor_parked_streams')).toBeNaN();
  });

  it('reports no stream as parked that a replay has released, though no further event of it comes', async () => {
    recorder.poison = ({ stream }) => stream === 'note-bad';
    start();
    const { position } = await note('bad');
    await processed(position);
    await eventually(async () => expect(await figure('processor_parked_streams')).toBe(1));
    recorder.release('note-bad');
    await eventually(async () => expect(await figure('processor_parked_streams')).toBe(0));
    await expect(checkProcessors()).resolves.toBeUndefined();
    recorder.poison = () => false;
    const later = await note('bad', 0n);
    await processed(later.position);
    expect(recorder.handled).toEqual([later.id]);
  });

  it('may leave the step of a batch without effect to a later one, and writes it soon if none comes', async () => {
    recorder.unconcerned = true;
    start();
    let last = -1n;
    await eventually(async () => {
      ({ position: last } = await note(randomUUID()));
      await processed(last);
      expect(recorder.left).toBeGreaterThan(0);
    });
    await eventually(async () => expect(await recorder.state.checkpoint()).toBe(last));
    await stop();
    recorder.unconcerned = false;
    start();
    const { id, position } = await note('c');
    await processed(position);
    expect(recorder.handled).toEqual([id]);
  });

  it.each([
    ['when it starts', async () => (await stop(), start())],
    ['when an operator asks for it', async () => void (recorder.requested = true)],
  ])('retries a parked stream as a whole %s', async (_, retried) => {
    recorder.poison = () => true;
    start();
    const first = await note('a');
    const second = await note('a', 0n);
    await processed(second.position);
    recorder.poison = () => false;
    await retried();
    await eventually(async () => expect(await recorder.state.parked()).toEqual([]));
    expect(recorder.handled).toEqual([first.id, second.id]);
    const third = await note('a', 1n);
    await processed(third.position);
    expect(recorder.handled).toEqual([first.id, second.id, third.id]);
  });
});

describe('a processor whose store was restored or exchanged', () => {
  const handledIn = async (some: { readonly position: bigint }) => {
    await processed(some.position);
    await stop();
    progress = new Progress();
  };

  beforeEach(() => {
    recorder.restart = recorder.forget;
  });

  it('begins anew in a store that lacks the last event that it handled, however many it has by now', async () => {
    start();
    const first = await note('a');
    await handledIn(await note('b'));
    store = await earlierCopy(store, 1);
    const others = [await note('c'), await note('d'), await note('e')];
    start();
    await processed(others[2]!.position);
    expect(recorder.handled).toEqual([first, ...others].map(({ id }) => id));
  });

  it('begins anew in another store, also in an empty one', async () => {
    start();
    await handledIn(await note('a'));
    store = new MemoryEventStore();
    start();
    await eventually(() => expect(recorder.handled).toEqual([]));
    const { id, position } = await note('a');
    await processed(position);
    expect(recorder.handled).toEqual([id]);
  });

  it('begins anew in a copy that has its last event at another position', async () => {
    start();
    const first = await note('a');
    await handledIn(first);
    const own = store;
    store = Object.assign(new MemoryEventStore(), { identity: () => own.identity() });
    const other: Proposed = { id: randomUUID(), event: { type: 'Noted', data: {} }, metadata: someMetadata() };
    await store.append('other-x', [other], -1n);
    await store.append('note-a', await own.read('note-a'), -1n);
    const second = await note('b');
    start();
    await processed(second.position);
    expect(recorder.handled).toEqual([first.id, second.id]);
  });

  it('goes on after its last event if only other events were undone, and takes their replacements', async () => {
    start();
    const first = await note('a');
    const proposed: Proposed = { id: randomUUID(), event: { type: 'Noted', data: {} }, metadata: someMetadata() };
    await handledIn(await store.append('other-x', [proposed], -1n));
    store = await earlierCopy(store, 1);
    const second = await note('b');
    expect(second.position).toBe(1n);
    start();
    await processed(second.position);
    expect(recorder.handled).toEqual([first.id, second.id]);
  });

  it('waits and handles nothing where it cannot begin anew, until its store is back', async () => {
    recorder.restart = undefined;
    start();
    const first = await note('a');
    await handledIn(first);
    const own = store;
    store = new MemoryEventStore();
    await note('x');
    await note('y');
    start();
    await eventually(() => expect(checkProcessors()).rejects.toThrow('recorder: it was interrupted'));
    expect(recorder.handled).toEqual([first.id]);
    await stop();
    store = own;
    start();
    const second = await note('b');
    await processed(second.position);
    expect(recorder.handled).toEqual([first.id, second.id]);
  });

  it('neither reads nor follows a store until it has been compared with the tables', async () => {
    let tables: Error | undefined = new Error('the tables do not answer');
    const followed = jest.fn((options: Subscribe) => store.subscribe(options));
    const read = jest.fn((stream: string, options?: { readonly from?: bigint }) => store.read(stream, options));
    const compared = {
      read,
      head: () => store.head(),
      identity: () => store.identity(),
      subscribe: followed,
      verify: async () => {
        if (tables) throw tables;
      },
    };
    const { id, position } = await note('a');
    running = runProcessor(recorder, { store: compared, progress, log, signal: ending.signal });
    await eventually(() => expect(checkProcessors()).rejects.toThrow('recorder: it was interrupted'));
    expect([followed.mock.calls, read.mock.calls]).toEqual([[], []]);
    tables = undefined;
    await processed(position);
    expect(recorder.handled).toEqual([id]);
  });

  it.each([
    ['its connection was lost', true],
    ['it was put back without a lost connection', false],
  ])('takes what a copy gets that has all it handled and ends before what it read, when %s', async (_, lost) => {
    start();
    const first = await note('a');
    const proposed: Proposed = { id: randomUUID(), event: { type: 'Noted', data: {} }, metadata: someMetadata() };
    await handledIn(await store.append('other-x', [proposed], -1n));
    const [own, copy] = [store, await earlierCopy(store, 1)];
    let [now, restored] = [own, (): void => undefined];
    const putBack = new Promise<void>((resolve) => (restored = resolve));
    const exchanged = {
      read: (stream: string, options?: { readonly from?: bigint }) => now.read(stream, options),
      head: () => now.head(),
      identity: () => own.identity(),
      async *subscribe(options: Subscribe): AsyncGenerator<Delivery> {
        let [last, position]: [Recorded | undefined, bigint] = [undefined, options.after];
        for await (const delivery of now.subscribe(options)) {
          if (delivery.kind === 'event') last = delivery.recorded;
          position = delivery.kind === 'event' ? delivery.recorded.position : delivery.position;
          yield delivery;
          if (now === own && position === 1n) break;
        }
        if (options.signal.aborted) return;
        await putBack;
        if (lost) await options.onReconnect?.({ last, position, wasLost: true });
        yield* copy.subscribe({ ...options, after: position });
      },
    };
    running = runProcessor(recorder, { store: exchanged, progress, log, signal: ending.signal });
    await processed(1n);
    [store, now] = [copy, copy];
    restored();
    await eventually(() => expect(progress.position('recorder')).toBe(0n));
    const second = await note('b');
    expect(second.position).toBe(1n);
    await eventually(() => expect(recorder.handled).toEqual([first.id, second.id]));
  });

  describe('put back to a copy that has grown to what was read by the time that this is noticed', () => {
    /** A processor that has handled one event and read another one, of another category. */
    const putBack = async () => {
      start();
      const first = await note('a');
      const proposed: Proposed = { id: randomUUID(), event: { type: 'Noted', data: {} }, metadata: someMetadata() };
      await handledIn(await store.append('other-x', [proposed], -1n));
      const [own, copy] = [store, await earlierCopy(store, 1)];
      let [now, goOn] = [own, (): void => undefined];
      const noticed = new Promise<void>((resolve) => (goOn = resolve));
      const exchanged = (lost: boolean) => ({
        read: (stream: string, options?: { readonly from?: bigint }) => now.read(stream, options),
        head: () => now.head(),
        identity: () => own.identity(),
        async *subscribe(options: Subscribe): AsyncGenerator<Delivery> {
          const isFirst = now === own;
          for await (const delivery of now.subscribe(options)) {
            yield delivery;
            if (isFirst && delivery.kind === 'caught-up' && delivery.position === 1n) break;
          }
          if (!isFirst || options.signal.aborted) return;
          await noticed;
          if (lost) await options.onReconnect?.({ last: undefined, position: 1n, wasLost: true });
          yield* lost ? copy.subscribe({ ...options, after: 1n }) : copy.subscribe({ ...options, after: 0n });
        },
      });
      const run = (lost: boolean) =>
        void (running = runProcessor(recorder, { store: exchanged(lost), progress, log, signal: ending.signal }));
      const exchange = () => void ([store, now] = [copy, copy]);
      return { first, run, exchange, goOn: () => goOn() };
    };

    it('is read again from what was handled, where the connection was lost', async () => {
      const { first, run, exchange, goOn } = await putBack();
      run(true);
      await processed(1n);
      exchange();
      const [second, third] = [await note('b'), await note('c')];
      goOn();
      await eventually(() => expect(recorder.handled).toEqual([first.id, second.id, third.id]));
    });

    it('takes no event that comes before what was read for handled, though no connection was lost', async () => {
      const { first, run, exchange, goOn } = await putBack();
      run(false);
      await processed(1n);
      exchange();
      const told = jest.spyOn(progress, 'advance');
      const second = await note('b');
      progress.reset('recorder', 0n);
      goOn();
      await progress.awaitProcessed(['recorder'], second.position, 120_000);
      expect(recorder.handled).toEqual([first.id, second.id]);
      expect(told).toHaveBeenCalled();
    });
  });

  it('takes over a checkpoint of a version without marks, and begins anew where the store ends before it', async () => {
    start();
    const first = await note('a');
    await handledIn(await note('b'));
    const handled = [...recorder.handled];
    recorder.unmark();
    start();
    await eventually(async () => expect(await recorder.state.mark()).toMatchObject({ position: 1n, event: null }));
    await stop();
    expect(recorder.handled).toEqual(handled);
    recorder.unmark();
    store = await earlierCopy(store, 1);
    start();
    await eventually(() => expect(recorder.handled).toEqual([first.id]));
  });

  it('compares after a lost connection with the last delivered event, before it handles what comes then', async () => {
    start();
    const first = await note('a');
    await handledIn(first);
    const [own, restored] = [store, await earlierCopy(store, 1)];
    let lose = (): void => undefined;
    const lost = new Promise<void>((resolve) => (lose = resolve));
    let now: MemoryEventStore = own;
    // Delivers from its own store, then, over the next connection, from the restored one.
    const reconnecting = {
      read: (stream: string, options?: { readonly from?: bigint }) => now.read(stream, options),
      head: () => now.head(),
      identity: () => own.identity(),
      async *subscribe(options: Subscribe): AsyncGenerator<Delivery> {
        let last: Recorded | undefined;
        const until = AbortSignal.any([options.signal, AbortSignal.timeout(240_000)]);
        if (now === own) {
          for await (const delivery of own.subscribe({ ...options, signal: until })) {
            if (delivery.kind === 'event') last = delivery.recorded;
            yield delivery;
            if (last) break;
          }
          await lost;
          now = restored;
          await options.onReconnect?.({ last, position: last?.position ?? options.after, wasLost: true });
        }
        yield* restored.subscribe(options);
      },
    };
    running = runProcessor(recorder, { store: reconnecting, progress, log, signal: ending.signal });
    const undone = await note('b');
    await processed(undone.position);
    expect(recorder.handled).toEqual([first.id, undone.id]);
    store = restored;
    const instead = await note('c');
    lose();
    await eventually(() => expect(recorder.handled).toEqual([first.id, instead.id]));
  });
});
