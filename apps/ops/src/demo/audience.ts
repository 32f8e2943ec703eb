import { shared } from './random';

/** Visitors from a country: its clock, its language, and networks that providers there give to households. */
export interface Country {
  /** Whole hours ahead of UTC, close enough for a daily rhythm. */
  readonly hoursAhead: number;
  readonly language: string;
  /** First half of an IPv4 address. */
  readonly networks: readonly [string, ...string[]];
}

const country = (hoursAhead: number, language: string, ...networks: [string, ...string[]]): Country => ({
  hoursAhead,
  language,
  networks,
});

export const countryOf = shared<Country>([
  [27, country(1, 'de-DE,de;q=0.9,en;q=0.8', '91.26', '87.129', '93.205', '87.146')],
  [20, country(-5, 'en-US,en;q=0.9', '50.79', '50.73', '24.177', '67.161')],
  [11, country(0, 'en-GB,en;q=0.9', '82.7', '86.15', '2.100', '86.18')],
  [7, country(1, 'fr-FR,fr;q=0.9,en;q=0.7', '82.66', '82.232', '82.246')],
  [6, country(1, 'de-AT,de;q=0.9', '62.46', '91.114', '77.117')],
  [5, country(1, 'de-CH,de;q=0.9,fr;q=0.6', '188.155', '85.7', '84.73')],
  [4, country(1, 'nl-NL,nl;q=0.9,en;q=0.8', '77.167', '77.61', '84.80')],
  [4, country(5, 'en-IN,en;q=0.9,hi;q=0.8', '106.219', '106.192', '49.42')],
  [3, country(1, 'es-ES,es;q=0.9', '2.141', '88.29', '83.43')],
  [3, country(1, 'it-IT,it;q=0.9', '79.32', '87.5', '151.18')],
  [2, country(1, 'pl-PL,pl;q=0.9', '83.30', '83.24')],
  [2, country(1, 'sv-SE,sv;q=0.9,en;q=0.8', '78.72', '90.224')],
  [2, country(-3, 'pt-BR,pt;q=0.9', '177.84', '177.66')],
  [2, country(-5, 'en-CA,en;q=0.9,fr;q=0.5', '70.26', '70.52')],
  [1, country(9, 'ja,en;q=0.7', '126.156', '60.44')],
  [1, country(10, 'en-AU,en;q=0.9', '110.142', '58.178')],
]);

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0';

export const desktopOf = shared([
  [46, `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`],
  [14, `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36`],
  [
    13,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 ' +
      'Safari/605.1.15',
  ],
  [12, `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/130.0.0.0`],
  [9, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  [4, 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  [2, `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 OPR/115.0.0.0`],
]);

export const mobileOf = shared([
  [
    44,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 ' +
      'Mobile/15E148 Safari/604.1',
  ],
  [34, `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`],
  [
    9,
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 ' +
      'Chrome/122.0.0.0 Mobile Safari/537.36',
  ],
  [
    7,
    'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 ' +
      'Mobile/15E148 Safari/604.1',
  ],
  [6, 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'],
]);

/** Programs, each with its network. */
export const programOf = shared<readonly [agent: string, network: string]>([
  [38, ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', '66.249']],
  [20, ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', '40.77']],
  [16, ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', '69.171']],
  [10, ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', '54.172']],
  [8, ['curl/8.10.1', '3.120']],
  [8, ['python-requests/2.32.3', '18.184']],
]);

/** How people find a link. */
export type Channel = 'search' | 'newsletter' | 'social' | 'docs' | 'print';

const SOURCES: Readonly<Record<Exclude<Channel, 'print'>, ReturnType<typeof shared<string>>>> = {
  search: shared([
    [46, 'https://www.google.com/'],
    [30, ''],
    [9, 'https://www.bing.com/'],
    [6, 'https://duckduckgo.com/'],
    [5, 'https://news.ycombinator.com/'],
    [4, 'https://www.reddit.com/'],
  ]),
  newsletter: shared([
    [62, ''],
    [26, 'https://mail.google.com/'],
    [12, 'https://outlook.live.com/'],
  ]),
  social: shared([
    [28, 'https://l.instagram.com/'],
    [24, 'https://l.facebook.com/'],
    [20, 'https://www.linkedin.com/'],
    [16, 'https://t.co/'],
    [7, 'https://www.youtube.com/'],
    [5, ''],
  ]),
  docs: shared([
    [40, ''],
    [34, 'https://github.com/'],
    [16, 'https://www.google.com/'],
    [10, 'https://stackoverflow.com/'],
  ]),
};

/** A poster sends no referrer. */
export const referrerOf = (channel: Channel, random: () => number): string =>
  channel === 'print' ? '' : SOURCES[channel](random);

/** Share of visits by phone or tablet. */
export const MOBILE: Readonly<Record<Channel, number>> = {
  search: 0.45,
  newsletter: 0.55,
  social: 0.85,
  docs: 0.12,
  print: 1,
};

/** Relative number of visits in each hour of the visitor's clock. */
export const OFFICE_HOURS = [1, 1, 1, 1, 1, 2, 4, 9, 18, 26, 28, 26, 20, 22, 26, 25, 22, 16, 10, 8, 7, 6, 4, 2];
export const LEISURE_HOURS = [4, 2, 1, 1, 1, 2, 6, 11, 13, 12, 12, 14, 18, 15, 13, 13, 15, 19, 24, 28, 30, 27, 18, 9];

/** Starts on Sunday. */
export const OFFICE_DAYS = [0.35, 1.1, 1.25, 1.25, 1.15, 0.95, 0.4];
export const LEISURE_DAYS = [1.2, 0.9, 0.9, 0.95, 1, 1.05, 1.2];
