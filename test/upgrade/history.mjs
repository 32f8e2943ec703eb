// The content of a fixture's directory: created by HTTP, against the fixture's version. Change it with the API.
import { setTimeout as delay } from 'node:timers/promises';
import { makePeople } from './people.mjs';
import { clientOf, eventually, logIn, send } from './requests.mjs';

const AGENTS = {
  desktop: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 ' +
    'Mobile/15E148 Safari/604.1',
  bot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
};

/** From networks whose country is known. */
const ADDRESSES = { desktop: '8.8.8.8', phone: '84.138.10.20', bot: '66.249.66.1' };

const visit = async (port, alias, agent, query = '') => {
  const headers = {
    'user-agent': AGENTS[agent],
    'x-forwarded-for': ADDRESSES[agent],
    'accept-language': 'de-DE,de',
    referer: 'https://news.example/story',
  };
  const { status } = await send(port, 'GET', `/${alias}${query}`, { headers });
  if (status !== 302) throw new Error(`/${alias} answered ${status}`);
};

const same = (what, actual, expected) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected))
    throw new Error(`${what}: ${JSON.stringify(actual)}, and not ${JSON.stringify(expected)}`);
};

/** Links, keys and people, edited in every possible way. */
export const makeRecords = async (port, bootstrap) => {
  const owner = clientOf(port, await logIn(port, bootstrap));
  const people = await makePeople(port, owner);
  const keys = await makeKeys(port, owner, bootstrap.api_key);
  const links = await makeLinks(port, bootstrap.api_key);
  await owner('PATCH', '/v1/workspace', { name: 'Analytical Engines' });
  return { people: [{ email: bootstrap.email, password: bootstrap.password }, ...people], keys, links };
};

const makeKeys = async (port, owner, bootstrapKey) => {
  const create = (name, scope, expiration) => owner('POST', '/v1/api-keys', { name, scope, expiration });
  const rotate = (id) => owner('POST', `/v1/api-keys/${id}/rotate`);
  const renamed = await create('CMS', 'Read');
  await owner('PATCH', `/v1/api-keys/${renamed.id}`, { name: 'Shop' });
  const inGrace = await create('Importer', 'Read + Write');
  const twice = await create('Reports', 'Read');
  const revoked = await create('Contractor', 'Read + Write', '2099-06-30');
  const lasting = await create('Until 2099', 'Read', '2099-12-31');
  const expired = await create('Trial', 'Read', new Date(Date.now() + 1_500).toISOString());
  const [rotated, second] = [await rotate(inGrace.id), await rotate(twice.id)];
  await owner('POST', `/v1/api-keys/${twice.id}/revoke`, { reason: 'Leaked in a log' });
  const third = await rotate(second.id);
  await owner('POST', `/v1/api-keys/${revoked.id}/revoke`, { reason: 'Contract ended' });
  await owner('DELETE', `/v1/api-keys/${second.id}`);
  await eventually(async () => {
    const { data } = await owner('GET', `/v1/api-keys/${expired.id}/history`);
    same('the last event of a key that expires', data.at(-1)?.type, 'api_key.expired');
  });
  for (const { key } of [renamed, inGrace, rotated, lasting])
    for (let n = 0; n < 3; n += 1) await clientOf(port, key)('GET', '/v1/links?limit=1');
  return [
    bootstrapKey,
    ...[renamed, inGrace, rotated, twice, second, third, revoked, lasting, expired].map(({ key }) => key),
  ];
};

const makeLinks = async (port, apiKey) => {
  const key = clientOf(port, apiKey);
  const create = (alias, more = {}) =>
    key('POST', '/v1/links', { destination_url: `https://example.com/${alias}?ref=1`, alias, ...more });
  const loaded = await create('Loaded', {
    title: 'All clicks loaded',
    tags: ['spring', 'a b'],
    utm_source: 'news',
    utm_medium: 'mail',
    utm_campaign: 'spring',
  });
  const both = await create('both', { tags: ['spring'] });
  const edited = await create('edited', { title: 'First', utm_term: 'x' });
  for (const change of [
    { title: 'Second' },
    { destination_url: 'https://example.org/moved', tags: ['b', 'a'] },
    { title: null, utm_term: null },
  ]) {
    await key('PATCH', `/v1/links/${edited.id}`, change);
  }
  const gone = await create('gone');
  await key('DELETE', `/v1/links/${gone.id}`);
  const disabled = await create('disabled', { redirect_type: 301 });
  await key('POST', `/v1/links/${disabled.id}/disable`);
  const archived = await create('archived', { forward_query: false });
  await key('POST', `/v1/links/${archived.id}/archive`);
  const expired = await create('expired', {
    expires_at: new Date().toISOString(),
    expired_url: 'https://example.com/over',
  });
  await eventually(async () => {
    const { data } = await key('GET', `/v1/links/${expired.id}/history`);
    same('the last event of a link that expires', data.at(-1)?.type, 'link.expired');
  });
  const { shortCode } = await key('POST', '/api/urls', { originalUrl: 'https://example.net/urls' });
  const { data } = await key('GET', '/v1/links?limit=100');
  const plain = data.find(({ alias }) => alias === shortCode);
  return { loaded, both, edited, plain, gone, disabled, archived, expired };
};

/** The last changes before the end: only in Postgres' write-ahead log when it is killed. */
export const makeLastRecords = async (port, apiKey, { links, ...records }) => {
  const key = clientOf(port, apiKey);
  await key('PATCH', `/v1/links/${links.both.id}`, { title: 'Edited last' });
  const late = await key('POST', '/v1/links', { destination_url: 'https://example.com/late', alias: 'late' });
  return { ...records, links: { ...links, late } };
};

/**
 * Clicks that are loaded and counted. Per link: by people, by distinct people, and by bots.
 * @param earlier how many there are before
 */
export const makeLoadedClicks = async (port, apiKey, { loaded, both, plain }, earlier = 0) => {
  for (const agent of ['desktop', 'desktop', 'phone', 'bot']) await visit(port, loaded.alias, agent);
  await visit(port, loaded.alias, 'phone', '?qr=1');
  for (const agent of ['desktop', 'desktop', 'bot']) await visit(port, both.alias, agent);
  await visit(port, plain.alias, 'phone');
  const key = clientOf(port, apiKey);
  await eventually(async () => {
    const { data } = await key('GET', '/v1/links?limit=100');
    const counted = [loaded, both, plain]
      .map(({ id }) => data.find((link) => link.id === id))
      .map(({ clicks, unique_clicks, bot_clicks }) => [clicks, unique_clicks, bot_clicks]);
    same('the counters', counted, [
      [4, 2, 1],
      [2, 1, 1],
      [1, 1, 0],
    ]);
    const { data: events } = await key('GET', '/v1/analytics/events?include_bots=true&limit=1000');
    same('the number of clicks loaded', events.length, earlier + 9);
  });
};

/**
 * Clicks that are not loaded before the end, of a link that has others and of links that have none.
 * @returns the counters once they are loaded: people, distinct people, and bots.
 */
export const makeJournalClicks = async (port, { loaded, both, plain, edited, late }) => {
  for (const agent of ['desktop', 'phone', 'bot']) await visit(port, both.alias, agent);
  for (const agent of ['desktop', 'desktop']) await visit(port, edited.alias, agent);
  // Another block: one is sealed after half a second.
  await delay(1_000);
  for (const agent of ['phone', 'bot', 'phone']) await visit(port, late.alias, agent);
  const counters = {
    [loaded.id]: [4, 2, 1],
    [both.id]: [4, 2, 2],
    [plain.id]: [1, 1, 0],
    [edited.id]: [2, 1, 0],
    [late.id]: [2, 1, 1],
  };
  return { counters, clicks: { loaded: 9, in_journal: 8 } };
};
