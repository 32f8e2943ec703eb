import type { Log } from '@platform/read-store';
import { eventually } from '../../../../test/support/programs';
import type { ImportJob } from './import-job';
import { ImportRunner } from './import.runner';
import type { ImportStore } from './import.store';
import type { RowImporter } from './row-importer';

const FAULT = { code: 'invalid_request', message: 'x' };
/** Rows of a chunk. */
const CHUNK = 10;
const file = { format: 'lines', delimiter: ',', source: 'waymark', columns: [], ignored: [] };

interface Waiting {
  readonly rows: number;
  /** Of an import that was interrupted: it has been counted. */
  readonly done?: number;
}

interface Order {
  readonly counted: string[];
  readonly ended: string[];
}

/** Jobs in the order in which they are claimed. */
const storeOf = (
  waiting: ImportJob[],
  jobs: Readonly<Record<string, Waiting>>,
  { counted, ended }: Order,
): Partial<ImportStore> => ({
  claim: () => Promise.resolve(waiting.shift() as Awaited<ReturnType<ImportStore['claim']>>),
  renew: () => Promise.resolve(undefined),
  release: () => Promise.resolve(),
  sweep: () => Promise.resolve(),
  now: () => Promise.resolve('2026-05-01T00:00:00.000Z'),
  setTotal: ({ id }) => {
    counted.push(id);
    return Promise.resolve();
  },
  async *chunks({ id }) {
    await Promise.resolve();
    for (let row = 0; row < (jobs[id]?.rows ?? 0); row += CHUNK) yield Buffer.from('{"title":"x"}\n'.repeat(CHUNK));
  },
  checkpoint: ({ id }, _holder, _progress, end) => {
    if (end) ended.push(id);
    return Promise.resolve(true);
  },
});

/** Runs jobs to their ends, each of a workspace of its own. */
const orderOf = async (jobs: Readonly<Record<string, Waiting>>): Promise<Order> => {
  const waiting = Object.entries(jobs).map(([id, { rows, done }]) => {
    const state = { total: done === undefined ? null : rows, done: done ?? 0, attempts: 1 };
    return { id, workspace_id: `ws_${id}`, file, ...state } as unknown as ImportJob;
  });
  const order: Order = { counted: [], ended: [] };
  const importer: Partial<RowImporter> = {
    prepare: (row, read) => Promise.resolve({ row, read, link: FAULT }),
    keysOf: () => [],
    import: () => new Promise((resolve) => setImmediate(resolve, FAULT)),
  };
  const runner = new ImportRunner(
    storeOf(waiting, jobs, order) as ImportStore,
    importer as RowImporter,
    { warn: () => undefined } as unknown as Log,
  );
  runner.onApplicationBootstrap();
  await eventually(() => expect(order.ended).toHaveLength(Object.keys(jobs).length));
  await runner.onModuleDestroy();
  return order;
};

describe('imports of several workspaces', () => {
  it('take turns, so that a small file does not wait for the large ones before it', async () => {
    const { ended } = await orderOf({ large: { rows: 20_000 }, larger: { rows: 20_000 }, small: { rows: 10 } });
    expect(ended[0]).toBe('small');
  });

  it('take turns while their rows are counted', async () => {
    const { counted } = await orderOf({ large: { rows: 20_000 }, larger: { rows: 20_000 }, small: { rows: 10 } });
    expect(counted[0]).toBe('small');
  });

  it('take turns while they pass over the rows that were settled before', async () => {
    const interrupted = { rows: 50_010, done: 50_000 };
    const { ended } = await orderOf({ large: interrupted, larger: interrupted, small: { rows: 10 } });
    expect(ended[0]).toBe('small');
  });
});
