import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createEnricher } from '@contexts/clicks';
import type { AnalyticsClient } from '@platform/analytics-store';
import type { ClickCounters } from '@platform/click-counters';
import { openJournal, type Block, type ClickLogCheckpoint } from '@platform/click-log';
import { openGeoIp } from '@platform/geoip';
import { aClick, encode } from '../../../../test/support/click-pipeline';
import { testFolder } from '../../../../test/support/programs';
import { runCounters } from './counters';
import { runLoader } from './loader';
import { LoaderState } from './loader-state';
import type { LoaderProgress } from './messages';
import { type LoadableBlock, PreparedBlocks } from './prepared-blocks';

const folder = testFolder();
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * A click log, and an attempt at a store that fails twice, then succeeds once, and then fails again. The third failure
 * ends the work.
 */
const interrupted = async () => {
  const directory = mkdtempSync(join(folder, 'log-'));
  const stop = new AbortController();
  const inRow: number[] = [];
  const log = {
    info: jest.fn(),
    warn: jest.fn(),
    error: ({ failures }: { failures?: number }) => {
      inRow.push(failures ?? 0);
      if (inRow.length === 3) stop.abort();
    },
  };
  const write = async () => {
    const journal = await openJournal({ directory, log });
    await journal.append(encode(aClick()), aClick().at);
    await journal.close();
  };
  let attempts = 0;
  const attempt = async () => {
    attempts += 1;
    if (attempts !== 3) throw new Error('the store is away');
    await write();
  };
  await write();
  const prepared = new PreparedBlocks(createEnricher(openGeoIp({ log })));
  return { directory, signal: stop.signal, inRow, log, attempt, prepared };
};

describe('after failures in a row and a success, the next failure is the first one again', () => {
  it('for the counters', async () => {
    const { attempt, inRow, ...options } = await interrupted();
    let stored: ClickLogCheckpoint = {};
    const counters = {
      resume: async () => stored,
      count: async (_: unknown, checkpoint: ClickLogCheckpoint) => {
        await attempt();
        stored = checkpoint;
      },
    } as unknown as ClickCounters;
    await runCounters({ ...options, counters });
    expect(inRow).toEqual([1, 2, 1]);
  });

  it('for the loader', async () => {
    const { attempt, inRow, ...options } = await interrupted();
    const stateDirectory = mkdtempSync(join(folder, 'state-'));
    const state = new LoaderState({ stateDirectory, recover: async () => ({}), log: options.log });
    const client = { insertEncoded: attempt } as unknown as AnalyticsClient;
    await runLoader({ ...options, state, stateDirectory, client, onDamage: jest.fn() });
    expect(inRow).toEqual([1, 2, 1]);
  });
});

describe('what waits for a loader that starts', () => {
  type Before = (nth: number) => Promise<void> | void;

  /** Blocks that are there only once something has been done. */
  class LateBlocks extends PreparedBlocks {
    constructor(private readonly before: Before) {
      super(createEnricher(openGeoIp({ log: quiet })));
    }

    override async *toLoad(blocks: AsyncIterable<Block>): AsyncGenerator<LoadableBlock> {
      let blocksSoFar = 0;
      for await (const block of super.toLoad(blocks)) {
        await this.before((blocksSoFar += 1));
        yield block;
      }
    }
  }
  /** The times of the oldest click that waits, as a loader reports them until none does. */
  const reported = async (
    directory: string,
    before: Before = () => undefined,
    onProgress: (progress: LoaderProgress) => void = () => undefined,
  ) => {
    const stop = new AbortController();
    const stateDirectory = mkdtempSync(join(folder, 'state-'));
    const reports: (string | null)[] = [];
    await runLoader({
      directory,
      stateDirectory,
      state: new LoaderState({ stateDirectory, recover: async () => ({}), log: quiet }),
      prepared: new LateBlocks(before),
      client: { insertEncoded: async () => undefined } as unknown as AnalyticsClient,
      log: quiet,
      signal: stop.signal,
      onDamage: () => undefined,
      onProgress: (progress) => {
        const { behind } = progress;
        if (behind !== reports.at(-1)) reports.push(behind);
        if (behind === null) stop.abort();
        onProgress(progress);
      },
    });
    return reports;
  };

  it('is not nothing until the first block has come, however long that takes', async () => {
    const directory = mkdtempSync(join(folder, 'log-'));
    const journal = await openJournal({ directory, log: quiet });
    await journal.append(encode(aClick()), aClick().at);
    await journal.close();
    // Only the timers of the loader, of which all are due before its first block.
    jest.useFakeTimers({
      doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setInterval'],
    });
    const reports = await reported(directory, () => void jest.advanceTimersByTime(3_600_000)).finally(() =>
      jest.useRealTimers(),
    );
    expect(reports).toEqual([new Date(aClick().at).toISOString(), null]);
  });

  it('is not nothing while the reader has not been through all sources, though all that it has found is loaded', async () => {
    const directory = mkdtempSync(join(folder, 'log-'));
    for (let sources = 0; sources < 2; sources += 1) {
      const journal = await openJournal({ directory, log: quiet });
      await journal.append(encode(aClick()), aClick().at);
      await journal.close();
    }
    let inserts = 0;
    let letGo = (): void => undefined;
    const inserted = new Promise<void>((resolve) => (letGo = resolve));
    const reports = await reported(
      directory,
      (nth) => (nth === 2 ? inserted : undefined),
      (progress) => {
        ({ inserts } = progress);
        if (inserts === 1) letGo();
      },
    );
    expect([reports, inserts]).toEqual([[new Date(aClick().at).toISOString(), null], 2]);
  });

  it('is nothing once it has found no block', async () =>
    expect(await reported(mkdtempSync(join(folder, 'log-')))).toEqual([null]));
});
