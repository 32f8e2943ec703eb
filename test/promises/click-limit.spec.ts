import { type Gateways, startGateways } from '../support/gateways';
import { eventually } from '../support/programs';
import { atScale } from '../support/scale';
import { BROWSER } from '../support/served-redirector';
import { type Address, type Product, api, send } from '../support/waymark';

const LIMIT = atScale(3_000, 100_000);
const VISITORS = 200;
const HOST = 'go.example.com';

/** @returns 0 for a visit without an answer */
const visit = (to: Address, alias: string): Promise<number> =>
  send(to, 'GET', `/${alias}`, { headers: { host: HOST, 'user-agent': BROWSER } }).then(
    ({ status }) => status,
    () => 0,
  );

describe('a click limit', () => {
  let gateways: Gateways;
  beforeAll(async () => void (gateways = await startGateways(3)));
  afterAll(() => gateways.close());

  it(`of ${LIMIT.toLocaleString('en')} is never exceeded by ${VISITORS} visitors of redirectors that are killed`, async () => {
    const [first] = gateways.all as [Product];
    const created = await api(first, gateways.bootstrap.api_key).post<{ alias: string }>('/v1/links', {
      destination_url: 'https://example.com/',
      click_limit: LIMIT,
    });
    const { alias } = created.body;
    const [alive, spare] = [gateways.all.slice(0, 2), gateways.all.slice(2)];
    await eventually(async () => {
      for (const product of gateways.all)
        expect((await send(product, 'HEAD', `/${alias}`, { headers: { host: HOST } })).status).toBe(302);
    });
    let redirected = 0;
    let over = false;
    const others: Record<number, number> = {};
    const visitor = async (nth: number): Promise<void> => {
      for (let n = nth; !over; n += 1) {
        const status = await visit(alive[n % alive.length] as Product, alias);
        if (status === 302) redirected += 1;
        else if (status === 410) over = true;
        else others[status] = (others[status] ?? 0) + 1;
      }
    };
    const replaceAfter = async (count: number): Promise<void> => {
      while (redirected < count && !over) await new Promise(setImmediate);
      expect(over).toBe(false);
      const [victim] = alive.splice(1, 1, ...spare.splice(0)) as [Product];
      await victim.kill('SIGKILL');
    };
    const kills = async (): Promise<void> => {
      await replaceAfter(LIMIT / 10);
      await replaceAfter(LIMIT / 2);
    };
    await Promise.all([kills(), ...Array.from({ length: VISITORS }, (_, nth) => visitor(nth))]);
    // A slot is lost with an answer that a kill kept from its visitor, and may be with a 503 of a busy database.
    const unanswered = Object.values(others).reduce((sum, count) => sum + count, 0);
    expect([redirected <= LIMIT, redirected + unanswered >= LIMIT - 2 * VISITORS]).toEqual([true, true]);
    for (const product of alive)
      await eventually(async () => {
        const late = await Promise.all(Array.from({ length: 20 }, () => visit(product, alias)));
        if (late.includes(302)) throw new Error('redirected beyond the limit');
        expect(late).toEqual(Array(20).fill(410));
      });
    // Visits of the killed processes have no answer; a busy database is a 503.
    expect(Object.keys(others).filter((status) => !['0', '503'].includes(status))).toEqual([]);
  });
});
