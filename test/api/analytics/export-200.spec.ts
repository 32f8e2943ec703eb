import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { eventually } from '../../support/programs';
import { send } from '../../support/waymark';
import { type Click, type Events, shownClicks, visit, useOneDay } from '../support/clicks';
import { readCsv } from '../support/csv';
import { expectProblem } from '../support/problems';
import { gatewayUnderTest } from '../support/product';
import type { Analytics, Link } from '../support/records';
import { newWorkspace, useWorkspace, type Workspace } from '../support/workspace';

const byId = (a: { readonly id?: string }, b: { readonly id?: string }) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1);

describe('GET /v1/analytics/export', () => {
  const workspace = useWorkspace();
  useOneDay();
  const ask = (query: string) => workspace.get<string>(`/v1/analytics/export${query}`);
  let link: Link;
  let clicks: readonly Click[];

  beforeAll(async () => {
    link = await workspace.createLink({
      destination_url: 'https://example.com/?q=%22a%22,b',
      tags: ['x', 'y z'],
      utm_source: 'a "quoted", one',
    });
    const other = await workspace.createLink();
    for (let n = 0; n < 6; n += 1)
      await visit(workspace, n % 2 === 0 ? link.alias : other.alias, {
        from: `203.0.113.${n}`,
        ...(n === 5 && { agent: 'curl/8' }),
      });
    clicks = await shownClicks(workspace, 6);
  });

  it('is a CSV with a header row', async () => {
    const { status, headers, text } = await ask('?range=today');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'no-store',
    ]);
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="waymark-clicks_\d{8}T000000Z_\d{8}T\d{6}Z\.csv"$/,
    );
    const rows = readCsv(text);
    const expected = clicks.filter(({ is_bot }) => !is_bot).toSorted(byId);
    expect(rows.toSorted(byId).map(({ id, at, link_id }) => ({ id, at, link_id }))).toEqual(
      expected.map(({ id, at, link_id }) => ({ id, at, link_id })),
    );
    expect(rows.find(({ link_id }) => link_id === link.id)).toMatchObject({
      tags: 'x,y z',
      utm_source: 'a "quoted", one',
      utm_term: '',
      campaign_id: '',
      is_bot: 'false',
      rule: '',
      trigger: 'link',
      short_url: link.short_url,
      domain: link.domain,
      destination: expect.stringContaining('%22a%22,b'),
    });
  });

  it('is NDJSON, a line of which is a click as the list returns it', async () => {
    const { headers, text } = await ask('?format=ndjson&include_bots=true');
    expect(headers['content-type']).toBe('application/x-ndjson');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Click);
    expect(lines.toSorted(byId)).toEqual(clicks.toSorted(byId));
  });

  it('has as many rows as analytics count for the same window and filters', async () => {
    for (const query of [
      'range=7d',
      'range=all&include_bots=true',
      `link=${link.id}`,
      'range=yesterday',
      'trigger=qr',
    ]) {
      const listed = (await workspace.get<Events>(`/v1/analytics/events?limit=1000&${query}`)).body.data.length;
      expect([query, readCsv((await ask(`?${query}`)).text).length]).toEqual([query, listed]);
    }
    const { totals } = (await workspace.get<Analytics>('/v1/analytics/workspace?range=7d')).body;
    expect(readCsv((await ask('?range=7d')).text)).toHaveLength(totals.clicks);
  });

  it('has no cell that a spreadsheet takes for a formula, unless safe=false', async () => {
    const formulas = {
      tags: ['=1+1', 'b'],
      utm_source: "'-2",
      utm_medium: '@SUM(A1)',
      utm_term: '+3',
      utm_content: 'a=b',
    };
    const { alias, id } = await workspace.createLink({ title: 'Formulas', ...formulas });
    await visit(workspace, alias);
    await eventually(async () => expect(readCsv((await ask(`?link=${id}`)).text)).toHaveLength(1));
    expect(readCsv((await ask(`?link=${id}`)).text)[0]).toMatchObject({
      tags: "'=1+1,b",
      utm_source: "''-2",
      utm_medium: "'@SUM(A1)",
      utm_term: "'+3",
      utm_content: 'a=b',
    });
    expect(readCsv((await ask(`?link=${id}&safe=false`)).text)[0]).toMatchObject({ ...formulas, tags: '=1+1,b' });
    expect(JSON.parse((await ask(`?link=${id}&format=ndjson`)).text)).toMatchObject(formulas);
  });

  it('is compressed on request, except Parquet', async () => {
    const compressed = async (format: string, accepted: string) => {
      const { port } = gatewayUnderTest();
      const sent = request({
        host: '127.0.0.1',
        port,
        path: `/v1/analytics/export?range=today&link=${link.id}&format=${format}`,
        headers: { host: `localhost:${port}`, authorization: `Bearer ${workspace.token}`, 'accept-encoding': accepted },
      }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      return [response.headers, Buffer.concat(await response.toArray())] as const;
    };
    const plain = (await ask(`?range=today&link=${link.id}`)).text;
    const [headers, body] = await compressed('csv', 'br;q=1.0, gzip;q=0.8, *;q=0.1');
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringContaining('Accept-Encoding') });
    expect(readCsv(gunzipSync(body).toString()).toSorted(byId)).toEqual(readCsv(plain).toSorted(byId));
    for (const [format, accepted] of [
      ['csv', 'gzip;q=0'],
      ['csv', 'identity'],
      ['parquet', 'gzip'],
    ] as const)
      expect((await compressed(format, accepted))[0]).not.toHaveProperty('content-encoding');
  });

  it('of no clicks is a file with only its header', async () => {
    expect(readCsv((await ask('?range=yesterday')).text)).toEqual([]);
    expect((await ask('?range=yesterday')).text).toMatch(/^"id","at","link_id",.*\r\n$/);
    expect((await ask('?range=yesterday&format=ndjson')).text).toBe('');
    const parquet = await ask('?range=yesterday&format=parquet');
    expect([parquet.headers['content-type'], parquet.text.slice(0, 4), parquet.text.slice(-4)]).toEqual([
      'application/vnd.apache.parquet',
      'PAR1',
      'PAR1',
    ]);
    expect(parquet.headers['content-disposition']).toMatch(/\.parquet"$/);
  });

  it('answers HEAD with its headers, without making the file', async () => {
    const { status, headers, text } = await send(workspace.product, 'HEAD', '/v1/analytics/export?format=ndjson', {
      headers: { authorization: `Bearer ${workspace.token}` },
    });
    expect([status, headers['content-type'], text]).toEqual([200, 'application/x-ndjson', '']);
  });

  it('contains nothing of another workspace', async () => {
    const other = await newWorkspace();
    expect(
      readCsv((await other.get<string>(`/v1/analytics/export?range=all&include_bots=true&link=${link.id}`)).text),
    ).toEqual([]);
  });

  it('runs twice at once per workspace; a third is refused until one ends', async () => {
    const other = await newWorkspace();
    const { alias } = await other.createLink({ destination_url: `https://example.com/${'x'.repeat(8_000)}` });
    await Promise.all(Array.from({ length: 1_500 }, (_, n) => visit(other, alias, { from: `203.0.113.${n % 250}` })));
    await eventually(async () =>
      expect((await other.get<Analytics>('/v1/analytics/workspace')).body.totals.clicks).toBe(1_500),
    );
    const [one, two] = [await slowly(other), await slowly(other)];
    const refused = await other.get('/v1/analytics/export?format=ndjson');
    expectProblem(refused, 429, 'rate_limited');
    expect(refused.headers['retry-after']).toBe('30');
    expect((await ask('?range=today')).status).toBe(200);
    one.destroy();
    await eventually(async () => expect((await other.get('/v1/analytics/export?range=yesterday')).status).toBe(200));
    two.destroy();
  });
});

/** Opens an export whose body neither a client nor a balancer reads. */
const slowly = async ({ token }: Workspace): Promise<IncomingMessage> => {
  const { port } = gatewayUnderTest();
  const sent = request({
    host: '127.0.0.1',
    port,
    path: '/v1/analytics/export?format=ndjson',
    headers: { host: `localhost:${port}`, authorization: `Bearer ${token}` },
  }).end();
  sent.on('error', () => undefined);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  return response.on('error', () => undefined);
};
