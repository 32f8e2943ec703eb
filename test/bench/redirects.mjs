// Redirects with every click on disk, against a bare node:http redirect server in the same run.
//   node test/bench/redirects.mjs [rounds=5] [seconds=4]        after `npm run build`
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const [rounds, seconds] = [Number(process.argv[2] ?? 5), Number(process.argv[3] ?? 4)];
const CODES = 100_000;
const here = (file) => join(import.meta.dirname, file);
// On the project's disk: /tmp may be in memory, and then the measurement would be void.
const folder = await mkdtemp(here('.run-'));

const start = async (kind) => {
  const child = fork(here('lib/redirect-servers.mjs'), [kind, String(CODES), folder]);
  const [{ port }] = await once(child, 'message');
  return { kind, child, port, runs: [], answered: 0 };
};
const ask = async ({ child }, question) => {
  const answer = once(child, 'message');
  child.send(question);
  return (await answer)[0];
};
const cpuOf = async (server) => {
  const { cpu } = await ask(server, 'cpu');
  return cpu.user + cpu.system;
};
const load = async (server, options) => {
  const before = await cpuOf(server);
  const { stdout } = await run(process.execPath, [
    here('lib/load.mjs'),
    JSON.stringify({ port: server.port, codes: CODES, seconds, ...options }),
  ]);
  const result = JSON.parse(stdout);
  if (result.wrong > 0) throw new Error(`${server.kind}: ${result.wrong} answers were not redirects`);
  server.answered += result.answered;
  return { ...result, cpu: ((await cpuOf(server)) - before) / result.answered };
};
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const medians = (runs) =>
  Object.fromEntries(Object.keys(runs[0]).map((key) => [key, median(runs.map((one) => one[key]))]));
const row = (...cells) =>
  console.log(cells.map((cell, column) => String(cell)[column ? 'padStart' : 'padEnd'](column ? 13 : 34)).join(''));

const servers = [];
try {
  for (const kind of ['bare', 'naive', 'waymark']) servers.push(await start(kind));
  const [bare, naive, waymark] = servers;
  for (const server of servers) await load(server, { seconds: 2 });
  for (let round = 0; round < rounds; round += 1)
    for (const server of servers) server.runs.push(await load(server, {}));
  const [base, least, ours] = servers.map(({ runs }) => medians(runs));
  const half = medians([
    await load(waymark, { rate: ours.perSecond / 2 }),
    await load(waymark, { rate: ours.perSecond / 2 }),
    await load(waymark, { rate: ours.perSecond / 2 }),
  ]);
  const { stats } = await ask(waymark, 'stats');
  console.log(
    `${CODES} links, 64 connections, medians of ${rounds} interleaved runs of ${seconds} s, node ` +
      `${process.version}, ${cpus().length} × ${cpus()[0].model}`,
  );
  row('', 'requests/s', 'ratio', 'p50 ms', 'p99 ms', 'CPU µs/req');
  row('bare node:http', base.perSecond.toFixed(0), 1, base.p50, base.p99, base.cpu.toFixed(1));
  row(
    'the same, a line fsynced first',
    least.perSecond.toFixed(0),
    (least.perSecond / base.perSecond).toFixed(2),
    least.p50,
    least.p99,
    least.cpu.toFixed(1),
  );
  row(
    'redirector, click fsynced first',
    ours.perSecond.toFixed(0),
    (ours.perSecond / base.perSecond).toFixed(2),
    ours.p50,
    ours.p99,
    ours.cpu.toFixed(1),
  );
  row('  at half that load, open loop', half.perSecond.toFixed(0), '', half.p50, half.p99, half.cpu.toFixed(1));
  const ratios = ({ runs }) =>
    runs.map((one, index) => (one.perSecond / bare.runs[index].perSecond).toFixed(2)).join(' ');
  console.log(`against bare, run by run: ${ratios(waymark)}; the line: ${ratios(naive)}`);
  if (stats.records < waymark.answered)
    throw new Error(`${waymark.answered} redirects, but only ${stats.records} clicks on disk`);
  console.log(
    `${stats.records} clicks in ${stats.groups} groups (${(stats.records / stats.groups).toFixed(1)} each) and ` +
      `${stats.blocks} blocks; ${stats.shed} shed`,
  );
} finally {
  for (const { child } of servers) child.send('end');
  await rm(folder, { recursive: true, force: true });
}
