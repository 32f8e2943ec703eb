// Links created on the whole product at an event store of its own: rates and p99 by number of clients, and the CPU of
// the product with its Postgres, beside the same product on the embedded store. The server is the one of EVENTSTORE_URL,
// which must be empty, or else the double of its protocol in a process of its own.
//   node test/bench/event-store.mjs [rounds=3] [seconds=5]        after `npm run build`
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cpuByPart } from './lib/cpu-of-tree.mjs';
import { newFolder, startProduct } from './lib/product.mjs';

const run = promisify(execFile);
const [rounds, seconds] = [3, 5].map((given, nth) => Number(process.argv[2 + nth] ?? given));
const CLIENTS = [32, 128, 256];
const PARTS = { main: /standalone\/src\/main\.js/, postgres: /postgres/ };
const here = (...parts) => join(import.meta.dirname, ...parts);
const folder = await newFolder(import.meta.dirname);

const startServer = async () => {
  const given = process.env['EVENTSTORE_URL'];
  if (given) return { url: given, name: 'EventStoreDB', stop: () => undefined };
  const child = fork(here('..', 'fixtures', 'processes', 'eventstoredb.ts'), {
    execArgv: ['-r', here('..', 'support', 'typescript.cjs')],
  });
  await once(child, 'message');
  child.send('address');
  const [{ url }] = await once(child, 'message');
  return { url, name: 'double of EventStoreDB', stop: () => child.kill() };
};

const load = async ({ port, pid, tokensFile }, options) => {
  const before = cpuByPart(pid, PARTS);
  const given = JSON.stringify({ seconds, port, path: '/v1/links', tokensFile, ...options });
  const { stdout } = await run(process.execPath, [here('lib', 'post-load.mjs'), given], { maxBuffer: 1 << 26 });
  const result = JSON.parse(stdout);
  if (result.wrong > 0)
    throw new Error(`${result.wrong} of ${result.answered} answers were not a success:\n${result.firstWrong}`);
  const spent = cpuByPart(pid, PARTS);
  const cpu = Object.fromEntries(
    Object.keys(spent).map((part) => [part, (spent[part] - before[part]) / result.answered]),
  );
  return { ...result, ...cpu, all: Object.values(cpu).reduce((sum, part) => sum + part, 0) };
};
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const row = (...cells) =>
  console.log(cells.map((cell, column) => String(cell)[column ? 'padStart' : 'padEnd'](column ? 11 : 40)).join(''));
const FIGURES = { perSecond: 'created/s', p50: 'p50 ms', p99: 'p99 ms', max: 'max ms', main: 'main µs' };
const COLUMNS = { ...FIGURES, postgres: 'postgres', other: 'other', all: 'all µs' };

const server = await startServer();
const products = [];
try {
  for (const [name, env] of [
    ['embedded store', { EVENTSTORE_URL: '' }],
    [server.name, { EVENTSTORE_URL: server.url }],
  ]) {
    const product = await startProduct(join(folder, `data-${products.length}`), env);
    const tokensFile = join(folder, `tokens-${products.length}.json`);
    writeFileSync(tokensFile, JSON.stringify([product.apiKey]));
    products.push({ ...product, name, tokensFile, runs: new Map(CLIENTS.map((clients) => [clients, []])) });
  }
  for (const product of products) await load(product, { seconds: 2 });
  for (let round = 0; round < rounds; round += 1)
    for (const connections of CLIENTS)
      for (const product of products) product.runs.get(connections).push(await load(product, { connections }));
  console.log(
    `medians of ${rounds} interleaved runs of ${seconds} s, node ${process.version}, ${cpus().length} × ` +
      `${cpus()[0].model}; max is that of all runs, CPU in µs a link`,
  );
  row('', ...Object.values(COLUMNS));
  for (const { name, runs } of products)
    for (const [clients, done] of runs) {
      const of = (figure) =>
        figure === 'max' ? Math.max(...done.map(({ max }) => max)) : median(done.map((one) => one[figure]));
      row(`${name}, ${clients} clients`, ...Object.keys(COLUMNS).map((figure) => of(figure).toFixed(0)));
    }
} finally {
  for (const product of products) await product.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
