import fc from 'fast-check';
import { createEnricher, describeAgent, describeReferrer, firstLanguage, type Geography, NOWHERE } from './index';

const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 4_096 }), fc.string({ maxLength: 4_096 }));

describe('an agent', () => {
  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      'desktop',
      'Chrome',
      'Linux',
    ],
    ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'desktop', 'Firefox', 'Ubuntu'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 ' +
        'Safari/537.36 Edg/126.0.0.0',
      'desktop',
      'Edge',
      'Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 ' +
        'Safari/605.1.15',
      'desktop',
      'Safari',
      'macOS',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
      'desktop',
      'Chrome',
      'ChromeOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 ' +
        'Mobile/15E148 Safari/604.1',
      'mobile',
      'Safari',
      'iOS',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 ' +
        'Mobile/15E148 Safari/604.1',
      'tablet',
      'Safari',
      'iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile ' +
        'Safari/537.36',
      'mobile',
      'Chrome',
      'Android',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
      'tablet',
      'Chrome',
      'Android',
    ],
    [
      'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/2.2 ' +
        'Chrome/63.0.3239.84 TV Safari/537.36',
      'smarttv',
      'Samsung Internet',
      'Tizen',
    ],
    ['curl/8.5.0', '', '', ''],
    ['', '', '', ''],
  ])('%s', (agent, device, browser, os) => expect(describeAgent(agent)).toEqual({ device, browser, os }));

  it('is described in short words, whatever it is', () =>
    fc.assert(
      fc.property(anything, (agent) =>
        Object.values(describeAgent(agent)).forEach((word: string) => expect(word.length).toBeLessThanOrEqual(64)),
      ),
    ));
});

describe('the language', () => {
  it.each([
    ['de', 'de'],
    ['en-GB,en;q=0.9', 'en'],
    ['fr;q=0.5, de-CH ; q=0.8, *;q=0.9', 'de'],
    ['zh-Hant-TW', 'zh'],
    ['EN_us', 'en'],
    ['fil-PH', 'fil'],
    ['en;q=0,de;q=0.1', 'de'],
    ['en;q=0.000', ''],
    ['*', ''],
    ['', ''],
    ['english', ''],
    ['x-klingon', ''],
    ['iw-IL', 'he'],
    ['da, en-gb;q=0.8', 'da'],
    ['en;q=2,de', 'de'],
  ])('of %j is %j', (accepted, language) => expect(firstLanguage(accepted)).toBe(language));

  it('is a code or empty, whatever was sent', () =>
    fc.assert(fc.property(anything, (accepted) => expect(firstLanguage(accepted)).toMatch(/^([a-z]{2,3})?$/))));
});

describe('the referrer', () => {
  it.each([
    ['https://www.Google.com/', 'google.com', 'https://www.google.com/'],
    ['https://user:secret@news.example/a/b?token=1#top', 'news.example', 'https://news.example/a/b'],
    ['http://example.com:8080/x', 'example.com', 'http://example.com:8080/x'],
    ['https://www.com/', 'www.com', 'https://www.com/'],
    ['https://example.com./', 'example.com', 'https://example.com./'],
    ['android-app://com.google.android.gm/', 'com.google.android.gm', 'android-app://com.google.android.gm/'],
    ['android-app://com.reddit.frontpage', 'com.reddit.frontpage', 'android-app://com.reddit.frontpage'],
    ['https://例え.jp/パス', 'xn--r8jz45g.jp', 'https://xn--r8jz45g.jp/%E3%83%91%E3%82%B9'],
    ['about:client', '', ''],
    ['file:///home/me/secret', '', ''],
    ['javascript:alert(1)', '', ''],
    ['data:text/html,x', '', ''],
    ['google.com', '', ''],
    ['/a', '', ''],
    ['', '', ''],
  ])('of %j is %j', (referer, referrer, referrer_url) =>
    expect(describeReferrer(referer)).toEqual({ referrer, referrer_url }),
  );

  it('is recorded within bounds, without query, fragment and user info', () => {
    const urls = fc.oneof(
      anything,
      fc.webUrl({ withQueryParameters: true, withFragments: true }).map((url) => url.replace('://', '://me:secret@')),
    );
    fc.assert(
      fc.property(urls, (referer) => {
        const { referrer, referrer_url } = describeReferrer(referer);
        expect(referrer.length).toBeLessThanOrEqual(255);
        expect(referrer_url.length).toBeLessThanOrEqual(2_048);
        expect(referrer_url).not.toMatch(/[?#]|:\/\/[^/]*@/);
        expect(referrer === '').toBe(referrer_url === '');
      }),
    );
  });
});

describe('the place', () => {
  const berlin = { country: 'DE', region: 'Berlin', city: 'Berlin' };
  const asked: string[] = [];
  const geography: Geography = {
    locate: (network) => {
      asked.push(network);
      return network === '192.0.2.0/24' ? berlin : undefined;
    },
    continentOf: (country) => ({ DE: 'EU', US: 'NA' })[country] ?? '',
  };
  const { place } = createEnricher(geography);

  it('is that of the network', () => expect(place('192.0.2.0/24', null)).toEqual({ ...berlin, continent: 'EU' }));
  it('is unknown for an unknown or missing network', () =>
    expect([place('198.51.100.0/24', null), place(null, null)]).toEqual([NOWHERE, NOWHERE]));
  it("has the CDN's country, and a city only if it is in that country", () => {
    expect(place('192.0.2.0/24', 'DE')).toEqual({ ...berlin, continent: 'EU' });
    expect(place('192.0.2.0/24', 'US')).toEqual({ country: 'US', region: '', city: '', continent: 'NA' });
    expect(place(null, 'US')).toMatchObject({ country: 'US', continent: 'NA' });
  });
  it('ignores a CDN header that is not a country', () =>
    expect([place(null, 'XX'), place('192.0.2.0/24', 'T1')]).toEqual([NOWHERE, { ...berlin, continent: 'EU' }]));

  it('is looked up once for many clicks from one network', () => {
    asked.length = 0;
    const fresh = createEnricher(geography);
    for (let n = 0; n < 100; n += 1) fresh.place('192.0.2.0/24', null);
    expect(asked).toEqual(['192.0.2.0/24']);
  });
});
