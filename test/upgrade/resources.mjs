// What came after links and keys: campaigns, domains, QR codes, webhooks, imports, more workspaces. See history.mjs.
import { makeInvitations } from './people.mjs';
import { clientOf, eventually, logIn, send } from './requests.mjs';

const DESTINATION = 'https://example.com/';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

/**
 * Campaigns, domains, QR codes, webhooks, and links with rules and the like.
 * @param publish of the name server that the product asks
 */
export const makeKinds = async (owner, { loaded, edited }, publish) => {
  const links = await makeLinks(owner);
  const campaigns = await makeCampaigns(owner, loaded, edited);
  const domains = await makeDomains(owner, publish);
  const qrCodes = await makeQrCodes(owner, loaded);
  return { links, campaigns, domains, qrCodes, webhooks: await makeWebhooks(owner) };
};

/** One or more of each resource. Only guarded links are visited, and those of `records`, which join a campaign. */
export const makeResources = async (port, bootstrap, records, publish) => {
  const owner = clientOf(port, await logIn(port, bootstrap));
  const { links, campaigns, domains, qrCodes, webhooks } = await makeKinds(owner, records, publish);
  const guarded = await makeGuarded(port, owner);
  const imports = [await makeImport(port, bootstrap.api_key, owner)];
  const lost = await makeDeletedWorkspace(port, bootstrap, owner);
  const onDomain = domains.link;
  return {
    campaigns,
    guarded: guarded.visits,
    counters: guarded.counters,
    invitations: [await makeInvitations(owner)],
    paths: [
      ...[...Object.values(links), ...guarded.links, onDomain].flatMap(({ id, created_at }) =>
        recordPaths('links', id, created_at),
      ),
      '/v1/campaigns?limit=100',
      ...campaigns.flatMap(({ id, created_at }) => recordPaths('campaigns', id, created_at)),
      `/v1/links?campaign_id=${campaigns[0].id}`,
      '/v1/domains?limit=100',
      ...domains.all.flatMap(({ id }) => [`/v1/domains/${id}`, `/v1/domains/${id}/history`]),
      '/v1/qr-codes?limit=100',
      ...qrCodes.map(({ id }) => `/v1/qr-codes/${id}`),
      '/v1/webhooks?limit=100',
      ...webhooks.flatMap(({ id }) => [`/v1/webhooks/${id}`, `/v1/webhooks/${id}/history`]),
      `/v1/links/lookup?alias=${onDomain.alias}&domain=${onDomain.domain}`,
      '/v1/tags',
    ],
    imports: imports.flatMap(({ id }) => [`/v1/imports/${id}`, `/v1/imports/${id}/errors`]),
    addresses: [
      { path: `/${links.ruled.alias}` },
      { path: `/${links.ruled.alias}?beta=true` },
      { path: `/${links.restored.alias}` },
      { path: `/${links.external.alias}` },
      { path: `/${links.upcoming.alias}` },
      ...guarded.links.map(({ alias }) => ({ path: `/${alias}` })),
      { path: `/${lost.alias}` },
      { path: '/imported' },
      { path: `/${onDomain.alias}`, host: onDomain.domain },
      { path: '/', host: onDomain.domain },
      { path: '/unknown', host: onDomain.domain },
      { path: `/${onDomain.alias}` },
    ],
  };
};

const recordPaths = (name, id, createdAt) => [
  `/v1/${name}/${id}`,
  `/v1/${name}/${id}/history`,
  `/v1/${name}/${id}?as_of=${createdAt}`,
];

const makeLinks = async (owner) => {
  const create = (alias, more) =>
    owner('POST', '/v1/links', { destination_url: `${DESTINATION}${alias}`, alias, ...more });
  const ruled = await create('ruled', {
    rules: [{ if: { query: { beta: true } }, destination_url: `${DESTINATION}beta` }],
  });
  const chosen = await create('chosen', {
    variants: [
      { destination_url: `${DESTINATION}a`, weight: 1 },
      { destination_url: `${DESTINATION}b`, weight: 1_000 },
    ],
  });
  await owner('PATCH', `/v1/links/${chosen.id}`, {
    rules: [{ if: { device: 'mobile', country: ['DE', 'AT'] }, destination_url: `${DESTINATION}mobile` }],
  });
  const restored = await create('restored');
  await owner('DELETE', `/v1/links/${restored.id}`);
  await owner('POST', `/v1/links/${restored.id}/restore`);
  const external = await owner('PUT', '/v1/links/by-external-id/poster-1', { destination_url: `${DESTINATION}poster` });
  const upcoming = await create('upcoming', { starts_at: '2099-01-01T00:00:00.000Z', preview: { title: 'Soon' } });
  return { ruled, chosen, restored, external, upcoming };
};

/**
 * Links with a password or a click limit, one of which is used up.
 * @returns visits that later versions have to answer so, in this order, and what the links count before
 */
const makeGuarded = async (port, owner) => {
  const create = (alias, more) =>
    owner('POST', '/v1/links', { destination_url: `${DESTINATION}${alias}`, alias, ...more });
  const [secret, used, rationed] = [
    await create('secret', { password: 'open sesame' }),
    await create('used-up', { click_limit: 1 }),
    await create('rationed', { click_limit: 2 }),
  ];
  const answerTo = async (method, { alias }, body) => {
    const { status, headers } = await send(port, method, `/${alias}`, { body, headers: { 'user-agent': BROWSER } });
    return { method, path: `/${alias}`, ...(body && { body }), status, location: headers.location };
  };
  const wrong = await answerTo('POST', secret, { password: 'closed sesame' });
  const right = await answerTo('POST', secret, { password: 'open sesame' });
  const first = await answerTo('GET', rationed);
  await answerTo('GET', used);
  const over = await answerTo('GET', used);
  await eventually(async () => {
    const { data } = await owner('GET', `/v1/links/${used.id}/history`);
    if (data.at(-1)?.type !== 'link.limit_reached') throw new Error(`a used-up link: ${JSON.stringify(data)}`);
  });
  const links = [secret, used, rationed];
  return {
    links,
    visits: [wrong, right, over, first, { ...over, path: first.path }],
    counters: Object.fromEntries(links.map(({ id }) => [id, [1, 1, 0]])),
  };
};

/** The first has members and goes on; the others are paused, ended and deleted. */
const makeCampaigns = async (owner, loaded, edited) => {
  const create = (name, more) => owner('POST', '/v1/campaigns', { name, ...more });
  const running = await create('Summer', {
    description: 'Posters',
    ends_at: '2099-12-31T00:00:00.000Z',
    utm_source: 'poster',
    tags: ['a', 'b'],
  });
  await owner('POST', `/v1/campaigns/${running.id}/start`);
  await owner('PATCH', `/v1/campaigns/${running.id}`, { name: 'Late summer', description: null });
  await owner('POST', `/v1/campaigns/${running.id}/links`, { link_ids: [loaded.id, edited.id] });
  await owner('DELETE', `/v1/campaigns/${running.id}/links/${edited.id}`);
  const paused = await create('Paused');
  for (const change of ['start', 'pause', 'resume', 'pause'])
    await owner('POST', `/v1/campaigns/${paused.id}/${change}`);
  const ended = await create('Ended');
  for (const change of ['start', 'end']) await owner('POST', `/v1/campaigns/${ended.id}/${change}`);
  const gone = await create('Gone');
  await owner('DELETE', `/v1/campaigns/${gone.id}`);
  return [running, paused, ended];
};

/** One is verified and has a link; one is pending; one is gone. */
const makeDomains = async (owner, publish) => {
  const add = (hostname) => owner('POST', '/v1/domains', { hostname });
  const [verified, pending, gone] = [
    await add('go.brand.example'),
    await add('later.brand.example'),
    await add('gone.brand.example'),
  ];
  const { name, value } = verified.dns_records.find(({ type }) => type === 'TXT');
  publish(name, { txt: [value] });
  await eventually(async () => {
    const { status } = await owner('POST', `/v1/domains/${verified.id}/verify`);
    if (status !== 'verified') throw new Error(`the domain is ${status}`);
  });
  await owner('PATCH', `/v1/domains/${verified.id}`, {
    root_url: `${DESTINATION}start`,
    not_found_url: `${DESTINATION}not-found`,
  });
  await owner('DELETE', `/v1/domains/${gone.id}`);
  const link = await owner('POST', '/v1/links', {
    destination_url: `${DESTINATION}brand`,
    alias: 'brand',
    domain: verified.hostname,
  });
  return { all: [verified, pending], link };
};

const makeQrCodes = async (owner, loaded) => {
  const create = (fields) => owner('POST', '/v1/qr-codes', fields);
  const ofLink = await create({ link_id: loaded.id, name: 'Poster', format: 'png', size: 700, level: 'H' });
  await owner('PATCH', `/v1/qr-codes/${ofLink.id}`, { name: 'Large poster', fg_color: '#1a237e' });
  const ofUrl = await create({ url: `${DESTINATION}a?b=c` });
  const gone = await create({ url: DESTINATION });
  await owner('DELETE', `/v1/qr-codes/${gone.id}`);
  return [ofLink, ofUrl];
};

/** Of events that do not happen afterwards: one is active, one is paused and has a new secret, one is gone. */
const makeWebhooks = async (owner) => {
  const create = (path, more) =>
    owner('POST', '/v1/webhooks', { url: `https://hooks.brand.example/${path}`, events: ['qr_code.*'], ...more });
  const active = await create('active', { filters: { tags: ['spring'], include_bots: true } });
  const paused = await create('paused', { description: 'To the data warehouse' });
  await owner('POST', `/v1/webhooks/${paused.id}/rotate-secret`);
  for (const change of [{ active: false }, { active: true, events: ['qr_code.*', 'link.clicks'] }, { active: false }])
    await owner('PATCH', `/v1/webhooks/${paused.id}`, change);
  const gone = await create('gone');
  await owner('DELETE', `/v1/webhooks/${gone.id}`);
  return [active, paused];
};

/** Of three rows, one of which fails. */
const makeImport = async (port, apiKey, owner) => {
  const file = `destination_url,alias,tags\n${DESTINATION}imported,imported,csv\n${DESTINATION}2,imported-2,\nno URL,,\n`;
  const { status, body, text } = await send(port, 'POST', '/v1/links/import', {
    body: file,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'text/csv' },
  });
  if (status !== 202) throw new Error(`an import answered ${status}: ${text}`);
  return eventually(async () => {
    const ended = await owner('GET', `/v1/imports/${body.id}`);
    if (ended.status !== 'completed' || ended.created !== 2) throw new Error(JSON.stringify(ended));
    return ended;
  });
};

/** @returns its link, which answers no more */
const makeDeletedWorkspace = async (port, bootstrap, owner) => {
  const { id, name } = await owner('POST', '/v1/workspaces', { name: 'Short-lived' });
  const { access_token } = await owner('POST', '/v1/auth/switch', { workspace_id: id });
  const there = clientOf(port, access_token);
  const link = await there('POST', '/v1/links', { destination_url: DESTINATION, alias: 'lost' });
  await there('DELETE', '/v1/workspace', { name });
  return link;
};
