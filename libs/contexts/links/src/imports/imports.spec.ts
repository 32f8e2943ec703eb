import { type Problem, Rejection } from '@kernel';
import fc from 'fast-check';
import {
  cellOf,
  type ImportedLink,
  type ImportRow,
  IMPORT_SOURCES,
  type ImportSource,
  layoutOf,
  recognise,
  rowOf,
  unprotectCell,
} from '.';

/** A row of a simple CSV with this header line. */
const read = (header: string, line: string, source?: ImportSource): ImportedLink => {
  const delimiter = header.includes(';') ? ';' : ',';
  const names = header.split(delimiter);
  const cells = line.split(delimiter);
  const { source: found } = recognise(names, { source });
  const given = names.map((name, index) => [name, cells[index]] as const).filter(([, cell]) => cell !== '');
  return linkOf(found, rowOf(found, given));
};

/** When the files arrive. */
const ARRIVAL = '2026-11-21T08:00:00.000Z';
const linkOf = (source: ImportSource, row: ImportRow) => layoutOf(source).linkOf(row, ARRIVAL);

/** A row of JSON. */
const readJson = (row: object, source?: ImportSource): ImportedLink => {
  const { source: found } = recognise(Object.keys(row), { source, noun: 'field' });
  return linkOf(found, rowOf(found, Object.entries(row)));
};

/** The same row as it comes back among the failed rows. */
const readAgain = (row: object): ImportedLink => {
  const { source: found } = recognise(Object.keys(row));
  const cells = Object.entries(row).map(([name, value]) => [name, unprotectCell(cellOf(value))] as const);
  return linkOf(
    found,
    rowOf(
      found,
      cells.filter(([, cell]) => cell !== ''),
    ),
  );
};

const given = ({ body }: ImportedLink) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

const lines = (problems: readonly Problem[] = []): string[] =>
  problems.map(({ location, message, code }) => `${code ?? ''} ${location} ${message}`);

const problemsOf = (act: () => unknown): string[] => {
  try {
    act();
  } catch (error) {
    if (error instanceof Rejection) return lines(error.problems);
    throw error;
  }
  return [];
};

/** What is wrong with a row. */
const faultsOf = ({ problems }: ImportedLink): string[] => lines(problems);

const URL_ = 'https://example.com/a';
const BITLY = 'Link,Custom Link,Destination URL,Title,Tags';
const DUB = 'Short link,Destination URL,Clicks,Created at,Tags,Archived';
const KUTT = 'id,address,description,banned,domain_id,expire_in,password,target,visit_count,created_at';
const SHLINK = 'createdAt,domain,shortCode,shortUrl,longUrl,title,tags,visits';
const YOURLS = 'keyword,url,title,timestamp,ip,clicks';

/** A row as `GET /links` of Dub has it. */
const ofDub = (some: object = {}) => ({
  id: 'link_1',
  domain: 'dub.sh',
  key: 'x',
  url: URL_,
  trackConversion: false,
  externalId: null,
  tenantId: null,
  programId: null,
  partnerId: null,
  archived: false,
  expiresAt: null,
  expiredUrl: null,
  disabledAt: null,
  password: null,
  proxy: false,
  title: 'Example',
  description: 'A page',
  image: 'https://example.com/a.png',
  video: null,
  rewrite: false,
  doIndex: false,
  ios: null,
  android: null,
  geo: null,
  publicStats: false,
  tags: [],
  folderId: null,
  comments: null,
  shortLink: 'https://dub.sh/x',
  qrCode: 'https://api.dub.co/qr?url=https://dub.sh/x?qr=1',
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
  testVariants: null,
  testStartedAt: null,
  testCompletedAt: null,
  userId: 'user_1',
  workspaceId: 'ws_1',
  clicks: 3,
  leads: 0,
  conversions: 0,
  sales: 0,
  saleAmount: 0,
  lastClicked: '2026-11-01T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  tagId: null,
  projectId: 'ws_1',
  webhookIds: [],
  ...some,
});

/** A row as `GET /rest/v3/short-urls` of Shlink has it. */
const ofShlink = (some: object = {}) => ({
  shortCode: 'x',
  shortUrl: 'https://s.test/x',
  longUrl: URL_,
  dateCreated: '2026-01-01T00:00:00+00:00',
  tags: ['a', 'b c'],
  meta: { validSince: null, validUntil: null, maxVisits: null },
  domain: null,
  title: null,
  crawlable: false,
  forwardQuery: true,
  hasRedirectRules: false,
  visitsSummary: { total: 7, nonBots: 6, bots: 1 },
  ...some,
});

type Condition = readonly [type: string, value: string | null, key?: string];

/** A row of Shlink with one rule of these conditions. */
const withRule = (...conditions: Condition[]) =>
  ofShlink({
    hasRedirectRules: true,
    redirectRules: [
      {
        longUrl: `${URL_}/rule`,
        priority: 1,
        conditions: conditions.map(([type, matchValue, matchKey = null]) => ({ type, matchKey, matchValue })),
      },
    ],
  });

describe('the columns of an imported file', () => {
  it.each<[string, ImportSource]>([
    [BITLY, 'bitly'],
    ['id,link,long_url,title,created_at,archived,tags,custom_bitlinks', 'bitly'],
    [DUB, 'dub'],
    ['Short link,Destination URL,Clicks,Created at,Leads,Conversions,Revenue,Link ID,Updated at', 'dub'],
    [KUTT, 'kutt'],
    ['id,address,target,description,domain,link,password,expire_in,banned,visit_count,created_at,updated_at', 'kutt'],
    [SHLINK, 'shlink'],
    ['Long URL;Short code;Domain;Title;Tags;Short URL', 'shlink'],
    [Object.keys(ofDub()).join(','), 'dub'],
    [Object.keys(ofShlink()).join(','), 'shlink'],
    [YOURLS, 'yourls'],
    ['source,target,hits', 'yourls'],
    ['destination_url,alias,tags', 'waymark'],
    ['Destination URL,error_code,error_message', 'waymark'],
  ])('%s are those of %s', (header, source) => {
    expect(recognise(header.split(/[,;]/)).source).toBe(source);
  });

  it('are ignored by name where they do not matter', () => {
    expect(recognise(DUB.split(',')).ignored).toEqual(['Clicks', 'Created at']);
    expect(recognise(['id', 'destination_url', 'clicks', 'error_code']).ignored).toEqual([
      'id',
      'clicks',
      'error_code',
    ]);
  });

  it('are refused by name where they are unknown or come twice', () => {
    expect(problemsOf(() => recognise(['destination_url', 'colour', 'Destination URL', 'password']))).toEqual([
      ' body.colour is not a known column of a file of waymark',
      ' body.Destination URL is the name of two columns',
      ' body.password is not a known column of a file of waymark',
    ]);
  });

  it('are ignored by name where an API has new ones, and refused in other files of the same source', () => {
    expect(recognise(Object.keys(ofDub({ colour: 'red' })), { noun: 'field' }).ignored).toEqual(
      expect.arrayContaining(['id', 'clicks', 'webhookIds', 'colour']),
    );
    expect(recognise(Object.keys(ofShlink({ colour: 'red' }))).ignored).toEqual([
      'shortUrl',
      'dateCreated',
      'crawlable',
      'colour',
    ]);
    expect(recognise(['link', 'long_url', 'colour']).ignored).toEqual(['colour']);
    expect(recognise(['address', 'target', 'link', 'colour']).ignored).toEqual(['link', 'colour']);
    for (const header of [BITLY, DUB, KUTT, SHLINK])
      expect(problemsOf(() => recognise([...header.split(','), 'colour']))[0]).toMatch(/^ body\.colour is not a known/);
    expect(given(readJson(ofDub({ colour: 'red' })))).not.toHaveProperty('colour');
    expect(problemsOf(() => rowOf('kutt', [['colour', 1]]))).toEqual([' body.colour is not a known field']);
  });

  it.each(['x\0', '\ud800', '\udc00x'])('are refused by name where it is %j, which no record can keep', (name) => {
    for (const row of [ofDub({ [name]: 1 }), ofShlink({ [name]: 1 })])
      expect(problemsOf(() => recognise(Object.keys(row), { noun: 'field' }))).toEqual([
        ` body.${name} must not contain NUL or half a surrogate pair`,
      ]);
    expect(recognise(Object.keys(ofDub({ '😀': 1 })), { noun: 'field' }).ignored).toContain('😀');
  });

  it('are refused where none is known, or the source has others', () => {
    expect(problemsOf(() => recognise(['a', '', 'b']))).toEqual([
      expect.stringMatching(/^ body has no columns that are known/),
    ]);
    expect(problemsOf(() => recognise(DUB.split(','), { source: 'kutt' }))[0]).toMatch(/which are address and target$/);
  });

  it('are refused without the destination, and by name where they are otherwise ours but for some', () => {
    const missing = (noun: string) =>
      ` body must have the ${noun} destination_url, or those of another source: give the source, and they are named`;
    expect(problemsOf(() => recognise(['alias', 'foo', '']))).toEqual([
      missing('column'),
      ' body.foo is not a known column of a file of waymark',
    ]);
    expect(problemsOf(() => recognise(['alias', 'bar'], { noun: 'field' }))).toEqual([
      missing('field'),
      ' body.bar is not a known field of a file of waymark',
    ]);
    expect(problemsOf(() => recognise(['alias', 'foo'], { source: 'waymark' }))).toEqual([
      expect.stringMatching(/^ body has not the columns of a file of waymark, which are destination/),
      ' body.foo is not a known column of a file of waymark',
    ]);
    for (const others of [['alias'], ['Short code', 'Title', 'foo'], ['Short link', 'Tags']])
      expect(problemsOf(() => recognise(others))).toEqual([missing('column')]);
    const many = Array.from({ length: 150 }, (_, n) => `foo${n}`);
    expect(problemsOf(() => recognise(['alias', ...many]))).toHaveLength(100);
  });
});

describe('a row', () => {
  it('of Bitly prefers the custom link, and its shared host is not a domain', () => {
    expect(read(BITLY, `https://bit.ly/3AbC,,${URL_},A title,`)).toEqual({
      body: { destination_url: URL_, alias: '3AbC', title: 'A title', tags: undefined },
      host: undefined,
      status: undefined,
      problems: [],
    });
    expect(read(BITLY, `bit.ly/3AbC,https://Go.Example/sale,${URL_},,`)).toMatchObject({
      body: { alias: 'sale' },
      host: 'go.example',
    });
    expect(faultsOf(read(BITLY, `https://bit.ly/,,${URL_},,`))).toEqual([' body.link has no path']);
  });

  it("of Bitly's API has lists", () => {
    const row = {
      link: 'https://bit.ly/x',
      long_url: URL_,
      archived: true,
      tags: ['a'],
      custom_bitlinks: ['bit.ly/own'],
    };
    expect(linkOf('bitly', rowOf('bitly', Object.entries(row)))).toMatchObject({
      body: { alias: 'own', tags: ['a'] },
      status: 'archived',
    });
  });

  it("of Bitly's API that is deleted, or has two addresses, is refused", () => {
    const row = { link: 'https://bit.ly/x', long_url: URL_, custom_bitlinks: ['https://bit.ly/own'] };
    expect(faultsOf(readJson({ ...row, is_deleted: false }))).toEqual([]);
    expect(faultsOf(readJson({ ...row, is_deleted: true }))).toEqual([
      ' body.is_deleted is set: such a link is not imported',
    ]);
    const two = { ...row, custom_bitlinks: ['https://bit.ly/own', 'https://go.test/own'] };
    for (const link of [readJson(two), readAgain(two)])
      expect(faultsOf(link)).toEqual([
        ' body.custom_bitlinks has 2 links: a link has one here; leave one of them, and add a row for each of the others',
      ]);
    expect(readAgain({ ...row, custom_bitlinks: ['https://go.test/own'] })).toMatchObject({
      body: { alias: 'own' },
      host: 'go.test',
      problems: [],
    });
  });

  it("of Dub's API is a link without what it has not", () => {
    const link = readJson(ofDub());
    expect({ ...link, body: given(link) }).toEqual({
      body: { destination_url: URL_, alias: 'x', title: 'Example', tags: [] },
      host: undefined,
      status: undefined,
      disabled: false,
      problems: [],
    });
    const { shortLink: _, ...bare } = ofDub({ domain: 'Go.Test' });
    expect(readJson(bare)).toMatchObject({ body: { alias: 'x' }, host: 'go.test' });
    for (const some of [
      { key: '_root', shortLink: 'https://go.test' },
      { key: null, domain: null, shortLink: null },
      { key: null, shortLink: null },
      { domain: null, shortLink: null },
    ])
      expect(faultsOf(readJson(ofDub(some)))).toEqual([' body.Short link has no path']);
    expect(faultsOf(read(DUB, `,${URL_},1,,,`))).toEqual([' body.Short link has no path']);
  });

  it("of Dub's API has what Dub does at a visit, also when it comes back among the failed rows", () => {
    const row = ofDub({
      externalId: 'cms-1',
      archived: true,
      disabledAt: '2026-02-01T00:00:00.000Z',
      expiresAt: '2027-01-01T00:00:00.000Z',
      expiredUrl: `${URL_}/over`,
      proxy: true,
      ios: `${URL_}/ios`,
      android: `${URL_}/android`,
      geo: { DE: `${URL_}/de`, US: `${URL_}/us`, AT: `${URL_}/de` },
      tags: [
        { id: 'tag_1', name: 'a', color: 'red' },
        { id: 'tag_2', name: 'b c', color: 'blue' },
      ],
      utm_source: 'poster',
      utm_content: '=1',
      testVariants: [
        { url: `${URL_}/1`, percentage: 75 },
        { url: `${URL_}/2`, percentage: 25 },
      ],
      testStartedAt: '2026-11-01T00:00:00.000Z',
      testCompletedAt: '2026-12-01T00:00:00.000Z',
    });
    const expected = {
      destination_url: URL_,
      alias: 'x',
      title: 'Example',
      tags: ['a', 'b c'],
      utm_source: 'poster',
      utm_content: '=1',
      external_id: 'cms-1',
      expires_at: '2027-01-01T00:00:00.000Z',
      expired_url: `${URL_}/over`,
      rules: [
        { if: { os: 'iOS' }, destination_url: `${URL_}/ios` },
        { if: { os: 'Android' }, destination_url: `${URL_}/android` },
        { if: { country: ['DE', 'AT'] }, destination_url: `${URL_}/de` },
        { if: { country: ['US'] }, destination_url: `${URL_}/us` },
      ],
      variants: [
        { destination_url: `${URL_}/1`, weight: 75 },
        { destination_url: `${URL_}/2`, weight: 25 },
      ],
      preview: { title: 'Example', description: 'A page', image_url: 'https://example.com/a.png' },
    };
    const link = readJson(row);
    expect(given(link)).toEqual(expected);
    expect(link).toMatchObject({ status: 'archived', disabled: true, problems: [] });
    const again = readAgain(row);
    expect(given(again)).toEqual(expected);
    expect(again).toMatchObject({ status: 'archived', disabled: true, problems: [] });
  });

  it.each([
    ['over', '2026-11-21T08:00:00.000Z'],
    ['not planned to end', null],
  ])("of Dub's API has no variants of a test that is %s", (_, testCompletedAt) => {
    const testVariants = [
      { url: `${URL_}/1`, percentage: 50 },
      { url: `${URL_}/2`, percentage: 50 },
    ];
    expect(given(readJson(ofDub({ testVariants, testCompletedAt })))).not.toHaveProperty('variants');
  });

  it.each(['secret', '0', 'false', 'NULL', ' '])("of Dub's API with the password %j is refused", (password) => {
    expect(faultsOf(readJson(ofDub({ password })))[0]).toMatch(/^password_unknown body\.password /);
  });

  it('of Dub has its tags by commas, and fails without a path', () => {
    const names = DUB.split(',');
    const cells = ['https://dub.sh/x', URL_, '3', '2026-01-01', 'a, b c', 'Yes'];
    const row = rowOf(
      'dub',
      names.map((name, index) => [name, cells[index]] as const),
    );
    expect(linkOf('dub', row)).toEqual({
      body: { destination_url: URL_, alias: 'x', tags: ['a', 'b c'] },
      host: undefined,
      status: 'archived',
      disabled: false,
      problems: [],
    });
    for (const short of ['https://acme.link', 'https://acme.link/', 'https://acme.link/_root'])
      expect(faultsOf(read(DUB, `${short},${URL_},1,,,`))).toEqual([' body.Short link has no path']);
    expect(read(DUB, `https://acme.link/a/b,${URL_},1,,,`)).toMatchObject({
      body: { alias: 'a/b' },
      host: 'acme.link',
    });
  });

  it('of Kutt with a password or a ban is refused, and never an open link', () => {
    expect(read(KUTT, `1,x,About,f,,2030-01-02 03:04:05+00,,${URL_},7,2020-01-01`)).toEqual({
      body: { destination_url: URL_, alias: 'x', title: 'About', expires_at: '2030-01-02T03:04:05Z' },
      host: undefined,
      problems: [],
    });
    for (const password of ['true', '$2a$12$abcdefghijklmnopqrstuv', '1'])
      expect(faultsOf(read(KUTT, `1,x,,f,,,${password},${URL_},7,`))[0]).toMatch(/^password_unknown /);
    for (const password of ['false', 'NULL', '0', 'f'])
      expect(read(KUTT, `1,x,,f,,,${password},${URL_},7,`).body).toMatchObject({ alias: 'x' });
    expect(faultsOf(read(KUTT, `1,x,,t,,,,${URL_},7,`))[0]).toMatch(/body\.banned is set/);
    const both = read(KUTT, `1,x,,t,,,1,${URL_},7,`);
    expect([faultsOf(both).length, both.body]).toEqual([2, expect.objectContaining({ destination_url: URL_ })]);
    expect(read(KUTT, `1,x,,f,3,,,${URL_},7,`).host).toBe('domain_id 3');
    const ofApi = { address: 'x', target: URL_, password: true };
    expect(faultsOf(linkOf('kutt', rowOf('kutt', Object.entries(ofApi))))[0]).toMatch(/^password_unknown /);
  });

  it.each([
    ['a|b', ['a', 'b']],
    ['a', ['a']],
  ])('of Shlink has the tags %s', (tags, expected) => {
    expect(read(SHLINK, `2026-01-01,,x,https://s.test/x,${URL_},T,${tags},9`)).toEqual({
      body: { destination_url: URL_, alias: 'x', title: 'T', tags: expected },
      host: undefined,
      problems: [],
    });
  });

  it('of Shlink has tags by commas where it has a comma, and its own domain', () => {
    const row = rowOf('shlink', [
      ['Short code', 'x'],
      ['Long URL', URL_],
      ['Tags', 'a|b,c'],
      ['Domain', 'S.Test'],
    ]);
    expect(linkOf('shlink', row)).toMatchObject({ body: { tags: ['a|b', 'c'] }, host: 's.test' });
  });

  it("of Shlink's API has its window, its visits that are left and its tags as they are", () => {
    const meta = {
      validSince: '2026-12-01T00:00:00+01:00',
      validUntil: '2026-12-31T00:00:00+01:00',
      maxVisits: 10,
    };
    const row = ofShlink({ meta, domain: 'S.Test', title: 'T', forwardQuery: false });
    const expected = {
      destination_url: URL_,
      alias: 'x',
      title: 'T',
      tags: ['a', 'b c'],
      forward_query: false,
      starts_at: '2026-12-01T00:00:00+01:00',
      expires_at: '2026-12-31T00:00:00+01:00',
      click_limit: 3,
    };
    for (const link of [readJson(row), readAgain(row)])
      expect({ ...link, body: given(link) }).toEqual({ body: expected, host: 's.test', problems: [] });
    for (const tags of [['a|b'], ['a|b', 'c']]) expect(readAgain(ofShlink({ tags }))).toMatchObject({ body: { tags } });
    expect(given(readJson(ofShlink()))).toEqual({
      destination_url: URL_,
      alias: 'x',
      tags: ['a', 'b c'],
      forward_query: true,
    });
  });

  it("of Shlink's API whose visits are used up is refused", () => {
    const meta = { validSince: null, validUntil: null, maxVisits: 7 };
    const { visitsSummary: _, ...old } = ofShlink({ meta, visitsCount: 8 });
    for (const row of [ofShlink({ meta }), old])
      expect(faultsOf(readJson(row))).toEqual([
        ' body.meta has a maxVisits that is reached: such a link leads nowhere',
      ]);
  });

  it.each<[Condition[], object]>([
    [[['device', 'android']], { os: 'Android' }],
    [[['device', 'ios']], { os: 'iOS' }],
    [[['device', 'desktop']], { device: 'desktop' }],
    [[['device', 'mobile']], { device: ['mobile', 'tablet'] }],
    [[['language', 'de_AT']], { language: 'de-AT' }],
    [[['query-param', 'b', 'a']], { query: { a: 'b' } }],
    [[['any-value-query-param', null, 'a']], { query: { a: true } }],
    [[['valueless-query-param', null, 'a']], { query: { a: '' } }],
    [[['ip-address', '192.0.2.1']], { ip: '192.0.2.1' }],
    [[['ip-address', '11.22.*.*']], { ip: '11.22.0.0/16' }],
    [[['ip-address', '11.*.22.*']], { ip: '11.*.22.*' }],
    [[['geolocation-country-code', 'DE']], { country: 'DE' }],
    [[['browser', 'android_browser']], { browser: 'android browser' }],
    [[['before-date', '2026-12-01T00:00:00+00:00']], { before: '2026-12-01T00:00:00+00:00' }],
    [[['after-date', '2026-12-01T00:00:00+00:00']], { after: '2026-12-01T00:00:00+00:00' }],
    [
      [
        ['device', 'ios'],
        ['query-param', '1', 'a'],
        ['query-param', '2', 'b'],
      ],
      { os: 'iOS', query: { a: '1', b: '2' } },
    ],
  ])('of Shlink with the conditions %j has a rule for %j', (conditions, asked) => {
    for (const link of [readJson(withRule(...conditions)), readAgain(withRule(...conditions))]) {
      expect(given(link)['rules']).toEqual([{ if: asked, destination_url: `${URL_}/rule` }]);
      expect(faultsOf(link)).toEqual([]);
    }
  });

  it('of Shlink has its rules by priority, then those by device of an older version', () => {
    const rule = (longUrl: string, priority: number) => ({
      longUrl,
      priority,
      conditions: [{ type: 'device', matchKey: null, matchValue: 'ios' }],
    });
    const redirectRules = [rule('https://2.test', 2), rule('https://1.test', 1)];
    const deviceLongUrls = { android: 'https://3.test', ios: null, desktop: 'https://4.test' };
    expect(given(readJson(ofShlink({ redirectRules, deviceLongUrls })))['rules']).toEqual([
      { if: { os: 'iOS' }, destination_url: 'https://1.test' },
      { if: { os: 'iOS' }, destination_url: 'https://2.test' },
      { if: { os: 'Android' }, destination_url: 'https://3.test' },
      { if: { device: 'desktop' }, destination_url: 'https://4.test' },
    ]);
  });

  it('of Shlink with rules that it does not have, or that we cannot have, is refused', () => {
    expect(faultsOf(readJson(ofShlink({ hasRedirectRules: true })))).toEqual([
      expect.stringMatching(/^ body\.hasRedirectRules is set, and the row has no redirectRules: add those of GET /),
    ]);
    expect(faultsOf(readJson(withRule(['geolocation-city-name', 'Bonn'], ['device', 'ios'])))).toEqual([
      ' body.redirectRules has conditions that no rule here can have: geolocation-city-name',
    ]);
    for (const two of [
      withRule(['language', 'de'], ['language', 'en']),
      withRule(['query-param', '1', 'a'], ['any-value-query-param', null, 'a']),
    ])
      expect(faultsOf(readJson(two))).toEqual([
        expect.stringMatching(/^ body\.redirectRules has a rule with two conditions of one kind/),
      ]);
    for (const redirectRules of [7, 'x', [null], [{ conditions: [3] }]])
      expect(() => readJson(ofShlink({ redirectRules }))).not.toThrow();
  });

  it.each<[Condition, string]>([
    [['query-param', 'a', '__proto__'], 'query-param of __proto__'],
    [['any-value-query-param', '__proto__'], 'any-value-query-param of __proto__'],
  ])('of Shlink with the condition %j, which a rule would lose, is refused', (condition, name) => {
    expect(faultsOf(readJson(withRule(condition, ['query-param', 'b', 'a'])))).toEqual([
      ` body.redirectRules has conditions that no rule here can have: ${name}`,
    ]);
  });

  it('of YOURLS loses slashes and NULL', () => {
    expect(given(read(YOURLS, `x,${URL_},NULL,2026-01-01,127.0.0.1,3`))).toEqual({ destination_url: URL_, alias: 'x' });
    expect(given(read('source,target,hits', `/x/,${URL_},3`))).toEqual({ destination_url: URL_, alias: 'x' });
    expect(faultsOf(read('source,target,hits', `/,${URL_},3`))[0]).toMatch(/is empty$/);
  });

  it('of ours has values of the record', () => {
    const header =
      'destination_url;alias;tags;redirect_type;forward_query;click_limit;rules;status;domain;has_password';
    const link = read(header, `${URL_};x;a,b;301;false;5;[{"if":{}}];archived;go.test;false`);
    expect({ ...link, body: given(link) }).toEqual({
      body: {
        destination_url: URL_,
        alias: 'x',
        tags: ['a', 'b'],
        redirect_type: 301,
        forward_query: false,
        click_limit: 5,
        rules: [{ if: {} }],
      },
      host: 'go.test',
      status: 'archived',
      problems: [],
      disabled: false,
    });
    expect(read('destination_url,status,disabled', `${URL_},expired,true`)).toMatchObject({ disabled: true });
    expect(given(read(header, `${URL_};;;many;perhaps;;[;;;`))).toEqual({
      destination_url: URL_,
      redirect_type: 'many',
      forward_query: 'perhaps',
      rules: '[',
    });
  });

  it('of ours is refused with a password or deleted', () => {
    const header = 'destination_url,status,has_password';
    expect(faultsOf(read(header, `${URL_},active,true`))[0]).toMatch(/^password_unknown body\.has_password /);
    expect(read(header, `${URL_},deleted,`).problems).toMatchObject([
      { location: 'body.status', message: expect.stringMatching(/^is deleted/) },
    ]);
    expect(read(header, `${URL_},expired,`).status).toBeUndefined();
  });

  it('has a foreign title of at most 255 characters without line breaks', () => {
    const title = `${'x'.repeat(254)}😀`;
    const row = rowOf('yourls', [
      ['keyword', 'x'],
      ['url', URL_],
      ['title', `a\r\nb${title}`],
    ]);
    expect(linkOf('yourls', row).body['title']).toBe(`a b${'x'.repeat(252)}`);
    const cut = rowOf('yourls', [
      ['keyword', 'x'],
      ['url', URL_],
      ['title', title],
    ]);
    expect(linkOf('yourls', cut).body['title']).toBe('x'.repeat(254));
  });

  it('of YOURLS is read in time that grows with its length alone, however many slashes it has', () => {
    const row = rowOf('yourls', [
      ['source', `/a${'/'.repeat(500_000)}b/`],
      ['target', URL_],
    ]);
    const before = process.cpuUsage();
    expect(linkOf('yourls', row).body['alias']).toBe(`a${'/'.repeat(500_000)}b`);
    // CPU and not wall time. A search from each slash to the end would take minutes.
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });

  it('has no more tags than are refused, however many its cell has', () => {
    const tagsOf = (source: 'waymark' | 'shlink', tags: string) =>
      linkOf(source, rowOf(source, [['tags', tags]])).body['tags'];
    for (const [source, separator] of [
      ['waymark', ','],
      ['shlink', '|'],
    ] as const) {
      expect(tagsOf(source, ` a ${separator}${separator} b`)).toEqual(['a', 'b']);
      expect(tagsOf(source, separator.repeat(200_000))).toHaveLength(1_001);
    }
  });

  it('with a field that is unknown is refused by name', () => {
    expect(problemsOf(() => rowOf('waymark', [['colour', 1]]))).toEqual([' body.colour is not a known field']);
  });

  it('with two fields whose names are one is refused by name, as the first row is', () => {
    const names = ['destination_url', 'DestinationURL', 'title'];
    expect(
      problemsOf(() => rowOf('waymark', [...names.map((name) => [name, URL_] as const), ['', 1], [' ', 2]])),
    ).toEqual([' body.DestinationURL is the name of two fields']);
    expect(problemsOf(() => readJson(ofDub({ U_RL: URL_ })))).toEqual([' body.U_RL is the name of two fields']);
    expect(problemsOf(() => rowOf('dub', Object.entries(ofDub({ U_RL: URL_ }))))).toEqual([
      ' body.U_RL is the name of two fields',
    ]);
  });
});

/** Values of JSON that are no texts, and do not become one. */
const hostile: readonly unknown[] = [
  '{"toString":1}',
  '{"toString":1,"valueOf":1}',
  '{"toString":null,"length":-1}',
  '{"__proto__":{"toString":1}}',
  '{"__proto__":null,"constructor":{"prototype":1}}',
  '{"toJSON":1,"then":1}',
  '[{"toString":1}]',
  '[[[null]],{"__proto__":[]}]',
  `${'['.repeat(30)}${']'.repeat(30)}`,
  `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`,
  '1e999',
  '-0',
  '1e21',
  '9007199254740993',
  'true',
  'null',
  '""',
  '"NULL"',
  '"[{\\"toString\\":1}]"',
  '"__proto__"',
  '"\\ud800\\u0000"',
].map((text) => JSON.parse(text) as unknown);

/** Members that layouts look for in the lists and objects of a row. */
const MEMBERS = ['name', 'url', 'percentage', 'total', 'maxVisits', 'validSince', 'DE', 'ios', 'longUrl', 'priority'];

const anyValue = (() => {
  const leaf = fc.constantFrom(...hostile, '2999-01-01', 'https://dub.sh/x', 'https://example.com');
  const types = ['device', 'query-param', 'valueless-query-param', 'ip-address', 'language'];
  const condition = fc.record({ type: fc.oneof(fc.constantFrom(...types), leaf), matchKey: leaf, matchValue: leaf });
  const members = fc.dictionary(fc.constantFrom(...MEMBERS), leaf);
  const conditions = fc.oneof(leaf, fc.array(fc.oneof(condition, leaf), { maxLength: 3 }));
  const rule = fc.record({ priority: leaf, longUrl: leaf, conditions });
  const lists = fc.array(fc.oneof(leaf, members, rule), { maxLength: 3 });
  const value = fc.oneof(leaf, members, lists);
  return fc.oneof(
    value,
    value.map((one) => JSON.stringify(one)),
  );
})();

describe('a row of hostile values', () => {
  it.each(IMPORT_SOURCES)('of %s is never more than a row with problems', (source) => {
    const fields = fc.constantFrom(...layoutOf(source).used);
    fc.assert(
      fc.property(fc.dictionary(fields, anyValue, { maxKeys: 40 }), (row) => {
        for (const one of [row, { ...row, testcompletedat: '2999-01-01', hasredirectrules: true }])
          expect(linkOf(source, one)).toHaveProperty('body');
      }),
      { numRuns: 500 },
    );
  });

  it.each<[object, object]>([
    [{ geo: { DE: { toString: 1 } } }, { rules: [{ if: { country: ['DE'] }, destination_url: { toString: 1 } }] }],
    [
      { testVariants: [{ url: URL_, percentage: { valueOf: 1, toString: 1 } }], testCompletedAt: '2027-01-01' },
      { variants: [{ destination_url: URL_, weight: NaN }] },
    ],
  ])('of Dub keeps %j for its validation', (some, body) => expect(given(readJson(ofDub(some)))).toMatchObject(body));

  it('of Shlink has problems, and rules without a priority', () => {
    const type = { toString: 1 };
    expect(faultsOf(readJson(ofShlink({ redirectRules: [{ conditions: [{ type }] }] })))).toEqual([
      ' body.redirectRules has conditions that no rule here can have: one without a type',
    ]);
    const rules = ['https://1.test', 'https://2.test'].map((longUrl) => ({ longUrl, priority: type, conditions: [] }));
    expect(given(readJson(ofShlink({ redirectRules: rules })))).toMatchObject({
      rules: rules.map(({ longUrl }) => ({ destination_url: longUrl })),
    });
  });
});
