// How long analytics take on 10 million clicks of a year, beside the same queries without the rollup and in the
// simplest statements: `node -r ./test/support/typescript.cjs test/bench/analytics.ts [clicks] [rounds] [alone]`. With
// `alone` without the other queries, which take minutes each on 100 million.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveWindow, type WindowQuery } from '@contexts/clicks';
import {
  type AnalyticsClient,
  buildRollup,
  createAnalyticsClient,
  migrateAnalytics,
  recordColumns,
} from '@platform/analytics-store';
import { queryAnalytics } from '../../apps/gateway/src/analytics/analytics.query';
import { clicksInQuestion, COUNTED, type Question } from '../../apps/gateway/src/analytics/clicks-in-question';
import { selectedWithin } from '../../apps/gateway/src/analytics/click-selection';
import { type Dimension, DIMENSION_NAMES } from '../../apps/gateway/src/analytics/dimensions';
import { queryEvents } from '../../apps/gateway/src/analytics/events.query';
import { only } from '../../apps/gateway/src/analytics/filters';
import type { Groups } from '../../apps/gateway/src/analytics/groups';
import { type Program, startProgram } from '../support/programs';
import { generateClicks } from './lib/generated-clicks';

const COUNT = Number(process.argv[2] ?? 10_000_000);
const ROUNDS = Number(process.argv[3] ?? 20);
/** Rounds of the slower comparisons. */
const FEWER = Math.max(3, Math.floor(ROUNDS / 4));
const ALONE = process.argv[4] === 'alone';
const START = '2025-11-22';
const NOW = Date.parse('2026-11-21T12:00:00Z');
const HOT_LINK = `link_${'0'.repeat(26)}`;

interface Asked {
  readonly name: string;
  readonly query: WindowQuery;
  readonly about?: Partial<Pick<Question, 'scope' | 'filters' | 'includeBots'>>;
  readonly groupBy?: readonly Dimension[];
}

const ASKED: readonly Asked[] = [
  ...['24h', '7d', '30d', '90d', '12m', 'all'].map((range) => ({ name: `workspace, ${range}`, query: { range } })),
  { name: 'workspace, 30d by hour, Kathmandu', query: { range: '30d', interval: 'hour', timezone: 'Asia/Kathmandu' } },
  { name: 'workspace, 30d, every group', query: { range: '30d' }, groupBy: DIMENSION_NAMES },
  ...['30d', '12m'].flatMap((range) => [
    { name: `link, ${range}`, query: { range }, about: { scope: { link: only(HOT_LINK) } } },
    { name: `tag, ${range}`, query: { range }, about: { scope: { tag: only('summer') } } },
    { name: `domain, ${range}`, query: { range }, about: { scope: { domain: only('dom_default') } } },
    { name: `country=DE, ${range}`, query: { range }, about: { filters: { country: only('DE') } } },
    {
      name: `country=-DE, ${range}`,
      query: { range },
      about: { filters: { country: { include: [], exclude: ['DE'] } } },
    },
  ]),
];

const PLAIN_GROUPS = [
  'country',
  'city, region, country',
  'referrer',
  'device',
  'browser',
  'os',
  'trigger',
  'utm_campaign',
  'link_id',
];

/** The parts of an answer in the most obvious form: a statement each, exact, one after the other. */
const askPlainly = async (question: Question): Promise<void> => {
  const { within, compared, params } = clicksInQuestion(question);
  const statements = [
    `SELECT count(), uniqExact(visit), uniqExact(link_id), countIf(trigger = 'qr') ${within} AND ${COUNTED}`,
    `SELECT count(), uniqExact(visit), uniqExact(link_id) ${compared} AND ${COUNTED}`,
    `SELECT countIf(is_bot) ${within}`,
    `SELECT toDate(time) AS day, count(), uniqExact(visit) ${within} AND ${COUNTED} GROUP BY day`,
    ...PLAIN_GROUPS.map(
      (group) =>
        `SELECT ${group}, count() AS n, uniqExact(visit) ${within} AND ${COUNTED} GROUP BY ${group} ORDER BY n DESC ` +
        `LIMIT 10`,
    ),
  ];
  for (const sql of statements) await question.client.rows(sql, params);
};

/** Milliseconds of processor time that the engine has used so far. */
const processorOf = ({ child }: Program): number => {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

/** In the place of p50, p95 and processor. */
const NOT_ASKED: readonly string[] = ['', '', ''];

const memoryOf = ({ child }: Program): string => {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return `${megabytes('VmRSS')} MB resident, ${megabytes('VmHWM')} MB at the most`;
};

const measure = async (engine: Program, rounds: number, ask: () => Promise<unknown>) => {
  await ask();
  const times: number[] = [];
  const before = processorOf(engine);
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await ask();
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.min(rounds - 1, Math.floor(rounds * share))] ?? 0).toFixed(0);
  return [at(0.5), at(0.95), ((processorOf(engine) - before) / rounds).toFixed(0)];
};

const compare = async (client: AnalyticsClient, engine: Program, { name, query, about, groupBy = [] }: Asked) => {
  const window = resolveWindow(query, { now: NOW, earliest: Date.parse(START) });
  const question = { client, workspaceId: 'ws_0', window, ...about };
  const ask = (finishedFrom?: number) => () =>
    queryAnalytics({
      ...question,
      groupBy,
      linksCreated: { current: 0, previous: 0 },
      asOf: '',
      ...(finishedFrom !== undefined && { finishedFrom }),
    });
  const { totals, groups } = await ask()();
  const inAll = (all: Groups) =>
    JSON.stringify(Object.values(all).map((group) => group.map(({ key, clicks }) => [key, clicks])));
  if (!ALONE && inAll(groups) !== inAll((await ask(Infinity)()).groups))
    throw new Error(`${name}: other groups with finished figures than without`);
  const ours = await measure(engine, ROUNDS, ask());
  const raw = ALONE ? NOT_ASKED : await measure(engine, FEWER, ask(Infinity));
  const plain = ALONE ? NOT_ASKED : await measure(engine, FEWER, () => askPlainly(question));
  console.log(`| ${[name, totals.clicks, ...ours, ...raw, ...plain].join(' | ')} |`);
};

const PAGE = 100;

/** Pages of single clicks: the newest ones of a window, those after them, and those of one country. */
const comparePages = async (client: AnalyticsClient, engine: Program, range: string): Promise<void> => {
  const window = resolveWindow({ range }, { now: NOW, earliest: Date.parse(START) });
  const all = { client, workspaceId: 'ws_0', window, filters: {}, includeBots: false, limit: PAGE };
  const { next } = await queryEvents(all);
  const pages = [
    { name: 'events', request: all },
    { name: 'events, the next page', request: { ...all, after: next ?? undefined } },
    { name: 'events, country=DE', request: { ...all, filters: { country: only('DE') } } },
  ];
  for (const { name, request } of pages) {
    const { clicks } = await queryEvents(request);
    const { sql, params } = selectedWithin(request, window);
    const ours = await measure(engine, ROUNDS, () => queryEvents(request));
    const plainly = () =>
      client.rows(`SELECT ${recordColumns()} FROM clicks WHERE ${sql} ORDER BY time DESC LIMIT ${PAGE}`, params);
    const plain = ALONE ? NOT_ASKED : await measure(engine, FEWER, plainly);
    console.log(`| ${[`${name}, ${range}`, clicks.length, ...ours, '', '', '', ...plain].join(' | ')} |`);
  }
};

/** Builds the rollup, and again when there is nothing to build; measures how long its statements delay inserts. */
const buildFigures = async (client: AnalyticsClient, engine: Program): Promise<void> => {
  const held: number[] = [];
  const command: AnalyticsClient['command'] = async (sql, params) => {
    const began = performance.now();
    await client.command(sql, params);
    held.push(performance.now() - began);
  };
  for (const round of ['first', 'next']) {
    const [began, used] = [performance.now(), processorOf(engine)];
    const built = await buildRollup({ ...client, command }, { now: NOW });
    held.sort((a, b) => a - b);
    const waits =
      held.length === 0
        ? ''
        : `; ${held.length} statements, p50 ${held[held.length >> 1]?.toFixed(0)} ms, at most ` +
          `${held.at(-1)?.toFixed(0)} ms`;
    console.log(
      `${round} round: ${built} days and months in ${((performance.now() - began) / 1_000).toFixed(1)} s, ` +
        `${((processorOf(engine) - used) / 1_000).toFixed(1)} s of processor${waits}`,
    );
    held.length = 0;
  }
};

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-bench-'));
  const socketPath = join(folder, 's', 'http.sock');
  const engine = await startProgram('test/fixtures/processes/clickhouse.ts', [join(folder, 'chdb'), socketPath]);
  const client = createAnalyticsClient({ socketPath, timeout: 120_000 });
  try {
    await migrateAnalytics(client);
    const began = performance.now();
    await generateClicks(client, COUNT, START);
    console.log(
      `${COUNT} clicks made in ${((performance.now() - began) / 1_000).toFixed(0)} s; engine: ${memoryOf(engine)}; ` +
        `load ${loadavg()[0]?.toFixed(1)}`,
    );
    await buildFigures(client, engine);
    console.log(`n = ${ROUNDS} (clicks only, plain: ${FEWER}); times in ms; processor: of the engine, ms per answer\n`);
    console.log(
      '| asked | clicks | p50 | p95 | processor | clicks only p50 | p95 | processor | plain p50 | p95 | processor ' +
        '|\n|---|---|---|---|---|---|---|---|---|---|---|',
    );
    for (const asked of ASKED) await compare(client, engine, asked);
    for (const range of ['30d', '12m']) await comparePages(client, engine, range);
    console.log(`\nengine afterwards: ${memoryOf(engine)}; load ${loadavg()[0]?.toFixed(1)}`);
  } finally {
    await client.close();
    await engine.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
