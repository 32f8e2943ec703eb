import { eventually } from '../support/programs';
import { type Client, api, register, send } from '../support/waymark';
import { Driver } from './support/driver';
import { Tap } from './support/tap';
import { underTest } from './support/under-test';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const { product, languages } = underTest();
const present = languages.filter(({ skipped }) => skipped === undefined);

interface Made {
  readonly id: string;
  readonly key: string;
  readonly alias: string;
}

describe.each(present)('$language', ({ command, env }) => {
  let tap: Tap;
  let driver: Driver;
  let client: Client;
  let key: Made;
  let link: Made;
  const made = async (path: string, body: object): Promise<Made> => {
    const answer = await client.post<Made>(path, body);
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}`);
    return answer.body;
  };

  beforeAll(async () => {
    client = api(product, (await eventually(() => register(product))).access_token);
    key = await eventually(() => made('/v1/api-keys', { name: 'live', scope: 'Read' }));
    link = await eventually(() => made('/v1/links', { destination_url: 'https://example.com/live' }));
    tap = await new Tap(product).start();
    driver = new Driver({ command, env }, tap.url, key.key);
  });
  afterAll(async () => {
    tap.cut();
    await driver.end();
    await tap.close();
  });

  const visit = async (): Promise<void> => {
    const { status } = await send(product, 'GET', `/${link.alias}`, { headers: { 'user-agent': BROWSER } });
    expect(status).toBe(302);
  };
  /** The streams so far that the product has opened. */
  const opened = () => tap.lines.filter(({ answered }) => answered.includes('text/event-stream'));
  const clicks = () => opened().flatMap(({ answered }) => answered.match(/event: click/g) ?? []).length;

  it('has the live clicks of the product, each once, over a connection that is cut', async () => {
    const answer = driver.ask({ call: 'analytics.live', with: { take: 4 } });
    await eventually(() => expect(opened()).toHaveLength(1));
    await visit();
    await eventually(() => expect(clicks()).toBe(1));
    tap.cut();
    await visit();
    await visit();
    await eventually(() => expect(opened().length).toBeGreaterThan(1));
    await visit();
    const { value } = (await answer) as { value: readonly { id: string; link_id: string }[] };
    expect(value.map(({ link_id }) => link_id)).toEqual([link.id, link.id, link.id, link.id]);
    expect(new Set(value.map(({ id }) => id)).size).toBe(4);
    expect(opened()[1]?.asked).toMatch(/\r\nlast-event-id: \S+\r\n/i);
  });

  it('ends live clicks when the key is revoked', async () => {
    const before = opened().length;
    const answer = driver.ask({ call: 'analytics.live' });
    await eventually(() => expect(opened().length).toBeGreaterThan(before));
    const { status } = await client.post(`/v1/api-keys/${key.id}/revoke`, {});
    expect(status).toBe(200);
    // The product judges the key again before a click.
    await visit();
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'Unauthorized' } });
  });
});
