import { isbot } from 'isbot';

/** Raise it with every change of what counts as a bot, also with a new version of the isbot package. */
export const BOT_RULES = 1;

/** Tools and libraries that fetch for a program, and load generators; what isbot does not know or may come to forget. */
const TOOLS = new RegExp(
  `^(?:${[
    'curl',
    'wget',
    'httpie',
    'xh',
    'aria2',
    'lwp',
    'libwww',
    'powershell',
    'postman',
    'insomnia',
    'bruno',
    'python',
    'aiohttp',
    'httpx',
    'urllib',
    'scrapy',
    'go-http-client',
    'go-resty',
    'java',
    'apache-httpclient',
    'okhttp',
    'jersey',
    'feign',
    'ktor',
    'node',
    'undici',
    'axios',
    'got',
    'superagent',
    'needle',
    'request',
    'deno',
    'bun',
    'php',
    'guzzle',
    'symfony',
    'ruby',
    'faraday',
    'rest-client',
    'typhoeus',
    'perl',
    'rust',
    'reqwest',
    'hyper',
    'ureq',
    'dart',
    'elixir',
    'hackney',
    'restsharp',
    'dotnet',
    'cfnetwork',
    'wrk2?',
    'k6',
    'ab',
    'apachebench',
    'hey',
    'oha',
    'bombardier',
    'vegeta',
    'autocannon',
    'siege',
    'locust',
    'jmeter',
    'gatling',
    'artillery',
    'fortio',
    'h2load',
    'nghttp2?',
    'drill',
    'loadtest',
    'tsung',
    'plow',
  ].join('|')})(?![a-z])`,
  'i',
);

/** Is this agent a program and no person's browser? Nobody's browser is silent about itself. */
export const isBotAgent = (agent: string): boolean => agent.trim() === '' || TOOLS.test(agent) || isbot(agent);

/** The verdict on a recorded click, made anew from what the record holds. */
export const isBotClick = (agent: string, purpose: string): boolean => isPrefetch(purpose) || isBotAgent(agent);

/** The headers by which browsers say that nobody has followed the link yet, joined: Sec-Purpose, Purpose, X-Purpose, X-Moz. */
export const isPrefetch = (purpose: string): boolean => purpose !== '' && /prefetch|prerender|preview/i.test(purpose);
