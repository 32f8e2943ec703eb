import type { Campaign, Domain, Link } from '../api/support/records';
import { entriesAt } from '../api/support/history';
import {
  type AppProcess,
  type ClickhouseProcess,
  type Cluster,
  startClickhouse,
  startCluster,
} from '../support/cluster';
import { freeze } from '../support/freeze';
import { type NameServer, publishIn, startNameServer } from '../support/name-server';
import { type TestDatabase, withPostgres } from '../support/postgres';
import { endPrograms, eventually } from '../support/programs';
import { type Client, api, send } from '../support/waymark';

const HOUR_MS = 3_600_000;
const HOSTNAME = 'go.brand.example';

let database: TestDatabase;
let clickhouse: ClickhouseProcess;
let names: NameServer;
let cluster: Cluster;
let client: Client;

beforeAll(async () => {
  [database, clickhouse, names] = await Promise.all([withPostgres(), startClickhouse(), startNameServer()]);
  cluster = await startCluster({
    databaseUrl: database.url,
    clickhouseUrl: clickhouse.url,
    count: { scheduler: 2, redirector: 2, webhooks: 0 },
    env: { DNS_SERVERS: names.address },
  });
  client = api(cluster.one('gateway'), cluster.bootstrap.api_key);
});

afterAll(async () => {
  await cluster?.stop();
  await endPrograms();
  await Promise.all([clickhouse?.stop(), names?.close()]);
  await database?.close();
});

const made = async <T>(path: string, body: object): Promise<T> => {
  const answer = await client.post<T>(path, body);
  expect(answer.status).toBe(201);
  return answer.body;
};
const verify = async ({ id }: Domain) => (await client.post<Domain>(`/v1/domains/${id}/verify`)).body;
const statusOf = async (path: string) => (await client.get<Domain | Campaign>(path)).body.status;
const visit = async (at: AppProcess, host: string, path: string) => {
  const { status, headers } = await send(at, 'GET', path, { headers: { host } });
  return headers.location ?? status;
};
/** Waits until every redirector answers so: it follows the events by itself, and within a second. */
const everywhere = (host: string, path: string, expected: string | number) =>
  eventually(async () => {
    const answers = await Promise.all(cluster.of('redirector').map((one) => visit(one, host, path)));
    expect(answers).toEqual([expected, expected]);
  });
/** Sets the database's clock, by which the schedulers go, ahead. */
const setAhead = (milliseconds: number) =>
  database.query(
    `INSERT INTO clock_offset (milliseconds) VALUES (${milliseconds}) ON CONFLICT (only_row) DO UPDATE ` +
      'SET milliseconds = excluded.milliseconds',
  );

describe('a domain of a workspace', () => {
  let domain: Domain;
  const publish = ({ dns_records }: Domain) => {
    const challenge = dns_records.find(({ type }) => type === 'TXT');
    publishIn(names.zone, challenge?.name ?? '', { txt: [challenge?.value ?? ''] });
  };

  it('resolves on every redirector once a gateway has verified it, and not before', async () => {
    domain = await made('/v1/domains', { hostname: HOSTNAME, root_url: 'https://brand.example/' });
    expect((await verify(domain)).status).toBe('pending');
    await everywhere(HOSTNAME, '/', 404);
    publish(domain);
    await eventually(async () => expect((await verify(domain)).status).toBe('verified'));
    const link = { destination_url: 'https://example.com/', domain: HOSTNAME, alias: 'summer' };
    expect((await made<Link>('/v1/links', link)).short_url).toBe(`http://${HOSTNAME}/summer`);
    await everywhere(HOSTNAME, '/', 'https://brand.example/');
    await everywhere(`${HOSTNAME.toUpperCase()}.:8080`, '/summer', 'https://example.com/');
    expect((await send(cluster.one('gateway'), 'GET', `/health/tls?domain=${HOSTNAME}`)).status).toBe(200);
  });

  it('is answered as verified also while the projector is behind, and the answer says so', async () => {
    const other = await made<Domain>('/v1/domains', { hostname: `other.${HOSTNAME}` });
    publish(other);
    const { pid } = cluster.one('projector');
    await freeze(pid);
    try {
      const { body, headers } = await eventually(async () => {
        const answer = await client.post<Domain>(`/v1/domains/${other.id}/verify`);
        expect([answer.status, answer.body.last_check]).toEqual([200, 'found']);
        return answer;
      });
      expect([body.status, headers['waymark-pending']]).toEqual(['verified', expect.stringContaining('domains')]);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  it('resolves no more once a scheduler has missed its record for 48 hours', async () => {
    publishIn(names.zone, `_waymark.${HOSTNAME}`);
    const path = `/v1/domains/${domain.id}`;
    try {
      let ahead = 0;
      for (const status of ['verified', 'verified', 'failed']) {
        const { last_checked_at } = (await client.get<Domain>(path)).body;
        await setAhead((ahead += 25 * HOUR_MS));
        await eventually(async () => {
          const { body } = await client.get<Domain>(path);
          // A busy machine may be too late for a scheduler, which then asks again an hour later.
          if (body.last_check === 'unreachable') await setAhead((ahead += HOUR_MS));
          expect(body).toMatchObject({ status, last_check: 'missing' });
          expect(body.last_checked_at).not.toBe(last_checked_at);
        });
      }
    } finally {
      await database.query('DELETE FROM clock_offset');
    }
    await everywhere(HOSTNAME, '/summer', 404);
    expect((await send(cluster.one('gateway'), 'GET', `/health/tls?domain=${HOSTNAME}`)).status).toBe(404);
    expect((await entriesAt(client, `${path}/history`)).map(({ type, actor }) => [type, actor.type])).toEqual([
      ['domain.created', 'api_key'],
      ['domain.verified', 'api_key'],
      ['domain.failed', 'system'],
    ]);
  });
});

describe('a campaign', () => {
  it('whose utm fields are edited is followed by every redirector', async () => {
    const { id } = await made<Campaign>('/v1/campaigns', { name: 'Summer', utm_source: 'mail' });
    const { alias } = await made<Link>('/v1/links', { destination_url: 'https://example.com/', campaign_id: id });
    const host = new URL(cluster.bootstrap.base_url).host;
    await everywhere(host, `/${alias}`, 'https://example.com/?utm_source=mail');
    expect((await client.patch(`/v1/campaigns/${id}`, { utm_source: 'poster' })).status).toBe(200);
    await everywhere(host, `/${alias}`, 'https://example.com/?utm_source=poster');
  });

  const dated = () => {
    const [starts_at, ends_at] = [1, 2].map((hours) => new Date(Date.now() + hours * HOUR_MS).toISOString());
    return made<Campaign>('/v1/campaigns', { name: 'Dated', starts_at, ends_at });
  };
  const entriesOf = async ({ id }: Campaign) =>
    (await entriesAt(client, `/v1/campaigns/${id}/history`)).map(({ type, actor }) => [type, actor.type]);
  const ONCE = [
    ['campaign.created', 'api_key'],
    ['campaign.started', 'system'],
    ['campaign.ended', 'system'],
  ];

  it('starts and ends once, by one of two schedulers', async () => {
    const campaign = await dated();
    try {
      for (const [hours, status] of [
        [1.5, 'active'],
        [2.5, 'ended'],
      ] as const) {
        await setAhead(hours * HOUR_MS);
        await eventually(async () => expect(await statusOf(`/v1/campaigns/${campaign.id}`)).toBe(status));
      }
    } finally {
      await database.query('DELETE FROM clock_offset');
    }
    expect(await entriesOf(campaign)).toEqual(ONCE);
  });

  it('starts and ends once also after its dates have passed without a scheduler', async () => {
    const schedulers = cluster.of('scheduler');
    const campaign = await dated();
    await Promise.all(schedulers.map((one) => one.kill('SIGKILL')));
    try {
      await setAhead(3 * HOUR_MS);
      await Promise.all(schedulers.map((again) => cluster.start('scheduler', { again })));
      await eventually(async () => expect(await statusOf(`/v1/campaigns/${campaign.id}`)).toBe('ended'));
    } finally {
      await database.query('DELETE FROM clock_offset');
    }
    expect(await entriesOf(campaign)).toEqual(ONCE);
  });
});
