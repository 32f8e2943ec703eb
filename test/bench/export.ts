// Rows a second and memory of an export through the whole product: `node -r ./test/support/typescript.cjs
// test/bench/export.ts [clicks]`.
import { createWriteStream, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createAnalyticsClient, engineSocketPath } from '@platform/analytics-store';
import { makeClicks } from '../support/many-clicks';
import { type Product, startWaymark } from '../support/waymark';

const COUNT = Number(process.argv[2] ?? 10_000_000);
const END = Date.now();
const START = END - 80 * 86_400_000;

const statusOf = (pid: number, field: string) =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** The process of the click loader and the engine, a child of the product. */
const clicksChildOf = (pid: number): number => {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        return (
          statusOf(child, 'PPid') * 1024 === pid && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('clicks')
        );
      } catch {
        return false;
      }
    });
  return children[0] ?? 0;
};

/** Tracks the memory of processes until it is stopped; the peaks in MB. */
const watch = (pids: readonly number[]) => {
  const peaks = pids.map(() => 0);
  const look = () => pids.forEach((pid, index) => (peaks[index] = Math.max(peaks[index] ?? 0, statusOf(pid, 'VmRSS'))));
  look();
  const before = peaks.map(Math.round);
  const timer = setInterval(look, 50);
  return { before, stop: () => (clearInterval(timer), peaks.map(Math.round)) };
};

const answerOf = ({ port, bootstrap }: Product, path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) =>
    get({ port, path, headers: { authorization: `Bearer ${bootstrap.api_key}` } }, resolve).once('error', reject),
  );

async function exportTo(product: Product, child: number, format: string, file: string) {
  const memory = watch([product.pid, child]);
  const began = performance.now();
  const answer = await answerOf(product, `/v1/analytics/export?range=90d&include_bots=true&format=${format}`);
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
  await pipeline(
    answer,
    file === ''
      ? async (chunks: AsyncIterable<Buffer>) => {
          for await (const _ of chunks);
        }
      : createWriteStream(file),
  );
  const seconds = (performance.now() - began) / 1_000;
  const [gateway, engine] = memory.stop();
  const megabytes = file === '' ? '' : `, ${Math.round(statSync(file).size / 1e6)} MB`;
  console.log(
    `${format}${file === '' ? ' (not written)' : ''}: ${seconds.toFixed(1)} s, ${Math.round(COUNT / seconds)} ` +
      `rows/s${megabytes}; ` +
      `gateway ${memory.before[0]} -> ${gateway} MB, engine ${memory.before[1]} -> ${engine} MB at most`,
  );
}

async function main() {
  const product = await startWaymark({ env: { BOOTSTRAP_PLAN: 'enterprise' } });
  const client = createAnalyticsClient({
    socketPath: engineSocketPath(join(product.dataDir, 'analytics')),
    timeout: 120_000,
  });
  const file = join(product.dataDir, 'export');
  try {
    await makeClicks(client, product.bootstrap.workspace_id, COUNT, { start: START, end: END });
    const child = clicksChildOf(product.pid);
    for (const format of ['csv', 'ndjson', 'parquet']) await exportTo(product, child, format, file);
    await exportTo(product, child, 'csv', '');
    rmSync(file, { force: true });
  } finally {
    await client.close();
    await product.stop();
  }
}

void main();
