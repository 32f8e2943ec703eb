import type { Event, Recorded } from '@kernel';
import type { Mark } from './mark';

/** A stream that a processor has given up on, with its later events, until it is tried again. */
export interface ParkedStream {
  readonly stream: string;
  /** Of the first event that was not handled. */
  readonly position: bigint;
  readonly cause: string;
}

/** Events of one transaction, in their order, each once and none of a parked stream. */
export interface Batch<E extends Event = Event> {
  readonly events: readonly Recorded<E>[];
  /** The checkpoint before and after the batch. After a restore it may lie lower than before. */
  readonly from: bigint;
  readonly to: bigint;
  /** The mark after the batch. */
  readonly mark: Mark;
  /** Parked streams whose events were left out. */
  readonly skipped: readonly string[];
  /** Whether its step may be left to a later batch if this one has no effect. */
  readonly mayWait?: boolean;
  /**
   * A parked stream that is tried again: then `events` is the whole stream up to the checkpoint, and `from` equals
   * `to`.
   */
  readonly retried?: ParkedStream;
}

/** How a batch changes a processor's state; all or nothing, and with the batch's effect if they share a store. */
export interface Step {
  readonly from: bigint;
  readonly to: bigint;
  readonly mark: Mark;
  readonly parked: readonly ParkedStream[];
  readonly released: readonly string[];
  /** Streams that must still be parked when the step is written. */
  readonly skipped: readonly string[];
}

/** The checkpoint and the parked streams of a processor, as stored. */
export interface ProcessorState {
  /** The position up to which events are handled; -1n for none. */
  checkpoint(): Promise<bigint>;
  /** Undefined before the first event, and for a checkpoint of an earlier version. */
  mark(): Promise<Mark | undefined>;
  parked(): Promise<readonly ParkedStream[]>;
  /** Whether an operator wants parked streams to be tried again. */
  retryRequested(): Promise<boolean>;
}

/** A named subscription with a checkpoint. */
export interface Processor {
  readonly name: string;
  readonly categories: readonly string[];
  readonly state: ProcessorState;
  /**
   * How long it gathers further events after a batch, in milliseconds; absent: not at all. Few large batches cost less
   * than many small ones.
   */
  readonly restMs?: number;
  /**
   * Handles a batch and writes its step. An event that cannot be handled is parked; the others go on.
   * @returns the streams it parked; undefined if it left the step to a later batch
   * @throws when a store or broker fails: the batch is tried again
   */
  handle(batch: Batch): Promise<readonly ParkedStream[] | undefined>;
  /**
   * Forgets everything, state included, to begin anew: called when the store is not the one of the checkpoint. A
   * processor without it waits until an operator acts.
   */
  restart?(): Promise<void>;
}

export const stepOf = ({ from, to, mark, skipped, retried }: Batch, parked: readonly ParkedStream[]): Step => ({
  from,
  to,
  mark,
  skipped,
  parked,
  released: retried && parked.length === 0 ? [retried.stream] : [],
});

export const parkedAt = ({ stream, position }: Recorded, error: unknown): ParkedStream => ({
  stream,
  position,
  cause: String(error),
});
