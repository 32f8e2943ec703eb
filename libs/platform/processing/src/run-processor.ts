import { type Delivery, EventStoreMismatch, type Recorded, batches } from '@kernel';
import { keepWorking, pause } from '@platform/async';
import type { Log } from '@platform/telemetry';
import { inBatchSpan } from './batch-span';
import { type Mark, demandHistory, markOf } from './mark';
import { type ProcessedStore, matchHistory } from './match-history';
import type { Batch, Processor } from './processor';
import { ProcessorStatus, showStatus } from './processor-status';
import type { Progress } from './progress';

export interface RunOptions {
  readonly store: ProcessedStore;
  /** Advanced at each step, for callers of this process that wait. */
  readonly progress?: Progress;
  readonly log: Pick<Log, 'warn'>;
  readonly signal: AbortSignal;
}

/** Events of one batch at most. */
const BATCH = 500;
/**
 * How often a processor with parked streams checks what an operator did to them, and how long a step without effect
 * waits, in milliseconds.
 */
const POLL_MS = 1_000;
/** How many such checks there are for each comparison of the store with what was handled. */
const LOOKS_PER_COMPARISON = 10;

/**
 * Runs a processor until the signal aborts: handles the events after its checkpoint, in batches. After a fault of a
 * store or broker it retries from the checkpoint with a growing pause. It tries parked streams again at each start,
 * since a later release may handle them, and when an operator asks for it.
 *
 * At the start and after each lost connection it compares the store with the tables of the installation, and with the
 * mark of the checkpoint. If the store is the installation's and lacks the mark, the processor begins anew, or waits if
 * it cannot. It resumes after the marked event and not at the
 * checkpoint: between them are events of other categories only, but a restored store may have events of its categories
 * there. For the same reason it resumes there as soon as the store turns out to end before what was read of it.
 */
export const runProcessor = async (processor: Processor, options: RunOptions): Promise<void> => {
  const { log, signal } = options;
  const status = new ProcessorStatus();
  const end = showStatus(processor.name, status);
  await keepWorking((working) => new Attempt(processor, options, status).run(working), {
    signal,
    onFailure: (error) => {
      status.failed(error);
      // Health reports it, once for all processors.
      if (error instanceof EventStoreMismatch) return;
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
  /** As it is stored. */
  private checkpoint = -1n;
  /** The position up to which events were handled. */
  private reached = -1n;
  /** Of the last event that was handled. */
  private mark: Mark = { store: '', position: -1n, event: null };
  /** Whether handled events had no effect, and their step is still to be written. */
  private owesStep = false;
  /** When a step was written last, by `performance.now()`. */
  private writtenAt = -Infinity;
  /** The handling under way. */
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly processor: Processor,
    private readonly options: RunOptions,
    private readonly status: ProcessorStatus,
  ) {
    this.signal = AbortSignal.any([options.signal, this.ending.signal]);
  }

  async run(working: () => void): Promise<void> {
    await this.resume();
    const looking = this.lookRegularly();
    try {
      await this.inTurn(() => this.retryParked());
      for await (const delivered of batches(this.deliveries(), BATCH)) {
        await this.inTurn(() => this.handleNew(delivered));
        this.status.handled();
        working();
        await this.rest(delivered);
      }
    } catch (error) {
      // Found after a lost connection. The next attempt compares what is stored.
      if (!(error instanceof EventStoreMismatch)) throw error;
    } finally {
      this.ending.abort();
      await looking;
    }
  }

  /** A full batch leaves others to handle. */
  private async rest(delivered: readonly Delivery[]): Promise<void> {
    const { restMs } = this.processor;
    if (!restMs || delivered.length === BATCH || !delivered.some(({ kind }) => kind === 'event')) return;
    await pause(restMs, this.signal);
  }

  private inTurn(act: () => Promise<void>): Promise<void> {
    return (this.turn = this.turn.catch(() => undefined).then(act));
  }

  private async handleNew(delivered: readonly Delivery[]): Promise<void> {
    this.demandInOrder(delivered);
    const batch = this.batchOf(delivered);
    if (batch.to === this.reached) return;
    await this.handle(batch);
    this.reached = batch.to;
    this.show();
  }

  /**
   * An event that is delivered again was handled. One that comes before what was read, and after what was handled, was
   * appended to an earlier copy of the store: callers must not take it for handled.
   * @throws EventStoreMismatch on such an event
   */
  private demandInOrder(delivered: readonly Delivery[]): void {
    const { reached, mark } = this;
    for (const one of delivered)
      if (one.kind === 'event' && one.recorded.position <= reached && one.recorded.position > mark.position)
        throw new EventStoreMismatch(`an event was appended at ${one.recorded.position}, before ${reached}`);
  }

  private async resume(): Promise<void> {
    await this.options.store.verify?.();
    const { checkpoint, mark, isStored } = await matchHistory(this.processor, this.options);
    this.checkpoint = checkpoint;
    this.mark = mark;
    this.reached = mark.position;
    this.options.progress?.reset(this.processor.name, this.reached);
    if (!isStored && checkpoint >= 0n) await this.writeStep();
  }

  private deliveries(): AsyncIterable<Delivery> {
    const { store } = this.options;
    return store.subscribe({
      after: this.reached,
      categories: this.processor.categories,
      signal: this.signal,
      onReconnect: async ({ last, position, wasLost }) => {
        await store.verify?.();
        await demandHistory(store, last ? markOf(this.mark.store, last) : this.mark, this.checkpoint);
        if (wasLost && this.processor.restart) this.demandHandled(position);
        await this.inTurn(() => this.demandReached(position));
      },
    });
  }

  /**
   * The comparison of the tables takes back no checkpoint of a processor that can restart, and an earlier copy may have
   * grown beyond what was read. It begins after what it has handled: no caller waits for it.
   * @throws EventStoreMismatch if more was read than handled
   */
  private demandHandled(position: bigint): void {
    const { position: handled } = this.mark;
    if (position > handled) throw new EventStoreMismatch(`nothing tells what came between ${handled} and ${position}`);
  }

  /**
   * An earlier copy of the store may have all that was handled, and end before what was read of it. What is appended
   * there next has positions that would count as handled.
   * @throws EventStoreMismatch if the store ends before a position, or the checkpoint was taken back for that reason
   */
  private async demandReached(position = this.reached): Promise<void> {
    const stored = await this.processor.state.checkpoint();
    const head = await this.options.store.head();
    if (position > head) throw new EventStoreMismatch(`the event store ends at ${head}, before ${position}`);
    if (stored !== this.checkpoint) throw new EventStoreMismatch(`the checkpoint was moved to ${stored}`);
  }

  private async retryParked(): Promise<void> {
    const parked = await this.processor.state.parked();
    for (const { stream } of parked) this.parked.add(stream);
    for (const retried of parked) {
      const history = await this.options.store.read(retried.stream);
      const events = history.filter(({ position }) => position <= this.reached);
      await this.handle({ ...this.emptyBatch(), events, retried });
    }
    this.show();
  }

  /** Moves no checkpoint. */
  private emptyBatch(): Batch {
    return { events: [], from: this.checkpoint, to: this.checkpoint, mark: this.mark, skipped: [] };
  }

  private writeStep(): Promise<void> {
    return this.handle({ ...this.emptyBatch(), to: this.owesStep ? this.reached : this.checkpoint });
  }

  private async handle(batch: Batch): Promise<void> {
    const { name, handle } = this.processor;
    this.status.received(batch.events);
    const parked = await inBatchSpan(name, batch, () => handle(batch));
    this.mark = batch.mark;
    this.owesStep = parked === undefined;
    if (!parked) return;
    this.writtenAt = performance.now();
    if (batch.retried) this.parked.delete(batch.retried.stream);
    for (const { stream, position, cause } of parked) {
      this.parked.add(stream);
      this.options.log.warn({ processor: name, stream, position, cause }, 'stream parked');
    }
    this.checkpoint = batch.to;
  }

  private show(): void {
    const { name } = this.processor;
    this.status.position = this.reached;
    this.status.parkedStreams = this.parked.size;
    this.options.progress?.advance(name, this.reached);
  }

  /**
   * Writes a step that waits. Ends the attempt when the store turns out to be another one, and restarts the processor
   * when an operator has done something about its parked streams.
   */
  private async lookRegularly(): Promise<void> {
    for (let looks = 1; !this.signal.aborted; looks += 1) {
      await pause(POLL_MS, this.signal);
      if (this.signal.aborted) return;
      if (await this.isForeign(looks % LOOKS_PER_COMPARISON === 0)) this.ending.abort();
      // After a failure the step still waits. The next batch or the next look writes it.
      if (this.owesStep)
        await this.inTurn(async () => void (this.owesStep && (await this.writeStep()))).catch(() => undefined);
      if (this.parked.size === 0) continue;
      await this.inTurn(async () => void ((await this.isOutdated()) && this.ending.abort())).catch(() => undefined);
    }
  }

  /**
   * Whether the store is no longer the installation's. A server may be put back without a lost connection.
   * @param own compares what this processor has read as well, and what it has handled if it can restart: the tables do
   *   not know that
   */
  private isForeign(own: boolean): Promise<boolean> {
    const { store } = this.options;
    const compared = own && this.processor.restart ? demandHistory(store, this.mark, this.checkpoint) : undefined;
    const reached = own ? this.inTurn(() => this.demandReached()) : undefined;
    return Promise.all([store.verify?.(), compared, reached]).then(
      () => false,
      (error: unknown) => error instanceof EventStoreMismatch,
    );
  }

  /** Whether parked streams are to be tried again, or some are no longer parked since a read model was replayed. */
  private async isOutdated(): Promise<boolean> {
    const { state } = this.processor;
    if (await state.retryRequested()) return true;
    const stored = new Set((await state.parked()).map(({ stream }) => stream));
    return [...this.parked].some((stream) => !stored.has(stream));
  }

  /** What was delivered after the last event. A subscription may deliver an event again. */
  private batchOf(deliveries: readonly Delivery[]): Batch {
    const events: Recorded[] = [];
    const skipped = new Set<string>();
    let [to, mark] = [this.reached, this.mark];
    for (const delivery of deliveries) {
      const position = delivery.kind === 'event' ? delivery.recorded.position : delivery.position;
      if (position <= to) continue;
      to = position;
      if (delivery.kind !== 'event') continue;
      mark = markOf(mark.store, delivery.recorded);
      if (this.parked.has(delivery.recorded.stream)) skipped.add(delivery.recorded.stream);
      else events.push(delivery.recorded);
    }
    const mayWait = skipped.size === 0 && performance.now() - this.writtenAt < POLL_MS;
    return { events, from: this.checkpoint, to, mark, skipped: [...skipped], mayWait };
  }
}
