import type { JournalFs } from './segment';

export interface Log {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface JournalOptions {
  /** Made when absent. Several processes may each have a journal in one directory. */
  readonly directory: string;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Told of every write or sync that failed. */
  readonly onFsyncError?: (error: Error) => void;
  readonly fs?: JournalFs;
  /** Appends that may wait for the disk; above it they are refused at once. */
  readonly maxQueued?: number;
}

export interface JournalStats {
  readonly records: number;
  readonly groups: number;
  readonly blocks: number;
  readonly queued: number;
  readonly shed: number;
  readonly syncErrors: number;
  readonly segment: number;
}

/** The record is not on disk: the disk failed or cannot keep up. It may be appended again. */
export class JournalUnavailable extends Error {
  constructor(detail: string, options?: { cause?: unknown }) {
    super(detail, options);
    this.name = 'JournalUnavailable';
  }
}
