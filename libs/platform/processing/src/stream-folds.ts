import type { EventStore, PublicEvent, PublicFold, Recorded } from '@kernel';
import { type StreamBatch, streamHistoryOf } from './stream-batch';

/** Shorter streams are read again: that costs little, and there are many of them. */
const LONG = 100n;
/** Folds that are kept. */
const MOST = 200;

interface Known {
  readonly fold: PublicFold;
  /** The last event that the fold has taken. */
  readonly last: Recorded;
}

/** A stream that has been read as far as a batch goes. */
export interface ReadStream {
  /** The public events of the batch. @throws what the fold throws */
  publish(): readonly PublicEvent[];
}

/**
 * Reads the streams of batches. It keeps the folds of long streams that were used last, so that the next event of such
 * a stream costs no read of all events before it.
 */
export class StreamFolds {
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly store: Pick<EventStore, 'read'>,
    private readonly foldOf: (stream: string) => PublicFold,
  ) {}

  /** @throws StoreUnavailable when the store does not return events that it has delivered */
  async read(batch: StreamBatch): Promise<ReadStream> {
    const { stream, first, events } = batch;
    const known = this.take(stream);
    if (known && (await this.leadsTo(known, first))) return this.readOf(stream, known.fold, events, first);
    return this.readOf(stream, this.foldOf(stream), await streamHistoryOf(this.store, batch), first);
  }

  private readOf(stream: string, fold: PublicFold, events: readonly Recorded[], first: Recorded): ReadStream {
    return {
      publish: () => {
        const published = fold(events, first.revision);
        this.keep(stream, { fold, last: events.at(-1) ?? first });
        return published;
      },
    };
  }

  /** Whether the store, which may have been exchanged, still has the fold's last event just before an event. */
  private async leadsTo({ last }: Known, { revision }: Recorded): Promise<boolean> {
    if (last.revision !== revision - 1n) return false;
    const [found] = await this.store.read(last.stream, { from: last.revision });
    return found?.id === last.id;
  }

  /** Takes a fold out: one that throws does not come back. */
  private take(stream: string): Known | undefined {
    const known = this.known.get(stream);
    this.known.delete(stream);
    return known;
  }

  private keep(stream: string, known: Known): void {
    if (known.last.revision < LONG) return;
    this.known.set(stream, known);
    const [oldest] = this.known.keys();
    if (this.known.size > MOST && oldest !== undefined) this.known.delete(oldest);
  }
}
