import { join } from 'node:path';
import type { Rule } from '@contexts/links';
import { fill, someTarget } from '../../../test/support/redirect-targets';
import { serve } from '../../../test/support/served-redirector';
import { tempFolders } from '../../../test/support/temp-folders';
import { RedirectIndex } from './redirect-index';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const folder = tempFolders();
const ruled = (...conditions: Rule['if'][]) =>
  conditions.map((one, index) => ({ if: one, destination_url: `https://example.com/rule-${index}` }));

const geography = {
  opening: (): Promise<void> | undefined => undefined,
  locate: (network: string) => (network === '198.51.100.0/24' ? { country: 'FR', region: '', city: '' } : undefined),
  continentOf: (country: string) => (['DE', 'FR'].includes(country) ? 'EU' : ''),
};

describe('a link with rules', () => {
  it.each<[string, Rule['if'], Record<string, string>, string]>([
    ['device', { device: 'mobile' }, { 'user-agent': IPHONE }, ''],
    ['system and browser', { os: 'ios', browser: 'SAFARI' }, { 'user-agent': IPHONE }, ''],
    ['language', { language: 'de' }, { 'accept-language': 'en;q=0.5, de-AT' }, ''],
    ['address', { ip: '198.51.100.0/24' }, { 'x-forwarded-for': '198.51.100.7' }, ''],
    ['network', { country: 'fr' }, { 'x-forwarded-for': '198.51.100.7' }, ''],
    ['CDN', { country: 'DE' }, { 'x-forwarded-for': '198.51.100.7', 'cf-ipcountry': 'DE' }, ''],
    ['query', { query: { ref: 'a b' } }, {}, '?ref=a%20b'],
    ['QR code', { query: { qr: '1' } }, {}, '?qr=1'],
    ['time', { after: '2026-01-15T12:00:00.000Z', before: '2026-01-15T12:00:00.001Z' }, {}, ''],
  ])('leads visitors elsewhere by their %s, and records which rule it was', async (_, conditions, headers, query) => {
    const { get, clicks } = await serve(
      [
        someTarget({
          forward_query: false,
          rules: ruled({ device: 'console' }, conditions, { query: { never: true } }),
        }),
      ],
      { trustProxy: ['loopback'], geography },
    );
    expect((await get(`/summer${query}`, headers)).headers.location).toBe('https://example.com/rule-1');
    expect((await get('/summer', { 'x-forwarded-for': '203.0.113.1' })).headers.location).toBe(
      conditions.after ? 'https://example.com/rule-1' : 'https://example.com/summer',
    );
    expect(clicks[0]).toMatchObject({ rule: 1, variant: null, destination: 'https://example.com/rule-1' });
    if (!conditions.after) expect(clicks[1]).toMatchObject({ rule: null, destination: 'https://example.com/summer' });
    expect(JSON.stringify(clicks)).not.toContain('198.51.100.7');
  });

  it('believes no country that a visitor claims, and knows none without a database', async () => {
    const { get } = await serve([someTarget({ rules: ruled({ country: 'DE' }) })]);
    expect((await get('/summer', { 'cf-ipcountry': 'DE' })).headers.location).toBe('https://example.com/summer');
  });

  it('waits for the places that its rule asks for, where no CDN says the country, and keeps no other waiting', async () => {
    let read = (): void => undefined;
    let reading: Promise<void> | undefined = new Promise((resolve) => (read = resolve));
    const asked: (string | null)[] = [];
    const places = {
      ...geography,
      opening: (network: string | null) => (asked.push(network), reading),
      locate: (network: string) => {
        if (reading) throw new Error('it would read the database now');
        return geography.locate(network);
      },
    };
    const rules = ruled({ device: 'console' }, { country: 'FR' });
    const { get, clicks } = await serve(
      [someTarget({ rules }), someTarget({ alias: 'plain' }), someTarget({ alias: 'phone', rules: rules.slice(0, 1) })],
      { trustProxy: ['loopback'], geography: places },
    );
    const visitor = { 'x-forwarded-for': '198.51.100.7' };
    const [first, second] = [get('/summer', visitor), get('/summer', visitor)];
    for (const path of ['/plain', '/phone']) expect((await get(path, visitor)).status).toBe(302);
    const byCdn = await get('/summer', { ...visitor, 'cf-ipcountry': 'FR' });
    expect(byCdn.headers.location).toBe('https://example.com/rule-1');
    expect([asked.length, clicks.length]).toEqual([2, 3]);
    reading = undefined;
    read();
    for (const { headers } of [await first, await second]) expect(headers.location).toBe('https://example.com/rule-1');
  });

  it('judges an agent as far as a click records it', async () => {
    const { get, clicks } = await serve([someTarget({ rules: ruled({ device: 'mobile' }) })]);
    await get('/summer', { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64) ${'x'.repeat(512)} ${IPHONE}` });
    expect(clicks[0]?.rule).toBeNull();
  });

  it('adds query and utm values to the destination of a rule as to its own', async () => {
    const { get } = await serve([someTarget({ utm_source: 'news', rules: ruled({ query: { a: true } }) })]);
    expect((await get('/summer?a=1')).headers.location).toBe('https://example.com/rule-0?a=1&utm_source=news');
  });

  it.each([301, 308] as const)(
    'by %i is kept by no browser, since the next visit may lead elsewhere',
    async (redirect_type) => {
      const rules = ruled({ device: 'mobile' });
      for (const fields of [{ rules }, { rules, expires_at: '2027-01-01T00:00:00.000Z' }, { variants: VARIANTS }]) {
        const { get } = await serve([someTarget({ redirect_type, ...fields })]);
        for (const method of ['GET', 'HEAD'])
          expect(await get('/summer', {}, method)).toMatchObject({
            status: redirect_type,
            headers: { 'cache-control': 'private, no-store' },
          });
      }
    },
  );
});

const VARIANTS = [
  { destination_url: 'https://example.com/a', weight: 3 },
  { destination_url: 'https://example.com/b', weight: 1 },
];
const addressOf = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;

describe('a link with variants', () => {
  const variants = VARIANTS;
  const served = (fields: object = {}, overrides: object = {}) =>
    serve([someTarget({ variants, ...fields })], { trustProxy: ['loopback'], ...overrides });
  const cookieOf = (headers: { 'set-cookie'?: readonly string[] | undefined }): string =>
    headers['set-cookie']?.[0] ?? '';

  it('shares its visitors by weight, and records the variant', async () => {
    const { get, clicks } = await served();
    for (let n = 0; n < 2_000; n += 50)
      await Promise.all(Array.from({ length: 50 }, (_, i) => get('/summer', { 'x-forwarded-for': addressOf(n + i) })));
    const second = clicks.filter(({ variant }) => variant === 1);
    // 500 are expected, with a standard deviation of 19.
    expect(second.length).toBeGreaterThan(380);
    expect(second.length).toBeLessThan(620);
    expect(new Set(second.map(({ destination }) => destination))).toEqual(new Set(['https://example.com/b']));
  });

  it('leads a visitor without cookies to the same variant all day, and HEAD as well', async () => {
    const { get, clicks } = await served();
    for (let n = 0; n < 20; n += 1) {
      const headers = { 'x-forwarded-for': addressOf(n) };
      const [first, again, head] = [
        await get('/summer', headers),
        await get('/SUMMER', headers),
        await get('/summer', headers, 'HEAD'),
      ];
      expect([again.headers.location, head.headers.location]).toEqual([first.headers.location, first.headers.location]);
    }
    expect(new Set(clicks.map(({ variant }) => variant))).toEqual(new Set([0, 1]));
  });

  it('keeps a visitor by a cookie for this path, on another day, at another address and through an edit', async () => {
    const first = await served();
    for (let n = 0; n < 10; n += 1) {
      const { headers } = await first.get('/Summer?x=1', { 'x-forwarded-for': addressOf(n) });
      expect(cookieOf(headers)).toMatch(/^wmv=[\w-]{22}; Path=\/Summer; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
      const cookie = `other=1; ${cookieOf(headers).split(';')[0]}`;
      const edited = [...variants].reverse().map((variant) => ({ ...variant, weight: 500 }));
      const later = await served({ variants: edited }, { now: () => Date.UTC(2026, 0, 20) });
      const back = await later.get('/Summer?x=1', { cookie, 'x-forwarded-for': addressOf(n + 99) });
      expect([back.headers.location, back.headers['set-cookie']]).toEqual([headers.location, undefined]);
      expect(edited[later.clicks[0]?.variant ?? -1]?.destination_url).toBe(later.clicks[0]?.destination.split('?')[0]);
    }
  });

  it('draws anew for a visitor whose variant is gone, or whose cookie is not ours', async () => {
    const { get } = await served();
    for (const mark of ['A'.repeat(22), 'x', '', '%00', `${'A'.repeat(5_000)}`]) {
      const { status, headers } = await get('/summer', { cookie: `wmv=${mark}` });
      expect([status, cookieOf(headers)]).toEqual([302, expect.stringMatching(/^wmv=/)]);
    }
  });

  it.each<[string, string, Record<string, string>]>([
    ['HEAD', 'HEAD', {}],
    ['a bot', 'GET', { 'user-agent': 'curl/8.5.0' }],
    ['a prefetch', 'GET', { 'sec-purpose': 'prefetch' }],
  ])('sets no cookie for %s', async (_, method, headers) => {
    const { get } = await served();
    expect(await get('/summer', headers, method)).toMatchObject({
      status: 302,
      headers: expect.not.objectContaining({ 'set-cookie': expect.anything() }),
    });
  });

  it('sends its cookie over https alone where short URLs are https', async () => {
    const { get } = await served({}, { secure: true });
    expect(cookieOf((await get('/summer')).headers)).toMatch(/; Secure$/);
  });

  it('draws no variant where a rule holds', async () => {
    const { get, clicks } = await served({ rules: ruled({ query: { vip: true } }) });
    const { headers } = await get('/summer?vip');
    expect([headers.location, headers['set-cookie']]).toEqual(['https://example.com/rule-0?vip', undefined]);
    expect(clicks[0]).toMatchObject({ rule: 0, variant: null });
  });
});

describe('what a search engine reads', () => {
  it.each([
    ['a redirect', '/summer', 'GET'],
    ['HEAD', '/summer', 'HEAD'],
    ['a 404', '/nope', 'GET'],
    ['a 405', '/summer', 'DELETE'],
    ['what is left to others', '/v1/links', 'GET'],
    ['the root', '/', 'GET'],
  ])('of %s on a short host is to list nothing', async (_, path, method) => {
    const { get } = await serve([someTarget()]);
    expect((await get(path, {}, method)).headers['x-robots-tag']).toBe('noindex');
    expect((await get(path, { host: 'api.test' }, method)).headers['x-robots-tag']).toBeUndefined();
  });
});

describe('the index', () => {
  it('parses a link with rules once, until it changes', async () => {
    const index = await RedirectIndex.open(join(folder(), 'redirects'));
    const target = someTarget({ rules: ruled({ device: 'mobile' }), variants: VARIANTS });
    await fill(index, [target], 1n);
    const read = () => index.get('dom_default', 'summer');
    expect(read()).toEqual(target);
    expect(read()).toBe(read());
    const edited = { ...target, revision: '1', rules: [] };
    await fill(index, [edited], 2n);
    expect(read()).toEqual(edited);
    expect(index.readyAnswer('dom_default', 'summer')).toBeUndefined();
    await fill(index, [{ ...edited, variants: [] }], 3n);
    expect(index.readyAnswer('dom_default', 'summer')).toBeDefined();
    await index.close();
  });
});
