// What the dashboard weighs, and how long it takes: the first load beside that of an empty React page, in turns, at the
// speed of the machine and a quarter of it; each screen when it is gone to for the first time and again; and the frames of
// a fling through 10,000 links: `npm run bench -- dashboard [rounds=5]`. Server and browser share the machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '../browser/support/browser';
import { missing } from '../browser/support/chromium';
import { fillWithDemo } from '../browser/support/demo';
import { Walk } from '../browser/support/walk';
import { bundlesOfDashboard, weightInBrotli, weightInGzip } from '../support/bundles';
import { median, quantile } from './lib/numbers';

const ROUNDS = Number(process.argv[2] ?? 5);
const ROOT = join(__dirname, '..', '..');
const MANY = 10_000;
const BATCH = 100;
const SPEEDS = [1, 4];

const kB = (names: Iterable<string>): string =>
  `${weightInBrotli(names).toFixed(1)} kB brotli, ${weightInGzip(names).toFixed(1)} kB gzip`;
const ms = (times: readonly number[]): string => `${Math.round(median(times))} ms`;

const weigh = (): void => {
  const { signIn, overview, furtherScreens, css } = bundlesOfDashboard();
  const [heaviest] = [...furtherScreens.values()].toSorted((a, b) => weightInBrotli(b) - weightInBrotli(a));
  console.log(`sign-in           ${kB(signIn)}`);
  console.log(`overview          ${kB(overview)}`);
  console.log(`a screen more     ${kB(heaviest ?? [])} at most, of ${furtherScreens.size}`);
  console.log(`styles            ${kB(css)}`);
};

/** React and a heading, bundled as the dashboard is. */
const startEmptyPage = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-empty-page-'));
  const { build } = await import('vite');
  const entry = join(ROOT, 'apps', 'dashboard', 'src', 'empty-page.js');
  const id = '\0empty-page';
  await build({
    configFile: false,
    root: join(ROOT, 'apps', 'dashboard'),
    logLevel: 'error',
    build: { outDir: folder, rolldownOptions: { input: entry, output: { entryFileNames: 'page.js' } } },
    plugins: [
      {
        name: 'empty-page',
        resolveId: (source: string) => (source === entry ? id : null),
        load: (source: string) =>
          source === id
            ? `import { createElement } from ${JSON.stringify(join(ROOT, 'node_modules/react/index.js'))};
               import { createRoot } from ${JSON.stringify(join(ROOT, 'node_modules/react-dom/client.js'))};
               createRoot(document.getElementById('root')).render(createElement('h1', null, 'Empty'));`
            : null,
      },
    ],
  });
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>Empty</title><div id="root"></div><script type="module" src="/page.js"></script>',
  );
  const { readFileSync } = await import('node:fs');
  const server = createServer((request, response) => {
    const isPage = request.url === '/';
    response.writeHead(200, { 'content-type': isPage ? 'text/html' : 'text/javascript' });
    response.end(readFileSync(join(folder, isPage ? 'index.html' : 'page.js')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Notes when a heading is there, and when nothing waits for anything any more. */
const WATCH = `(() => {
  globalThis.__seen = {};
  const look = () => {
    if (document.querySelector('h1')) __seen.heading ??= performance.now();
    const waits = document.querySelector('.skeleton, main [role=status].sr-only');
    if (__seen.heading && !waits && document.querySelector('h1')) __seen.settled ??= performance.now();
    if (!__seen.settled) requestAnimationFrame(look);
  };
  look();
})()`;

interface Load {
  readonly painted: number;
  readonly heading: number;
  readonly settled: number;
}

/** With nothing of it in the browser's cache. */
const load = async (page: Page, url: string, slower: number): Promise<Load> => {
  const inside = await page.context().newCDPSession(page);
  await inside.send('Network.clearBrowserCache');
  await inside.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.goto(url);
  const found = await page.evaluate<Load>(`new Promise((done) => {
    const look = () => {
      const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
      if (painted !== undefined && __seen.settled) done({ painted, ...__seen });
      else requestAnimationFrame(look);
    };
    look();
  })`);
  await inside.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return found;
};

const measureLoads = async (walk: Walk): Promise<void> => {
  const empty = await startEmptyPage();
  const other = await walk.person.open();
  for (const page of [walk.page, other]) await page.addInitScript(WATCH);
  const pages = [
    ['empty React page', other, empty.url],
    ['overview', walk.page, `${walk.product.url}/app/${walk.workspace}`],
  ] as const;
  for (const slower of SPEEDS) {
    const loads = new Map<string, Load[]>(pages.map(([name]) => [name, []]));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, page, url] of pages) loads.get(name)?.push(await load(page, url, slower));
    for (const [name, all] of loads) {
      const of = (what: keyof Load): string => ms(all.map((one) => one[what]));
      console.log(
        `${name.padEnd(18)}${slower > 1 ? `at ${slower} × throttle, ` : ''}first paint ${of('painted')}, heading ${of('heading')}, all there ${of('settled')}`,
      );
    }
  }
  await other.close();
  await empty.close();
};

/** Milliseconds from the press of a link of the navigation until all of its screen is there. */
const goTo = (page: Page, label: string): Promise<number> =>
  page.evaluate<number>(`new Promise((done) => {
    const link = [...document.querySelectorAll('nav[aria-label=Screens] a')].find((a) => a.innerText.trim() === ${JSON.stringify(label)});
    const began = performance.now();
    link.click();
    const look = () => {
      const is = document.querySelector('h1')?.innerText.trim() === ${JSON.stringify(label)};
      if (is && !document.querySelector('.skeleton, main [role=status].sr-only')) done(performance.now() - began);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })`);

const measureScreens = async (walk: Walk): Promise<void> => {
  const { page } = walk;
  await page.goto(`${walk.product.url}/app/${walk.workspace}`);
  await walk.heading('Overview').waitFor();
  await walk.settle();
  const labels = await page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('nav[aria-label=Screens] a')].map((a) => a.innerText.trim()).filter((label) => label !== 'Live')`,
  );
  const tours: (readonly number[])[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const tour: number[] = [];
    for (const label of [...labels.slice(1), 'Overview']) tour.push(await goTo(page, label));
    tours.push(tour);
  }
  const [first = [], ...again] = tours;
  console.log(`screen change     first time ${ms(first)}, ${Math.round(Math.max(...first))} ms at most`);
  console.log(`                  again ${ms(again.flat())}, ${Math.round(Math.max(...again.flat()))} ms at most`);
};

const measureFling = async (walk: Walk): Promise<void> => {
  for (let first = 0; first < MANY; first += BATCH)
    await walk.api(
      'POST',
      '/v1/links/bulk',
      Array.from({ length: BATCH }, (_, index) => ({ destination_url: `https://example.com/${first + index}` })),
    );
  await walk.page.goto(`${walk.product.url}/app/${walk.workspace}/links`);
  await walk.heading('Links').waitFor();
  await walk.settle();
  const frames = await walk.page.evaluate<readonly number[]>(`new Promise((done) => {
    const times = [];
    let before = performance.now();
    const step = (now) => {
      times.push(now - before);
      before = now;
      scrollBy(0, (document.documentElement.scrollHeight - innerHeight - scrollY) / 12);
      if (times.length < 90) requestAnimationFrame(step);
      else done(times.slice(1));
    };
    requestAnimationFrame(step);
  })`);
  console.log(
    `fling             through ${MANY} links: frames p50 ${quantile(frames, 0.5).toFixed(1)} ms, p95 ${quantile(frames, 0.95).toFixed(1)} ms`,
  );
};

const main = async (): Promise<void> => {
  weigh();
  const why = missing();
  if (why !== undefined) return console.log(`times             not measured: ${why}`);
  const walk = new Walk();
  await walk.begin();
  try {
    await fillWithDemo(walk.product);
    await walk.signIn();
    await measureLoads(walk);
    await measureScreens(walk);
    await measureFling(walk);
  } finally {
    await walk.end();
  }
};

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
