import { type EventStoreDbClusterDouble, startEventStoreDbCluster } from '../support/eventstoredb-double';
import { eventually } from '../support/programs';
import { type Answer, type Client, type Product, api, send, startWaymark } from '../support/waymark';

interface Created {
  readonly id: string;
  readonly code?: string;
}

describe('a product whose event store has a leader that falls silent (the double: no server does so on request)', () => {
  let cluster: EventStoreDbClusterDouble;
  let product: Product;
  let client: Client;

  beforeAll(async () => {
    cluster = await startEventStoreDbCluster(3);
    product = await startWaymark({ env: { EVENTSTORE_URL: cluster.url } });
    client = api(product, product.bootstrap.api_key);
  });
  afterAll(async () => {
    await product.stop();
    await cluster.close();
  });

  const create = (alias: string): Promise<Answer<Created>> => {
    const link = { alias, destination_url: `https://example.com/${alias}` };
    return client.post<Created>('/v1/links', link, { 'idempotency-key': alias });
  };
  const total = async () => (await client.get<{ meta: { total: number } }>('/v1/links')).body.meta.total;
  const aliases = Array.from({ length: 24 }, (_, n) => `frozen-${n}`);

  it('answers every command while it is silent, and goes on under the next leader, with each link once', async () => {
    expect((await create('before')).status).toBe(201);
    cluster.networks[0]?.freeze();
    // All of these answers arrive before there is another leader.
    const answers = await Promise.all(aliases.map(create));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['503 unavailable']));
    expect((await send(product, 'GET', '/before')).status).toBe(302);
    await eventually(async () => expect((await client.get('/v1/links')).status).toBe(200));

    cluster.elect(1);
    await eventually(async () => expect((await create('after')).status).toBe(201));
    for (const alias of aliases) await eventually(async () => expect((await create(alias)).status).toBe(201));
    await eventually(async () => expect(await total()).toBe(aliases.length + 2));

    // The old leader comes back as a follower, with what was sent to it meanwhile.
    await cluster.networks[0]?.accept();
    await eventually(async () => expect((await create('at-last')).status).toBe(201));
    await eventually(async () => expect(await total()).toBe(aliases.length + 3));
  });
});
