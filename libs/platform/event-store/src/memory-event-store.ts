import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import {
  type Appended,
  categoryOf,
  type Delivery,
  type Event,
  type EventStore,
  type Metadata,
  type Proposed,
  type Recorded,
  type Subscribe,
  WrongRevision,
  type ReadStream,
} from '@kernel';

/** An event as text: readers never get the caller's own object, and a value that cannot be stored is refused. */
interface Stored {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly text: string;
}

/** The event store of unit tests: keeps everything in this process and loses it with it. */
export class MemoryEventStore implements EventStore {
  private readonly log: Stored[] = [];
  private readonly streams = new Map<string, Stored[]>();
  private readonly closing = new AbortController();
  /** Made with the store, as in Postgres. */
  private readonly id = randomUUID();
  /** Emits at every append; any number of subscriptions may listen. */
  private readonly grown = new EventEmitter().setMaxListeners(0);

  async read(stream: string, { from = 0n, count }: ReadStream = {}): Promise<readonly Recorded[]> {
    return (this.streams.get(stream) ?? []).slice(Number(from)).slice(0, count).map(recordedOf);
  }

  async append(stream: string, events: readonly Proposed[], expected: bigint): Promise<Appended> {
    const history = this.streams.get(stream) ?? [];
    const texts = events.map(({ event, metadata }) => JSON.stringify({ event, metadata }));
    const actual = BigInt(history.length) - 1n;
    if (expected !== actual) return this.repeated(stream, history, events, expected);

    const added = events.map(({ id }, index) => ({
      id,
      stream,
      revision: actual + 1n + BigInt(index),
      position: BigInt(this.log.length + index),
      text: texts[index] ?? '',
    }));
    this.log.push(...added);
    this.streams.set(stream, [...history, ...added]);
    this.grown.emit('append');
    return { revision: actual + BigInt(events.length), position: BigInt(this.log.length) - 1n };
  }

  async *subscribe({ after, categories, signal }: Subscribe): AsyncIterable<Delivery> {
    const stop = AbortSignal.any([signal, this.closing.signal]);
    let next = Number(after + 1n);
    for (;;) {
      for (; next < this.log.length; next += 1) {
        if (stop.aborted) return;
        const stored = this.log[next];
        if (stored && categories.includes(categoryOf(stored.stream)))
          yield { kind: 'event', recorded: recordedOf(stored) };
      }
      if (stop.aborted) return;
      yield { kind: 'caught-up', position: BigInt(next) - 1n };
      if (next >= this.log.length) await once(this.grown, 'append', { signal: stop }).catch(() => undefined);
    }
  }

  async head(categories?: readonly string[]): Promise<bigint> {
    const last = this.log.findLast(({ stream }) => !categories || categories.includes(categoryOf(stream)));
    return last?.position ?? -1n;
  }

  async identity(): Promise<string> {
    return this.id;
  }

  async identify(): Promise<string> {
    return this.id;
  }

  async close(): Promise<void> {
    this.closing.abort();
  }

  /** The outcome of a repeated append. @throws WrongRevision when the stream holds other events there. */
  private repeated(
    stream: string,
    history: readonly Stored[],
    events: readonly Proposed[],
    expected: bigint,
  ): Appended {
    const first = Number(expected + 1n);
    const stored = history.slice(first, first + events.length);
    const last = stored.at(-1);
    if (last && events.length === stored.length && events.every(({ id }, index) => id === stored[index]?.id)) {
      return { revision: last.revision, position: last.position };
    }
    throw new WrongRevision(stream, expected, BigInt(history.length) - 1n);
  }
}

const recordedOf = ({ text, ...envelope }: Stored): Recorded => ({
  ...(JSON.parse(text) as { event: Event; metadata: Metadata }),
  ...envelope,
});
