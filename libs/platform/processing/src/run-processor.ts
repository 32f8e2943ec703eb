import { type Delivery, type EventStore, type Recorded, batches } from '@kernel';
import { keepWorking, pause } from '@platform/async';
import type { Log } from '@platform/telemetry';
import type { Batch, Processor } from './processor';
import { type ProcessorStatus, showStatus } from './processor-status';
import type { Progress } from './progress';

export interface RunOptions {
  readonly store: Pick<EventStore, 'read' | 'subscribe'>;
  /** Advanced at each step, for callers of this process that wait. */
  readonly progress?: Progress;
  readonly log: Pick<Log, 'warn'>;
  readonly signal: AbortSignal;
}

/** Events of one batch at most. */
const BATCH = 500;
/** How often a processor with parked streams checks for an operator's retry request, in milliseconds. */
const POLL_MS = 1_000;

/**
 * Runs a processor until the signal aborts: handles the events after its checkpoint, in batches. After a fault of a
 * store or broker it retries from the checkpoint with a growing pause. It tries parked streams again at each start,
 * since a later release may handle them, and when an operator asks for it.
 */
export const runProcessor = async (processor: Processor, options: RunOptions): Promise<void> => {
  const { log, signal } = options;
  const { status, end } = showStatus(processor.name);
  await keepWorking((working) => new Attempt(processor, options, status).run(working), {
    signal,
    onFailure: (error) => {
      status.failed(error);
      log.warn({ err: error, processor: processor.name }, 'processing was interrupted; resuming from the checkpoint');
    },
  });
  end();
};

/** One subscription, from the checkpoint until it ends or fails. */
class Attempt {
  private readonly ending = new AbortController();
  private readonly signal: AbortSignal;
  private readonly parked = new Set<string>();
  private checkpoint = -1n;

  constructor(
    private readonly processor: Processor,
    private readonly options: RunOptions,
    private readonly status: ProcessorStatus,
  ) {
    this.signal = AbortSignal.any([options.signal, this.ending.signal]);
  }

  async run(working: () => void): Promise<void> {
    const { categories, state } = this.processor;
    this.moveTo(await state.checkpoint());
    const looking = this.lookForRequests();
    try {
      await this.retryParked();
      const deliveries = this.options.store.subscribe({ after: this.checkpoint, categories, signal: this.signal });
      for await (const delivered of batches(deliveries, BATCH)) {
        const batch = batchOf(delivered, this.checkpoint, this.parked);
        if (batch.to > batch.from) await this.handle(batch);
        this.status.handled();
        working();
      }
    } finally {
      this.ending.abort();
      await looking;
    }
  }

  private async retryParked(): Promise<void> {
    const parked = await this.processor.state.parked();
    for (const { stream } of parked) this.parked.add(stream);
    for (const retried of parked) {
      const history = await this.options.store.read(retried.stream);
      const events = history.filter(({ position }) => position <= this.checkpoint);
      await this.handle({ events, from: this.checkpoint, to: this.checkpoint, skipped: [], retried });
    }
    this.moveTo(this.checkpoint);
  }

  private async handle(batch: Batch): Promise<void> {
    const { name, handle } = this.processor;
    this.status.received(batch.events);
    const parked = await handle(batch);
    if (batch.retried) this.parked.delete(batch.retried.stream);
    for (const { stream, position, cause } of parked) {
      this.parked.add(stream);
      this.options.log.warn({ processor: name, stream, position, cause }, 'stream parked');
    }
    this.moveTo(batch.to);
  }

  private moveTo(position: bigint): void {
    this.checkpoint = position;
    this.status.position = position;
    this.status.parkedStreams = this.parked.size;
    this.options.progress?.advance(this.processor.name, position);
  }

  /** Restarts the processor when an operator wants parked streams to be tried again. */
  private async lookForRequests(): Promise<void> {
    while (!this.signal.aborted) {
      await pause(POLL_MS, this.signal);
      if (this.signal.aborted || this.parked.size === 0) continue;
      if (await this.processor.state.retryRequested().catch(() => false)) this.ending.abort();
    }
  }
}

/** What was delivered after the checkpoint. A subscription may deliver an event again. */
const batchOf = (deliveries: readonly Delivery[], from: bigint, parked: ReadonlySet<string>): Batch => {
  const events: Recorded[] = [];
  const skipped = new Set<string>();
  let to = from;
  for (const delivery of deliveries) {
    const position = delivery.kind === 'event' ? delivery.recorded.position : delivery.position;
    if (position <= to) continue;
    to = position;
    if (delivery.kind !== 'event') continue;
    if (parked.has(delivery.recorded.stream)) skipped.add(delivery.recorded.stream);
    else events.push(delivery.recorded);
  }
  return { events, from, to, skipped: [...skipped] };
};
