import { connect } from 'node:net';
import { someTarget } from '../../../test/support/redirect-targets';
import { BROWSER, NOW, serve } from '../../../test/support/served-redirector';
import type { RedirectTarget } from './redirect-target';
import type { RedirectorOptions } from './redirector';

describe('a short URL', () => {
  it('redirects by an uncacheable 302, whatever the case of its alias', async () => {
    const { get, clicks } = await serve([someTarget()]);
    const answer = await get('/sUMMER');
    expect(answer).toMatchObject({
      status: 302,
      headers: {
        location: 'https://example.com/summer',
        'cache-control': 'private, no-store',
        'x-request-id': 'req_new',
      },
    });
    expect(clicks).toHaveLength(1);
  });

  it.each(['/%73ummer', '/su%6Dmer?a=%62', '/%53%55mmer'])('redirects, however it is encoded: %s', async (path) => {
    const { get, clicks } = await serve([someTarget()]);
    expect((await get(path)).status).toBe(302);
    expect(clicks).toHaveLength(1);
  });

  it.each([
    [301, 'private, max-age=30'],
    [307, 'private, no-store'],
    [308, 'private, max-age=30'],
  ] as const)('of type %i is cached as %s', async (redirect_type, caching) => {
    const { get } = await serve([someTarget({ redirect_type })]);
    expect(await get('/summer')).toMatchObject({ status: redirect_type, headers: { 'cache-control': caching } });
  });

  it.each([
    ['2026-01-15T12:00:00.999Z', 'private, max-age=0'],
    ['2026-01-15T12:00:07.500Z', 'private, max-age=7'],
    ['2026-01-15T12:00:30.000Z', 'private, max-age=30'],
    ['2027-01-01T00:00:00.000Z', 'private, max-age=30'],
  ])('is kept by nobody beyond its end at %s', async (expires_at, caching) => {
    const { get } = await serve([someTarget({ redirect_type: 301, expires_at })]);
    for (const method of ['GET', 'HEAD'])
      expect((await get('/summer', {}, method)).headers['cache-control']).toBe(caching);
    const temporary = await serve([someTarget({ expires_at })]);
    expect((await temporary.get('/summer')).headers['cache-control']).toBe('private, no-store');
  });

  it('answers HEAD alike without recording a click', async () => {
    const { get, clicks } = await serve([someTarget()]);
    expect(await get('/summer', {}, 'HEAD')).toMatchObject({
      status: 302,
      headers: { location: 'https://example.com/summer' },
    });
    expect(clicks).toEqual([]);
  });

  it('refuses other methods', async () => {
    const { get } = await serve([someTarget()]);
    expect(await get('/summer', {}, 'DELETE')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  it('keeps the request id of its caller', async () => {
    const { get } = await serve([someTarget()]);
    expect((await get('/summer', { 'x-request-id': 'req_mine' })).headers['x-request-id']).toBe('req_mine');
  });
});

describe('a request that is not for a short URL', () => {
  const shortHosts = ['localhost:3000', 'go.test', 'other.test:443'];
  it.each([
    '/',
    '/v1',
    '/api',
    '/health',
    '/metrics',
    '/docs',
    '/llms.txt',
    '/openapi.json',
    '/favicon.ico',
    '/robots.txt',
    '/errors/not_found',
    '/v1/links',
    '/a/b',
    '/a%20b',
    '/%76%31',
    '/a%2Fb',
    '/%zz',
    '/%',
    `/${'%61'.repeat(101)}`,
    '/summer/',
    '//summer',
  ])('is left to other handlers: %s', async (path) => expect((await (await serve([])).get(path)).status).toBe(299));

  it('is left to other handlers when the host is not a short one', async () =>
    expect((await (await serve([someTarget()])).get('/summer', { host: 'elsewhere.test' })).status).toBe(299));

  it.each(['LocalHost:3000', 'localhost.:3000', 'GO.test', 'go.test.', 'go.test:80', 'go.test.:443', 'other.test'])(
    'is none on a short host, however it is written: %s',
    async (host) =>
      expect((await (await serve([someTarget()], { shortHosts })).get('/summer', { host })).status).toBe(302),
  );

  it.each(['go.test:8080', 'localhost', 'localhost:80', 'x.go.test', 'go.test..'])(
    'is one on a host that is similar to a short host: %s',
    async (host) =>
      expect((await (await serve([someTarget()], { shortHosts })).get('/summer', { host })).status).toBe(299),
  );
});

describe('the deep links of our own host', () => {
  const association = '/.well-known/apple-app-site-association';
  const apple_app_site_association = '{ "applinks": {} }\n';

  it('are served as the file has them', async () => {
    const { get } = await serve([], { deepLinks: { apple_app_site_association, assetlinks: undefined } });
    const answer = await get(`${association}?x=1`);
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' },
      body: apple_app_site_association,
    });
    const head = await get(association, {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body]).toEqual([
      200,
      answer.headers['content-length'],
      '',
    ]);
    expect(await get(association, {}, 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  it('are left to other handlers without a file, and on other hosts', async () => {
    const { get } = await serve([], { deepLinks: { apple_app_site_association, assetlinks: undefined } });
    expect((await get('/.well-known/assetlinks.json')).status).toBe(299);
    expect((await get(association, { host: 'elsewhere.test' })).status).toBe(299);
  });
});

describe('a link that does not redirect', () => {
  it.each<[string, Partial<RedirectTarget>, number]>([
    ['deleted', { deleted_at: '2026-01-01T00:00:00.000Z' }, 404],
    ['disabled', { disabled_at: '2026-01-01T00:00:00.000Z' }, 404],
    ['not started', { starts_at: '2026-01-15T12:00:00.001Z' }, 404],
    ['expired this instant', { expires_at: '2026-01-15T12:00:00.000Z' }, 410],
    ['locked by a password', { password_hash: 'x' }, 401],
    ['locked by a password after its end', { password_hash: 'x', expires_at: '2026-01-15T12:00:00.000Z' }, 410],
  ])('says why when it is %s', async (_, fields, status) => {
    const { get, clicks } = await serve([someTarget(fields)]);
    expect((await get('/summer')).status).toBe(status);
    expect(clicks).toEqual([]);
  });

  it.each<[string, Partial<RedirectTarget>]>([
    ['starts', { starts_at: '2026-01-15T12:00:00.000Z' }],
    ['ends in a millisecond', { expires_at: '2026-01-15T12:00:00.001Z' }],
  ])('redirects when it %s', async (_, fields) =>
    expect((await (await serve([someTarget(fields)])).get('/summer')).status).toBe(302),
  );

  it('redirects to its expiry page when it has expired, and counts no click', async () => {
    const { get, clicks } = await serve([
      someTarget({ expires_at: '2026-01-01T00:00:00.000Z', expired_url: 'https://example.com/over' }),
    ]);
    expect(await get('/summer')).toMatchObject({ status: 302, headers: { location: 'https://example.com/over' } });
    expect(clicks).toEqual([]);
  });

  it('is answered in JSON, or in HTML by a page without external resources', async () => {
    const { get } = await serve([]);
    expect(await get('/nope')).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/problem+json' },
      body: '{"code":"not_found","request_id":"req_new"}',
    });
    const page = await get('/nope', { accept: 'text/html,*/*;q=0.8' });
    expect(page).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  });
});

describe('a link of a deleted workspace', () => {
  it('leads nowhere and records no click, wherever it was found', async () => {
    const target = someTarget({ workspace_id: 'ws_deleted' });
    const indexed = await serve([target]);
    const missing = await serve([], { findMissing: () => Promise.resolve(target) });
    for (const { get, clicks } of [indexed, missing])
      for (const path of ['/summer', '/summer?a=1']) {
        expect((await get(path)).status).toBe(404);
        expect(clicks).toEqual([]);
      }
  });
});

describe('a link that the index lacks', () => {
  it('is looked up once for concurrent visitors', async () => {
    // No deadline passes before all of them have come.
    jest.useFakeTimers({
      doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setInterval'],
    });
    let [asked, missed] = [0, 0];
    let answer = (): void => undefined;
    const found = new Promise<RedirectTarget>((resolve) => (answer = () => resolve(someTarget())));
    const { get } = await serve([], {
      index: { get: () => void (missed += 1), readyAnswer: () => undefined, isClosed: () => false },
      findMissing: () => {
        asked += 1;
        return found;
      },
    });
    const visits = Array.from({ length: 20 }, () => get('/summer'));
    while (missed < 20) await new Promise(setImmediate);
    answer();
    const answers = await Promise.all(visits).finally(() => jest.useRealTimers());
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
    expect(asked).toBe(1);
    await get('/summer');
    expect(asked).toBe(2);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('down'))],
    ['does not answer', () => new Promise<null>(() => undefined)],
  ])('answers 503 in bounded time when the database %s', async (_, findMissing) => {
    const { get } = await serve([], { findMissing });
    // After a second, and not never: the deadline of the look-up.
    expect(await get('/summer')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  });
});

describe('a link that is changed while a visitor waits', () => {
  const locked = { password_hash: 'first' };
  const moved = { destination_url: 'https://example.com/moved' };
  /** A redirector with one link in its index, until it is replaced by what is in the index and in the database then. */
  const replaceable = async (before: RedirectTarget, overrides: Partial<RedirectorOptions> = {}) => {
    let [known, stored] = [before as RedirectTarget | undefined, null as RedirectTarget | null];
    const { get, clicks } = await serve([], {
      index: { get: () => known, readyAnswer: () => undefined, isClosed: () => false },
      findMissing: async () => stored,
      ...overrides,
    });
    const replace = (indexed: RedirectTarget | undefined, found: RedirectTarget | null = null): void =>
      void ([known, stored] = [indexed, found]);
    return { get, clicks, replace };
  };
  /** Sends a password that is right, of a link that is another one when it has been compared. */
  const posted = async (indexed: RedirectTarget | undefined, found?: RedirectTarget) => {
    const compared: string[] = [];
    const refusalOf: RedirectorOptions['passwords']['refusalOf'] = async (_, __, hash) => {
      compared.push(hash);
      replace(indexed, found);
      return hash === 'first' ? null : { code: 'wrong_password', headers: { 'www-authenticate': 'Password' } };
    };
    const { get, clicks, replace } = await replaceable(someTarget(locked), { passwords: { refusalOf } });
    const { status, headers } = await get('/summer', {}, 'POST');
    return { status, location: headers.location, clicks: clicks.length, compared };
  };

  it.each<[string, RedirectTarget | undefined, number]>([
    ['deleted', someTarget({ ...locked, deleted_at: '2026-01-15T11:59:59.000Z' }), 404],
    ['purged', undefined, 404],
    ['disabled', someTarget({ ...locked, disabled_at: '2026-01-15T11:59:59.000Z' }), 404],
    ['ended', someTarget({ ...locked, expires_at: '2026-01-15T12:00:00.000Z' }), 410],
    ['given another password', someTarget({ password_hash: 'other' }), 401],
  ])('leads nowhere once it is %s', async (_, indexed, status) => {
    const answer = await posted(indexed);
    expect([answer.status, answer.location, answer.clicks]).toEqual([status, undefined, 0]);
    expect(answer.compared).toEqual(status === 401 ? ['first', 'other'] : ['first']);
  });

  it('leads to its new destination, also where only the database has it, or it has no password any more', async () => {
    for (const answer of [
      await posted(someTarget({ ...locked, ...moved })),
      await posted(undefined, someTarget({ ...locked, ...moved })),
      await posted(someTarget(moved)),
    ])
      expect(answer).toEqual({ status: 303, location: moved.destination_url, clicks: 1, compared: ['first'] });
  });

  it('leads to its new destination when it has waited for a slot of its click limit, which it gives back', async () => {
    const [first, second] = [
      { click_limit: 5, revision: '1' },
      { click_limit: 5, revision: '2', ...moved },
    ];
    const [taken, returned]: [string[], string[]] = [[], []];
    const slots: RedirectorOptions['slots'] = {
      take: async ({ revision }) => {
        taken.push(revision);
        replace(someTarget(second));
        return true;
      },
      giveBack: (id) => void returned.push(id),
    };
    const { get, clicks, replace } = await replaceable(someTarget(first), { slots });
    expect(await get('/summer')).toMatchObject({ status: 302, headers: { location: moved.destination_url } });
    expect([taken, returned, clicks.length]).toEqual([['1', '2'], ['link_summer'], 1]);
  });

  it('leads to its new destination when its rules have waited for places', async () => {
    const rules = [{ if: { country: 'FR' }, destination_url: 'https://example.com/france' }];
    let isRead = false;
    const read = async (): Promise<void> => {
      isRead = true;
      replace(someTarget({ rules, ...moved }));
    };
    const geography = { opening: () => (isRead ? undefined : read()), locate: () => undefined, continentOf: () => '' };
    const { get, clicks, replace } = await replaceable(someTarget({ rules }), { geography });
    expect(await get('/summer')).toMatchObject({ status: 302, headers: { location: moved.destination_url } });
    expect(clicks).toHaveLength(1);
  });
});

describe('a click', () => {
  it('holds what is known of link and visitor, but no address', async () => {
    const { get, clicks } = await serve([
      someTarget({ tags: ['a'], utm_source: 'x', campaign_id: 'cmp_1', revision: '4' }),
    ]);
    await get('/summer?qr=1&b=2', { referer: 'https://ref.example/', 'accept-language': 'de' });
    expect(clicks).toEqual([
      {
        at: NOW,
        link_id: 'link_summer',
        workspace_id: 'ws_1',
        domain_id: 'dom_default',
        revision: '4',
        tags: ['a'],
        campaign_id: 'cmp_1',
        destination: 'https://example.com/summer?b=2&utm_source=x',
        utm_source: 'x',
        utm_medium: null,
        utm_campaign: null,
        utm_term: null,
        utm_content: null,
        visitor: expect.stringMatching(/^[\w-]{22}$/) as string,
        network: '127.0.0.0/24',
        agent: BROWSER,
        is_bot: false,
        bot_rules: 1,
        rule: null,
        variant: null,
        language: 'de',
        referrer: 'https://ref.example/',
        purpose: '',
        country: null,
        method: 'GET',
        trigger: 'qr',
      },
    ]);
    expect(JSON.stringify(clicks)).not.toContain('127.0.0.1');
  });

  it.each<[string, Record<string, string>, boolean]>([
    ['a browser', {}, false],
    ['curl', { 'user-agent': 'curl/8.0' }, true],
    ['nobody', { 'user-agent': '' }, true],
    ['a prefetch', { 'sec-purpose': 'prefetch' }, true],
  ])('by %s is redirected and marked', async (_, headers, is_bot) => {
    const { get, clicks } = await serve([someTarget()]);
    expect((await get('/summer', headers)).status).toBe(302);
    expect(clicks).toMatchObject([{ is_bot }]);
  });

  it('keeps an API key sent by mistake out of destination and record', async () => {
    const { get, clicks } = await serve([someTarget()]);
    const { headers } = await get(`/summer?api_key=svc_live_${'A'.repeat(49)}`, {
      referer: `https://x.example/?k=svc_live_${'A'.repeat(49)}`,
    });
    expect(JSON.stringify([headers, clicks])).not.toContain('AAAA');
  });

  it('has the same visitor within one day, and another on the next', async () => {
    let now = NOW;
    const { get, clicks } = await serve([someTarget()], { now: () => now });
    await get('/summer');
    await get('/summer');
    now += 86_400_000;
    await get('/summer');
    const [first, second, third] = clicks.map(({ visitor }) => visitor);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
  });

  it('comes from the hop before the trusted proxies', async () => {
    const networks = async (trustProxy: RedirectorOptions['trustProxy']) => {
      const { get, clicks } = await serve([someTarget()], { trustProxy });
      await get('/summer', { 'x-forwarded-for': '198.51.100.7, 203.0.113.9, 10.0.0.1', 'cf-ipcountry': 'DE' });
      return clicks.map(({ network, country }) => [network, country])[0];
    };
    expect(await networks(false)).toEqual(['127.0.0.0/24', null]);
    expect(await networks(['loopback', '10.0.0.0/8'])).toEqual(['203.0.113.0/24', 'DE']);
    expect(await networks(true)).toEqual(['198.51.100.0/24', 'DE']);
  });

  it.each([
    ['203.0.113.9:52811', '203.0.113.9:52999', '203.0.113.0/24'],
    ['[2001:db8:7::1]:443', '[2001:db8:7::1]', '2001:db8:7::/48'],
  ])('named with a port by a balancer, as %s, has one visitor and one network', async (first, second, network) => {
    const { get, clicks } = await serve([someTarget()], { trustProxy: ['loopback'] });
    await get('/summer', { 'x-forwarded-for': first });
    await get('/summer', { 'x-forwarded-for': `198.51.100.7, ${second}, 127.0.0.1:8080` });
    expect(clicks.map((click) => click.network)).toEqual([network, network]);
    expect(new Set(clicks.map(({ visitor }) => visitor)).size).toBe(1);
  });

  it.each([
    [{ 'cf-ipcountry': 'FR' }, 'FR'],
    [{ 'cloudfront-viewer-country': 'BR' }, 'BR'],
    [{ 'x-vercel-ip-country': 'jp' }, 'JP'],
    [{ 'x-appengine-country': 'ZA' }, 'ZA'],
    [{ 'x-country-code': 'NZ' }, 'NZ'],
    [{ 'cf-ipcountry': 'XX' }, null],
    [{ 'cf-ipcountry': 'T1' }, null],
    [{ 'x-appengine-country': 'ZZ' }, null],
    [{ 'x-country-code': '?' }, null],
    [{ 'x-country-code': 'Unknown' }, null],
    [{}, null],
  ])('by a CDN that says %j comes from %j', async (headers, country) => {
    const { get, clicks } = await serve([someTarget()], { trustProxy: ['loopback'] });
    await get('/summer', { 'x-forwarded-for': '198.51.100.7', ...headers });
    expect(clicks[0]?.country).toBe(country);
  });

  it('ignores the country header of a visitor without a trusted proxy', async () => {
    const { get, clicks } = await serve([someTarget()], { trustProxy: ['10.0.0.0/8'] });
    await get('/summer', { 'x-forwarded-for': '198.51.100.7', 'cf-ipcountry': 'DE' });
    expect(clicks[0]).toMatchObject({ network: '127.0.0.0/24', country: null });
  });

  it('does not redirect when it cannot be recorded', async () => {
    const { get } = await serve([someTarget()], {
      journal: { write: (_, __, done) => setImmediate(() => done(new Error('disk'))) },
    });
    const answer = await get('/summer');
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(answer.headers.location).toBeUndefined();
    const saltless = await serve([someTarget()], {
      salts: {
        of: () => {
          throw new Error('disk');
        },
      },
    });
    expect((await saltless.get('/summer')).status).toBe(503);
  });

  it('by a visitor who hung up is recorded without harm', async () => {
    const waiting: (() => void)[] = [];
    const { get, port } = await serve([someTarget()], { journal: { write: (_, __, done) => void waiting.push(done) } });
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /summer HTTP/1.1\r\nHost: go.test\r\n\r\n');
    while (waiting.length === 0) await new Promise(setImmediate);
    socket.destroy();
    const other = get('/summer');
    while (waiting.length === 1) await new Promise(setImmediate);
    for (const done of waiting) done();
    expect((await other).status).toBe(302);
  });
});

describe('hostile input', () => {
  it('is cut before it is judged or stored: a bot mark beyond 512 characters is ignored', async () => {
    const { get, clicks } = await serve([someTarget()]);
    const agent = `${BROWSER} ${'x'.repeat(512)} Googlebot/2.1`;
    await get('/summer', { 'user-agent': agent });
    await get('/summer', { 'user-agent': `${agent} and more` });
    expect(clicks.map(({ is_bot }) => is_bot)).toEqual([false, false]);
    expect(clicks[0]?.agent).toBe(agent.slice(0, 512));
    expect(new Set(clicks.map(({ visitor }) => visitor)).size).toBe(1);
  });

  it('fills no log: unknown aliases while the database is down make one line', async () => {
    const lines: unknown[] = [];
    const log = { error: () => undefined, warn: (...line: unknown[]) => lines.push(line) };
    const { get } = await serve([], { log, findMissing: () => Promise.reject(new Error('down')) });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => get(`/unknown-${n}`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(lines).toEqual([[expect.not.objectContaining({ err: expect.anything() }), 'a link could not be looked up']]);
  });
});

describe('a link with a click limit', () => {
  /** Slots that are always there, and what is done with them. */
  const slots = () => {
    const done: string[] = [];
    return {
      done,
      take: (_: object, counts: boolean) => Promise.resolve(done.push(counts ? 'taken' : 'looked at') > 0),
      giveBack: () => void done.push('given back'),
    };
  };

  it.each<[what: string, overrides: Partial<RedirectorOptions>]>([
    ['the journal fails', { journal: { write: (_, __, done) => setImmediate(() => done(new Error('disk full'))) } }],
    [
      'the journal throws',
      {
        journal: {
          write: () => {
            throw new Error('closed');
          },
        },
      },
    ],
  ])('gets its slot back when %s', async (_, overrides) => {
    const counted = slots();
    const { get } = await serve([someTarget({ click_limit: 5 })], { slots: counted, ...overrides });
    expect((await get('/summer')).status).toBe(503);
    expect(counted.done).toEqual(['taken', 'given back']);
  });

  it('gives slots to people only', async () => {
    const counted = slots();
    const { get } = await serve([someTarget({ click_limit: 5 })], { slots: counted });
    await get('/summer', {}, 'HEAD');
    await get('/summer', { 'user-agent': 'curl/8.5.0' });
    await get('/summer', { 'sec-purpose': 'prefetch' });
    await get('/summer');
    expect(counted.done).toEqual(['looked at', 'looked at', 'looked at', 'taken']);
  });
});
