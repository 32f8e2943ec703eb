import { type EventStore, EventStoreMismatch, StoreUnavailable } from '@kernel';
import type { Log } from '@platform/telemetry';
import { type Mark, NO_ID, demandHistory } from './mark';
import type { Processor } from './processor';

/** The store that processors read. */
export interface ProcessedStore extends Pick<EventStore, 'read' | 'subscribe' | 'head' | 'identity'> {
  /**
   * Compares the store with all tables of the installation. Until it has, a processor follows nothing, and no heartbeat
   * is written: it may be another store. @throws EventStoreMismatch, or what kept it from comparing
   */
  readonly verify?: () => Promise<void>;
}

export interface Matched {
  readonly checkpoint: bigint;
  readonly mark: Mark;
  /** Whether the mark is stored with the checkpoint. */
  readonly isStored: boolean;
}

/**
 * Compares a processor's checkpoint with the store, and lets it begin anew in a store with another history.
 * @throws EventStoreMismatch if it cannot begin anew
 */
export const matchHistory = async (
  processor: Pick<Processor, 'name' | 'state' | 'restart'>,
  { store, log }: { readonly store: ProcessedStore; readonly log: Pick<Log, 'warn'> },
): Promise<Matched> => {
  const { name, state } = processor;
  const [checkpoint, stored] = [await state.checkpoint(), await state.mark()];
  try {
    const mark = await demandHistory(store, stored, checkpoint);
    if (mark.store === NO_ID) throw new StoreUnavailable('the event store has no id yet');
    return { checkpoint, mark, isStored: stored !== undefined };
  } catch (error) {
    if (!(error instanceof EventStoreMismatch) || !processor.restart) throw error;
    await store.verify?.();
    log.warn({ processor: name, cause: error.message }, 'the event store has another history; rebuilding');
    await processor.restart();
    return matchHistory(processor, { store, log });
  }
};
