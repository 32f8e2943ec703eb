import { readCsv } from '../support/csv';
import { imported, NDJSON } from '../support/imports';
import { locationsOf } from '../support/problems';
import type { Link, List } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

const stamp = Date.now().toString(36);
const U = 'https://example.com/';

describe('the rows of an import', () => {
  const workspace = useWorkspace();
  const errorsOf = async (id: string) =>
    readCsv((await workspace.get<string>(`/v1/imports/${id}/errors?format=csv`)).text);

  it('that fail stop no others, and are named by row, line, code and message', async () => {
    const csv = [
      'destination_url,alias,title,status,has_password',
      `${U}1,ok-${stamp},"two\nlines",,`,
      'ftp://example.com,x y,,,',
      `${U}2,OK-${stamp},,,`,
      '',
      `${U}3,,,,true`,
      `${U}4,,,deleted,`,
      `${U}5`,
      `http://${new URL(workspace.product.url).host}/x,,,,`,
      `${U}6,last-${stamp},,,`,
    ].join('\n');
    const report = await imported(workspace, csv);
    expect(report).toMatchObject({ status: 'completed', total: 8, created: 2, failed: 6 });
    expect(report.errors.map(({ row, line, code, message }) => [row, line, code, message])).toEqual([
      [1, 2, 'invalid_request', expect.stringMatching(/^title must not contain control characters/)],
      [2, 4, 'invalid_request', expect.stringMatching(/destination_url must be an absolute.*; alias must be 1 to 100/)],
      [4, 7, 'password_unknown', expect.stringMatching(/^has_password /)],
      [5, 8, 'invalid_request', expect.stringMatching(/^status is deleted/)],
      [6, 9, 'invalid_request', 'has 1 cells, and the first row has 5'],
      [7, 10, 'redirect_loop', expect.stringMatching(/own short hosts/)],
    ]);
  });

  it('are told every problem that they have, that of their status among them', async () => {
    const report = await imported(workspace, `destination_url,alias,status\nftp://example.com,x y,lost\n`);
    const [{ code, message } = { code: '', message: '' }] = report.errors;
    expect([code, message]).toEqual([
      'invalid_request',
      expect.stringMatching(/^status .*; destination_url .*; alias /),
    ]);
  });

  it.each([
    [
      'kutt',
      'address,target,banned,password',
      'x y,ftp://example.com,true,1',
      /^password .*; banned .*; destination_url .*; alias /,
    ],
    [
      'dub',
      'Short link,Destination URL',
      'https://acme.link/_root,ftp://example.com',
      /^Short link .*; destination_url /,
    ],
    ['bitly', 'Link,Long URL', 'https://bit.ly/,ftp://example.com', /^link .*; destination_url /],
    ['yourls', 'source,target,hits', '/,ftp://example.com,1', /^keyword .*; destination_url /],
  ])('are told every problem that they have, in a file of %s', async (_, header, line, message) => {
    const report = await imported(workspace, `${header}\n${line}\n`);
    expect(report.errors.map((one) => [one.code, one.message])).toEqual([
      ['invalid_request', expect.stringMatching(message)],
    ]);
  });

  it('that are nested too deep to be written down fail like any other', async () => {
    const deep = `{"destination_url":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const row = (name: string) => JSON.stringify({ destination_url: `${U}${name}`, alias: `${name}-${stamp}` });
    const report = await imported(workspace, [row('before'), deep, row('after')].join('\n'), { type: NDJSON });
    expect(report).toMatchObject({ status: 'completed', total: 3, created: 2, failed: 1 });
    expect(report.errors).toMatchObject([{ row: 2, line: 2, code: 'invalid_request' }]);
  });

  it('that are as long as a row may be fail alone, the first one, too', async () => {
    const row = (name: string, title: string) =>
      JSON.stringify({ destination_url: U, alias: `${name}-${stamp}`, title });
    const file = [row('long', '日本語'.repeat(150_000)), row('short', '日本語')].join('\n');
    const report = await imported(workspace, file, { type: NDJSON });
    expect(report).toMatchObject({ status: 'completed', source: 'waymark', total: 2, created: 1, failed: 1 });
    expect(report.errors).toMatchObject([{ row: 1, line: 1, code: 'invalid_request' }]);
  });

  it('that have objects where texts are due fail alone', async () => {
    const row = (name: string, geo: object) => ({ shortLink: `https://dub.sh/${name}-${stamp}`, url: U, geo });
    const file = JSON.stringify([row('geo', { DE: { toString: 1 } }), row('plain', {})]);
    const report = await imported(workspace, file, { type: NDJSON });
    expect(report).toMatchObject({ status: 'completed', source: 'dub', total: 2, created: 1, failed: 1 });
    expect(report.errors).toMatchObject([{ row: 1, code: 'invalid_request' }]);
  });

  it('with one alias or external id: the first has it', async () => {
    const rows = Array.from({ length: 40 }, (_, n) => `${U}${n},${n % 2 ? 'Same' : 'same'}-${stamp},`);
    const ids = Array.from({ length: 40 }, (_, n) => `${U}${n},,same-${stamp}`);
    const report = await imported(workspace, ['destination_url,alias,external_id', ...rows, ...ids].join('\n'));
    expect(report).toMatchObject({ created: 2, failed: 78 });
    expect([...new Set(report.errors.map(({ code }) => code))]).toEqual(['alias_taken', 'conflict']);
    expect(report.errors.map(({ row }) => row)).not.toContain(1);
    expect(report.errors.map(({ row }) => row)).not.toContain(41);
    expect((await workspace.get(`/v1/links/lookup?alias=same-${stamp}`)).body).toMatchObject({
      destination_url: `${U}0`,
    });
  });

  it('that failed come back as a file that can be mended and sent again', async () => {
    const csv = `destination_url;title;alias\nnowhere;=1+1;m1-${stamp}\n${U};x;m2-${stamp}\nnowhere;'quoted;m3-${stamp}\n${U};;m4-${stamp};more`;
    const first = await imported(workspace, csv);
    expect(first).toMatchObject({ created: 1, failed: 3 });
    const { text, headers } = await workspace.get<string>(`/v1/imports/${first.id}/errors?format=csv`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text.split('\r\n')[0]).toBe('destination_url,title,alias,error_code,error_message');
    expect(text).toContain(`nowhere,'=1+1,m1-${stamp},invalid_request,`);
    const mended = text.replaceAll('nowhere', U).replace(/,more\r\n/, '\r\n');
    expect(await imported(workspace, mended)).toMatchObject({
      created: 3,
      failed: 0,
      ignored_columns: ['error_code', 'error_message'],
    });
    expect((await workspace.get(`/v1/links/lookup?alias=m1-${stamp}`)).body).toMatchObject({ title: '=1+1' });
    const unknown = await workspace.get(`/v1/imports/${first.id}/errors?format=xml&colour=red`);
    expect(locationsOf(unknown)).toEqual(['query.colour', 'query.format']);
    expect((await workspace.get(`/v1/links/lookup?alias=m3-${stamp}`)).body).toMatchObject({ title: "'quoted" });
  });

  it('that failed come back with the cells of columns without a name', async () => {
    const csv = `,destination_url,,_\n0,nowhere,note,'=1+1\n1,nowhere,,,'=2,\n2,nowhere\n`;
    const { id } = await imported(workspace, csv);
    const { text } = await workspace.get<string>(`/v1/imports/${id}/errors?format=csv`);
    expect(text.split('\r\n').map((line) => line.replace(/invalid_request,("[^"]+"|[^,]+)/, 'x,y'))).toEqual([
      ',destination_url,,_,error_code,error_message',
      "0,nowhere,note,'=1+1,x,y",
      "1,nowhere,,,x,y,'=2,",
      '2,nowhere,,,x,y',
      '',
    ]);
  });

  it('of JSON come back under their own names', async () => {
    const rows = [{ destination_url: 'nowhere', tags: ['a', 'b'] }, { destination_url: U, colour: 'red' }, 3];
    const first = await imported(workspace, rows.map((row) => JSON.stringify(row)).join('\n'), { type: NDJSON });
    expect(first).toMatchObject({ total: 3, created: 0, failed: 3 });
    expect(await errorsOf(first.id)).toMatchObject([
      { destination_url: 'nowhere', tags: 'a,b', error_code: 'invalid_request' },
      { destination_url: U, colour: 'red', error_message: 'colour is not a known field' },
      { destination_url: '', error_message: 'is not a JSON object' },
    ]);
  });

  it('archived or disabled become such links', async () => {
    const csv = `destination_url,alias,status\n${U},ar-${stamp},archived\n${U},di-${stamp},disabled\n`;
    expect(await imported(workspace, csv)).toMatchObject({ created: 2 });
    for (const [alias, status] of [
      ['ar', 'archived'],
      ['di', 'disabled'],
    ])
      expect((await workspace.get(`/v1/links/lookup?alias=${alias}-${stamp}`)).body).toMatchObject({ status });
  });

  it('come to the verified domain that they name, else to the primary one, and to no other', async () => {
    const [other, foreign] = [await newWorkspace(), await newWorkspace()];
    const [named, primary, pending, theirs] = [
      await other.verifiedDomain(),
      await other.verifiedDomain(),
      await other.addDomain(),
      await foreign.verifiedDomain(),
    ];
    await other.patch(`/v1/domains/${primary.id}`, { is_primary: true });
    const hosts = [named.hostname.toUpperCase(), '', pending.hostname, theirs.hostname];
    const csv = ['destination_url,alias,domain', ...hosts.map((host) => `${U},own-${stamp},${host}`)].join('\n');
    const report = await imported(other, csv);
    expect(report).toMatchObject({ created: 2, failed: 2 });
    expect(report.errors.map(({ row, code }) => [row, code])).toEqual([
      [3, 'domain_not_verified'],
      [4, 'domain_not_verified'],
    ]);
    const domains = async () =>
      (await other.get<List<Link>>('/v1/links?order=asc')).body.data.map(({ domain, alias }) => [domain, alias]);
    const made = [named, primary].map(({ hostname }) => [hostname, `own-${stamp}`]);
    expect((await domains()).sort()).toEqual(made.sort());

    const moved = csv.replaceAll('own-', 'moved-');
    expect(await imported(other, moved, { query: `?domain=${primary.hostname}` })).toMatchObject({
      created: 2,
      failed: 2,
    });
    expect((await domains()).length).toBe(4);

    const shared = `Link,Long URL\nhttps://bit.ly/shared-${stamp},${U}\n`;
    expect(await imported(other, shared)).toMatchObject({ created: 1 });
    expect(await domains()).toContainEqual([primary.hostname, `shared-${stamp}`]);
  });

  it('are not imported, and no link is made, where the file is not UTF-8 or does not end', async () => {
    const other = await newWorkspace();
    const latin1 = Buffer.from(`destination_url,title\n${U},ok\n${U},Zürich\n`, 'latin1');
    expect(await imported(other, latin1)).toMatchObject({
      status: 'failed',
      total: null,
      created: 0,
      failed: 0,
      errors: [
        { row: null, line: 3, code: 'invalid_request', message: expect.stringMatching(/^The file is not UTF-8/) },
      ],
    });
    for (const mark of ['\ufeff', ''])
      expect(await imported(other, Buffer.from(`${mark}destination_url\n${U}\n`, 'utf16le'))).toMatchObject({
        status: 'failed',
        source: null,
        errors: [{ row: null, line: 1, message: expect.stringMatching(/^The file is not UTF-8/) }],
      });
    expect(await imported(other, `destination_url,title\n${U},ok\n${U},"open\n`)).toMatchObject({ status: 'failed' });
    expect(await other.countLinks()).toBe(0);
    expect((await other.get<List<{ status: string }>>('/v1/imports')).body.data.map(({ status }) => status)).toEqual([
      'failed',
      'failed',
      'failed',
      'failed',
    ]);
  });
});
