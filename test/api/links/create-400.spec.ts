import { api, send } from '../../support/waymark';
import { expectProblem, locationsOf } from '../support/problems';
import { useWorkspace } from '../support/workspace';

const URL = 'https://example.com';
const LONE = '\\ud800';

const rulesOf = (...conditions: readonly object[]) => conditions.map((one) => ({ if: one, destination_url: URL }));
const variantsOf = (...weights: readonly unknown[]) =>
  weights.map((weight, n) => ({ destination_url: `${URL}/${n}`, weight }));

/** The request, and where its problems are. Text is sent unchanged. */
const TABLE: readonly [string, unknown, readonly string[]][] = [
  ['nothing in it', {}, ['body.destination_url']],
  ['null as destination', { destination_url: null }, ['body.destination_url']],
  ['a number as destination', { destination_url: 7 }, ['body.destination_url']],
  ['a list as destination', { destination_url: [URL] }, ['body.destination_url']],
  ['an empty destination', { destination_url: '' }, ['body.destination_url']],
  ['a relative destination', { destination_url: '/a' }, ['body.destination_url']],
  ['javascript:', { destination_url: 'javascript:alert(1)' }, ['body.destination_url']],
  ['javascript: in capitals', { destination_url: 'JaVaScRiPt:alert(1)' }, ['body.destination_url']],
  ['data:', { destination_url: 'data:text/html,x' }, ['body.destination_url']],
  ['ftp:', { destination_url: 'ftp://example.com' }, ['body.destination_url']],
  ['user info', { destination_url: 'https://user:secret@example.com' }, ['body.destination_url']],
  ['an empty user', { destination_url: 'https://@example.com' }, ['body.destination_url']],
  ['CR and LF', { destination_url: 'https://example.com/\r\nSet-Cookie: a=b' }, ['body.destination_url']],
  ['NUL in the destination', { destination_url: 'https://example.com/\u0000' }, ['body.destination_url']],
  ['a backslash', { destination_url: 'https://example.com\\@evil.example' }, ['body.destination_url']],
  ['a bidirectional control', { destination_url: 'https://example.com/\u202egpj' }, ['body.destination_url']],
  [
    'a lone surrogate in the destination',
    `{"destination_url":"https://example.com/${LONE}"}`,
    ['body.destination_url'],
  ],
  ['8,193 characters', { destination_url: `https://example.com/${'a'.repeat(8_173)}` }, ['body.destination_url']],
  [
    'an API key in the destination',
    { destination_url: `https://example.com/?k=svc_live_${'A'.repeat(49)}` },
    ['body.destination_url'],
  ],
  ['an empty alias', { destination_url: URL, alias: '' }, ['body.alias']],
  ['an alias of 101 characters', { destination_url: URL, alias: 'a'.repeat(101) }, ['body.alias']],
  ['a slash in the alias', { destination_url: URL, alias: 'a/b' }, ['body.alias']],
  ['an umlaut in the alias', { destination_url: URL, alias: 'für' }, ['body.alias']],
  ['a line break after the alias', { destination_url: URL, alias: 'abc\n' }, ['body.alias']],
  ['a reserved alias', { destination_url: URL, alias: 'API' }, ['body.alias']],
  ['an empty domain', { destination_url: URL, domain: '' }, ['body.domain']],
  ['an empty title', { destination_url: URL, title: '  ' }, ['body.title']],
  ['a title of 256 characters', { destination_url: URL, title: 'a'.repeat(256) }, ['body.title']],
  ['NUL in the title', { destination_url: URL, title: 'a\u0000b' }, ['body.title']],
  ['a lone surrogate in the title', `{"destination_url":"${URL}","title":"a${LONE}"}`, ['body.title']],
  ['tags that are not a list', { destination_url: URL, tags: 'a,b' }, ['body.tags']],
  ['21 tags', { destination_url: URL, tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, ['body.tags']],
  [
    'wrong tags',
    { destination_url: URL, tags: ['ok', 'a'.repeat(51), 1, 'a,b', ''] },
    ['body.tags[1]', 'body.tags[2]', 'body.tags[3]', 'body.tags[4]'],
  ],
  ['a tag with a lone surrogate', `{"destination_url":"${URL}","tags":["${LONE}"]}`, ['body.tags[0]']],
  [
    'utm fields of 256 characters',
    { destination_url: URL, utm_source: 'a'.repeat(256), utm_content: 'a'.repeat(256) },
    ['body.utm_content', 'body.utm_source'],
  ],
  ['a number as utm field', { destination_url: URL, utm_term: 1 }, ['body.utm_term']],
  ['another type of redirect', { destination_url: URL, redirect_type: 303 }, ['body.redirect_type']],
  ['a type of redirect as text', { destination_url: URL, redirect_type: '301' }, ['body.redirect_type']],
  ['a text for true', { destination_url: URL, forward_query: 'true' }, ['body.forward_query']],
  ['a day for an instant', { destination_url: URL, starts_at: '2026-12-24' }, ['body.starts_at']],
  ['an instant without an offset', { destination_url: URL, expires_at: '2026-12-24T18:00:00' }, ['body.expires_at']],
  ['a year that no database knows', { destination_url: URL, expires_at: '0000-12-24T18:00:00Z' }, ['body.expires_at']],
  ['an end as number', { destination_url: URL, expires_at: 1_800_000_000 }, ['body.expires_at']],
  ['javascript: for expired links', { destination_url: URL, expired_url: 'javascript:1' }, ['body.expired_url']],
  [
    'an end before its start',
    { destination_url: URL, starts_at: '2027-01-01T00:00:00Z', expires_at: '2026-12-31T23:59:59Z' },
    ['body.expires_at'],
  ],
  [
    'an end at its start, in another time zone',
    { destination_url: URL, starts_at: '2027-01-01T00:00:00Z', expires_at: '2027-01-01T01:00:00+01:00' },
    ['body.expires_at'],
  ],
  ['rules that are not a list', { destination_url: URL, rules: {} }, ['body.rules']],
  [
    '21 rules',
    { destination_url: URL, rules: rulesOf(...Array<object>(21).fill({ device: 'mobile' })) },
    ['body.rules'],
  ],
  ['a rule without conditions', { destination_url: URL, rules: rulesOf({}) }, ['body.rules[0].if']],
  [
    'a rule without anything, and one with more than there is',
    { destination_url: URL, rules: [{}, { if: { os: 'iOS' }, destination_url: URL, then: 1 }] },
    ['body.rules[0].destination_url', 'body.rules[0].if', 'body.rules[1].then'],
  ],
  [
    'conditions that do not exist or hold nothing',
    {
      destination_url: URL,
      rules: rulesOf(
        { weather: 'rain' },
        { device: 'toaster' },
        { device: null },
        { device: [] },
        { os: '' },
        { query: {} },
      ),
    },
    [
      'body.rules[0].if.weather',
      'body.rules[1].if.device',
      'body.rules[2].if.device',
      'body.rules[3].if.device',
      'body.rules[4].if.os',
      'body.rules[5].if.query',
    ],
  ],
  [
    'values that no visit could have',
    {
      destination_url: URL,
      rules: rulesOf(
        { country: ['DE', 'XX'] },
        { country: 'Germany' },
        { language: ['de', 'german'] },
        { ip: ['192.0.2.1', '127.1'] },
        { ip: '192.0.2.0/33' },
        { query: { a: false } },
        { query: { a: 'x'.repeat(256) } },
        { after: 'tomorrow' },
        { after: '2027-01-01T00:00:00Z', before: '2027-01-01T01:00:00+01:00' },
      ),
    },
    [
      'body.rules[0].if.country[1]',
      'body.rules[1].if.country',
      'body.rules[2].if.language[1]',
      'body.rules[3].if.ip[1]',
      'body.rules[4].if.ip',
      'body.rules[5].if.query.a',
      'body.rules[6].if.query.a',
      'body.rules[7].if.after',
      'body.rules[8].if.before',
    ],
  ],
  [
    'a list of 101 values',
    { destination_url: URL, rules: rulesOf({ os: Array.from({ length: 101 }, (_, n) => `os${n}`) }) },
    ['body.rules[0].if.os'],
  ],
  [
    'NUL in a parameter',
    { destination_url: URL, rules: rulesOf({ query: { a: '\u0000' } }) },
    ['body.rules[0].if.query.a'],
  ],
  [
    'wrong destinations of rules and variants',
    {
      destination_url: URL,
      rules: [{ if: { os: 'iOS' }, destination_url: 'javascript:1' }],
      variants: [
        { destination_url: 'https://u:p@example.com', weight: 1 },
        { destination_url: '/a', weight: 1 },
      ],
    },
    ['body.rules[0].destination_url', 'body.variants[0].destination_url', 'body.variants[1].destination_url'],
  ],
  ['one variant', { destination_url: URL, variants: variantsOf(1) }, ['body.variants']],
  ['five variants', { destination_url: URL, variants: variantsOf(1, 1, 1, 1, 1) }, ['body.variants']],
  [
    'weights out of bounds',
    { destination_url: URL, variants: variantsOf(0, 1_001, 1.5, '1') },
    [0, 1, 2, 3].map((n) => `body.variants[${n}].weight`),
  ],
  ['an empty preview', { destination_url: URL, preview: { title: null } }, ['body.preview']],
  [
    'a wrong preview',
    {
      destination_url: URL,
      preview: { title: 'a'.repeat(256), description: 'a'.repeat(501), image_url: 'data:,', x: 1 },
    },
    ['body.preview.description', 'body.preview.image_url', 'body.preview.title', 'body.preview.x'],
  ],
  ['an unknown field', { destination_url: URL, colour: 'red' }, ['body.colour']],
  [
    'problems of every kind at once',
    { destination_url: 'x', alias: '!', tags: 1, colour: 2, title: '' },
    ['body.alias', 'body.colour', 'body.destination_url', 'body.tags', 'body.title'],
  ],
  ['a list', [{ destination_url: URL }], ['body']],
  ['null', 'null', ['body']],
  ['a text', '"https://example.com"', ['body']],
  ['a number', '1', ['body']],
  ['nothing at all', undefined, ['body']],
  ['a click limit of 0', { destination_url: URL, click_limit: 0 }, ['body.click_limit']],
  ['a click limit of half a click', { destination_url: URL, click_limit: 1.5 }, ['body.click_limit']],
  ['a click limit that is a text', { destination_url: URL, click_limit: '5' }, ['body.click_limit']],
  ['a password of 3 characters', { destination_url: URL, password: 'abc' }, ['body.password']],
  ['a password of 129 characters', { destination_url: URL, password: 'x'.repeat(129) }, ['body.password']],
  ['broken JSON', '{"destination_url":', ['body']],
  ['JSON with a comment', `{"destination_url":"${URL}"/**/}`, ['body']],
  ['two values', `{"destination_url":"${URL}"}{}`, ['body']],
  [
    'bytes that are not UTF-8',
    Buffer.from([...Buffer.from('{"destination_url":"https://example.com/'), 0xff, 0xfe, ...Buffer.from('"}')]),
    ['body'],
  ],
  ['NUL bytes', Buffer.from('{"destination_url":"https://example.com/\0"}'), ['body']],
  ['a __proto__', `{"destination_url":"${URL}","__proto__":{"admin":true}}`, ['body']],
  [
    'a constructor with a prototype',
    `{"destination_url":"${URL}","constructor":{"prototype":{"admin":true}}}`,
    ['body'],
  ],
  ['a __proto__ in a field', `{"destination_url":"${URL}","title":{"__proto__":{"admin":true}}}`, ['body']],
];

/** Fields of the link record that no client sets. */
const UNSETTABLE = [
  'status',
  'id',
  'clicks',
  'created_at',
  'short_url',
  'workspace_id',
  'link_id',
  'created_by',
  'password_hash',
];

describe('POST /v1/links with bad input', () => {
  const workspace = useWorkspace();
  const post = (body: unknown) =>
    send(workspace.product, 'POST', '/v1/links', {
      body,
      headers: { authorization: `Bearer ${workspace.token}`, 'content-type': 'application/json' },
    });

  // Last in this block, so that it covers all attempts.
  afterAll(async () => expect(await workspace.countLinks()).toBe(0));

  it.each(TABLE)('reports the place of the problem with %s', async (_, body, locations) => {
    const payload =
      typeof body === 'string' || Buffer.isBuffer(body) || body === undefined ? body : JSON.stringify(body);
    expect(locationsOf(await post(payload))).toEqual([...locations].sort());
  });

  it.each(UNSETTABLE)('refuses a field that no client sets: %s', async (field) => {
    for (const value of [null, 'x', 5, true]) {
      expect(locationsOf(await post(JSON.stringify({ destination_url: URL, [field]: value })))).toEqual([
        `body.${field}`,
      ]);
    }
  });

  it('refuses a destination on one of our own hosts as a loop', async () => {
    const { port } = workspace.product;
    for (const host of [
      `localhost:${port}`,
      `LOCALHOST:${port}`,
      `127.0.0.1:${port}`,
      `localhost.:${port}`,
      `127.1:${port}`,
    ]) {
      const problem = expectProblem(
        await workspace.post('/v1/links', { destination_url: `http://${host}/x` }),
        400,
        'redirect_loop',
      );
      expect(problem.errors.map(({ location }) => location)).toEqual(['body.destination_url']);
    }
  });

  it('refuses every URL that leads back to us, in one answer', async () => {
    const loop = `${workspace.product.url}/x`;
    const answer = await workspace.post('/v1/links', {
      destination_url: loop,
      expired_url: loop,
      rules: [...rulesOf({ os: 'iOS' }), { if: { os: 'iOS' }, destination_url: loop }],
      variants: [...variantsOf(1), { destination_url: loop, weight: 1 }],
    });
    const { errors } = expectProblem(answer, 400, 'redirect_loop');
    expect(errors.map(({ location }) => location)).toEqual([
      'body.destination_url',
      'body.expired_url',
      'body.rules[1].destination_url',
      'body.variants[1].destination_url',
    ]);
  });

  it('refuses a domain that is not ours', async () => {
    for (const domain of ['example.com', 'localhost', `localhost:${workspace.product.port}/x`, ' ']) {
      const problem = expectProblem(
        await workspace.post('/v1/links', { destination_url: URL, domain }),
        400,
        'domain_not_verified',
      );
      expect(problem.errors.map(({ location }) => location)).toEqual(['body.domain']);
    }
  });

  it('refuses query parameters', async () =>
    expect(locationsOf(await workspace.post('/v1/links?dry_run=true', {}))).toEqual([
      'body.destination_url',
      'query.dry_run',
    ]));

  it('takes the text __proto__ as a plain value', async () => {
    const { status } = await api(workspace.product, workspace.token).get('/v1/links?__proto__=1');
    expect(status).toBe(400);
  });
});
