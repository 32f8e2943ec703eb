import { isBotAgent, isPrefetch } from './bots';
import { networkOf } from './network';
import { visitorOf } from './visitor';

describe('an agent', () => {
  it.each([
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 ' +
      'Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0',
    'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 ' +
      'Chrome/115.0.0.0 Mobile Safari/537.36',
    'Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.18',
  ])('%s is a person', (agent) => expect(isBotAgent(agent)).toBe(false));

  it.each([
    '',
    '  ',
    'curl/8.5.0',
    'Wget/1.21',
    'python-requests/2.31',
    'Python/3.11 aiohttp/3.9',
    'Go-http-client/2.0',
    'node',
    'undici',
    'axios/1.7',
    'okhttp/4.12',
    'Java/17',
    'GuzzleHttp/7',
    'wrk',
    'k6/0.49.0 (https://k6.io/)',
    'ApacheBench/2.3',
    'hey/0.0.1',
    'autocannon',
    'PostmanRuntime/7.37',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'facebookexternalhit/1.1',
    'Slackbot-LinkExpanding 1.0',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0 Safari/537.36',
  ])('%j is a bot', (agent) => expect(isBotAgent(agent)).toBe(true));

  it.each([
    ['prefetch', true],
    ['prefetch;prerender', true],
    ['preview', true],
    ['', false],
    ['navigate', false],
  ])('with the purpose %j prefetches: %s', (purpose, expected) => expect(isPrefetch(purpose)).toBe(expected));
});

describe('an address', () => {
  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:1:2:3::4', '2001:db8:1::/48'],
    ['::1', '::/48'],
    ['', null],
    ['localhost', null],
    ['1.2.3.4, 5.6.7.8', null],
  ])('%j is reduced to the network %j', (address, network) => expect(networkOf(address)).toBe(network));

  it('and agent and salt together identify a visitor', () => {
    const hmac = (key: Uint8Array, text: string) => `${key.join()}|${text}`;
    const of = (salt: number, address: string, agent: string) => visitorOf(hmac, Uint8Array.of(salt), address, agent);
    expect(new Set([of(1, 'a', 'b'), of(1, 'a', 'c'), of(1, 'c', 'b'), of(2, 'a', 'b'), of(1, 'a', 'b')]).size).toBe(4);
  });
});
