// The whole product as `npm start` runs it, with the loader of clicks at work: redirects and creations from another
// process, against a bare node:http redirect server in the same run, and what each costs by process. lib/chhoto.mjs says
// how another shortener joins.
//   node test/bench/product.mjs [rounds=3] [seconds=15] [links=50000]        after `npm run build`
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chhotoWith, STATUS } from './lib/chhoto.mjs';
import { cpuByPart } from './lib/cpu-of-tree.mjs';
import { createLinks, newFolder, pause, startProduct } from './lib/product.mjs';

const run = promisify(execFile);
const [rounds, seconds, links] = [3, 15, 50_000].map((given, nth) => Number(process.argv[2 + nth] ?? given));
const here = (...parts) => join(import.meta.dirname, ...parts);
const folder = await newFolder(import.meta.dirname);
/** Processes of the product by their command lines. */
const PARTS = {
  main: /standalone\/src\/main\.js/,
  clicks: /clicks\/src\/journal\/child\.js/,
  webhooks: /webhooks\/src\/child\.js/,
  postgres: /postgres/,
};
const CAUGHT_UP_WITHIN_MS = 600_000;

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const row = (...cells) =>
  console.log(cells.map((cell, column) => String(cell)[column ? 'padStart' : 'padEnd'](column ? 11 : 40)).join(''));

const generate = async (file, options) => {
  const { stdout } = await run(process.execPath, [here('lib', file), JSON.stringify({ seconds, ...options })], {
    maxBuffer: 1 << 26,
  });
  const result = JSON.parse(stdout);
  if (result.wrong > 0) throw new Error(`${result.wrong} of ${result.answered} answers were wrong`);
  return result;
};

/** The product under a load, with CPU in µs a request by process, until what it left behind is done as well. */
const measure = async (product, load, after = async () => 0) => {
  const before = cpuByPart(product.pid, PARTS);
  const result = await load();
  const caughtUp = await after(result);
  const spent = cpuByPart(product.pid, PARTS);
  const cpu = Object.fromEntries(
    Object.entries(spent).map(([name, now]) => [name, (now - before[name]) / result.answered]),
  );
  return { ...result, caughtUp, cpu };
};

let redirected = 0;
const totalClicks = async ({ call }) => {
  const { totals } = await call('GET', '/v1/analytics/workspace?include_bots=true');
  return totals.clicks;
};
/** Seconds until every redirect so far is a click in analytics. */
const caughtUp = async (product, answered) => {
  redirected += answered;
  const began = performance.now();
  while ((await totalClicks(product)) < redirected) {
    if (performance.now() - began > CAUGHT_UP_WITHIN_MS) throw new Error('clicks are missing');
    await pause(100);
  }
  return (performance.now() - began) / 1_000;
};

const peerKinds = ({ port, key }) => {
  const tokensFile = join(folder, 'peer.json');
  writeFileSync(tokensFile, JSON.stringify([key]));
  const redirects = { port, codes: links, status: STATUS };
  const peer = { header: 'X-API-Key', destination: 'longlink' };
  return [
    { name: 'Chhoto, codes at random', load: () => generate('load.mjs', redirects) },
    { name: "Chhoto, codes by Zipf's law", load: () => generate('load.mjs', { ...redirects, skew: 1 }) },
    { name: 'Chhoto, creations', load: () => generate('post-load.mjs', { port, path: '/api/new', tokensFile, peer }) },
  ].map((kind) => ({ ...kind, isOther: true }));
};

const kinds = (product, barePort, tokensFile, peer) => {
  const redirects = { port: product.port, host: `localhost:${product.port}`, codes: links };
  const counted = ({ answered }) => caughtUp(product, answered);
  return [
    {
      name: 'bare node:http redirect server',
      load: () => generate('load.mjs', { port: barePort, codes: links }),
      isOther: true,
    },
    { name: 'redirects, codes at random', load: () => generate('load.mjs', redirects), after: counted },
    {
      name: "redirects, codes by Zipf's law",
      load: () => generate('load.mjs', { ...redirects, skew: 1 }),
      after: counted,
    },
    {
      name: 'creations',
      load: () => generate('post-load.mjs', { port: product.port, path: '/v1/links', tokensFile }),
    },
    ...(peer ? peerKinds(peer) : []),
  ].map((kind) => ({ ...kind, runs: [] }));
};

const print = (measured) => {
  const [base] = measured;
  const of = ({ runs }, key) => median(runs.map((one) => one[key]));
  console.log(
    `${links} links, 64 connections, medians of ${rounds} interleaved runs of ${seconds} s, node ${process.version}, ` +
      `${cpus().length} × ${cpus()[0].model}; CPU in µs a request`,
  );
  row('', 'a second', 'of bare', 'p50 ms', 'p99 ms', 'behind s', ...Object.keys(PARTS), 'all');
  for (const kind of measured) {
    const parts = Object.keys(PARTS).map((part) => median(kind.runs.map(({ cpu }) => cpu?.[part] ?? Number.NaN)));
    const all = median(kind.runs.map(({ cpu }) => (cpu ? Object.values(cpu).reduce((a, b) => a + b, 0) : Number.NaN)));
    row(
      kind.name,
      of(kind, 'perSecond').toFixed(0),
      median(kind.runs.map((one, nth) => one.perSecond / base.runs[nth].perSecond)).toFixed(2),
      of(kind, 'p50').toFixed(1),
      of(kind, 'p99').toFixed(1),
      kind.after ? of(kind, 'caughtUp').toFixed(1) : '',
      ...[...parts, all].map((cost) => (Number.isNaN(cost) ? '' : cost.toFixed(0))),
    );
  }
};

const bare = fork(here('lib', 'redirect-servers.mjs'), ['bare', String(links), folder]);
let product;
try {
  const [{ port: barePort }] = await once(bare, 'message');
  product = await startProduct(join(folder, 'data'));
  const tokensFile = join(folder, 'tokens.json');
  writeFileSync(tokensFile, JSON.stringify([product.apiKey]));
  await createLinks(product, links, (nth) => ({ destination_url: `https://example.com/some/path/${nth}?a=b` }));

  const measured = kinds(product, barePort, tokensFile, await chhotoWith(links));
  const [, uniform] = measured;
  let full = 0;
  const half = { port: product.port, host: `localhost:${product.port}`, codes: links };
  measured.push({
    name: 'redirects at half that load, open loop',
    load: () => generate('load.mjs', { ...half, rate: full / 2 }),
    after: uniform.after,
    runs: [],
  });
  const round = async (keep) => {
    for (const { load, after, isOther, runs } of measured) {
      const one = isOther ? await load() : await measure(product, load, after);
      if (runs === uniform.runs) full = one.perSecond;
      if (keep) runs.push(one);
    }
  };
  await round(false);
  for (let nth = 0; nth < rounds; nth += 1) await round(true);
  print(measured);
} finally {
  bare.send('end');
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
}
