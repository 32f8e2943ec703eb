// The compared servers, each in a separate process: node test/bench/redirect-servers.mjs bare|naive|waymark <codes>
// <folder>
import { fdatasync, openSync, write } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const dist = (path) => require(join(import.meta.dirname, '../../../dist', path));
const [kind, count, folder] = [process.argv[2], Number(process.argv[3]), process.argv[4]];
const destination = (number) => `https://example.com/some/destination/path/${number}?a=b`;

/** The minimum of a redirect server in Node. */
const bare = () => {
  const codes = new Map(Array.from({ length: count }, (_, number) => [`c${number}`, destination(number)]));
  return createServer((req, res) => {
    const location = codes.get(req.url.slice(1));
    if (location === undefined) res.writeHead(404);
    else res.writeHead(302, { Location: location });
    res.end();
  });
};

/** The minimum with every click on disk first: a line per click, one fdatasync for all that arrived meanwhile. */
const naive = () => {
  const codes = new Map(Array.from({ length: count }, (_, number) => [`c${number}`, destination(number)]));
  const fd = openSync(join(folder, 'naive'), 'w');
  let [lines, waiting, busy] = ['', [], false];
  const flush = () => {
    const [text, answers] = [lines, waiting];
    [lines, waiting] = ['', []];
    write(fd, text, () =>
      fdatasync(fd, () => {
        for (const answer of answers) answer();
        busy = lines !== '';
        if (busy) flush();
      }),
    );
  };
  return createServer((req, res) => {
    const location = codes.get(req.url.slice(1));
    lines += `${Date.now()} ${req.url} ${req.socket.remoteAddress} ${req.headers['user-agent']}\n`;
    waiting.push(() => res.writeHead(302, { Location: location }).end());
    if (busy) return;
    busy = true;
    setImmediate(flush);
  });
};

const link = (number) => ({
  id: `link_${String(number).padStart(32, '0')}`,
  workspace_id: 'ws_01HXYZABCDEFGHJKMNPQRSTVWX',
  domain_id: 'dom_default',
  domain: 's.test',
  alias: `c${number}`,
  destination_url: destination(number),
  title: null,
  tags: ['spring', 'newsletter'],
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
  campaign_id: null,
  external_id: null,
  redirect_type: 302,
  forward_query: true,
  starts_at: null,
  expires_at: null,
  expired_url: null,
  click_limit: null,
  password_hash: null,
  rules: [],
  variants: [],
  disabled_at: null,
  archived_at: null,
  deleted_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: { type: 'user', id: 'usr_1' },
  updated_at: '2026-01-01T00:00:00.000Z',
  revision: '0',
});

const waymark = async () => {
  const { RedirectIndex, createRedirector, indexEntryOf } = dist('apps/redirector/src/index.js');
  const { openJournal, openDailySalts } = dist('libs/platform/click-log/src/index.js');
  const log = console;
  const index = await RedirectIndex.open(join(folder, 'index'));
  for (let from = 0; from < count; from += 5_000) {
    const links = Array.from({ length: Math.min(5_000, count - from) }, (_, offset) => link(from + offset));
    const mark = { store: 'bench', position: BigInt(from), event: null };
    const step = { from: BigInt(from - 1), to: BigInt(from), mark, parked: [], released: [], skipped: [] };
    await index.write(new Map(links.map((target) => [target.id, indexEntryOf(target)])), step);
  }
  const journal = await openJournal({ directory: join(folder, 'clicks'), log });
  let requests = 0;
  const redirector = createRedirector({
    index,
    journal,
    log,
    trustProxy: false,
    shortHosts: ['s.test'],
    salts: openDailySalts({ directory: join(folder, 'salts'), secret: 'bench' }),
    findMissing: async () => null,
    edge: {
      requestIdOf: (given) =>
        given ?? `req_${Date.now().toString(36)}${(requests += 1).toString(36).padStart(10, '0')}`,
      problemOf: (code) => ({ status: 404, headers: {}, body: { code } }),
    },
  });
  process.on('message', (question) => {
    if (question === 'stats') process.send({ stats: journal.stats() });
  });
  return createServer((req, res) => {
    if (!redirector.handle(req, res)) res.writeHead(404).end();
  });
};

const server = await { bare, naive, waymark }[kind]();
process.on('message', (question) => {
  if (question === 'cpu') process.send({ cpu: process.cpuUsage() });
  if (question === 'end') process.exit(0);
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
