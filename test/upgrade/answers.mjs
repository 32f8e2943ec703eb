// What a fixture's version answers about its directory, to be compared with later versions.
import { setTimeout as delay } from 'node:timers/promises';
import { PUBLIC_URL, send } from './requests.mjs';

const DAY_MS = 86_400_000;
/** Use of keys is stored once a second. */
const STORED_WITHIN_MS = 2_500;

/** The days of the fixture: today, and yesterday if the clicks were before midnight. */
const windowAround = (now) => {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return `range=custom&start=${new Date(today - DAY_MS).toISOString()}&end=${new Date(today + DAY_MS).toISOString()}`;
};

export const answersOf = async (port, apiKey, { people, keys, links, resources }) => {
  const now = Date.now();
  const ask = async (path, credential = apiKey) => {
    const { status, body, text, headers } = await send(port, 'GET', path, {
      headers: { authorization: `Bearer ${credential}` },
    });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    return { path, body: body ?? text, ...(headers.etag && { etag: headers.etag }) };
  };
  const asked = (paths) => Promise.all(paths.map((path) => ask(path)));
  await delay(STORED_WITHIN_MS);
  const {
    body: { data: keyRecords },
  } = await ask('/v1/api-keys?limit=100');
  const at = new Date(now).toISOString();
  const window = windowAround(now);
  const { gone: _, ...current } = links;
  const credentials = await Promise.all(
    keys.map(async (key) => {
      const { status, body } = await send(port, 'GET', '/v1/api-keys/current', {
        headers: { authorization: `Bearer ${key}` },
      });
      return { key, status, code: body.code, id: body.id };
    }),
  );
  const logins = [];
  for (const { email, password } of people) {
    const { status, body } = await send(port, 'POST', '/v1/auth/login', { body: { email, password } });
    logins.push({ email, password, status, user: body.user?.id });
  }
  return {
    public_url: PUBLIC_URL,
    made_at: at,
    api_key: apiKey,
    credentials,
    logins,
    redirects: await Promise.all(
      [...Object.values(links).map(({ alias }) => ({ path: `/${alias}` })), ...resources.addresses].map(
        async ({ path, host }) => {
          const { status, headers } = await send(port, 'HEAD', path, { headers: host ? { host } : {} });
          return { path, host, status, location: headers.location };
        },
      ),
    ),
    links: await asked([
      '/v1/links?limit=100&sort=created_at&order=asc',
      '/v1/links?status=deleted',
      '/v1/links?tags=spring',
      ...Object.values(current).map(({ id }) => `/v1/links/${id}`),
      ...Object.values(links).flatMap(({ id, created_at }) => [
        `/v1/links/${id}/history`,
        `/v1/links/${id}?as_of=${created_at}`,
      ]),
    ]),
    keys: await asked([
      '/v1/api-keys?limit=100',
      ...keyRecords.flatMap(({ id, created_at }) => [
        `/v1/api-keys/${id}`,
        `/v1/api-keys/${id}?as_of=${created_at}`,
        `/v1/api-keys/${id}/history`,
        `/v1/api-keys/${id}/history?lineage=true`,
      ]),
    ]),
    workspace: await asked(['/v1/workspace', '/v1/workspace/members']),
    resources: await asked(resources.paths),
    imports: await asked(resources.imports),
    invitations: resources.invitations,
    guarded: resources.guarded,
    // Of links whose clicks were all loaded.
    analytics: await asked(
      [
        ...[links.loaded, links.plain].map(({ id }) => `/v1/analytics/links/${id}`),
        // The first one: its only link is `loaded`.
        `/v1/analytics/campaigns/${resources.campaigns[0].id}`,
      ].map((path) => `${path}?${window}&interval=day`),
    ),
    totals_at: `/v1/analytics/workspace?${window}&interval=day`,
    events: await ask(`/v1/analytics/events?include_bots=true&limit=1000&${window}`),
    export: await ask(`/v1/analytics/export?format=ndjson&include_bots=true&${window}`),
  };
};
