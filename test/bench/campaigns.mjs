// Redirects of the members of one campaign while it is edited once a second, against the same load without edits, in
// the same run; and the time from an edit's request to the redirects of all members.
//   node test/bench/campaigns.mjs [rounds=3] [seconds=6] [links=10000] [rate=2000]        after `npm run build`
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLinks, newFolder, pause, startProduct } from './lib/product.mjs';

const run = promisify(execFile);
const [rounds, seconds, links, rate] = [3, 6, 10_000, 2_000].map((given, nth) =>
  Number(process.argv[2 + nth] ?? given),
);
const here = (...parts) => join(import.meta.dirname, ...parts);
const folder = await newFolder(import.meta.dirname);
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const load = async () => {
  const { port } = product;
  const options = { port, host: `localhost:${port}`, codes: links, seconds, rate };
  const result = JSON.parse((await run(process.execPath, [here('lib/load.mjs'), JSON.stringify(options)])).stdout);
  if (result.wrong > 0) throw new Error(`${result.wrong} answers were not redirects`);
  return result;
};
/** Edits the campaign, and waits until its first and its last member by id redirect with the edit. */
const edit = async (id, members, utm_source) => {
  const began = performance.now();
  await product.call('PATCH', `/v1/campaigns/${id}`, { utm_source });
  const answered = performance.now() - began;
  for (const alias of members)
    while (
      !(await fetch(product.url(`/${alias}`), { redirect: 'manual' })).headers
        .get('location')
        .includes(`=${utm_source}`)
    )
      await pause(1);
  return { answered, visible: performance.now() - began };
};

let product;
try {
  product = await startProduct(join(folder, 'data'));
  const { id } = await product.call('POST', '/v1/campaigns', { name: 'Bench', utm_source: 's', utm_medium: 'm' });
  const made = await createLinks(product, links, (nth) => ({
    destination_url: `https://example.com/landing/page/${nth}?a=1`,
    campaign_id: id,
  }));
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
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
}
