import { randomBytes, randomUUID } from 'node:crypto';
import type { Delivery, EventStore, Metadata, Proposed, Recorded } from '@kernel';

/** What an adapter provides to the contract suite. */
export interface EventStoreHarness {
  readonly store: EventStore;
  /** A second, independent connection to the same data; it is closed with the harness. */
  secondStore?(): EventStore | Promise<EventStore>;
  /** Cuts every connection; the store must recover by itself. */
  drop?(): void | Promise<void>;
  close(): Promise<void>;
}

/** How long anything may take before a test calls it lost. */
const DEADLINE_MS = 120_000;

/** A category no other test uses, so that one store can serve the whole suite and a real server any number of runs. */
export const newCategory = (): string => `t${randomBytes(8).toString('hex')}`;

export const metadata = (overrides: Partial<Metadata> = {}): Metadata => ({
  schema_version: 1,
  at: '2026-03-01T12:00:00.123Z',
  actor: { type: 'api_key', id: 'key_1' },
  request_id: 'req_1',
  command_id: 'cmd_1',
  correlation_id: 'cor_1',
  causation_id: 'cau_1',
  workspace_id: 'ws_1',
  ...overrides,
});

export const proposed = (data: unknown, overrides: Partial<Proposed> = {}): Proposed => ({
  id: randomUUID(),
  event: { type: 'SomethingHappened', data },
  metadata: metadata(),
  ...overrides,
});

/** `count` events numbered from `from`. */
export const numbered = (count: number, from = 0): Proposed[] =>
  Array.from({ length: count }, (_, index) => proposed({ n: from + index }));

export const numbersOf = (events: readonly Recorded[]): number[] =>
  events.map((recorded) => (recorded.event.data as { n: number }).n);

export const within = async <T>(promise: Promise<T>, what: () => string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not within ${DEADLINE_MS} ms: ${what()}`)), DEADLINE_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** A background consumer that remembers its deliveries and can be awaited. */
export class Subscriber {
  readonly deliveries: Delivery[] = [];
  readonly ended: Promise<void>;
  private readonly abort = new AbortController();
  private check: () => void = () => undefined;

  constructor(store: EventStore, categories: readonly string[], after = -1n) {
    const consume = async () => {
      for await (const delivery of store.subscribe({ after, categories, signal: this.abort.signal })) {
        this.deliveries.push(delivery);
        this.check();
      }
    };
    this.ended = consume();
    this.ended.catch(() => this.check());
  }

  get events(): Recorded[] {
    return this.deliveries.flatMap((delivery) => (delivery.kind === 'event' ? [delivery.recorded] : []));
  }

  get marks(): bigint[] {
    return this.deliveries.flatMap((delivery) => (delivery.kind === 'caught-up' ? [delivery.position] : []));
  }

  /** Resolves once `enough` holds; rejects with the deliveries so far when it never does or the iteration breaks. */
  async until(enough: () => boolean): Promise<this> {
    const seen = new Promise<void>((resolve) => {
      this.check = () => {
        if (enough()) resolve();
      };
      this.check();
    });
    const over = this.ended.then(() => {
      if (!enough()) throw new Error(`The iteration ended early: ${this.seen()}`);
    });
    await within(Promise.race([seen, over]), () => `${enough.toString()} — ${this.seen()}`);
    return this;
  }

  caughtUp(): Promise<this> {
    return this.until(() => this.marks.length > 0);
  }

  received(count: number): Promise<this> {
    return this.until(() => this.events.length >= count);
  }

  /** Aborts, and waits for the iteration to end without an error. */
  async stop(): Promise<this> {
    this.abort.abort();
    await within(this.ended, () => 'the end of an aborted iteration');
    return this;
  }

  private seen(): string {
    return `delivered ${this.events.length} events and ${this.marks.length} marks`;
  }
}
