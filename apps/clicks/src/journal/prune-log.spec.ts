import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Block, type ClickLogCheckpoint, openJournal, readBlocks } from '@platform/click-log';
import { loaderStateFile, writeState } from './loader-state';
import { pruneLog } from './prune-log';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const EIGHT_DAYS_AGO = new Date(Date.now() - 8 * 86_400_000);

describe('the click log', () => {
  let folder: string;
  let stopping: AbortController;
  let pruning: Promise<void>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'prune-log-'));
    stopping = new AbortController();
    pruning = Promise.resolve();
  });
  afterEach(async () => {
    stopping.abort();
    await pruning;
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  /** A log of one click that is a week old, and the checkpoint behind it. */
  const oldLog = async (): Promise<ClickLogCheckpoint> => {
    const journal = await openJournal({ directory: folder, log: quiet });
    await journal.append('{}', Date.now());
    await journal.close();
    const blocks = readBlocks({ directory: folder, after: {}, signal: stopping.signal })[Symbol.asyncIterator]();
    const { value } = (await blocks.next()) as { value: Block };
    for (const path of await files()) await utimes(path, EIGHT_DAYS_AGO, EIGHT_DAYS_AGO);
    return value.checkpoint;
  };
  const files = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && entry.name !== 'clickhouse-loader.json')
      .map((entry) => join(entry.parentPath, entry.name));
  const segments = async () => (await files()).filter((path) => !path.includes('heads'));
  const rounds = (counted: ClickLogCheckpoint, count: number) =>
    new Promise<void>((resolve) => {
      let asked = 0;
      const options = { directory: folder, stateDirectory: folder, log: quiet, signal: stopping.signal, everyMs: 10 };
      pruning = pruneLog({ ...options, counted: () => ((asked += 1) > count ? (resolve(), undefined) : counted) });
    });

  it('loses segments of a week ago once the loader and the counters have read them', async () => {
    const checkpoint = await oldLog();
    await writeState(loaderStateFile(folder), { cursor: checkpoint, planned: {} });
    await rounds(checkpoint, 5);
    expect(await segments()).toEqual([]);
  });

  it.each([
    ['the loader', 0],
    ['the counters', 1],
  ])('keeps what %s still has to read, however old', async (_, behind) => {
    const checkpoint = await oldLog();
    const [loaded, counted] = [checkpoint, checkpoint].map((at, reader) => (reader === behind ? {} : at)) as [
      ClickLogCheckpoint,
      ClickLogCheckpoint,
    ];
    await writeState(loaderStateFile(folder), { cursor: loaded, planned: {} });
    await rounds(counted, 5);
    expect(await segments()).toHaveLength(1);
  });
});
