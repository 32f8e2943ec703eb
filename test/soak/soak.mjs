// Promise 16: half of the redirects that this machine can do with edits, creations, analytics, exports, live streams,
// webhooks and replays beside them, for hours. Prints memory, event-loop lag and latency by window, and in the end what was
// lost or doubled.   node test/soak/soak.mjs [cluster] [seconds=7200] [window=60]        after `npm run build`
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { memoryByPart } from '../bench/lib/cpu-of-tree.mjs';
import { createLinks, newFolder, pause } from '../bench/lib/product.mjs';
import { startBeside, startReceiver } from './beside.mjs';
import { startAlone, startCluster } from './subjects.mjs';

const given = process.argv.slice(2);
const ofCluster = given[0] === 'cluster';
const [seconds, window] = [7_200, 60].map((usual, nth) => Number(given.slice(ofCluster ? 1 : 0)[nth] ?? usual));
const LINKS = 2_000;
const CAPACITY_S = 20;
const CAUGHT_UP_WITHIN_MS = 120_000;
/** Promise 16. */
const MOST_LAG_MS = 50;
const MOST_MB = 512;

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const row = (...cells) =>
  console.log(
    cells.map((cell) => String(typeof cell === 'number' ? Math.round(cell * 10) / 10 : cell).padStart(9)).join(' '),
  );

const load = async (product, options) => {
  const given = { port: product.port, host: product.host, codes: LINKS, skew: 1, drain: true, ...options };
  const script = join(import.meta.dirname, '..', 'bench', 'lib', 'load.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(given)]);
  return JSON.parse(stdout);
};

/** p99 of the event loop of the process that redirects, in ms, since the last look. */
const lagOf = async (product) => {
  const text = await (await fetch(product.redirecting)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds ([\d.e-]+)/m.exec(text)?.[1] ?? NaN) * 1_000;
};

/** Asks until it is true or the time is over. @returns whether it is true */
const eventually = async (ask) => {
  for (const until = performance.now() + CAUGHT_UP_WITHIN_MS; performance.now() < until; await pause(250))
    if (await ask()) return true;
  return false;
};

const clicksOf = async ({ call }) =>
  (await call('GET', '/v1/analytics/workspace?range=all&include_bots=true')).totals.clicks;

const runWindows = async (product, rate, redirects) => {
  const parts = Object.keys(product.parts);
  row('at s', 'done/s', 'p50 ms', 'p99 ms', 'lag p99', ...parts.map((part) => `${part} MB`));
  const seen = [];
  const began = performance.now();
  await lagOf(product);
  for (let at = 0; at < seconds; at = Math.round((performance.now() - began) / 1_000)) {
    const result = await load(product, { rate, seconds: Math.min(window, seconds - at) });
    redirects.answered += result.answered;
    redirects.wrong += result.wrong;
    const [lag, memory] = [await lagOf(product), memoryByPart(product.pid, product.parts)];
    seen.push({ lag, memory, ...result });
    row(at, result.perSecond, result.p50, result.p99, lag, ...parts.map((part) => memory[part]));
  }
  return seen;
};

/** Parts whose memory was above the promise in any window; Postgres has memory by its own settings. */
const tooLarge = (seen) =>
  Object.keys(seen[0].memory).filter(
    (part) => !['postgres', 'other'].includes(part) && seen.some(({ memory }) => memory[part] >= MOST_MB),
  );

/** What is not as promised, as sentences. */
const judge = async (product, { redirects, seen, beside, receiver }) => {
  await eventually(async () => (await clicksOf(product)) >= redirects.answered);
  await eventually(() => receiver.distinct() >= beside.counts.edits);
  const clicks = await clicksOf(product);
  let stale = 0;
  for (const [id, title] of beside.titles)
    if ((await product.call('GET', `/v1/links/${id}`)).title !== title) stale += 1;
  console.log(
    `${redirects.answered} redirects, ${clicks} clicks: lost ${Math.max(0, redirects.answered - clicks)}, doubled ${Math.max(0, clicks - redirects.answered)}`,
  );
  console.log(
    `${beside.counts.edits} edits, ${receiver.distinct()} at the webhook, ${receiver.repeats()} of them again; ${stale} links with another title`,
  );
  console.log(`beside: ${JSON.stringify(beside.counts)}`);
  const own = (part, from, to) => median(seen.slice(from, to).map(({ memory }) => memory[part]));
  const third = Math.max(1, Math.floor(seen.length / 3));
  for (const part of Object.keys(product.parts))
    console.log(
      `${part}: ${own(part, 0, third).toFixed(0)} MB in the first third, ${own(part, -third, undefined).toFixed(0)} MB in the last`,
    );
  const lag = median(seen.map((one) => one.lag));
  return [
    redirects.answered === clicks || 'clicks are lost or doubled',
    redirects.wrong === 0 || `${redirects.wrong} answers were wrong`,
    receiver.distinct() === beside.counts.edits || 'events are lost or made up',
    stale === 0 || 'edits are lost',
    beside.counts.failed === 0 ||
      `${beside.counts.failed} requests beside failed, the last with ${beside.counts.lastFailure}`,
    lag < MOST_LAG_MS || `the event loop lags ${lag.toFixed(0)} ms (p99, median of the windows)`,
    ...tooLarge(seen).map((part) => `${part} has more than ${MOST_MB} MB`),
  ].filter((fault) => fault !== true);
};

/** Each sentence that a process logged as a warning or worse, how often, and the last such line. */
const printLogged = (logs) => {
  for (const [name, text] of Object.entries(logs)) {
    const said = new Map();
    for (const line of text.split('\n')) {
      // Not parsed: the first line may be torn, and after hours nothing may fail here.
      const msg = /"msg":"((?:[^"\\]|\\.)*)"\}$/.exec(line)?.[1];
      if (msg === undefined) continue;
      said.set(msg, { times: (said.get(msg)?.times ?? 0) + 1, line });
    }
    for (const { times, line } of said.values()) console.log(`${name} logged ${times} times: ${line}`);
  }
};

const folder = await newFolder(import.meta.dirname);
const ending = new AbortController();
let product;
const receiver = await startReceiver();
try {
  product = await (ofCluster ? startCluster() : startAlone(folder));
  const links = await createLinks(product, LINKS, (nth) => ({ destination_url: `https://example.com/${nth}` }));
  const redirects = { answered: 0, wrong: 0 };
  await product.call('POST', '/v1/webhooks', { url: receiver.url, events: ['link.updated'] });
  const beside = startBeside(product, links, ending.signal);
  const began = performance.now();
  redirects.answered += (await load(product, { seconds: CAPACITY_S })).answered;
  // What is redirected is also loaded, so the time until then counts, too.
  if (!(await eventually(async () => (await clicksOf(product)) >= redirects.answered)))
    throw new Error(`${redirects.answered} clicks are not shown after two minutes`);
  const capacity = redirects.answered / ((performance.now() - began) / 1_000);
  const rate = Math.round(capacity / 2);
  console.log(
    `${Math.round(capacity)} redirects a second, shown as clicks, with everything beside them; half of them for ${seconds} s, by Zipf's law over ${LINKS} links`,
  );
  // Under all the load that the machine takes, some are refused.
  Object.assign(beside.counts, { failed: 0, failedOf: {}, repeated: 0 });
  beside.beginEdits();
  const seen = await runWindows(product, rate, redirects);
  ending.abort();
  await beside.ended();
  printLogged(product.logs());
  const faults = await judge(product, { redirects, seen, beside, receiver });
  for (const fault of faults) console.log(`NOT AS PROMISED: ${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  ending.abort();
  await product?.stop();
  receiver.close();
  await rm(folder, { recursive: true, force: true });
}
