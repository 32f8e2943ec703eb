import { randomUUID } from 'node:crypto';
import { type Event, type Proposed, type Recorded } from '@kernel';
import { someMetadata } from '@kernel/testing';
import { MemoryEventStore } from '@platform/event-store';
import { metrics } from '@platform/telemetry';
import { eventually } from '../../../../test/support/programs';
import { type Batch, type ParkedStream, Progress, checkProcessors, parkedAt, runProcessor, stepOf } from '.';

/** A processor that keeps its state in memory; it fails on `poison` and during an `outage`. */
class Recorder {
  readonly name = 'recorder';
  readonly categories = ['note'];
  readonly handled: string[] = [];
  poison = (_: Recorded): boolean => false;
  outage: Error | undefined;
  requested = false;
  private position = -1n;
  private streams = new Map<string, ParkedStream>();

  readonly state = {
    checkpoint: async () => this.position,
    parked: async () => [...this.streams.values()],
    retryRequested: async () => this.requested,
  };

  readonly handle = async (batch: Batch): Promise<readonly ParkedStream[]> => {
    if (this.outage) throw this.outage;
    const parked = batch.events.filter((one) => this.poison(one)).map((one) => parkedAt(one, new Error('poison')));
    const step = stepOf(batch, parked.slice(0, 1));
    for (const one of step.parked) this.streams.set(one.stream, one);
    for (const stream of step.released) this.streams.delete(stream);
    for (const one of batch.events) if (!this.streams.has(one.stream)) this.handled.push(one.id);
    [this.position, this.requested] = [step.to, false];
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
  expect(await progress.awaitProcessed(['recorder'], position, 30_000)).toEqual([]);
const figure = async (name: string): Promise<number> => {
  const text = await metrics.registry.getSingleMetricAsString(name);
  return Number(/\{processor="recorder"\} (\S+)/.exec(text)?.[1] ?? NaN);
};

describe('a processor', () => {
  it('retries a batch while a store or broker is down, parks nothing, and reports its lag', async () => {
    recorder.outage = new Error('the broker is away');
    start();
    const { id, position } = await note('a');
    await eventually(() => expect(checkProcessors()).rejects.toThrow('recorder: it was interrupted'));
    expect(await figure('processor_lag_seconds')).toBeGreaterThan(0);
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
