// How fast the click log is loaded and counted, how soon a click is visible, what the child process uses, and how long
// analytics take on the loaded clicks: `node -r ./test/support/typescript.cjs test/bench/clicks.ts [clicks]`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { resolveWindow } from '@contexts/clicks';
import { queryAnalytics } from '../../apps/gateway/src/analytics/analytics.query';
import { only } from '../../apps/gateway/src/analytics/filters';
import { aClick, clickPipeline, encode, withClickCounters, type ClickPipeline } from '../support/click-pipeline';
import type { Program } from '../support/programs';

const COUNT = Number(process.argv[2] ?? 1_000_000);
const DAYS = 30;
const START = Date.UTC(2026, 9, 22);
const NOW = START + DAYS * 86_400_000;

const random = (below: number) => Math.floor(Math.random() * below);

/** 30 days of clicks in order, 1,000 links of which a few are hot, half of them of one workspace. */
const clickOf = (index: number) => {
  const link = Math.floor(Math.random() ** 3 * 1_000);
  return aClick({
    at: START + Math.floor((index / COUNT) * DAYS * 86_400_000),
    workspace_id: link % 2 === 0 ? 'ws_bench' : `ws_${link % 20}`,
    link_id: `link_${link}`,
    visitor: `${random(50_000).toString(36)}abcdefghijklmnopqr`,
    is_bot: index % 20 === 0,
    destination: `https://example.com/landing/${link}?utm_source=x`,
    network: `10.${random(20)}.${random(200)}.0/24`,
  });
};

async function fill(clicks: ClickPipeline) {
  const journal = await clicks.journal();
  for (let first = 0; first < COUNT; first += 10_000) {
    await Promise.all(
      Array.from({ length: Math.min(10_000, COUNT - first) }, (_, index) => {
        const click = clickOf(first + index);
        return journal.append(encode(click), click.at);
      }),
    );
  }
  await journal.close();
}

/** Processor seconds in a file of /proc. */
const seconds = (path: string) => {
  const fields = readFileSync(path, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

/**
 * Processor seconds used so far, by the whole process and by its event loop: the numbers to compare on a shared
 * machine.
 */
const processorOf = ({ child }: Program) => {
  const [all, loop] = [`/proc/${child.pid}/stat`, `/proc/${child.pid}/task/${child.pid}/stat`].map(seconds) as [
    number,
    number,
  ];
  return (from = { all: 0, loop: 0 }) => ({
    all: all - from.all,
    loop: loop - from.loop,
    said: `${(all - from.all).toFixed(1)} s of processor, ${(loop - from.loop).toFixed(1)} s of it the event loop's`,
  });
};

/** The server process that counts. */
const countingProcessor = async (clicks: ClickPipeline) => {
  const sql = "select pid from pg_stat_activity where application_name like '%click counters%'";
  const [row] = await clicks.database.query<{ pid: number }>(sql);
  return row ? `${seconds(`/proc/${row.pid}/stat`).toFixed(1)} s of processor in Postgres` : '';
};

const until = async (reached: () => Promise<boolean>) => {
  while (!(await reached())) await delay(10);
};

const memoryOf = ({ child }: Program) => {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return ['VmHWM', 'VmRSS', 'RssAnon', 'RssFile']
    .map((name) => `${name} ${Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)} MB`)
    .join(', ');
};

async function load(clicks: ClickPipeline) {
  let done: () => void = () => undefined;
  const loaded = new Promise<void>((resolve) => (done = resolve));
  const began = performance.now();
  const program = await clicks.start();
  program.child.on(
    'message',
    (message: { progress?: { clicks: number } }) => (message.progress?.clicks ?? 0) >= COUNT && done(),
  );
  const ready = performance.now();
  const atReady = processorOf(program)();
  console.log(`ready in ${Math.round(ready - began)} ms`);
  await loaded;
  const seconds = (performance.now() - ready) / 1_000;
  console.log(
    `loaded ${COUNT} clicks in ${seconds.toFixed(1)} s: ${Math.round(COUNT / seconds)} clicks/s; ` +
      `${memoryOf(program)}; ${processorOf(program)(atReady).said}`,
  );
  const counted = async () =>
    Number(
      (
        await clicks.database.query<{ n: string }>(
          'select coalesce(sum(clicks + bot_clicks), 0) as n from link_counters',
        )
      )[0]?.n,
    );
  await until(async () => (await counted()) >= COUNT);
  const all = (performance.now() - ready) / 1_000;
  console.log(
    `counted them in ${all.toFixed(1)} s: ${Math.round(COUNT / all)} clicks/s; ` +
      `${processorOf(program)(atReady).said}; ${await countingProcessor(clicks)}`,
  );
  console.log(`its event loop came round after ${await heldLoop(program)}`);
  return program;
}

/** How long the child's event loop was blocked since it was ready. */
const heldLoop = async ({ child }: Program) => {
  const answer = new Promise<{ p50: number; p99: number; max: number }>((resolve) => {
    child.on(
      'message',
      (message: { type: string; p50: number; p99: number; max: number }) => message.type === 'held' && resolve(message),
    );
  });
  child.send('held?');
  const { p50, p99, max } = await answer;
  return `p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, max ${max.toFixed(0)} ms`;
};

async function visibility(clicks: ClickPipeline) {
  const journal = await clicks.journal();
  const times: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const workspace_id = `ws_seen_${round}`;
    const began = performance.now();
    await journal.append(encode(aClick({ workspace_id })), aClick().at);
    await until(async () => (await clicks.loaded(workspace_id)).rows === 1);
    times.push(Math.round(performance.now() - began));
  }
  await journal.close();
  console.log(`click to visible, ms: ${times.sort((a, b) => a - b).join(' ')}`);
}

async function queries(clicks: ClickPipeline) {
  for (const query of [
    { range: '30d' },
    { range: '30d', interval: 'hour' },
    { range: 'yesterday' },
    { range: 'all' },
  ]) {
    const window = resolveWindow(query, { now: NOW, earliest: START });
    const ask = (linkId?: string) =>
      queryAnalytics({
        client: clicks.client,
        workspaceId: 'ws_bench',
        window,
        linksCreated: { current: 0, previous: 0 },
        asOf: '',
        ...(linkId && { scope: { link: only(linkId) } }),
      });
    for (const linkId of [undefined, 'link_0']) {
      const times: number[] = [];
      for (let round = 0; round < 30; round += 1) {
        const began = performance.now();
        await ask(linkId);
        times.push(performance.now() - began);
      }
      times.sort((a, b) => a - b);
      const { totals } = await ask(linkId);
      console.log(
        `${JSON.stringify(query)} ${linkId ?? 'workspace'}: p50 ${times[15]?.toFixed(1)} ms, p95 ` +
          `${times[28]?.toFixed(1)} ms (${totals.clicks} clicks, ${totals.unique_clicks} unique)`,
      );
    }
  }
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-bench-'));
  const shared = await withClickCounters();
  const clicks = clickPipeline(folder, shared.database);
  try {
    await fill(clicks);
    const program = await load(clicks);
    await visibility(clicks);
    await queries(clicks);
    console.log(`afterwards: ${memoryOf(program)}`);
    await program.end();
  } finally {
    await clicks.close();
    await shared.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
