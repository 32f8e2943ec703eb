import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAnalyticsClient } from '@platform/analytics-store';
import { createMetrics } from '@platform/telemetry';
import { aClick, clickPipeline, withClickCounters } from '../../../../test/support/click-pipeline';
import { endPrograms, eventually, FROM_SOURCES, startProgram, testFolder } from '../../../../test/support/programs';
import { startClicks, type Clicks } from './start-clicks';

const folder = testFolder();
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
let shared: Awaited<ReturnType<typeof withClickCounters>>;

beforeAll(async () => void (shared = await withClickCounters()));
afterEach(endPrograms);
afterAll(() => shared.close());

/** The child processes of this process that run the loader. */
const loaders = () =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(
      (pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('apps/clicks/src/journal/child.ts'),
    )
    .map(Number);

describe('the supervised click loader', () => {
  it('starts with the level of logs that it is given, or with none that is set', async () => {
    const { directory, stateDirectory } = clickPipeline(folder, shared.database);
    const { LOG_LEVEL = '' } = process.env;
    process.env.LOG_LEVEL = '';
    try {
      for (const logLevel of [undefined, 'silent']) {
        const clicks = await startClicks({
          directory,
          stateDirectory,
          databaseUrl: shared.database.url,
          log: quiet,
          ...(logLevel && { logLevel }),
          metrics: createMetrics(),
          main: join(__dirname, 'child.ts'),
          execArgv: FROM_SOURCES,
        });
        await clicks.stop();
      }
    } finally {
      process.env.LOG_LEVEL = LOG_LEVEL;
    }
  });

  it('comes back after a kill, reports its true progress, and stops on request', async () => {
    const pipeline = clickPipeline(folder, shared.database);
    const { directory, stateDirectory } = pipeline;
    const metrics = createMetrics();
    const clicks: Clicks = await startClicks({
      directory,
      stateDirectory,
      databaseUrl: shared.database.url,
      log: quiet,
      metrics,
      main: join(__dirname, 'child.ts'),
      execArgv: FROM_SOURCES,
    });
    const client = createAnalyticsClient(clicks.address);
    try {
      await pipeline.write([aClick({ workspace_id: 'ws_supervised' })]);
      await eventually(async () => expect((await pipeline.loaded('ws_supervised')).rows).toBe(1));
      const loadedAt = Date.now();
      // Two seconds back, and then running on.
      await eventually(() => expect(Date.parse(clicks.asOf())).toBeGreaterThan(loadedAt));
      const reported = Date.parse(clicks.asOf());
      expect(Date.now() - reported).toBeGreaterThanOrEqual(2_000);

      const [pid] = loaders();
      process.kill(pid ?? 0, 'SIGKILL');
      const frozen = await eventually(async () => {
        const before = clicks.asOf();
        await delay(20);
        expect(clicks.asOf()).toBe(before);
        return before;
      });
      await pipeline.write([aClick({ workspace_id: 'ws_supervised' })]);
      await eventually(async () => expect((await pipeline.loaded('ws_supervised')).rows).toBe(2));
      await eventually(() => expect(Date.parse(clicks.asOf())).toBeGreaterThan(Date.parse(frozen)));
      // The loader reports its metrics from time to time.
      await eventually(async () => {
        const reported = await metrics.registry.metrics();
        expect(reported).toMatch(/^clicks_loaded_total 2$/m);
        expect(Number(/^clicks_behind_seconds (.*)$/m.exec(reported)?.[1])).toBeLessThan(2);
      });
    } finally {
      await clicks.stop();
      await client.close();
      await pipeline.close();
    }
    expect(loaders()).toEqual([]);
  });

  it('ends by itself when its parent is killed', async () => {
    const pipeline = clickPipeline(folder, shared.database);
    const parent = await startProgram('test/fixtures/processes/clicks-parent.ts', [
      pipeline.directory,
      pipeline.stateDirectory,
      shared.database.url,
    ]);
    await pipeline.client.ping();
    await parent.end('SIGKILL');
    await eventually(async () => expect(pipeline.client.ping()).rejects.toThrow('ClickHouse does not answer'));
    await pipeline.close();
  });
});
