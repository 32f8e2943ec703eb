import type { Log } from '@platform/read-store';
import { eventually } from '../../../../test/support/programs';
import type { ImportJob } from './import-job';
import { ImportRunner } from './import.runner';
import type { ImportStore } from './import.store';
import type { RowImporter } from './row-importer';

const FAULT = { code: 'invalid_request', message: 'x' };
const file = { format: 'lines', delimiter: ',', source: 'waymark', columns: [], ignored: [] };

/** Jobs by their rows, each of a workspace of its own, in the order in which they are claimed. */
const storeOf = (waiting: ImportJob[], rows: ReadonlyMap<string, number>, ended: string[]): Partial<ImportStore> => ({
  claim: () => Promise.resolve(waiting.shift() as Awaited<ReturnType<ImportStore['claim']>>),
  renew: () => Promise.resolve(undefined),
  release: () => Promise.resolve(),
  sweep: () => Promise.resolve(),
  now: () => Promise.resolve('2026-05-01T00:00:00.000Z'),
  setTotal: () => Promise.resolve(),
  async *chunks({ id }) {
    await Promise.resolve();
    for (let nth = 0; nth < (rows.get(id) ?? 0); nth += 1) yield Buffer.from('{"title":"x"}\n');
  },
  checkpoint: ({ id }, _holder, _progress, end) => {
    if (end) ended.push(id);
    return Promise.resolve(true);
  },
});

describe('imports of several workspaces', () => {
  it('take turns, so that a small file does not wait for the large ones before it', async () => {
    const rows = new Map([
      ['large', 20_000],
      ['larger', 20_000],
      ['small', 10],
    ]);
    const waiting = [...rows.keys()].map(
      (id) => ({ id, workspace_id: `ws_${id}`, file, total: null, done: 0, attempts: 1 }) as unknown as ImportJob,
    );
    const ended: string[] = [];
    const importer: Partial<RowImporter> = {
      prepare: (row, read) => Promise.resolve({ row, read, link: FAULT }),
      keysOf: () => [],
      import: () => new Promise((resolve) => setImmediate(resolve, FAULT)),
    };
    const runner = new ImportRunner(
      storeOf(waiting, rows, ended) as ImportStore,
      importer as RowImporter,
      { warn: () => undefined } as unknown as Log,
    );
    runner.onApplicationBootstrap();
    await eventually(() => expect(ended).toHaveLength(3));
    await runner.onModuleDestroy();
    expect(ended[0]).toBe('small');
  });
});
