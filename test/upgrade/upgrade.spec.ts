import { join } from 'node:path';
import { loaderStateFile, readState } from '../../apps/clicks/src/journal/loader-state';
import { prune } from '@platform/click-log';
import { DATA_VERSION } from '@platform/config';
import { compile, makeFolder, removeFolder } from '../faults/processes';
import { eventually } from '../support/programs';
import { type Client, type Product, api, send, startWaymark } from '../support/waymark';
import { isGraceOver, keyNow, lasting, lastingFigures } from './as-of-now';
import { type Answers, type Listed, answersOf, fixtures, unpack } from './fixtures';

const DAY_MS = 86_400_000;
const YEAR_MS = 366 * DAY_MS;
const IMPORT_KEPT_MS = 30 * DAY_MS;
/** Nothing listens there, and a domain whose check reaches no server stays as it is. */
const NO_NAME_SERVER = '127.0.0.1:1';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

type Counted = Readonly<Record<'clicks' | 'unique_clicks' | 'bot_clicks', number>>;

it('has a directory of every earlier data version', () => {
  const versions = new Set(fixtures().map((fixture) => answersOf(fixture).data_version ?? 0));
  for (let version = 0; version < DATA_VERSION; version += 1) expect([...versions]).toContain(version);
});

describe.each(fixtures())('the directory %s, killed and opened by this version', (fixture) => {
  let folder: string;
  let product: Product;
  let client: Client;
  let said: Answers;

  beforeAll(async () => {
    compile();
    folder = makeFolder('upgrade');
    said = answersOf(fixture);
    const dataDir = await unpack(fixture, folder);
    await pruneInAYear(dataDir);
    const env = { PUBLIC_URL: said.public_url, DNS_SERVERS: NO_NAME_SERVER };
    product = await startWaymark({ dataDir, env, patient: true });
    client = api(product, said.api_key);
  });
  afterAll(async () => {
    await product?.stop();
    removeFolder(folder);
  });

  const ask = async <T>(path: string): Promise<T> => {
    const { status, body, text } = await client.get<T>(path);
    expect([path, status, text]).toEqual([path, 200, text]);
    return body;
  };
  const onHost = (method: string, path: string, host = new URL(said.public_url).host, body?: object) =>
    send(product, method, path, { headers: { host, 'user-agent': BROWSER }, body });
  const isPathOfHistory = (path: string) => /\/history/.test(path);
  const countersOf = async (id: string) => {
    const { clicks, unique_clicks, bot_clicks } = await ask<Counted>(`/v1/links/${id}`);
    return [clicks, unique_clicks, bot_clicks];
  };
  const allClicks = async () => (await ask<Listed>(said.events.path)).data;

  it('keeps every link with its history and versions', async () => {
    for (const { path, body } of said.links)
      expect({ path, body: await ask<object>(path) }).toMatchObject({ path, body: lasting(body) });
  });

  it('lists what happened before it knew such a list', async () => {
    const histories = said.links.filter(({ path }) => /\/history$/.test(path)).map(({ body }) => (body as Listed).data);
    expect(histories.length).toBeGreaterThan(0);
    await eventually(async () => {
      const listed = new Map<unknown, object>();
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Listed & { meta: { next_cursor: string | null } } = await ask(
          `/v1/events?limit=100&cursor=${cursor}`,
        );
        for (const event of page.data) listed.set(event['id'], event);
        cursor = page.meta.next_cursor;
      }
      for (const entry of histories.flat()) expect(listed.get(entry['id'])).toMatchObject(entry);
    });
  });

  it('counts each click once, also those that were only in the journal', async () => {
    for (const [id, counters] of Object.entries(said.counters))
      await eventually(async () => expect([id, await countersOf(id)]).toEqual([id, counters]));
    const { loaded, in_journal } = said.clicks;
    await eventually(async () => expect(await allClicks()).toHaveLength(loaded + in_journal));
    const sums = Object.values(said.counters).reduce(([a, b, c], [x, y, z]) => [a + x, b + y, c + z], [0, 0, 0]);
    const { totals } = await ask<{ totals: Counted }>(said.totals_at);
    expect([totals.clicks, totals.bot_clicks]).toEqual([sums[0], sums[2]]);
  });

  it('keeps the loaded clicks: analytics, single clicks and export', async () => {
    for (const { path, body } of said.analytics) expect(await ask<object>(path)).toMatchObject(lastingFigures(body));
    const now = new Map((await allClicks()).map((click) => [click['id'], click]));
    for (const click of said.events.body.data) expect(now.get(click['id'])).toMatchObject(click);
    const lines = (await ask<string>(said.export.path))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly id: string });
    expect(lines).toHaveLength(said.clicks.loaded + said.clicks.in_journal);
    for (const line of said.export.body.trimEnd().split('\n'))
      expect(lines).toContainEqual(expect.objectContaining(JSON.parse(line) as object));
  });

  it('keeps every key with its history and lineage; grace ends by the clock', async () => {
    for (const { path, body } of said.keys) {
      const now = await ask<Listed & Readonly<Record<string, unknown>>>(path);
      if (isPathOfHistory(path)) {
        const { data } = body as Listed;
        expect({ path, data: now.data.slice(0, data.length) }).toMatchObject({ path, data });
        // The end of a grace that was still to come.
        expect(now.data.slice(data.length).map(({ type }) => type)).toEqual(
          now.data.length > data.length ? ['api_key.grace_expired'] : [],
        );
      } else {
        const then =
          'data' in body
            ? { ...body, data: (body as Listed).data.map(keyNow) }
            : path.includes('as_of')
              ? body
              : keyNow(body);
        expect({ path, body: now }).toMatchObject({ path, body: lasting(then) });
      }
    }
  });

  it('keeps the usage of keys', async () => {
    const [{ path, body } = { path: '', body: { data: [] } }] = said.keys;
    const now = await ask<Listed>(path);
    for (const { id, request_count } of (body as Listed).data) {
      expect(now.data.find((key) => key['id'] === id)?.['request_count']).toBeGreaterThanOrEqual(Number(request_count));
    }
  });

  it('accepts every valid key, and no other', async () => {
    const [list] = said.keys;
    const over = new Set((list?.body as Listed).data.filter(isGraceOver).map(({ id }) => id));
    for (const { key, status, code, id } of said.credentials) {
      const { status: statusNow, body } = await api(product, key).get<{ code?: string; id?: string }>(
        '/v1/api-keys/current',
      );
      expect([id, statusNow, body.code]).toEqual(over.has(id) ? [id, 401, 'api_key_revoked'] : [id, status, code]);
    }
  });

  it('keeps workspaces and users, who log in as before', async () => {
    const [list] = said.keys;
    const over = (list?.body as Listed).data.filter(isGraceOver).length;
    for (const { path, body } of said.workspace)
      expect(JSON.parse(JSON.stringify(await ask(path)))).toMatchObject(withoutGone(body, over));
    for (const { email, password, status, user } of said.logins) {
      const { status: statusNow, body } = await api(product).post<{ user?: { id: string } }>('/v1/auth/login', {
        email,
        password,
      });
      expect([email, statusNow, body.user?.id]).toEqual([email, status, user]);
    }
  });

  it('keeps every other resource with its history', async () => {
    for (const { path, body } of said.resources ?? [])
      expect({ path, body: await ask<object>(path) }).toMatchObject({ path, body: lasting(body) });
  });

  it('keeps imports for their 30 days', async () => {
    const forgottenFrom = Date.parse(said.made_at) + IMPORT_KEPT_MS;
    for (const { path, body } of said.imports ?? []) {
      const { status, body: now } = await client.get<object>(path);
      if (status === 404) expect(Date.now()).toBeGreaterThan(forgottenFrom - DAY_MS);
      else expect({ path, status, body: now }).toMatchObject({ path, status: 200, body: lasting(body) });
    }
  });

  it('redirects as before', async () => {
    for (const { path, host, status, location } of said.redirects) {
      const answer = await onHost('HEAD', path, host);
      expect([host, path, answer.status, answer.headers['location']]).toEqual([host, path, status, location]);
    }
  });

  it('continues: edits with an ETag from before, new links, new clicks', async () => {
    const { path, etag = '' } = said.links.find((asked) => asked.etag !== undefined) ?? { path: '' };
    const edited = await client.patch(path, { title: 'Edited after the upgrade' }, { 'if-match': etag });
    expect([edited.status, edited.text]).toEqual([200, edited.text]);
    expect(await ask(path)).toMatchObject({ title: 'Edited after the upgrade' });
    expect((await client.patch(path, { title: 'Stale' }, { 'if-match': etag })).status).toBe(412);

    const made = await client.post<{ id: string }>('/v1/links', {
      destination_url: 'https://example.com/new',
      alias: 'new',
    });
    expect(made.status).toBe(201);
    expect((await onHost('GET', '/new')).status).toBe(302);
    await eventually(async () => expect(await countersOf(made.body.id)).toEqual([1, 1, 0]));
    for (const [id, counters] of Object.entries(said.counters))
      expect([id, await countersOf(id)]).toEqual([id, counters]);
    expect((await client.post('/v1/links', { destination_url: 'https://example.com/', alias: 'gone' })).status).toBe(
      409,
    );
  });

  it('still asks for passwords, and ends links at their click limits', async () => {
    for (const { method, path, body, status, location } of said.guarded ?? []) {
      const answer = await onHost(method, path, undefined, body);
      expect([path, body, answer.status, answer.headers['location']]).toEqual([path, body, status, location]);
    }
  });

  it('keeps invitations until they expire, and no others', async () => {
    const join = (body: object) => api(product).post('/v1/auth/accept', body);
    for (const { email, role, expires_at, accept, refused } of said.invitations ?? []) {
      expect((await join(refused)).status).toBe(400);
      const { status } = await join(accept);
      if (status === 400) expect(Date.now()).toBeGreaterThan(Date.parse(expires_at) - DAY_MS);
      else
        expect([status, (await ask<Listed>('/v1/workspace/members')).data]).toEqual([
          200,
          expect.arrayContaining([expect.objectContaining({ email, role })]),
        ]);
    }
  });
});

/** The click log is pruned as if it were opened a year later: unloaded segments stay. */
const pruneInAYear = async (dataDir: string): Promise<void> => {
  const loaded = await readState(loaderStateFile(join(dataDir, 'analytics')));
  const removed = await prune({
    directory: join(dataDir, 'clicks'),
    checkpoints: [loaded?.cursor ?? {}],
    now: () => Date.now() + YEAR_MS,
  });
  // Those of the first start, which were all loaded: without any removal, this test would prove nothing.
  expect(removed).toBeGreaterThan(0);
};

/** Keys whose grace has ended are no longer used. */
const withoutGone = (body: unknown, over: number): object => {
  const { usage, ...workspace } = body as { readonly usage?: Readonly<Record<string, number>> };
  return usage ? { ...workspace, usage: { ...usage, api_keys: (usage['api_keys'] ?? 0) - over } } : workspace;
};
