// Links created by API key on the whole product, against the minimum cost of a durable creation, in the same run. node
// test/bench/creates.mjs [rounds=3] [seconds=5] [pro workspaces=50] after `npm run build`
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cpuOfTree } from './lib/cpu-of-tree.mjs';
import { newFolder, startProduct } from './lib/product.mjs';

const run = promisify(execFile);
const [rounds, seconds, workspaces] = [3, 5, 50].map((given, nth) => Number(process.argv[2 + nth] ?? given));
const here = (...parts) => join(import.meta.dirname, ...parts);
// On the project's disk: /tmp may be in memory, and then the measurement would be void.
const folder = await newFolder(import.meta.dirname);

/** One key in each of that many Pro workspaces. */
const proKeys = async (port, count) => {
  const post = async (path, body, token, more = {}) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...more };
    const answer = await fetch(`http://localhost:${port}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const keys = [];
  for (let nth = 0; nth < count; nth += 1) {
    const account = { email: `bench-${nth}@example.com`, password: `a password ${nth}` };
    const address = { 'x-forwarded-for': `10.0.${nth >> 8}.${nth & 255}` };
    const { access_token } = await post('/v1/auth/register', account, undefined, address);
    keys.push((await post('/v1/api-keys', { name: 'bench', scope: 'Read + Write' }, access_token)).key);
  }
  return keys;
};

/** @param pid of the product, whose CPU is counted */
const load = async (options, pid) => {
  const before = pid && cpuOfTree(pid);
  const { stdout } = await run(
    process.execPath,
    [here('lib', 'post-load.mjs'), JSON.stringify({ seconds, ...options })],
    { maxBuffer: 1 << 26 },
  );
  const result = JSON.parse(stdout);
  if (result.wrong > 0)
    throw new Error(`${result.wrong} of ${result.answered} answers were not a success:\n${result.firstWrong}`);
  const made = result.answered * (options.items ?? 1);
  const cpu = pid ? (cpuOfTree(pid) - before) / made : Number.NaN;
  return { ...result, perSecond: result.perSecond * (options.items ?? 1), cpu };
};
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const medians = (runs) =>
  Object.fromEntries(['perSecond', 'p50', 'p99', 'cpu'].map((key) => [key, median(runs.map((one) => one[key]))]));
const row = (...cells) =>
  console.log(cells.map((cell, column) => String(cell)[column ? 'padStart' : 'padEnd'](column ? 13 : 44)).join(''));
const report = (name, base, { perSecond, p50, p99, cpu }) => {
  const ratio = base ? (perSecond / base.perSecond).toFixed(2) : '';
  row(name, perSecond.toFixed(0), ratio, p50.toFixed(1), p99.toFixed(1), Number.isNaN(cpu) ? '' : cpu.toFixed(0));
};

const bare = fork(here('lib', 'append-server.mjs'), [join(folder, 'bare.log')]);
let product;
try {
  const [{ port: barePort }] = await once(bare, 'message');
  // Each sign-up comes from an address of its own: few are taken from one.
  product = await startProduct(join(folder, 'data'), {
    SIGNUP: 'open',
    DEFAULT_PLAN: 'pro',
    TRUST_PROXY: 'loopback',
  });
  const { port } = product;
  const file = (name, tokens) => (writeFileSync(join(folder, name), JSON.stringify(tokens)), join(folder, name));
  const one = file('one.json', [product.apiKey]);
  const many = file('many.json', await proKeys(port, workspaces));
  const kinds = [
    { name: 'bare node:http, a line fsynced by group', options: { port: barePort, path: '/' }, runs: [] },
    { name: 'Waymark, one Enterprise workspace', options: { port, path: '/v1/links', tokensFile: one }, runs: [] },
    {
      name: 'Waymark, Idempotency-Key on each',
      options: { port, path: '/v1/links', tokensFile: one, idempotent: true },
      runs: [],
    },
    {
      name: 'Waymark, 100 links by each of 8 calls at once',
      options: { port, path: '/v1/links/bulk', tokensFile: one, items: 100, connections: 8 },
      runs: [],
    },
  ];
  for (const { options } of kinds) await load({ ...options, seconds: 2 });
  for (let round = 0; round < rounds; round += 1) {
    for (const { options, runs } of kinds)
      runs.push(await load(options, options.port === port ? product.pid : undefined));
  }
  const [base, enterprise, repeated, bulk] = kinds.map(({ runs }) => medians(runs));
  // A Pro workspace has 1,000 requests a minute: the run uses enough workspaces that none reaches its limit.
  const perWorkspace = Math.min(900, Math.floor((enterprise.perSecond * seconds) / workspaces));
  const proRate = Math.floor((perWorkspace * workspaces) / seconds);
  const half = await load({ port, path: '/v1/links', tokensFile: one, rate: enterprise.perSecond / 2 });
  const pro = await load({ port, path: '/v1/links', tokensFile: many, rate: proRate });
  console.log(
    `64 connections, medians of ${rounds} interleaved runs of ${seconds} s, node ${process.version}, ` +
      `${cpus().length} × ${cpus()[0].model}`,
  );
  row('', 'created/s', 'ratio', 'p50 ms', 'p99 ms', 'CPU µs/link');
  report(kinds[0].name, undefined, base);
  report(kinds[1].name, base, enterprise);
  report(kinds[2].name, base, repeated);
  report(kinds[3].name, base, bulk);
  report('Waymark at half that load, open loop', undefined, half);
  report(`Waymark, ${workspaces} Pro workspaces, open loop`, undefined, pro);
  console.log('CPU is that of all processes of Waymark.');
  const of100 = (share) => `${(share * 100).toFixed(0)} %`;
  console.log(
    `A call of 100 takes ${of100(bulk.cpu / enterprise.cpu)} of the CPU of 100 calls, and ` +
      `${of100(enterprise.perSecond / bulk.perSecond)} of their time.`,
  );
} finally {
  bare.send('end');
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
}
