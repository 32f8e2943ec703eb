import { imported, NDJSON, upload } from '../support/imports';
import type { Link, List } from '../support/records';
import { newWorkspace, useWorkspace, type Workspace } from '../support/workspace';

const stamp = Date.now().toString(36);
const U = 'https://example.com/';

/** What an import does not take over, and the alias, which is taken. */
const OWN = ['id', 'short_url', 'qr_url', 'alias', 'created_at', 'created_by', 'updated_at'];

const linksOf = async (workspace: Workspace): Promise<readonly Link[]> =>
  (await workspace.get<List<Link>>('/v1/links?order=asc&limit=100')).body.data;

describe('POST /v1/links/import', () => {
  const workspace = useWorkspace();

  it('answers with the record of the job and its address', async () => {
    const { status, headers, body } = await upload(workspace, `destination_url\n${U}1\n`);
    expect([status, headers.location]).toEqual([202, `/v1/imports/${body.id}`]);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^imp_[0-9a-z]{26}$/),
      status: expect.stringMatching(/^(queued|running|completed)$/),
      source: 'waymark',
      ignored_columns: [],
      errors: [],
    });
  });

  it('makes a link of each row of a CSV, with the fields of the link record', async () => {
    const other = await newWorkspace();
    const csv = [
      'id;destination_url;alias;title;tags;redirect_type;forward_query;rules;clicks;domain',
      `x;${U}1;One-${stamp};"a ""title""";"a,b c";301;false;"[{""if"":{""device"":""mobile""},""destination_url"":""${U}m""}]";7;`,
      `y;${U}2;;;;;;;;${new URL(other.product.url).host}`,
    ].join('\r\n');
    expect(await imported(other, csv)).toMatchObject({
      status: 'completed',
      source: 'waymark',
      total: 2,
      created: 2,
      failed: 0,
      ignored_columns: ['id', 'clicks'],
      errors: [],
      ended_at: expect.any(String),
    });
    expect(await linksOf(other)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          alias: `One-${stamp}`,
          title: 'a "title"',
          tags: ['a', 'b c'],
          redirect_type: 301,
          forward_query: false,
          rules: [{ if: { device: 'mobile' }, destination_url: `${U}m` }],
          clicks: 0,
          created_by: expect.objectContaining({ type: 'api_key' }),
        }),
        expect.objectContaining({ destination_url: `${U}2`, alias: expect.stringMatching(/^[a-z0-9]{7}$/) }),
      ]),
    );
  });

  it('takes over what an export has written, exactly', async () => {
    const [from, to] = [await newWorkspace(), await newWorkspace()];
    await from.createLink({
      destination_url: `${U}?a=1,2`,
      title: "'=quoted",
      tags: ['=a', 'b'],
      utm_source: '-1',
      external_id: `'@${stamp}`,
      expires_at: '2999-01-01T00:00:00.000Z',
      expired_url: U,
      click_limit: 3,
      preview: { title: 'A "preview"' },
      variants: [
        { destination_url: `${U}a`, weight: 1 },
        { destination_url: `${U}b`, weight: 2 },
      ],
    });
    const { id: archived } = await from.createLink({ title: 'archived' });
    await from.post(`/v1/links/${archived}/archive`);
    const { id: disabled } = await from.createLink({ title: 'disabled' });
    await from.post(`/v1/links/${disabled}/disable`);
    const { id: both } = await from.createLink({ title: 'both' });
    const { id: over } = await from.createLink({ title: 'over', expires_at: '2020-01-01T00:00:00.000Z' });
    for (const state of [`${both}/archive`, `${both}/disable`, `${over}/disable`])
      await from.post(`/v1/links/${state}`);
    const read = async (workspace: Workspace) =>
      (await workspace.get<string>('/v1/links/export?format=ndjson')).text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .map((record) => Object.entries(record).filter(([name]) => !OWN.includes(name)))
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    for (const [format, type] of [
      ['csv', 'text/csv'],
      ['ndjson', NDJSON],
    ] as const) {
      const target = format === 'csv' ? to : await newWorkspace();
      // Every alias is taken by the first workspace.
      const file = (await from.get<string>(`/v1/links/export?format=${format}`)).text;
      const freed = (await linksOf(from)).reduce(
        (text, { alias }) => text.replaceAll(`"alias":"${alias}",`, '').replaceAll(`,${alias},`, ',,'),
        file,
      );
      expect(await imported(target, freed, { type })).toMatchObject({ created: 5, failed: 0 });
      expect(await read(target)).toEqual(await read(from));
      const disabled = (await linksOf(target)).filter(({ title }) => title === 'both' || title === 'over');
      for (const { id } of disabled)
        expect((await target.patch<Link>(`/v1/links/${id}`, { expires_at: null })).body.status).not.toBe('active');
      const [both] = disabled.filter(({ title }) => title === 'both');
      expect((await target.post<Link>(`/v1/links/${both?.id}/unarchive`)).body.status).toBe('disabled');
    }
  });

  it.each([
    ['bitly', 'text/csv', `Link,Custom Link,Destination URL,Title\nhttps://bit.ly/b-${stamp},,${U},T\n`, `b-${stamp}`],
    [
      'dub',
      'text/csv',
      `Short link,Destination URL,Clicks,Created at\nhttps://dub.sh/d-${stamp},${U},1,x\n`,
      `d-${stamp}`,
    ],
    [
      'dub',
      NDJSON,
      JSON.stringify([
        { domain: 'dub.sh', key: `da-${stamp}`, url: U, shortLink: `https://dub.sh/da-${stamp}`, color: 1 },
      ]),
      `da-${stamp}`,
    ],
    [
      'shlink',
      NDJSON,
      JSON.stringify({ shortUrls: { data: [{ shortCode: `sa-${stamp}`, longUrl: U, meta: {}, crawlable: true }] } }),
      `sa-${stamp}`,
    ],
    ['kutt', NDJSON, JSON.stringify({ data: [{ address: `k-${stamp}`, target: U, password: false }] }), `k-${stamp}`],
    ['shlink', 'text/csv', `Short code|Long URL|Tags\ns-${stamp}|${U}|a\n`, `s-${stamp}`],
    ['yourls', 'text/csv', `source,target,hits\n/y-${stamp}/,${U},3\n`, `y-${stamp}`],
  ])('recognises a file of %s', async (source, type, file, alias) => {
    expect(await imported(workspace, file, { type })).toMatchObject({ source, total: 1, created: 1, failed: 0 });
    expect((await workspace.get(`/v1/links/lookup?alias=${alias}`)).body).toMatchObject({ destination_url: U });
  });

  it('makes every link of a file that is one line of characters of several bytes', async () => {
    const other = await newWorkspace();
    const data = Array.from({ length: 600 }, (_, n) => ({
      shortCode: `line-${n}-${stamp}`,
      longUrl: `${U}${n}`,
      meta: {},
      title: '日本語'.repeat(80).slice(0, 239 - (n % 3)),
    }));
    const report = await imported(other, JSON.stringify({ shortUrls: { data } }), { type: NDJSON });
    expect(report).toMatchObject({ status: 'completed', source: 'shlink', total: 600, created: 600, failed: 0 });
  });

  it("takes over what a row of Dub's API says of a link, the variants of a test that is running among it", async () => {
    const row = {
      id: 'link_1',
      domain: 'dub.sh',
      key: `full-${stamp}`,
      url: U,
      externalId: `dub-${stamp}`,
      archived: false,
      expiresAt: '2999-01-01T00:00:00.000Z',
      expiredUrl: `${U}over`,
      disabledAt: '2026-01-01T00:00:00.000Z',
      password: null,
      proxy: true,
      title: 'A title',
      description: 'A text',
      image: null,
      ios: `${U}ios`,
      android: null,
      geo: { DE: `${U}de` },
      tags: [{ id: 'tag_1', name: 'a b', color: 'red' }],
      shortLink: `https://dub.sh/full-${stamp}`,
      utm_source: 'poster',
      testVariants: [
        { url: `${U}1`, percentage: 60 },
        { url: `${U}2`, percentage: 40 },
      ],
      testCompletedAt: '2998-01-01T00:00:00.000Z',
      clicks: 3,
      webhookIds: [],
    };
    const secret = { ...row, key: `secret-${stamp}`, shortLink: `https://dub.sh/secret-${stamp}`, password: 'x' };
    const report = await imported(workspace, JSON.stringify([row, { ...secret, externalId: null }]), { type: NDJSON });
    expect(report).toMatchObject({
      source: 'dub',
      created: 1,
      failed: 1,
      ignored_columns: ['id', 'clicks', 'webhookIds'],
      errors: [{ row: 2, code: 'password_unknown' }],
    });
    expect((await workspace.get(`/v1/links/lookup?alias=full-${stamp}`)).body).toMatchObject({
      destination_url: U,
      title: 'A title',
      tags: ['a b'],
      utm_source: 'poster',
      external_id: `dub-${stamp}`,
      status: 'disabled',
      expires_at: '2999-01-01T00:00:00.000Z',
      expired_url: `${U}over`,
      rules: [
        { if: { os: 'iOS' }, destination_url: `${U}ios` },
        { if: { country: ['DE'] }, destination_url: `${U}de` },
      ],
      variants: [
        { destination_url: `${U}1`, weight: 60 },
        { destination_url: `${U}2`, weight: 40 },
      ],
      preview: { title: 'A title', description: 'A text' },
    });
    const { text } = await workspace.get<string>(`/v1/imports/${report.id}/errors?format=csv`);
    expect(await imported(workspace, text.replace(',x,', ',,'))).toMatchObject({
      source: 'dub',
      created: 1,
      failed: 0,
    });
    const { body: mended } = await workspace.get<Link>(`/v1/links/lookup?alias=secret-${stamp}`);
    expect(mended).toMatchObject({ tags: ['a b'], rules: [{ if: { os: 'iOS' } }, { if: { country: ['DE'] } }] });
  });

  it("takes over a row of Shlink's API with its window, its limit and its rules", async () => {
    const row = {
      shortCode: `rules-${stamp}`,
      shortUrl: `https://s.example/rules-${stamp}`,
      longUrl: U,
      dateCreated: '2026-01-01T00:00:00+00:00',
      tags: ['a'],
      meta: { validSince: '2026-01-01T00:00:00+01:00', validUntil: '2999-01-01T00:00:00+01:00', maxVisits: 10 },
      domain: null,
      title: null,
      crawlable: false,
      forwardQuery: false,
      hasRedirectRules: true,
      visitsSummary: { total: 4, nonBots: 4, bots: 0 },
      redirectRules: [
        {
          longUrl: `${U}rule`,
          priority: 1,
          conditions: [
            { type: 'ip-address', matchKey: null, matchValue: '11.22.*.*' },
            { type: 'query-param', matchKey: 'a', matchValue: 'b' },
            { type: 'valueless-query-param', matchKey: 'c', matchValue: null },
          ],
        },
      ],
    };
    expect(await imported(workspace, JSON.stringify(row), { type: NDJSON })).toMatchObject({
      source: 'shlink',
      created: 1,
      ignored_columns: ['shortUrl', 'dateCreated', 'crawlable'],
    });
    expect((await workspace.get(`/v1/links/lookup?alias=rules-${stamp}`)).body).toMatchObject({
      starts_at: '2025-12-31T23:00:00.000Z',
      expires_at: '2998-12-31T23:00:00.000Z',
      click_limit: 6,
      forward_query: false,
      rules: [{ if: { ip: '11.22.0.0/16', query: { a: 'b', c: '' } }, destination_url: `${U}rule` }],
    });
  });

  it('puts links of other hosts where ?domain= says', async () => {
    const host = new URL(workspace.product.url).host;
    const csv = `destination_url,domain,alias\n${U},go.example,x-${stamp}\n`;
    expect((await imported(workspace, csv)).errors).toEqual([
      {
        row: 1,
        line: 2,
        code: 'domain_not_verified',
        message: expect.stringMatching(/^domain is not a verified domain/),
      },
    ]);
    expect(await imported(workspace, csv, { query: `?domain=${host}` })).toMatchObject({ created: 1, failed: 0 });
  });

  it('records the caller of the upload as the one who made the links', async () => {
    const { body } = await upload(workspace, `destination_url,alias\n${U},by-${stamp}\n`, {
      headers: { authorization: `Bearer ${workspace.owner.access_token}` },
    });
    await imported(workspace, `destination_url\n${U}\n`);
    const link = (await workspace.get<Link>(`/v1/links/lookup?alias=by-${stamp}`)).body;
    expect(link).toMatchObject({ created_by: { type: 'user', id: workspace.owner.user.id } });
    expect(body.id).toMatch(/^imp_/);
    const history = (await workspace.get<List<{ actor: object }>>(`/v1/links/${link.id}/history`)).body.data;
    expect(history[0]?.actor).toEqual({ type: 'user', id: workspace.owner.user.id });
  });

  it('has the same import for a repeat under one Idempotency-Key, and refuses another file under it', async () => {
    const other = await newWorkspace();
    const headers = { 'idempotency-key': `import-${stamp}` };
    const [first, again] = [
      await upload(other, `destination_url\n${U}1\n`, { headers }),
      await upload(other, `destination_url\n${U}1\n`, { headers }),
    ];
    expect([again.status, again.body.id, again.headers['idempotent-replayed']]).toEqual([202, first.body.id, 'true']);
    const file = await upload(other, `destination_url\n${U}2\n`, { headers });
    expect([file.status, file.body]).toMatchObject([422, { code: 'idempotency_mismatch' }]);
    expect((await other.get<List<object>>('/v1/imports')).body.meta.total).toBe(1);
  });
});
