import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { send } from '../../support/waymark';
import { readCsv } from '../support/csv';
import { locationsOf } from '../support/problems';
import { gatewayUnderTest } from '../support/product';
import type { Link, List } from '../support/records';
import { newWorkspace, useWorkspace, type Workspace } from '../support/workspace';

const EVERYTHING = {
  destination_url: 'https://example.com/?q=%22a%22,b',
  title: 'a "quoted", one',
  tags: ['x', 'y z'],
  utm_source: '=1+1',
  utm_medium: "'-2",
  utm_term: "'quoted'",
  redirect_type: 307,
  forward_query: false,
  starts_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2999-01-01T00:00:00.000Z',
  expired_url: 'https://example.com/over',
  click_limit: 5,
  rules: [{ if: { country: ['DE', 'AT'] }, destination_url: 'https://example.com/de' }],
  variants: [
    { destination_url: 'https://example.com/a', weight: 3 },
    { destination_url: 'https://example.com/b', weight: 1 },
  ],
  preview: { title: 'A preview' },
};

const linesOf = (text: string): Link[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Link);

describe('GET /v1/links/export', () => {
  const workspace = useWorkspace();
  const ask = (query = '') => workspace.get<string>(`/v1/links/export${query}`);
  let full: Link;
  let plain: Link;

  beforeAll(async () => {
    full = await workspace.createLink(EVERYTHING);
    plain = await workspace.createLink({ tags: ['x'] });
    const gone = await workspace.createLink({ title: 'deleted' });
    await workspace.delete(`/v1/links/${gone.id}`);
  });

  it('is a CSV whose columns are the fields of the record, in their order', async () => {
    const { status, headers, text } = await ask();
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'no-store',
    ]);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="waymark-links_\d{8}T\d{6}Z\.csv"$/);
    expect(text.split('\r\n')[0]?.split(',')).toEqual([...Object.keys(full), 'disabled']);
    const rows = readCsv(text);
    expect(rows.map(({ id }) => id)).toEqual([full.id, plain.id]);
    expect(rows[0]).toMatchObject({
      short_url: full.short_url,
      title: EVERYTHING.title,
      tags: 'x,y z',
      utm_campaign: '',
      redirect_type: '307',
      forward_query: 'false',
      click_limit: '5',
      clicks: '0',
      has_password: 'false',
      rules: JSON.stringify(EVERYTHING.rules),
      variants: JSON.stringify(EVERYTHING.variants),
      preview: JSON.stringify(EVERYTHING.preview),
      status: 'active',
    });
  });

  it('has no cell that a spreadsheet takes for a formula', async () => {
    expect(readCsv((await ask()).text)[0]).toMatchObject({
      utm_source: "'=1+1",
      utm_medium: "''-2",
      utm_term: "'quoted'",
    });
  });

  it('is NDJSON, a line of which is the record', async () => {
    const { headers, text } = await ask('?format=ndjson');
    expect(headers['content-type']).toBe('application/x-ndjson');
    const records = await Promise.all(
      [full, plain].map(async ({ id }) => (await workspace.get<Link>(`/v1/links/${id}`)).body),
    );
    expect(linesOf(text)).toEqual(records);
  });

  it.each([
    'status=deleted',
    'tags=x',
    'tags=x&exclude_tags=y%20z',
    'search=quoted',
    'created_after=2999-01-01T00:00:00Z',
  ])('has the links that the list has for %s', async (filter) => {
    const listed = (await workspace.get<List<Link>>(`/v1/links?order=asc&${filter}`)).body.data;
    expect(linesOf((await ask(`?format=ndjson&${filter}`)).text)).toEqual(listed);
  });

  it('refuses what the list refuses, and pages', async () => {
    expect(locationsOf(await ask('?format=xml&status=lost&page=2'))).toEqual([
      'query.format',
      'query.page',
      'query.status',
    ]);
  });

  it('has each of many links exactly once, in the order of creation', async () => {
    const many = await newWorkspace();
    const made: string[] = [];
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let n = 0; n < 105; n += 1) made.push((await many.createLink()).id);
      }),
    );
    const records = linesOf((await many.get<string>('/v1/links/export?format=ndjson')).text);
    expect(records.map(({ id }) => id).sort()).toEqual(made.sort());
    const times = records.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted());
  });

  it('is compressed on request', async () => {
    const { headers, body } = await compressed(workspace);
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringContaining('Accept-Encoding') });
    expect(gunzipSync(body).toString()).toBe((await ask()).text);
  });

  it('of no links is a file with only its header, and answers HEAD', async () => {
    const other = await newWorkspace();
    expect((await other.get('/v1/links/export')).text).toMatch(/^id,short_url,.*\r\n$/);
    expect((await other.get('/v1/links/export?format=ndjson')).text).toBe('');
    const { status, headers, text } = await send(workspace.product, 'HEAD', '/v1/links/export?format=ndjson', {
      headers: { authorization: `Bearer ${workspace.token}` },
    });
    expect([status, headers['content-type'], text]).toEqual([200, 'application/x-ndjson', '']);
  });
});

const compressed = async ({ token }: Workspace) => {
  const { port } = gatewayUnderTest();
  const headers = { host: `localhost:${port}`, authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
  const sent = request({ host: '127.0.0.1', port, path: '/v1/links/export', headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { headers: response.headers, body: Buffer.concat(await response.toArray()) };
};
