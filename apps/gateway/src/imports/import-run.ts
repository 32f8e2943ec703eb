import type { Plan } from '@kernel';
import type { ImportSource } from '@contexts/links';
import { FileProblem } from './file/file-problem';
import { type FileRow, importRowsOf } from './file/import-file';
import type { ImportJob, ImportStatus, RowError } from './import-job';
import type { ImportStore } from './import.store';
import { inTurns } from './in-turns';
import type { PreparedRow, RowImporter } from './row-importer';

/** Rows whose outcome is written in one transaction. */
const WINDOW = 500;
/** Characters of failed rows that are held. Those under way when they are reached come in addition. */
const WINDOW_SIZE = 4_000_000;
/** Rows that are counted or passed over in one turn, and for how long: each may have half a million characters. */
const PORTION = { rows: 5_000, ms: 100 };
/** Commands under way: an import leaves room for other requests. */
const AT_ONCE = 16;
/** More rows that fail would fill the disk: each takes more room than a byte of its file. */
const MOST_ROWS = 1_000_000;
/** A job is given up after it has failed, or its process has died, this many times. */
const MOST_ATTEMPTS = 50;

export interface ImportRun {
  readonly job: ImportJob & { readonly plan: Plan };
  readonly holder: string;
  readonly store: ImportStore;
  readonly importer: RowImporter;
  /**
   * Aborts with the reason {@link CANCELLED} when the job must end, with another one when another process continues it.
   */
  readonly signal: AbortSignal;
  /** Does a part of the job when its workspace has a turn. @returns undefined if the signal aborts before */
  readonly takeTurn: <T>(work: () => Promise<T>) => Promise<T | undefined>;
  /** Whether the job should let others have its place now. */
  readonly mustGiveWay: () => Promise<boolean>;
}

export const CANCELLED = new Error('the import was cancelled');

/** Runs one job from the row where its last holder stopped. */
export class ImportRunning {
  private done: number;

  constructor(private readonly run: ImportRun) {
    this.done = run.job.done;
  }

  /** Reads the file twice: first to see that all of it can be read, so that no file is imported in part. */
  async toItsEnd(): Promise<void> {
    const { job, holder, store, signal } = this.run;
    if (job.attempts > MOST_ATTEMPTS) return this.fail(null, 'internal_error', 'Something went wrong on our side.');
    try {
      if (job.total === null) {
        const total = await this.count();
        if (!signal.aborted) await store.setTotal(job, holder, total);
      }
      if ((await this.importRows()) === 'to be continued') return await store.giveWay(job.id, holder);
      if (!signal.aborted) await this.write(NOTHING, 'completed');
      else if (signal.reason === CANCELLED) await this.write(NOTHING, 'cancelled');
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      await this.fail(error.line, 'invalid_request', error.message);
    }
  }

  /** Ends the job with one error for the whole file. */
  private async fail(line: number | null, code: string, message: string): Promise<void> {
    const { job, holder, store } = this.run;
    const errors = [{ row: 0, line, code, message, values: '{}' }];
    await store.checkpoint(job, holder, { done: this.done, created: 0, failed: 0, errors }, 'failed');
  }

  /** @throws FileProblem for what cannot be read, and at the first row that is too many */
  private async *rows(): AsyncGenerator<FileRow> {
    const { job, store } = this.run;
    let nth = 0;
    for await (const row of importRowsOf(job.file, store.chunks(job))) {
      nth += 1;
      if (nth > MOST_ROWS) throw new FileProblem(row.line, `The file has more than ${MOST_ROWS} rows: split it.`);
      yield row;
    }
  }

  /** @returns fewer than all if the signal aborts before */
  private async count(): Promise<number> {
    const rows = this.rows();
    try {
      return await this.passOver(rows, Infinity);
    } finally {
      await rows.return(undefined);
    }
  }

  /** Passes over rows, in several turns. @returns how many: the rows may end before, or the signal may abort */
  private async passOver(rows: AsyncIterator<FileRow>, most: number): Promise<number> {
    const { signal, takeTurn } = this.run;
    let passed = 0;
    const portion = async (): Promise<boolean> => {
      const until = performance.now() + PORTION.ms;
      for (let left = Math.min(PORTION.rows, most - passed); left > 0 && performance.now() < until; left -= 1) {
        if (signal.aborted || (await rows.next()).done) return false;
        passed += 1;
      }
      return true;
    };
    for (let more = true; more && passed < most;) more = (await takeTurn(portion)) ?? false;
    return passed;
  }

  private async importRows(): Promise<'to be continued' | undefined> {
    const { job, signal, takeTurn, mustGiveWay } = this.run;
    const { source } = job.file;
    if (signal.aborted) return undefined;
    // Counting tells where a file is not UTF-8. One without a fault must not end as if its rows were imported.
    if (source === null) throw new FileProblem(null, 'The beginning of the file cannot be read: send the file again.');
    const rows = this.rows();
    const prepared = this.prepared(rows, source);
    try {
      await this.passOver(rows, job.done);
      while (await takeTurn(() => this.importWindow(prepared)))
        if (!signal.aborted && (await mustGiveWay())) return 'to be continued';
      return undefined;
    } finally {
      await prepared.return(undefined);
      await rows.return(undefined);
    }
  }

  /** @param rows after those that are settled */
  private async *prepared(rows: AsyncIterable<FileRow>, source: ImportSource): AsyncGenerator<PreparedRow, undefined> {
    const { job, importer } = this.run;
    let row = job.done;
    for await (const read of rows) {
      row += 1;
      yield await importer.prepare(row, read, source, job);
    }
  }

  /**
   * Imports rows while they are read: those that waited would outlive new objects, and be garbage for longer.
   * @returns whether there may be more
   */
  private async importWindow(rows: AsyncIterator<PreparedRow, undefined>): Promise<boolean> {
    const { importer, store } = this.run;
    const clock = { began: Date.parse(await store.now()), at: performance.now() };
    const now = () => new Date(clock.began + Math.floor(performance.now() - clock.at)).toISOString();
    const settled: Settled = { created: 0, errors: [] };
    const window = new Window(rows, this.run.signal);
    await inTurns(
      window.rows(),
      AT_ONCE,
      (row) => importer.keysOf(row),
      async (prepared) => {
        const fault = await this.outcomeOf(prepared, now);
        if (fault === null) settled.created += 1;
        else if (fault) settled.errors.push(window.hold(errorOf(prepared, fault)));
      },
    );
    if (window.taken > 0) await this.write(settled);
    return !window.isLast;
  }

  private async outcomeOf(prepared: PreparedRow, now: () => string) {
    const { importer, job, signal } = this.run;
    return signal.aborted ? undefined : importer.import(prepared, { job, now, signal });
  }

  /** Writes nothing of a job that another process continues. That one repeats the rows, and finds their links. */
  private async write({ created, errors }: Settled, end?: ImportStatus): Promise<void> {
    const { job, holder, store, signal } = this.run;
    if (signal.aborted && signal.reason !== CANCELLED) return;
    this.done += created + errors.length;
    const progress = { done: this.done, created, failed: errors.length, errors };
    if (!(await store.checkpoint(job, holder, progress, end))) throw new Error('the import has another holder');
  }
}

interface Settled {
  created: number;
  readonly errors: RowError[];
}

const NOTHING: Settled = { created: 0, errors: [] };

/** The next rows, whose outcome is written together. */
class Window {
  taken = 0;
  isLast = false;
  private held = 0;

  constructor(
    private readonly source: AsyncIterator<PreparedRow, undefined>,
    private readonly signal: AbortSignal,
  ) {}

  async *rows(): AsyncGenerator<PreparedRow> {
    while (this.taken < WINDOW && this.held < WINDOW_SIZE) {
      const next = this.signal.aborted ? undefined : await this.source.next();
      if (!next || next.done) {
        this.isLast = true;
        return;
      }
      this.taken += 1;
      yield next.value;
    }
  }

  hold(error: RowError): RowError {
    this.held += error.values.length;
    return error;
  }
}

const errorOf = ({ row, read }: PreparedRow, fault: Pick<RowError, 'code' | 'message'>): RowError => ({
  row,
  line: read.line,
  ...fault,
  // Cells without the names of their columns, which may be longer than they are.
  values: JSON.stringify(read.cells ?? read.values),
});
