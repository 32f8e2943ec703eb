import { type Gateways, startGateways } from '../support/gateways';
import { eventually } from '../support/programs';
import { type Product, api, send } from '../support/waymark';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

let gateways: Gateways;

beforeAll(async () => {
  gateways = await startGateways(1);
});
afterAll(() => gateways.close());

const visit = (at: Product, alias: string) =>
  send({ ...at, patient: true }, 'GET', `/${alias}`, { headers: { host: 'go.example.com', 'user-agent': CHROME } });

describe('several processes on one database', () => {
  it('may start at the same moment, once the first has run', async () => {
    await Promise.all([gateways.add(), gateways.add()]);
    await eventually(async () =>
      expect(await Promise.all(gateways.all.map((gateway) => send(gateway, 'GET', '/health/ready')))).toMatchObject([
        { status: 200 },
        { status: 200 },
        { status: 200 },
      ]),
    );
  });

  it('all redirect to any link, and together count each click once', async () => {
    const [first] = gateways.all as [Product];
    const client = api({ ...first, patient: true }, gateways.bootstrap.api_key);
    const { body } = await client.post<{ id: string; alias: string }>('/v1/links', {
      destination_url: 'https://example.com/',
      alias: 'side-by-side',
    });
    for (let n = 0; n < 5; n += 1) {
      for (const gateway of gateways.all) expect((await visit(gateway, body.alias)).status).toBe(302);
    }
    const counted = async () =>
      (await client.get<{ clicks: number; unique_clicks: number }>(`/v1/links/${body.id}`)).body;
    // All share the salt of the day, so that a visitor to three of them is one.
    await eventually(async () => expect(await counted()).toMatchObject({ clicks: 15, unique_clicks: 1 }));
    // Each reader has its own cursor: one that went back to another's would count its clicks again.
    const { rows } = await gateways.owner.query(
      "select reader from click_checkpoints where reader like 'link_counters/%' and cursor <> '{}'",
    );
    expect(rows).toHaveLength(3);
    for (const gateway of gateways.all) expect((await visit(gateway, body.alias)).status).toBe(302);
    await eventually(async () => expect(await counted()).toMatchObject({ clicks: 18, unique_clicks: 1 }));
  });
});
