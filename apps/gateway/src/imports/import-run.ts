import type { Plan } from '@kernel';
import { FileProblem } from './file/file-problem';
import { type FileRow, importRowsOf } from './file/import-file';
import type { ImportJob, ImportStatus, RowError } from './import-job';
import type { ImportStore } from './import.store';
import { inTurns } from './in-turns';
import type { PreparedRow, RowImporter } from './row-importer';

/** Rows whose outcome is written in one transaction. */
const WINDOW = 500;
/** Characters of rows that are held at a time, about. */
const WINDOW_SIZE = 4_000_000;
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
}

export const CANCELLED = new Error('the import was cancelled');

/** Rows that are handled together. */
interface Window {
  readonly rows: PreparedRow[];
  size: number;
}

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
      await this.importRows();
      if (!signal.aborted) await this.write([], 'completed');
      else if (signal.reason === CANCELLED) await this.write([], 'cancelled');
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

  private rows(): AsyncGenerator<FileRow> {
    const { job, store } = this.run;
    return importRowsOf(job.file, store.chunks(job));
  }

  private async count(): Promise<number> {
    let total = 0;
    for await (const { line } of this.rows()) {
      total += 1;
      if (total > MOST_ROWS) throw new FileProblem(line, `The file has more than ${MOST_ROWS} rows: split it.`);
      if (this.run.signal.aborted) break;
    }
    return total;
  }

  private async importRows(): Promise<void> {
    const { job, importer, signal } = this.run;
    const { source } = job.file;
    // Counting has found that it is not UTF-8.
    if (source === null || signal.aborted) return;
    let row = 0;
    let window: Window = { rows: [], size: 0 };
    for await (const read of this.rows()) {
      row += 1;
      if (row <= job.done) continue;
      window.rows.push(await importer.prepare(row, read, source, job));
      window.size += sizeOf(read);
      if (window.rows.length < WINDOW && window.size < WINDOW_SIZE) continue;
      await this.settle(window.rows);
      window = { rows: [], size: 0 };
      if (signal.aborted) return;
    }
    await this.settle(window.rows);
  }

  private async settle(rows: readonly PreparedRow[]): Promise<void> {
    if (rows.length === 0) return;
    const { importer, store } = this.run;
    const clock = { began: Date.parse(await store.now()), at: performance.now() };
    const now = () => new Date(clock.began + Math.floor(performance.now() - clock.at)).toISOString();
    const outcomes = await inTurns(
      rows,
      AT_ONCE,
      (row) => importer.keysOf(row),
      async (prepared) => ({ prepared, fault: await this.outcomeOf(prepared, now) }),
    );
    await this.write(outcomes);
  }

  private async outcomeOf(prepared: PreparedRow, now: () => string) {
    const { importer, job, signal } = this.run;
    return signal.aborted ? undefined : importer.import(prepared, { job, now, signal });
  }

  /** Writes nothing of a job that another process continues. That one repeats the rows, and finds their links. */
  private async write(outcomes: readonly Outcome[], end?: ImportStatus): Promise<void> {
    const { job, holder, store, signal } = this.run;
    if (signal.aborted && signal.reason !== CANCELLED) return;
    const settled = outcomes.filter(({ fault }) => fault !== undefined);
    const errors = settled.flatMap(({ prepared, fault }) => (fault ? [errorOf(prepared, fault)] : []));
    this.done += settled.length;
    const created = settled.length - errors.length;
    const progress = { done: this.done, created, failed: errors.length, errors };
    if (!(await store.checkpoint(job, holder, progress, end))) throw new Error('the import has another holder');
  }
}

interface Outcome {
  readonly prepared: PreparedRow;
  readonly fault: Pick<RowError, 'code' | 'message'> | null | undefined;
}

const errorOf = ({ row, read }: PreparedRow, fault: Pick<RowError, 'code' | 'message'>): RowError => ({
  row,
  line: read.line,
  ...fault,
  values: JSON.stringify({ ...read.values, ...(read.surplus?.length && { [SURPLUS]: read.surplus }) }),
});

/** Where the cells beyond the columns are kept. No column has this name: it has a blank at its end. */
export const SURPLUS = 'surplus ';

const sizeOf = ({ values }: FileRow): number =>
  Object.values(values).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 1_000), 0);
