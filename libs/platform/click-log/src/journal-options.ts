import type { Log } from '@platform/telemetry';
import type { JournalFs } from './segment';

/** Moments at which a crash could lose or double a record, by name. */
export type JournalFailpoint =
  /** A segment is in the directory and has nothing in it. */
  | 'journal.segment-made'
  /** A group is on disk; none of its appends has been answered, and no reader knows of its blocks. */
  | 'journal.synced'
  /** A block is sealed on disk; the head does not say so. */
  | 'journal.sealed'
  /** What a dead writer left has been sealed and cut; the head does not say so. */
  | 'recovery.sealed';

export interface JournalOptions {
  /** Made when absent. Several processes may each have a journal in one directory. */
  readonly directory: string;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Milliseconds of a clock that nobody sets, as `performance.now`. */
  readonly elapsed?: () => number;
  /** Called with every write or sync that failed. */
  readonly onFsyncError?: (error: Error) => void;
  readonly fs?: JournalFs;
  /** Appends that may wait for the disk, beside a bound of their bytes; more are refused at once. */
  readonly maxQueued?: number;
  /** Called at each {@link JournalFailpoint}: for tests, which kill the process in it. */
  readonly failpoint?: (name: JournalFailpoint) => void;
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
