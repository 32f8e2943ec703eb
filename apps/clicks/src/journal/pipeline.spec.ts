import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { waitingBlocks } from '@platform/click-log';
import { aClick, crowd, encode, usePipelines } from '../../../../test/support/click-pipeline';
import { eventually, freePort, startProgram } from '../../../../test/support/programs';
import { loaderStateFile, readState } from './loader-state';

const { folder, pipeline } = usePipelines();

describe('the click pipeline', () => {
  it('shows a click in ClickHouse and in its link while the journal is still open', async () => {
    const clicks = pipeline();
    await clicks.start();
    const journal = await clicks.journal();
    await journal.append(encode(aClick({ workspace_id: 'ws_seen', link_id: 'link_seen' })), aClick().at);
    await eventually(async () => {
      expect(await clicks.loaded('ws_seen')).toEqual({ rows: 1, distinct: 1 });
      expect(await clicks.counted('ws_seen')).toEqual({ clicks: 1, unique_clicks: 1, bot_clicks: 0 });
    });
    await journal.close();
  });

  it('counts bots apart, and a visitor once per link and UTC day', async () => {
    const clicks = pipeline();
    const at = Date.UTC(2026, 10, 21, 23, 59, 59, 999);
    const mine = (change: object) => aClick({ workspace_id: 'ws_unique', link_id: 'link_u1', at, ...change });
    await clicks.write([
      mine({}),
      mine({}),
      mine({ at: at + 1 }),
      mine({ link_id: 'link_u2' }),
      mine({ visitor: 'other' }),
      mine({ is_bot: true, visitor: 'bot' }),
    ]);
    await clicks.start();
    await eventually(async () =>
      expect(await clicks.counted('ws_unique')).toEqual({ clicks: 5, unique_clicks: 4, bot_clicks: 1 }),
    );
    const sql =
      'select clicks::int, unique_clicks::int, bot_clicks::int, last_clicked_at from link_counters ' +
      "where link_id = 'link_u1'";
    expect(await clicks.database.query(sql)).toEqual([
      { clicks: 4, unique_clicks: 3, bot_clicks: 1, last_clicked_at: new Date(at + 1) },
    ]);
  });

  it('loses and doubles nothing when killed at any moment under clicks', async () => {
    const clicks = pipeline();
    const journal = await clicks.journal();
    let written = 0;
    for (let round = 0; round < 10; round += 1) {
      const program = await clicks.start();
      const batch = crowd('ws_killed', 3_000);
      await Promise.all(batch.map((click) => journal.append(encode(click), click.at)));
      written += batch.length;
      await new Promise((resolve) => setTimeout(resolve, round * 23));
      await program.end('SIGKILL');
    }
    await journal.close();
    await clicks.start();
    await eventually(async () => {
      expect(await clicks.loaded('ws_killed')).toEqual({ rows: written, distinct: written });
      expect(await clicks.counted('ws_killed')).toMatchObject({ clicks: written * 0.9, bot_clicks: written * 0.1 });
      const { clickhouse, counters } = await clicks.byLink('ws_killed');
      expect(counters).toEqual(clickhouse);
    }, 120_000);
  });

  it('doubles nothing of a restored log that lacks a head, though a writer makes one after the loader has begun', async () => {
    const clicks = pipeline();
    const loader = await clicks.start();
    const journal = await clicks.journal();
    // One by one, so that each is a separate insert; after a restart they would be joined.
    for (let blocks = 1; blocks <= 4; blocks += 1) {
      await Promise.all(crowd('ws_headless', 1_000).map((click) => journal.append(encode(click), click.at)));
      const count = blocks * 1_000;
      await eventually(async () =>
        expect(await clicks.loaded('ws_headless')).toEqual({ rows: count, distinct: count }),
      );
    }
    await journal.close();
    await loader.end('SIGKILL');
    const state = loaderStateFile(clicks.stateDirectory);
    for (const file of [state, join(clicks.directory, 'heads', journal.source)]) rmSync(file);
    await clicks.start();
    await eventually(() => expect(existsSync(state)).toBe(true));
    await clicks.write(crowd('ws_headless', 200));
    await eventually(async () => {
      for await (const { name } of waitingBlocks(clicks.directory, (await readState(state))?.cursor ?? {}))
        throw new Error(`${name} waits`);
    });
    expect(await clicks.loaded('ws_headless')).toEqual({ rows: 4_200, distinct: 4_200 });
  });

  it('resumes where it was when Postgres cuts its connections', async () => {
    const clicks = pipeline();
    await clicks.start();
    await clicks.write(crowd('ws_cut', 2_000));
    await clicks.database.cut();
    await clicks.write(crowd('ws_cut', 2_000));
    await eventually(async () =>
      expect(await clicks.counted('ws_cut')).toEqual({ clicks: 3_600, unique_clicks: 36, bot_clicks: 400 }),
    );
  });

  it('sets aside what can never be loaded, with its cause, and loads the rest', async () => {
    const clicks = pipeline();
    const journal = await clicks.journal();
    const good = encode(aClick({ workspace_id: 'ws_poison' }));
    await Promise.all([good, 'no click', good].map((payload) => journal.append(payload, aClick().at)));
    await journal.close();
    await clicks.write([aClick({ workspace_id: 'ws_poison', revision: 'not a number' })]);
    await clicks.write([aClick({ workspace_id: 'ws_poison' })]);
    const program = await clicks.start();
    const setAside = () =>
      (program.messages() as readonly { progress?: { setAside: number } }[]).findLast(({ progress }) => progress)
        ?.progress?.setAside;
    await eventually(async () => expect(await clicks.loaded('ws_poison')).toEqual({ rows: 3, distinct: 3 }));
    const kept = join(clicks.stateDirectory, 'set-aside');
    await eventually(() => {
      const causes = readdirSync(kept).map(
        (file) =>
          (JSON.parse(readFileSync(join(kept, file), 'utf8')) as { records: { cause: string }[] }).records[0]?.cause,
      );
      expect(causes).toHaveLength(2);
      expect(causes).toEqual(
        expect.arrayContaining([expect.stringMatching(/not a click record/), expect.stringMatching(/revision/)]),
      );
    });
    await eventually(() => expect(setAside()).toBe(2));
  });

  it('waits while the engine is down, and loads everything when it is back', async () => {
    const clicks = pipeline();
    const port = await freePort();
    await clicks.write(crowd('ws_away', 1_500));
    const program = await startProgram('test/fixtures/processes/clicks.ts', [], {
      CLICKS_DIR: clicks.directory,
      CLICKS_STATE_DIR: clicks.stateDirectory,
      DATABASE_URL: clicks.database.url,
      CLICKHOUSE_URL: `http://default:secret@127.0.0.1:${port}`,
    });
    const loaded = () =>
      (program.messages() as readonly { progress?: { clicks: number } }[]).map(({ progress }) => progress?.clicks);
    await eventually(async () => expect(await clicks.counted('ws_away')).toMatchObject({ clicks: 1_350 }));
    await startProgram('test/fixtures/processes/clickhouse.ts', [join(folder, 'away'), String(port), 'secret']);
    await eventually(() => expect(loaded()).toContain(1_500), 120_000);
  });
});
