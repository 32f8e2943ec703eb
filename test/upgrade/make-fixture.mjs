// Makes a fixture of this version, or of the version in another checkout; see README.md.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { answersOf } from './answers.mjs';
import { makeJournalClicks, makeLastRecords, makeLoadedClicks, makeRecords } from './history.mjs';
import { NEUTRAL_HOST, WORKPLACE, secretsOf } from './neutral.mjs';
import { PUBLIC_URL, eventually, send } from './requests.mjs';
import { makeResources } from './resources.mjs';

const require = createRequire(import.meta.url);
require('../support/typescript.cjs');
const { publishIn, startNameServer } = require('../support/name-server.ts');

const DATA = join(WORKPLACE, 'directory');

const [name, checkout = join(import.meta.dirname, '..', '..')] = process.argv.slice(2);
if (!/^\d{4}-[0-9a-z-]+$/.test(name ?? '')) {
  console.error('Usage: node test/upgrade/make-fixture.mjs <0001-what-it-is-of> [checkout]');
  process.exit(2);
}
const place = join(import.meta.dirname, 'fixtures', name);

const freePort = async () => {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
};

/** The product as `npm start` starts it, ready. */
const start = async () => {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    HOME: WORKPLACE,
    NODE_OPTIONS: NEUTRAL_HOST,
    PORT: String(port),
    PUBLIC_URL,
    TRUST_PROXY: 'true',
    DATA_DIR: DATA,
    LOG_LEVEL: 'warn',
    DNS_SERVERS: names.address,
  };
  const child = spawn(process.execPath, [join(resolve(checkout), '.scripts', 'start.mjs')], {
    cwd: WORKPLACE,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error('the product ended');
    if ((await send(port, 'GET', '/health/ready')).status !== 200) throw new Error('the product is not ready');
  });
  return { port, child, exited };
};

const commandLine = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
};
const parentOf = (pid) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
};

/** The process and all its descendants, children stopped last. */
const familyOf = (pid) => {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .flatMap((one) => {
      try {
        return [[one, parentOf(one)]];
      } catch {
        return [];
      }
    });
  const family = [pid];
  for (const member of family) family.push(...parents.filter(([, parent]) => parent === member).map(([one]) => one));
  return family;
};

/** The clicks so far are loaded and counted; those after this stay in the journal. */
const stopLoader = (pid) => {
  const loader = familyOf(pid).find((one) => /clicks\/src\/(journal\/)?child\.js/.test(commandLine(one)));
  process.kill(loader, 'SIGSTOP');
};

/** By SIGKILL and all at once: stopped first, so that none sees another die. */
const killAll = async ({ child, exited }) => {
  const family = familyOf(child.pid);
  for (const pid of family) process.kill(pid, 'SIGSTOP');
  for (const pid of family) process.kill(pid, 'SIGKILL');
  await exited;
};

/** Postgres records the command of its start for people, at each start; no program reads it. */
const neutralCommand = () => {
  const note = join(DATA, 'postgres', 'postmaster.opts');
  writeFileSync(note, readFileSync(note, 'utf8').replaceAll(resolve(checkout), '/opt/waymark'));
};

/** @throws when a byte on disk names this machine or its folders */
const demandNeutral = () => {
  for (const text of secretsOf(checkout)) {
    try {
      const found = execFileSync('grep', ['-rlaF', '--', text, DATA]).toString();
      throw new Error(`the directory names ${text}: ${found}`);
    } catch (error) {
      if (error.status !== 1) throw error;
    }
  }
};

/** Data has had a version since DATA_VERSION came to be. */
const versionOfData = () => {
  const stamp = join(DATA, 'data-version');
  return existsSync(stamp) ? { data_version: Number(readFileSync(stamp, 'utf8')) } : {};
};

/** Room that the click log keeps for a full disk: random bytes, which nothing reads and each start makes if need be. */
const RESERVE = 'directory/clicks/reserve';

const pack = () => {
  const tar = execFileSync(
    'tar',
    [
      '-C',
      WORKPLACE,
      '--sort=name',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--format=gnu',
      `--exclude=${RESERVE}`,
      '-cf',
      '-',
      'directory',
    ],
    { maxBuffer: 2 ** 30 },
  );
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
    // The four databases of Postgres resemble each other over many megabytes.
    [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
    [constants.BROTLI_PARAM_LGWIN]: 26,
  };
  return { raw: tar.length, packed: brotliCompressSync(tar, { params }) };
};

const now = new Date();
if (now.getUTCHours() === 23 && now.getUTCMinutes() > 50)
  throw new Error('visitors are counted by the UTC day, which ends in some minutes: come back after it');
if (existsSync(WORKPLACE))
  throw new Error(`${WORKPLACE} is there already: remove it, unless another fixture is being made`);
mkdirSync(WORKPLACE, { mode: 0o755 });
const names = await startNameServer();
let product;
try {
  product = await start();
  const bootstrap = JSON.parse(readFileSync(join(DATA, 'bootstrap.json'), 'utf8'));
  const first = await makeRecords(product.port, bootstrap);
  const publish = (host, published) => publishIn(names.zone, host, published);
  const resources = await makeResources(product.port, bootstrap, first.links, publish);
  const earlier = Object.keys(resources.counters).length;
  await makeLoadedClicks(product.port, bootstrap.api_key, first.links, earlier);
  // Another start in between: the click log has more than one writer, and Postgres has shut down cleanly once.
  product.child.kill('SIGTERM');
  await product.exited;
  product = await start();
  const records = await makeLastRecords(product.port, bootstrap.api_key, first);
  const answers = await answersOf(product.port, bootstrap.api_key, { ...records, resources });
  stopLoader(product.child.pid);
  const { counters, clicks } = await makeJournalClicks(product.port, records.links);
  const expected = {
    counters: { ...resources.counters, ...counters },
    clicks: { ...clicks, loaded: clicks.loaded + earlier },
  };
  await killAll(product);
  neutralCommand();
  demandNeutral();
  const { raw, packed } = pack();
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'directory.tar.br'), packed);
  writeFileSync(
    join(place, 'answers.json'),
    `${JSON.stringify({ ...versionOfData(), ...answers, ...expected }, null, 1)}\n`,
  );
  console.log(`${place}: ${raw} bytes, packed ${packed.length}`);
} finally {
  await names.close();
  if (product && product.child.exitCode === null && product.child.signalCode === null) await killAll(product);
  rmSync(WORKPLACE, { recursive: true, force: true, maxRetries: 10 });
}
