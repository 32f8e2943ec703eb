import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printed } from './ran';

/** A client whose requests are answered 202; what was sent of them is in `sent`. */
const CLIENT = `
  const sent = [];
  const fetch = async (url, init) => {
    const request = new Request(url, init);
    sent.push([request.headers.get('content-type'), await request.text()]);
    return Response.json({ id: 'imp_1' }, { status: 202 });
  };
  const waymark = new client.Waymark({ apiKey: 'svc_live_x', baseUrl: 'http://localhost', fetch });`;

describe('an upload of the TypeScript library', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-uploads-'));
  const file = join(folder, 'Links.JSONL');
  beforeAll(() => writeFileSync(file, '{}\n'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['a text', `'a'`, 'text/csv', 'a'],
    [
      'a text of a type that is given',
      `{ content: '{}', mediaType: 'application/x-ndjson' }`,
      'application/x-ndjson',
      '{}',
    ],
    ['bytes of a type that is given', `{ content: Buffer.from('{}'), mediaType: 'a/b' }`, 'a/b', '{}'],
    ['a file, by its name', `{ path: ${JSON.stringify(file)} }`, 'application/x-ndjson', '{}\n'],
    ['a file of a type that is given', `{ path: ${JSON.stringify(file)}, mediaType: 'text/csv' }`, 'text/csv', '{}\n'],
    [
      'a stream of a file from where it begins, by its name',
      `require('fs').createReadStream(${JSON.stringify(file)}, { start: 1 })`,
      'application/x-ndjson',
      '}\n',
    ],
  ])('is sent with its media type: %s', async (_, upload, type, text) => {
    const lines = `${CLIENT} await waymark.imports.create(${upload}); print(sent);`;
    expect(await printed(lines)).toEqual([[[type, text]]]);
  });
});
