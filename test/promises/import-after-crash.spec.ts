import { ended, type Import, upload } from '../api/support/imports';
import type { Link } from '../api/support/records';
import { freeze } from '../support/freeze';
import { type Gateways, startGateways } from '../support/gateways';
import { eventually } from '../support/programs';
import { atScale } from '../support/scale';
import { type Product, api, send } from '../support/waymark';

const ROWS = atScale(3_000, 30_000);
/** Every tenth row fails. */
const FAILING = ROWS / 10;
const destinations = Array.from({ length: ROWS }, (_, n) =>
  n % 10 === 9 ? `nowhere ${n}` : `https://example.com/${n}`,
);
const file = `destination_url,title\n${destinations.map((url, n) => `${url},Row ${n}`).join('\n')}\n`;

describe('an import whose gateway is killed in the middle', () => {
  let gateways: Gateways;
  beforeAll(async () => void (gateways = await startGateways(2)));
  afterAll(() => gateways.close());

  it('is completed by another gateway, which doubles no row and misses none', async () => {
    const [victim, other] = gateways.all as [Product, Product];
    const token = gateways.bootstrap.api_key;
    const at = (product: Product) => {
      const patient = { ...product, patient: true };
      return { ...api(patient, token), product: patient, token };
    };
    // Until the victim has begun the import, the other gateway must not take it.
    await freeze(other.pid);
    const { body } = await upload(at(victim), file);
    const created = async () => (await at(victim).get<Import>(`/v1/imports/${body.id}`)).body.created;
    await eventually(async () => expect(await created()).toBeGreaterThan(ROWS / 10));
    await victim.kill('SIGKILL');
    process.kill(other.pid, 'SIGCONT');

    const left = await eventually(async () => (await at(other).get<Import>(`/v1/imports/${body.id}`)).body);
    expect([left.status, left.created < ROWS - FAILING]).toEqual(['running', true]);
    const report = await eventually(() => ended(at(other), body.id), 600_000);
    expect(report).toMatchObject({ status: 'completed', total: ROWS, created: ROWS - FAILING, failed: FAILING });
    expect(report.errors.map(({ row }) => row)).toEqual(
      Array.from({ length: Math.min(FAILING, 1_000) }, (_, n) => 10 * (n + 1)),
    );
    const headers = { authorization: `Bearer ${token}` };
    const exported = await eventually(() =>
      send<string>(at(other).product, 'GET', '/v1/links/export?format=ndjson', { headers, timeout: 120_000 }),
    );
    const links = exported.text.trimEnd().split('\n');
    expect(links.map((line) => (JSON.parse(line) as Link).destination_url).sort()).toEqual(
      destinations.filter((url) => url.startsWith('https:')).sort(),
    );
  });
});
