import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printed } from './ran';

/** A server that answers by `handler`, and a client of it. */
const served = (handler: string): string => `
  const http = require('http');
  const server = http.createServer(${handler}).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const baseUrl = 'http://127.0.0.1:' + server.address().port;
  const waymark = new client.Waymark({ apiKey: 'svc_live_x', baseUrl, maxRetries: 0 });
  const end = () => (server.closeAllConnections(), server.close());`;

/** A server of a file that has a beginning only; \`closed\` is when the client has left it. */
const ENDLESS = served(`(request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' }).write('a,b\\n');
    response.once('close', () => left('left'));
  }`);

const UNREAD: readonly (readonly [how: string, lines: string])[] = [
  ['is cancelled unread', 'await file.cancel();'],
  ['is left while it is read', 'for await (const part of file) break;'],
  [
    'is cancelled while it is read',
    'const parts = file[Symbol.asyncIterator](); await parts.next(); await file.cancel();',
  ],
  ['is cancelled as a stream', 'await file.stream().cancel();'],
  ['is saved where no file can be', `await file.save('/nowhere/file.csv').catch(() => undefined);`],
];

describe('a download of the TypeScript library', () => {
  it.each(UNREAD)('leaves no connection open when it %s', async (_, lines) => {
    const program = `
      let left;
      const closed = new Promise((resolve) => (left = resolve));
      ${ENDLESS}
      const file = await waymark.links.export();
      ${lines}
      print(await closed);
      end();`;
    expect(await printed(program)).toEqual(['left']);
  });

  it('is no whole file when it is read after it was cancelled', async () => {
    const program = `
      const left = () => undefined;
      ${ENDLESS}
      const kindOf = (reading) => reading.then(() => 'whole', (error) => error.name);
      const file = await waymark.links.export();
      const parts = file[Symbol.asyncIterator]();
      await parts.next();
      await file.cancel();
      print(await kindOf(parts.next()));
      print(await kindOf(file.bytes()));
      end();`;
    expect(await printed(program)).toEqual(['Cut', 'Cut']);
  });
});

describe('an upload by a path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-connections-'));
  const file = join(folder, 'links.csv');
  beforeAll(() => writeFileSync(file, 'x'.repeat(4_000_000)));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['the connection is refused', 'end();'],
    ['the connection is lost in its middle', ''],
  ])('leaves no file open when %s', async (_, lines) => {
    const program = `
      ${served(`(request, response) => request.once('data', () => request.destroy())`)}
      ${lines}
      const upload = () => waymark.imports.create({ path: ${JSON.stringify(file)} }).catch((error) => error.name);
      const files = () => require('fs').readdirSync('/dev/fd').length;
      await upload();
      const before = files();
      const kinds = new Set();
      for (let times = 0; times < 20; times += 1) kinds.add(await upload());
      print([...kinds]);
      print(files() - before < 10);
      end();`;
    expect(await printed(program)).toEqual([['ConnectionError'], true]);
  });
});

describe('a page in place of an answer', () => {
  it.each([
    ['of JSON', 'waymark.links.count()'],
    ['of a list', 'waymark.links.list().all()'],
    ['of a file', 'waymark.links.export()'],
    ['of nothing', `waymark.links.delete('link_x')`],
    ['of clicks', 'waymark.analytics.live()[Symbol.asyncIterator]().next()'],
  ])('is an error with its status and its text: %s', async (_, call) => {
    const program = `
      ${served(`(request, response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>Sign in to the Wi-Fi</h1>')`)}
      print(await ${call}.then(() => 'done', ({ constructor, code, status, message }) => [constructor.name, code, status, message]));
      end();`;
    expect(await printed(program)).toEqual([['APIError', 'unknown', 200, '200 unknown: Sign in to the Wi-Fi']]);
  });
});
