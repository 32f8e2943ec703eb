import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createEnricher } from '@contexts/clicks';
import type { AnalyticsClient } from '@platform/analytics-store';
import type { ClickCounters } from '@platform/click-counters';
import { openJournal, type ClickLogCheckpoint } from '@platform/click-log';
import { openGeoIp } from '@platform/geoip';
import { aClick, encode } from '../../../../test/support/click-pipeline';
import { testFolder } from '../../../../test/support/programs';
import { runCounters } from './counters';
import { runLoader } from './loader';
import { LoaderState } from './loader-state';
import { PreparedBlocks } from './prepared-blocks';

const folder = testFolder();

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
