import { setTimeout as delay } from 'node:timers/promises';
import { BOT_RULES, ENRICHMENT_RULES } from '@contexts/clicks';
import { aClick, emptyDataDir, usePipelines } from '../support/click-pipeline';
import {
  atRest,
  both,
  CURL,
  judgedByNewRules,
  judgedByOldRules,
  killBetweenLinks,
  NOW,
  ofCampaigns,
} from '../support/old-verdicts';
import { ended, type Program, startProgram, eventually } from '../support/programs';

const { folder, database, pipeline: pipelineIn } = usePipelines();

afterEach(async () => {
  await database().query(
    'truncate link_counters, link_visitors, campaign_counters, click_checkpoints, click_reclassifications',
  );
});

const pipeline = () => {
  const dataDir = emptyDataDir(folder);
  return { clicks: pipelineIn(dataDir), dataDir };
};

const run = (dataDir: string, product = 'running'): Promise<Program> =>
  startProgram('test/fixtures/processes/reclassify.ts', [dataDir, database().url, product]);

/** Runs it to its end, and again if it got no connection in time on a busy machine: it goes on where it was. */
const reclassified = (dataDir: string): Promise<void> =>
  eventually(async () => {
    const program = await run(dataDir);
    const code = await ended(program);
    if (code !== 0 && !/timeout|terminated|Unavailable/.test(program.output())) expect(program.output()).toBe('');
    if (code !== 0) throw new Error(program.output());
  }, 300_000);

describe('ops clicks reclassify', () => {
  it('reclassifies old clicks by the current rules, and makes the link counters agree', async () => {
    const { clicks, dataDir } = pipeline();
    await clicks.write(judgedByOldRules(4_000));
    await clicks.start();
    await atRest(clicks, 4_000);
    await clicks.client.command(
      "ALTER TABLE clicks UPDATE enrichment = 0, device = '', browser = 'x', language = '', country = '', referrer " +
        "= '' WHERE 1 SETTINGS mutations_sync = 1",
    );
    await reclassified(dataDir);

    const { loaded, counted } = await both(clicks);
    expect(counted).toEqual(loaded);
    const [row] = await clicks.client
      .rows(`SELECT countIf(bot_rules != ${BOT_RULES}) AS old, countIf(enrichment != ${ENRICHMENT_RULES}) AS stale,
      countIf(is_bot != (agent = '${CURL}' OR purpose != '')) AS wrong,
      countIf(agent LIKE '%Firefox%' AND browser != 'Firefox') AS nameless,
      countIf(language != 'en' OR country != 'DE' OR continent != 'EU' OR referrer != 'google.com') AS plain
        FROM clicks`);
    expect(row).toEqual({ old: '0', stale: '0', wrong: '0', nameless: '0', plain: '0' });
  });

  it("counts today's visitors again only if they did not count before", async () => {
    const { clicks, dataDir } = pipeline();
    const old = { at: NOW, workspace_id: 'ws_0', link_id: 'link_0', bot_rules: 0 };
    await clicks.write([
      aClick({ ...old, visitor: 'was a bot', is_bot: true }),
      aClick({ ...old, visitor: 'was a person', agent: CURL }),
      aClick({ ...old, visitor: 'fetched in advance', purpose: 'prefetch' }),
    ]);
    await clicks.start();
    await atRest(clicks, 3);
    await reclassified(dataDir);
    expect((await both(clicks)).counted).toMatchObject([{ clicks: 1, unique_clicks: 1, bot_clicks: 2 }]);
    await clicks.write(
      ['was a bot', 'was a person', 'fetched in advance'].map((visitor) =>
        aClick({ ...old, visitor, bot_rules: BOT_RULES, is_bot: visitor === 'was a person' }),
      ),
    );
    await atRest(clicks, 6);
    const { loaded, counted } = await both(clicks);
    expect(counted).toEqual(loaded);
    expect(counted).toMatchObject([{ clicks: 3, unique_clicks: 2, bot_clicks: 3 }]);
  });

  it('makes the clicks of campaigns agree, also of one that had bots alone, and changes them once', async () => {
    const { clicks, dataDir } = pipeline();
    // By the agent: one campaign loses all its people, one keeps them, and one that has no row yet gets its first.
    const kind = (agent: string) => (agent === CURL ? 'lost' : agent.includes('Firefox') ? 'won' : 'kept');
    const inCampaigns = judgedByOldRules(2_000).map((click) => ({
      ...click,
      campaign_id: `cmp_${kind(click.agent)}_${click.workspace_id}`,
    }));
    await clicks.write(inCampaigns);
    await clicks.start();
    await atRest(clicks, 2_000);
    const before = await ofCampaigns(clicks);
    expect(before.counted.map(({ campaign_id }) => campaign_id)).toEqual([
      'cmp_kept_ws_0',
      'cmp_kept_ws_1',
      'cmp_lost_ws_0',
      'cmp_lost_ws_1',
    ]);
    for (let nth = 0; nth < 2; nth += 1) {
      await reclassified(dataDir);
      const { loaded, counted } = await ofCampaigns(clicks);
      expect(counted).toEqual(loaded);
      const people = Object.fromEntries(counted.map(({ campaign_id, clicks: some }) => [campaign_id, some > 0]));
      expect(people).toEqual({
        cmp_kept_ws_0: true,
        cmp_kept_ws_1: true,
        cmp_lost_ws_0: false,
        cmp_lost_ws_1: false,
        cmp_won_ws_0: true,
        cmp_won_ws_1: true,
      });
    }
  });

  it('changes every counter once, although it is killed repeatedly under clicks', async () => {
    const { clicks, dataDir } = pipeline();
    await clicks.write(judgedByOldRules(5_000));
    await clicks.start();
    await atRest(clicks, 5_000);
    let written = 5_000;
    let killed = 0;
    for (let [round, done] = [0, false]; !done; round += 1) {
      const program = await run(dataDir);
      const exit = ended(program);
      const writing = clicks.write(judgedByNewRules(300));
      written += 300;
      await Promise.race([exit, delay(40 * 1.4 ** round)]);
      if (program.child.exitCode === null) {
        program.child.kill('SIGKILL');
        killed += 1;
      } else if (killed > 2) {
        done = true;
      } else {
        // It was done before it could be killed often enough: there is more to do, in another run.
        const more = judgedByOldRules(1_000);
        await clicks.write(more.map((click) => ({ ...click, at: NOW })));
        written += more.length;
        await atRest(clicks, written);
        round = -1;
      }
      await Promise.all([exit, writing]);
    }
    await reclassified(dataDir);
    await atRest(clicks, written);
    const { loaded, counted } = await both(clicks);
    expect(counted).toEqual(loaded);
    expect(await database().query("select 1 from click_reclassifications where state <> 'done'")).toEqual([]);
  });

  it('resumes after the last corrected link when killed between two', async () => {
    const { clicks, dataDir } = pipeline();
    await clicks.write(judgedByOldRules(1_000));
    await clicks.start();
    await atRest(clicks, 1_000);
    await killBetweenLinks(database(), () => run(dataDir));
    // Clicks judged by old rules that were loaded since belong to the next run, not to this one.
    await clicks.write(judgedByOldRules(200).map((click) => ({ ...click, at: NOW })));
    await atRest(clicks, 1_200);
    await reclassified(dataDir);
    const { loaded, counted } = await both(clicks);
    expect(counted).toEqual(loaded);
    expect(await database().query('select run, state from click_reclassifications order by run')).toEqual([
      { run: 1, state: 'done' },
      { run: 2, state: 'done' },
    ]);
  });

  it('refuses to count while a stopped product has clicks in its journal, and resumes afterwards', async () => {
    const { clicks, dataDir } = pipeline();
    await clicks.write(judgedByOldRules(1_000));
    const product = await clicks.start();
    await atRest(clicks, 1_000);
    await product.end();
    await clicks.write(judgedByNewRules(100));
    const refused = await run(dataDir, 'stopped');
    expect(await ended(refused)).toBe(1);
    await eventually(() => expect(refused.output()).toContain('Clicks wait in the journal'));
    await (await clicks.start(), atRest(clicks, 1_100));
    await reclassified(dataDir);
    const { loaded, counted } = await both(clicks);
    expect(counted).toEqual(loaded);
  });

  it('changes nothing the second time', async () => {
    const { clicks, dataDir } = pipeline();
    await clicks.write(judgedByOldRules(500));
    await clicks.start();
    await atRest(clicks, 500);
    await reclassified(dataDir);
    const second = await run(dataDir);
    const value = () => second.messages().find((message) => 'value' in message)?.['value'];
    expect(await eventually(() => value() ?? Promise.reject(new Error(second.output())))).toEqual({
      judged: 0,
      described: 0,
      turned: expect.any(Number),
    });
  });
});
