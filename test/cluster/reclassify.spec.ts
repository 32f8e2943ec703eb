import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type AnalyticsClient, createAnalyticsClient } from '@platform/analytics-store';
import { CLICK_LOADERS, CLICKS_TOPIC } from '@platform/click-log';
import { BOT_RULES } from '@contexts/clicks';
import { type Kafka, createKafka } from '@platform/kafka';
import { Client as Postgres } from 'pg';
import { aClick, clickPipeline, type ClickPipeline, emptyDataDir, withClickCounters } from '../support/click-pipeline';
import { type ClickhouseProcess, startClickhouse } from '../support/cluster';
import { newSecrets } from '../support/gateways';
import { type KafkaBroker, startKafkaBroker } from '../support/kafka-broker';
import {
  atRest,
  both,
  CURL,
  judgedByNewRules,
  judgedByOldRules,
  killBetweenLinks,
  NOW,
  runsOf,
} from '../support/old-verdicts';
import {
  ended,
  endPrograms,
  eventually,
  FROM_SOURCES,
  type Program,
  startProgram,
  testFolder,
} from '../support/programs';
import { quiet } from '../support/read-store';
import { describeOnKafka } from './on-kafka';

const OPS = join(__dirname, '..', '..', 'apps', 'ops', 'src', 'main.ts');

describeOnKafka('ops clicks reclassify in a cluster', () => {
  const folder = testFolder();
  const running: Program[] = [];
  let shared: Awaited<ReturnType<typeof withClickCounters>>;
  let clickhouse: ClickhouseProcess;
  let client: AnalyticsClient;
  let broker: KafkaBroker;
  let blocking: Postgres | undefined;
  let kafka: Kafka;
  let variables: Readonly<Record<string, string>>;

  beforeAll(async () => {
    [shared, clickhouse, broker] = await Promise.all([withClickCounters(), startClickhouse(), startKafkaBroker()]);
    client = createAnalyticsClient({ url: clickhouse.url, timeout: 60_000 });
    kafka = createKafka({ brokers: broker.brokers, clientId: 'test', log: quiet });
    await kafka.ensureTopics([CLICKS_TOPIC]);
    variables = {
      KAFKA_BROKERS: broker.brokers.join(','),
      CLICKHOUSE_URL: clickhouse.url,
      DATABASE_URL: shared.database.url,
      ...newSecrets(),
    };
  });
  afterEach(async () => {
    // After a failure its lock would hold up all other tests.
    await blocking?.end();
    blocking = undefined;
    // An uncommitted message would be delivered again, in the next test.
    expect(await kafka.awaitCommitted({ topic: CLICKS_TOPIC.topic, groupId: CLICK_LOADERS, withinMs: 120_000 })).toBe(
      true,
    );
    const alive = running.splice(0).filter(({ child }) => child.exitCode === null && child.signalCode === null);
    await Promise.all(alive.map((program) => program.end()));
    await client.command('TRUNCATE TABLE clicks');
    await shared.database.query('truncate link_counters, link_visitors, click_checkpoints, click_reclassifications');
  });
  afterAll(async () => {
    await kafka?.close();
    await client?.close();
    await clickhouse?.stop();
    await endPrograms();
    await Promise.all([broker?.close(), shared?.close()]);
  });

  const started = async (starting: Promise<Program>): Promise<Program> => {
    const program = await starting;
    running.push(program);
    return program;
  };
  const stateDirectory = mkdtempSync(join(folder, 'loader-'));
  const startLoader = (killAt = '') =>
    started(
      startProgram(
        'test/fixtures/processes/kafka-loader.ts',
        [broker.brokers[0] ?? '', shared.database.url, clickhouse.url, stateDirectory],
        { CLICKS_TEST_KILL: killAt },
      ),
    );
  const journalIn = (dataDir: string): ClickPipeline => clickPipeline(folder, shared.database, dataDir, client);
  /** A redirector's data directory, whose clicks go to Kafka. */
  const redirector = async () => {
    const dataDir = emptyDataDir(folder);
    const clicks = journalIn(dataDir);
    await started(
      startProgram('test/fixtures/processes/click-forwarder.ts', [
        clicks.directory,
        join(dataDir, 'clicks-sent.json'),
        broker.brokers[0] ?? '',
      ]),
    );
    return { dataDir, clicks };
  };
  /** With a new source each time. */
  const writeOld = async ({ write }: ClickPipeline, count: number, times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) await write(judgedByOldRules(count));
  };

  const run = (dataDir: string, ...more: readonly string[]) =>
    startProgram('test/fixtures/processes/reclassify.ts', [
      dataDir,
      shared.database.url,
      'unknown',
      JSON.stringify(variables),
      ...more,
    ]);
  const ops = () =>
    new Promise<{ code: unknown; value: unknown; err: string }>((resolve) => {
      const dataDir = mkdtempSync(join(folder, 'ops-'));
      execFile(
        process.execPath,
        [...FROM_SOURCES, OPS, 'clicks', 'reclassify', '--json'],
        { cwd: dataDir, env: { PATH: process.env['PATH'], ...variables, DATA_DIR: dataDir } },
        (error, out, err) => resolve({ code: error ? error.code : 0, value: error ? undefined : JSON.parse(out), err }),
      );
    });
  const agree = async (clicks: ClickPipeline, count: number) => {
    await atRest(clicks, count);
    const { loaded, counted } = await both(clicks);
    expect(counted).toEqual(loaded);
    return counted;
  };
  const runs = () => runsOf(shared.database);
  /** How many of these connections wait for a lock. */
  const waiting = async (name: string): Promise<number> =>
    (
      await shared.database.query(
        'select 1 from pg_stat_activity where application_name = $1 and wait_event_type = $2',
        [`waymark ${name}`, 'Lock'],
      )
    ).length;

  it('makes the link counters agree, with two loaders, under clicks', async () => {
    const [{ clicks }, { clicks: others }] = await Promise.all([redirector(), redirector()]);
    await Promise.all([startLoader(), startLoader(), writeOld(clicks, 600, 4), writeOld(others, 600, 4)]);
    await atRest(clicks, 4_800);
    let written = 4_800;
    const command = ops();
    let done = false;
    void command.then(() => (done = true));
    while (!done) {
      await Promise.all([clicks, others].map(({ write }) => write(judgedByNewRules(50))));
      written += 100;
      // So that loaders keep up.
      await delay(250);
    }
    expect(await command).toEqual({
      code: 0,
      value: { judged: 4_800, described: 0, turned: expect.any(Number) },
      err: '',
    });
    expect(written).toBeGreaterThan(5_000);
    const counted = await agree(clicks, written);
    expect(counted).toHaveLength(12);
    expect(await client.rows('SELECT DISTINCT bot_rules FROM clicks')).toEqual([{ bot_rules: BOT_RULES }]);
  });

  it('changes every counter once, although it and loaders are killed repeatedly under clicks', async () => {
    const { clicks, dataDir } = await redirector();
    await Promise.all([startLoader(), writeOld(clicks, 600, 6)]);
    await atRest(clicks, 3_600);
    const dying = ['loader.inserted:2', 'counters.counted:2', 'loader.inserted:1', 'counters.counted:1'];
    let written = 3_600;
    let killed = 0;
    for (let round = 0; ; round += 1) {
      if (round % 2 === 0 && dying.length > 0) await startLoader(dying.shift());
      const program = await run(dataDir);
      const exit = ended(program);
      for (let n = 0; n < 5; n += 1) await clicks.write(judgedByNewRules(40));
      written += 200;
      await Promise.race([exit, delay(50 * 1.5 ** round)]);
      if (program.child.exitCode !== null) {
        expect(await exit).toBe(0);
        break;
      }
      program.child.kill('SIGKILL');
      await exit;
      killed += 1;
    }
    expect(killed).toBeGreaterThan(2);
    await agree(clicks, written);
    expect(await shared.database.query("select 1 from click_reclassifications where state <> 'done'")).toEqual([]);
  });

  it('resumes after the last corrected link when killed between two', async () => {
    const { clicks, dataDir } = await redirector();
    await Promise.all([startLoader(), startLoader(), writeOld(clicks, 500, 2)]);
    await atRest(clicks, 1_000);
    await killBetweenLinks(shared.database, () => run(dataDir));
    await clicks.write(judgedByOldRules(200).map((click) => ({ ...click, at: NOW })));
    await atRest(clicks, 1_200);
    expect(await ended(await run(dataDir))).toBe(0);
    await agree(clicks, 1_200);
    expect(await runs()).toMatchObject([
      { run: 1, state: 'done' },
      { run: 2, state: 'done' },
    ]);
  });

  it.each(['loader.inserted', 'counters.counted'])(
    'waits for what a loader killed at %s has left',
    async (failpoint) => {
      const { clicks, dataDir } = await redirector();
      // Visitors of one day: those counted in the first block must not be counted again in the second.
      const today = judgedByOldRules(500).map((click) => ({ ...click, at: NOW }));
      const [loader] = await Promise.all([startLoader(), clicks.write(today)]);
      await atRest(clicks, 500);
      await loader.end();
      await clicks.write(today);
      const dying = await startLoader(failpoint);
      await eventually(() => expect(dying.child.signalCode).toBe('SIGKILL'));
      const program = await run(dataDir);
      const exit = ended(program);
      await eventually(async () => expect(await runs()).toEqual([{ run: 1, state: 'counting', counted_through: '' }]));
      await startLoader();
      expect(await exit).toBe(0);
      await agree(clicks, 1_000);
    },
  );

  it('holds back the clicks of a new source while it corrects', async () => {
    const { clicks, dataDir } = await redirector();
    const click = { at: NOW, workspace_id: 'ws_0', link_id: 'link_0', visitor: 'was a person' };
    await Promise.all([startLoader(), clicks.write([aClick({ ...click, agent: CURL, bot_rules: 0 })])]);
    await atRest(clicks, 1);
    const other = new Postgres(shared.database.url);
    await other.connect();
    blocking = other;
    // Between the read of the clicks and the first change of counters.
    await other.query("begin; select 1 from link_visitors where visitor = 'was a person' for update");
    const program = await run(dataDir);
    const exit = ended(program);
    const said = () => [program.child.exitCode, program.output()];
    await eventually(async () => expect([await waiting('reclassification'), ...said()]).toEqual([1, null, '']));
    await clicks.write([aClick({ ...click, bot_rules: BOT_RULES })]);
    await eventually(async () => {
      const [row] = await shared.database.query<{ counted: number }>(
        'select sum(clicks)::int as counted from link_counters',
      );
      const loader = running.map(({ output }) => output());
      const held = await waiting('click counters');
      expect([
        { counted: 1, held: 1, loader },
        { counted: 2, held: 0, loader },
      ]).toContainEqual({ counted: row?.counted, held, loader });
    });
    await other.end();
    blocking = undefined;
    expect(await exit).toBe(0);
    expect(await agree(clicks, 2)).toMatchObject([{ clicks: 1, unique_clicks: 1, bot_clicks: 1 }]);
  });

  it('refuses to count while unloaded clicks are in Kafka, and continues when they are counted', async () => {
    const { clicks, dataDir } = await redirector();
    await clicks.write(judgedByOldRules(500));
    const loader = await startLoader();
    await atRest(clicks, 500);
    await loader.end();
    await clicks.write(judgedByNewRules(100));
    await eventually(async () =>
      expect(await kafka.awaitCommitted({ topic: CLICKS_TOPIC.topic, groupId: CLICK_LOADERS, withinMs: 0 })).toBe(
        false,
      ),
    );
    const refused = await run(dataDir, '500');
    let said = '';
    refused.child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    expect(await ended(refused)).toBe(1);
    expect(said).toContain('Clicks wait in Kafka and are not counted yet. Run a click loader');
    await startLoader();
    await atRest(clicks, 600);
    expect(await ended(await run(dataDir))).toBe(0);
    await agree(clicks, 600);
  });

  it('recognises a journal that was read before the installation became a cluster', async () => {
    const moved = emptyDataDir(folder);
    const before = journalIn(moved);
    await before.write(judgedByOldRules(700));
    const product = await before.start(undefined, { CLICKHOUSE_URL: clickhouse.url });
    await atRest(before, 700);
    await product.end();
    const { clicks } = await redirector();
    // Of the last day: the journal's reader has forgotten the visitors of earlier ones.
    await Promise.all([startLoader(), clicks.write(judgedByOldRules(600).map((click) => ({ ...click, at: NOW })))]);
    await atRest(clicks, 1_300);
    expect(await ended(await run(moved))).toBe(0);
    await agree(clicks, 1_300);
    expect(await runs()).toMatchObject([{ state: 'done' }]);
  });
});
