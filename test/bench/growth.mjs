// One workspace that grows: how fast links are created, and how long the product takes to answer, at each size beside
// the first; then its export and a rebuild of its read model.
//   node test/bench/growth.mjs [links=1000000] [asked=15]        after `npm run build`
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newFolder, pause, startProduct } from './lib/product.mjs';

const run = promisify(execFile);
const [links, asked] = [1_000_000, 15].map((given, nth) => Number(process.argv[2 + nth] ?? given));
const root = join(import.meta.dirname, '..', '..');
const SIZES = [...[10_000, 100_000, 400_000, 1_000_000].filter((size) => size < links), links];
const CALLS_AT_ONCE = 8;
const ITEMS = 100;

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const row = (name, cells) => console.log(name.padEnd(26) + cells.map((cell) => String(cell).padStart(18)).join(''));

const WORDS = ['shoes', 'Summer sale', 'garden tools', 'winter coats', 'a newsletter'];
const link = (nth) => ({
  alias: `c${nth}`,
  destination_url: `https://shop${nth % 50}.example.com/articles/${nth}?ref=cms`,
  title: `Article ${nth} about ${WORDS[nth % WORDS.length]}`,
  tags: nth % 100 === 0 ? ['cms', 'rare'] : ['cms', `shelf-${nth % 20}`],
});

const isRefused = (error) => error.message.includes(': 503 ');

/** What a busy machine refuses with 503 is sent again; of a repeat, links that were made by then are no failure. */
const create = async (call, items, again = false) => {
  const answer = await call('POST', '/v1/links/bulk', items).catch((error) => {
    if (!isRefused(error)) throw error;
  });
  if (!answer) {
    await pause(1_000);
    return create(call, items, true);
  }
  const failed = answer.data.filter(({ error }) => error && !(again && error.code === 'alias_taken'));
  if (failed.length > 0) throw new Error(`${failed.length} links could not be created`);
};

/** @returns links created a second */
const fill = async ({ call }, from, to) => {
  const began = performance.now();
  let next = from;
  const caller = async () => {
    while (next < to) {
      const first = next;
      next = Math.min(first + ITEMS, to);
      const items = Array.from({ length: next - first }, (_, n) => link(first + n));
      await create(call, items);
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, caller));
  return ((to - from) / (performance.now() - began)) * 1_000;
};

/** A few links of every size are clicked, so that an order by clicks has something to sort. */
const click = async ({ url }, size) => {
  for (let nth = 0; nth < 200; nth += 1) await fetch(url(`/c${(nth * 37) % size}`), { redirect: 'manual' });
};

const questions = ({ call, url }, size, ids) => {
  const any = () => Math.floor(Math.random() * size);
  const list = (query) => () => call('GET', `/v1/links?${query}`);
  return {
    'one link': () => call('GET', `/v1/links/${ids[any() % ids.length]}`),
    redirect: () => fetch(url(`/c${any()}`), { redirect: 'manual' }),
    'list, page 1': list(''),
    'list, last page': list(`page=${Math.floor(size / 25)}`),
    'a rare tag': list('tags=rare'),
    'a tag of all': list('tags=cms'),
    'two tags': list('tags=rare,cms'),
    'sort=clicks': list('sort=clicks'),
    'status=archived': list('status=archived'),
    'search, one link': () => list(`search=articles/${any()}?ref`)(),
    'search, none': list('search=no-such-term'),
    'search, a fifth': list('search=SUMMER'),
    'search, two characters': list('search=77'),
    tags: () => call('GET', '/v1/tags'),
    keys: () => call('GET', '/v1/api-keys'),
    activity: () => call('GET', '/v1/events'),
    workspace: () => call('GET', '/v1/workspace'),
    overview: () => call('GET', '/v1/analytics/workspace?range=30d'),
  };
};

/**
 * In turns, so that what happens meanwhile meets all alike. @returns the median of each, in milliseconds; what a busy
 * machine refuses took forever
 */
const ask = async (product, size) => {
  const { data } = await product.call('GET', '/v1/links?limit=100');
  const each = Object.entries(
    questions(
      product,
      size,
      data.map(({ id }) => id),
    ),
  ).map(([name, question]) => ({ name, question, took: [] }));
  for (let round = 0; round <= asked; round += 1)
    for (const { question, took } of each) {
      const began = performance.now();
      const refused = await question().then(
        () => false,
        (error) => isRefused(error) || Promise.reject(error),
      );
      if (round > 0) took.push(refused ? Infinity : performance.now() - began);
    }
  return new Map(each.map(({ name, took }) => [name, median(took)]));
};

const exported = async ({ url, apiKey }) => {
  const began = performance.now();
  const answer = await fetch(url('/v1/links/export?format=ndjson'), { headers: { authorization: `Bearer ${apiKey}` } });
  let lines = 0;
  for await (const chunk of answer.body) for (const byte of chunk) if (byte === 10) lines += 1;
  if (lines !== links) throw new Error(`${lines} of ${links} links were exported`);
  return (lines / (performance.now() - began)) * 1_000;
};

/** Folds the links anew beside the live ones, and compares. @returns links a second */
const rebuilt = async (dataDir) => {
  const began = performance.now();
  await run(process.execPath, [join(root, '.scripts/ops.mjs'), 'replay', 'links'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    maxBuffer: 1 << 26,
  });
  return (links / (performance.now() - began)) * 1_000;
};

const print = (measured) => {
  const [first] = measured;
  console.log(
    `one workspace, p50 of ${asked} in ms and times the first; node ${process.version}, ${cpus().length} × ${cpus()[0].model}`,
  );
  row(
    'links',
    measured.map(({ size }) => size),
  );
  row(
    'created a second, in bulk',
    measured.map(({ rate }) => rate.toFixed(0)),
  );
  for (const name of first.p50.keys())
    row(
      name,
      measured.map(({ p50 }) => `${p50.get(name).toFixed(1)} (${(p50.get(name) / first.p50.get(name)).toFixed(1)})`),
    );
};

const folder = await newFolder(import.meta.dirname);
const dataDir = join(folder, 'data');
let product;
try {
  product = await startProduct(dataDir);
  const measured = [];
  for (const [nth, size] of SIZES.entries()) {
    const rate = await fill(product, SIZES[nth - 1] ?? 0, size);
    await click(product, size);
    // The scheduler looks for links without blocks every five seconds.
    await pause(10_000);
    measured.push({ size, rate, p50: await ask(product, size) });
    print(measured.slice(-1));
  }
  print(measured);
  console.log(`exported as NDJSON: ${(await exported(product)).toFixed(0)} links a second`);
  console.log(`rebuilt and compared: ${(await rebuilt(dataDir)).toFixed(0)} links a second`);
} finally {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
}
