import type { EventStore, PublicEvent, PublicFold, Recorded } from '@kernel';
import { type ParkedStream, parkedAt } from './processor';
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

/** What a stream's events of a batch are to other systems. */
export interface Published {
  /** In order; without those from the parked event on. */
  readonly events: readonly PublicEvent[];
  /** Present if an event could not be folded. */
  readonly parked?: ParkedStream;
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
  async publish(batch: StreamBatch): Promise<Published> {
    const { stream, first, events } = batch;
    const known = this.take(stream);
    if (known && (await this.leadsTo(known, first))) return this.fold(known.fold, events, first);
    return this.fold(this.foldOf(stream), await streamHistoryOf(this.store, batch), first);
  }

  /** Folds event by event, so that those before one that cannot be folded are published. */
  private fold(fold: PublicFold, events: readonly Recorded[], first: Recorded): Published {
    const published: PublicEvent[] = [];
    let last = first;
    try {
      for (const recorded of events) {
        // Those before the first are handled already: a failure of one of them parks the first.
        if (recorded.revision > first.revision) last = recorded;
        published.push(...fold([recorded], first.revision));
      }
    } catch (error) {
      // A pure function fails the same way each time: the event and those after it are parked.
      return { events: published, parked: parkedAt(last, error) };
    }
    this.keep(first.stream, { fold, last });
    return { events: published };
  }

  /** Whether the store, which may have been exchanged, still has the fold's last event just before an event. */
  private async leadsTo({ last }: Known, { revision }: Recorded): Promise<boolean> {
    if (last.revision !== revision - 1n) return false;
    const [found] = await this.store.read(last.stream, { from: last.revision, count: 1 });
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
