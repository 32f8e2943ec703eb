import type { ImportFile } from './file/import-file';
import type { ImportJob, ImportStatus, RowError } from './import-job';
import { CANCELLED, type ImportRun, ImportRunning } from './import-run';
import type { ImportStore } from './import.store';
import type { RowImporter } from './row-importer';

const FAULT = { code: 'invalid_request', message: 'x' };

interface Written {
  readonly errors: readonly RowError[];
  readonly end: ImportStatus | undefined;
}

/** Runs an import all of whose rows fail. @returns what each transaction writes */
const writtenOf = async (
  file: Partial<ImportFile>,
  rows: string,
  { signal = new AbortController().signal, mustGiveWay = () => Promise.resolve(false) } = {},
) => {
  const written: Written[] = [];
  const store: Partial<ImportStore> = {
    now: () => Promise.resolve('2026-05-01T00:00:00.000Z'),
    setTotal: () => Promise.resolve(),
    giveWay: () => Promise.resolve(),
    async *chunks() {
      yield await Promise.resolve(Buffer.from(rows));
    },
    checkpoint: (_job, _holder, { errors }, end) => {
      written.push({ errors, end });
      return Promise.resolve(true);
    },
  };
  const importer: Partial<RowImporter> = {
    prepare: (row, read) => Promise.resolve({ row, read, link: FAULT }),
    keysOf: () => [],
    import: () => Promise.resolve(FAULT),
  };
  const whole = { delimiter: ',', source: 'waymark', columns: [], ignored: [], ...file };
  const job = { file: whole, total: null, done: 0, attempts: 1 } as unknown as ImportJob;
  const run = {
    job,
    holder: 'h',
    store,
    importer,
    signal,
    takeTurn: (work: () => unknown) => work(),
    mustGiveWay,
  };
  await new ImportRunning(run as unknown as ImportRun).toItsEnd();
  return written;
};

const windowsOf = async (file: Partial<ImportFile>, rows: string, mustGiveWay?: () => Promise<boolean>) =>
  (await writtenOf(file, rows, mustGiveWay && { mustGiveWay })).map(({ errors }) => errors);

const sizeOf = (errors: readonly RowError[]): number => errors.reduce((sum, { values }) => sum + values.length, 0);

describe('an import', () => {
  it('gives way between two windows, and goes on after the rows that it has settled', async () => {
    const rows = '{"title":"x"}\n'.repeat(1_200);
    const windows = await windowsOf({ format: 'lines' }, rows, () => Promise.resolve(true));
    // The end would be written by an empty one.
    expect(windows.map((errors) => errors.length)).toEqual([500]);
  });
});

describe('failed rows', () => {
  it('of a CSV are kept in as many characters as they have, whatever the names of their columns', async () => {
    const columns = Array.from({ length: 200 }, (_, n) => (n === 0 ? 'destination_url' : '_'.repeat(1_000 + n)));
    const rows = `x${',x'.repeat(199)}\n`.repeat(600);
    const windows = await windowsOf({ format: 'csv', columns }, `${columns.join(',')}\n${rows}`);
    expect(windows.map((errors) => errors.length)).toEqual([500, 100, 0]);
    expect(windows.reduce((sum, errors) => sum + sizeOf(errors), 0)).toBeLessThan(3 * rows.length);
  });

  it.each([
    ['texts', JSON.stringify('x'.repeat(100_000))],
    ['lists', JSON.stringify(Array.from({ length: 25_000 }, () => 'x'))],
  ])('are written when they are some megabytes, if they have long %s', async (_, value) => {
    const windows = await windowsOf({ format: 'lines' }, `{"title":${value}}\n`.repeat(120));
    expect(windows.flat().map(({ row }) => row)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
    expect(Math.max(...windows.map(sizeOf))).toBeLessThan(6_000_000);
  });
});

describe('a file without a source', () => {
  const file = { format: 'lines', source: null } as const;

  it('fails with one error where counting finds no fault', async () => {
    expect(await writtenOf(file, '{"title":"x"}\n')).toEqual([
      { errors: [expect.objectContaining({ row: 0, line: null, code: 'invalid_request' })], end: 'failed' },
    ]);
  });

  it('is cancelled where that comes first', async () => {
    const written = await writtenOf(file, '{"title":"x"}\n', { signal: AbortSignal.abort(CANCELLED) });
    expect(written).toEqual([{ errors: [], end: 'cancelled' }]);
  });
});
