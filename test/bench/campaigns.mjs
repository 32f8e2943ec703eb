// Redirects of the members of one campaign while it is edited once a second, against the same load without edits, in
// the same run; and the time from an edit's request to the redirects of all members.
//   node test/bench/campaigns.mjs [rounds=3] [seconds=6] [links=10000] [rate=2000]        after `npm run build`
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const [rounds, seconds, links, rate] = [3, 6, 10_000, 2_000].map((given, nth) =>
  Number(process.argv[2 + nth] ?? given),
);
const here = (...parts) => join(import.meta.dirname, ...parts);
// On the project's disk: /tmp may be in memory, and then the measurement would be void.
const folder = await mkdtemp(here('.run-'));
const dataDir = join(folder, 'data');

const server = createServer().listen(0);
await once(server, 'listening');
const { port } = server.address();
server.close();
const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', BOOTSTRAP_PLAN: 'enterprise' };
const product = spawn(process.execPath, [here('..', '..', 'dist', 'apps', 'standalone', 'src', 'main.js')], {
  env,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const ended = once(product, 'exit');

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const url = (path) => `http://localhost:${port}${path}`;
const ready = () =>
  fetch(url('/health/ready')).then(
    ({ ok }) => ok,
    () => false,
  );
const call = async (method, path, body) => {
  const { api_key } = JSON.parse(readFileSync(join(dataDir, 'bootstrap.json'), 'utf8'));
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${api_key}` };
  const answer = await fetch(url(path), { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};
const load = async () => {
  const options = { port, host: `localhost:${port}`, codes: links, seconds, rate };
  const result = JSON.parse((await run(process.execPath, [here('lib/load.mjs'), JSON.stringify(options)])).stdout);
  if (result.wrong > 0) throw new Error(`${result.wrong} answers were not redirects`);
  return result;
};
/** Edits the campaign, and waits until its first and its last member by id redirect with the edit. */
const edit = async (id, members, utm_source) => {
  const began = performance.now();
  await call('PATCH', `/v1/campaigns/${id}`, { utm_source });
  const answered = performance.now() - began;
  for (const alias of members)
    while (!(await fetch(url(`/${alias}`), { redirect: 'manual' })).headers.get('location').includes(`=${utm_source}`))
      await pause(1);
  return { answered, visible: performance.now() - began };
};

try {
  while (!(await ready())) {
    if (product.exitCode !== null) throw new Error('the product did not become ready');
    await pause(100);
  }
  const { id } = await call('POST', '/v1/campaigns', { name: 'Bench', utm_source: 's', utm_medium: 'm' });
  const made = [];
  for (let from = 0; from < links; from += 100) {
    const items = Array.from({ length: Math.min(100, links - from) }, (_, n) => ({
      destination_url: `https://example.com/landing/page/${from + n}?a=1`,
      alias: `c${from + n}`,
      campaign_id: id,
    }));
    const { data, meta } = await call('POST', '/v1/links/bulk', items);
    if (meta.failed > 0) throw new Error(`${meta.failed} links could not be created`);
    made.push(...data.map(({ link }) => link));
  }
  const byId = made.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const members = [byId[0].alias, byId.at(-1).alias];
  await load();
  const [calm, edited, edits] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    calm.push(await load());
    let loading = true;
    const loaded = load().finally(() => (loading = false));
    while (loading) {
      edits.push(await edit(id, members, `s${edits.length}`));
      await pause(Math.max(0, 1_000 - edits.at(-1).visible));
    }
    edited.push(await loaded);
  }
  console.log(
    `${links} links of one campaign, ${rate} redirects/s in an open loop, medians of ${rounds} interleaved runs of ` +
      `${seconds} s, node ${process.version}, ${cpus().length} × ${cpus()[0].model}`,
  );
  for (const [name, runs] of [
    ['without edits', calm],
    ['an edit a second', edited],
  ])
    console.log(
      `${name.padEnd(18)} ${median(runs.map(({ perSecond }) => perSecond)).toFixed(0)}/s, p50 ` +
        `${median(runs.map(({ p50 }) => p50))} ms, p99 ${median(runs.map(({ p99 }) => p99))} ms ` +
        `(${runs.map(({ p99 }) => p99).join(', ')})`,
    );
  const visible = edits.map((one) => one.visible);
  console.log(
    `${edits.length} edits: answered after ${median(edits.map(({ answered }) => answered)).toFixed(0)} ms, visible by ` +
      `every member after ${median(visible).toFixed(0)} ms (longest ${Math.max(...visible).toFixed(0)} ms)`,
  );
} finally {
  product.kill('SIGTERM');
  await ended;
  await rm(folder, { recursive: true, force: true });
}
