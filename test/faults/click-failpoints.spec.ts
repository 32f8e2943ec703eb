import { once } from 'node:events';
import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalFailpoint } from '@platform/click-log';
import { createAnalyticsClient } from '@platform/analytics-store';
import { aClick, crowd, encode, usePipelines, type ClickPipeline } from '../support/click-pipeline';
import { eventually, freePort, startProgram, type Program } from '../support/programs';
import { PATIENCE_MS } from '../support/analytics-store';
import type { Failpoint } from '../../apps/clicks/src/shared/failpoints';

const { folder, pipeline } = usePipelines();

const killed = async (starting: Promise<Program>): Promise<void> => {
  const child = await starting.then(
    (program) => program.child,
    (error: Error) => error,
  );
  // It may die before it is ready.
  if (child instanceof Error) return expect(child.message).toMatch(/ended \(SIGKILL\)/);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
};

/** At rest each record is one row, and the counters of each link equal ClickHouse's. */
const exactly = (clicks: ClickPipeline, workspaceId: string, count: number) =>
  eventually(async () => {
    expect(await clicks.loaded(workspaceId)).toEqual({ rows: count, distinct: count });
    const { clickhouse, counters } = await clicks.byLink(workspaceId);
    expect(counters).toEqual(clickhouse);
  }, PATIENCE_MS);

describe('repeated kill -9 of the loader loses and doubles nothing', () => {
  const FAILPOINTS: readonly (readonly [Failpoint, readonly string[]])[] = [
    ['loader.planned', ['1', '1']],
    ['loader.inserting', ['1:1', '1:10', '2:5', '2:30']],
    ['loader.inserted', ['1', '1', '2']],
    ['loader.state-written', ['1', '2', '3']],
    ['loader.loaded', ['1', '2']],
    ['counters.counted', ['1', '1', '1']],
  ];

  it.each(FAILPOINTS)('at %s', async (failpoint, kills) => {
    const clicks = pipeline();
    const workspace = `ws_${failpoint}`;
    let written = 0;
    for (const nth of kills) {
      // No insert holds two sources, so the loader comes by as often, however many blocks it joins.
      for (let times = 0; times < parseInt(nth, 10); times += 1, written += 3_300)
        await clicks.write(crowd(workspace, 3_300));
      await killed(clicks.start(`${failpoint}:${nth}`));
    }
    await clicks.start();
    await exactly(clicks, workspace, written);
  });

  it('after clicks that come fast were gathered', async () => {
    const clicks = pipeline();
    let written = 0;
    for (const failpoint of ['loader.planned:1', 'loader.inserted:1', 'counters.counted:1']) {
      // What an earlier one left is no reason to die.
      const clean = await clicks.start();
      await exactly(clicks, 'ws_fast', written);
      await clean.end('SIGKILL');
      const loader = await clicks.start(failpoint);
      await clicks.write(crowd('ws_fast', 3_300).map((click) => ({ ...click, at: Date.now() })));
      written += 3_300;
      await killed(Promise.resolve(loader));
    }
    await clicks.start();
    await exactly(clicks, 'ws_fast', written);
  });

  it('at loader.set-aside: each record that cannot be loaded is set aside once', async () => {
    const clicks = pipeline();
    const journal = await clicks.journal();
    const payloads = crowd('ws_set_aside', 1_500).map(encode);
    await Promise.all([...payloads, 'no click'].map((payload) => journal.append(payload, aClick().at)));
    await journal.close();
    for (const nth of [1, 1]) await killed(clicks.start(`loader.set-aside:${nth}`));
    await clicks.start();
    await exactly(clicks, 'ws_set_aside', 1_500);
    await eventually(() => expect(readdirSync(join(clicks.stateDirectory, 'set-aside'))).toHaveLength(1));
  });

  it('at prune.settled: old segments that were read are removed afterwards', async () => {
    const clicks = pipeline();
    await clicks.write(crowd('ws_prune', 1_500));
    const segments = () =>
      readdirSync(join(clicks.directory, 'segments')).map((file) => join(clicks.directory, 'segments', file));
    const weekAgo = new Date(Date.now() - 8 * 86_400_000);
    for (const path of segments()) utimesSync(path, weekAgo, weekAgo);
    await clicks.write(crowd('ws_prune', 1_500));
    for (const nth of [1, 2]) await killed(clicks.start(`prune.settled:${nth}`, { CLICKS_TEST_PRUNE: '20' }));
    await clicks.start(undefined, { CLICKS_TEST_PRUNE: '50' });
    await exactly(clicks, 'ws_prune', 3_000);
    await eventually(() => expect(segments()).toHaveLength(1));
  });

  it('between inserts of two months', async () => {
    const clicks = pipeline();
    const turn = Date.UTC(2026, 11, 1);
    await clicks.write(crowd('ws_month', 4_000).map((click, index) => ({ ...click, at: turn + index - 2_000 })));
    for (const nth of [1, 2, 1]) await killed(clicks.start(`loader.inserted:${nth}`));
    await clicks.start();
    await exactly(clicks, 'ws_month', 4_000);
  });

  it("while its insert waits in the engine, with the next loader's insert behind it", async () => {
    const clicks = pipeline();
    const port = await freePort();
    const engine = await startProgram('test/fixtures/processes/clickhouse.ts', [
      join(folder, 'slow'),
      String(port),
      'secret',
    ]);
    const env = { CLICKHOUSE_URL: `http://default:secret@127.0.0.1:${port}` };
    const client = createAnalyticsClient({ url: env.CLICKHOUSE_URL, timeout: PATIENCE_MS });
    const rows = async () => Number((await client.rows<{ n: string }>('SELECT count() AS n FROM clicks'))[0]?.n);
    try {
      const journal = await clicks.journal();
      const append = (count: number) =>
        Promise.all(crowd('ws_behind', count).map((click) => journal.append(encode(click), click.at)));
      await append(1_000);
      let loader = await clicks.start(undefined, env);
      await eventually(async () => expect(await rows()).toBe(1_000));
      for (const round of [1, 2, 3]) {
        engine.child.kill('SIGSTOP');
        await append(3_000);
        const people = 900 + round * 2_700;
        await eventually(async () => expect((await clicks.counted('ws_behind')).clicks).toBe(people), PATIENCE_MS);
        await loader.end('SIGKILL');
        loader = await clicks.start(undefined, env);
        engine.child.kill('SIGCONT');
        await eventually(async () => expect(await rows()).toBe(1_000 + round * 3_000), PATIENCE_MS);
      }
      await journal.close();
    } finally {
      engine.child.kill('SIGCONT');
      await client.close();
    }
  });
});

describe('repeated kill -9 of the writer loses no answered click and doubles none', () => {
  const FAILPOINTS: readonly (readonly [JournalFailpoint, readonly string[]])[] = [
    ['journal.segment-made', ['1', '1']],
    ['journal.synced', ['1', '9', '30']],
    ['journal.sealed', ['1', '2', '5']],
    ['recovery.sealed', ['1', '1']],
  ];

  it.each(FAILPOINTS)('at %s', async (failpoint, kills) => {
    const clicks = pipeline();
    const workspace = `ws_${failpoint}`;
    const answered = new Set<number>();
    let first = 0;
    const append = async (env: Readonly<Record<string, string>> = {}) => {
      first += 1_000_000;
      const program = await startProgram(
        'test/fixtures/processes/click-appender.ts',
        [clicks.directory, workspace, String(first)],
        env,
      );
      program.child.on(
        'message',
        (message: { number?: number }) => message.number !== undefined && answered.add(message.number),
      );
      return program;
    };
    const appendAWhile = async () => {
      const before = answered.size;
      const program = await append();
      await eventually(() => expect(answered.size).toBeGreaterThan(before + 1_500), PATIENCE_MS);
      await program.end('SIGKILL');
    };
    await clicks.start();
    await appendAWhile();
    for (const nth of kills) await killed(append({ CLICKS_TEST_KILL: `${failpoint}:${nth}` }));
    await appendAWhile();
    await (await clicks.journal()).close();
    const missing = async () => {
      const rows = await clicks.client.rows<{ term: string }>(
        'SELECT utm_term AS term FROM clicks WHERE workspace_id = {workspace:String}',
        { workspace },
      );
      const found = new Set(rows.map(({ term }) => Number(term)));
      return {
        missing: [...answered].filter((number) => !found.has(number)).length,
        doubled: rows.length - found.size,
      };
    };
    await eventually(async () => expect(await missing()).toEqual({ missing: 0, doubled: 0 }), PATIENCE_MS);
    await eventually(async () => {
      const { clickhouse, counters } = await clicks.byLink(workspace);
      expect(counters).toEqual(clickhouse);
    }, PATIENCE_MS);
  });
});
