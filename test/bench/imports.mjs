// How much memory an import takes on the product as `npm start` runs it, and how fast it is.
//   node test/bench/imports.mjs [rows=100000] [runs=3]        after `npm run build`
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createLinks, newFolder, pause, startProduct } from './lib/product.mjs';

const [rows, runs] = [100_000, 3].map((given, nth) => Number(process.argv[2 + nth] ?? given));
const WARM_LINKS = 20_000;
const LOOK_MS = 50;

/** MB of its own that the main process has: without files, such as the mapped redirect index. */
const memoryOf = (pid) => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

/** A working product's memory is compared, not that of one just started. */
const warm = async (product) => {
  await createLinks(product, WARM_LINKS, (nth) => ({
    destination_url: `https://example.com/warm/${nth}?a=${'z'.repeat(60)}`,
    tags: ['warm'],
  }));
  for (let nth = 0; nth < 2_000; nth += 1) await fetch(product.url(`/c${nth * 7}`), { redirect: 'manual' });
  for (let nth = 0; nth < 50; nth += 1) await product.call('GET', '/v1/links?limit=25');
  await pause(2_000);
};

const csv = () =>
  [
    'destination_url,alias,tags,title',
    ...Array.from(
      { length: rows },
      (_, n) => `https://example.com/big/${n}?a=${'z'.repeat(60)},big-${n},"big,t${n % 10}",Title ${n}`,
    ),
  ].join('\n');

/** Uploads a file, and waits until it is imported. @returns links made */
const imported = async ({ url, apiKey, call }, file) => {
  const headers = { 'content-type': 'text/csv', authorization: `Bearer ${apiKey}` };
  const answer = await fetch(url('/v1/links/import'), { method: 'POST', headers, body: file });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  for (const { id } = await answer.json(); ; await pause(500)) {
    // A busy machine refuses a look with 503; the import goes on.
    const { status, created, ended_at } = await call('GET', `/v1/imports/${id}`).catch((error) => {
      if (!error.message.includes(': 503 ')) throw error;
      return {};
    });
    if (ended_at && status !== 'completed') throw new Error(`the import has ${status}`);
    if (ended_at) return created;
  }
};

const run = async () => {
  const folder = await newFolder(import.meta.dirname);
  const product = await startProduct(join(folder, 'data'));
  const looked = [];
  const looking = setInterval(() => looked.push(memoryOf(product.pid)), LOOK_MS);
  try {
    await warm(product);
    const before = memoryOf(product.pid);
    looked.length = 0;
    const began = performance.now();
    const created = await imported(product, csv());
    if (created !== rows) throw new Error(`${created} of ${rows} links were made`);
    return { before, most: Math.max(...looked), seconds: (performance.now() - began) / 1_000 };
  } finally {
    clearInterval(looking);
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

console.log(
  `imports of ${rows} rows after ${WARM_LINKS} links, main process; node ${process.version}, ` +
    `${cpus().length} × ${cpus()[0].model}`,
);
for (let nth = 0; nth < runs; nth += 1) {
  const { before, most, seconds } = await run();
  console.log(
    `${before.toFixed(0)} MB before, ${most.toFixed(0)} at most: ${(most - before).toFixed(0)} more; ` +
      `${seconds.toFixed(0)} s, ${(rows / seconds).toFixed(0)} rows a second`,
  );
}
