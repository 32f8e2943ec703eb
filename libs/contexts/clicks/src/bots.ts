import { isbot } from 'isbot';

/** Raise it with every change of what counts as a bot, also with a new version of the isbot package. */
export const BOT_RULES = 1;

/** HTTP tools, HTTP libraries and load generators that isbot does not know, or may stop knowing. */
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

/** Whether this agent is a program. An empty agent is one, because every browser sends its name. */
export const isBotAgent = (agent: string): boolean => agent.trim() === '' || TOOLS.test(agent) || isbot(agent);

/** Programs that fetch a link to show it in a message or a post. All of them are bots by the rules above. */
const PREVIEWERS = new RegExp(
  [
    'facebookexternalhit',
    'facebot',
    'twitterbot',
    'linkedinbot',
    'slackbot',
    'slack-imgproxy',
    'discordbot',
    'whatsapp',
    'telegrambot',
    'skypeuripreview',
    'microsoftpreview',
    'viber',
    'redditbot',
    'pinterest(?:bot|/)',
    'mastodon/',
    'bluesky',
    'vkshare',
    'embedly',
    'iframely',
    'snapchat',
  ].join('|'),
  'i',
);

/**
 * Whether an agent is a bot that previews links: of Facebook, X, LinkedIn, Slack, Discord, WhatsApp, Telegram and more.
 * iMessage calls itself Facebook's and Twitter's.
 */
export const isPreviewBot = (agent: string): boolean => PREVIEWERS.test(agent) && isBotAgent(agent);

/** Judges a recorded click again, from the headers in its record. */
export const isBotClick = (agent: string, purpose: string): boolean => isPrefetch(purpose) || isBotAgent(agent);

/** @param purpose the joined headers by which browsers announce a prefetch: Sec-Purpose, Purpose, X-Purpose, X-Moz */
export const isPrefetch = (purpose: string): boolean => purpose !== '' && /prefetch|prerender|preview/i.test(purpose);
