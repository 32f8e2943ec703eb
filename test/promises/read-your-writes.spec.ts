import { type Gateways, startGateways } from '../support/gateways';
import { atScale } from '../support/scale';
import { type Product, api } from '../support/waymark';
import { inTurn } from './requests';

const PAIRS = atScale(500, 10_000);
const CLIENTS = 6;
const GATEWAYS = 3;

let gateways: Gateways;

beforeAll(async () => {
  gateways = await startGateways(GATEWAYS);
});
afterAll(() => gateways.close());

interface Seen {
  pairs: number;
  fresh: number;
  /** Not found, and marked so by Waymark-Pending. */
  pending: number;
  /** Shed by a busy machine, and so neither. */
  unjudged: number;
  stale: string[];
}

/** Repeatedly creates a link through one gateway and reads it through another. */
const checkPairs = async (among: readonly Product[], pairs: number): Promise<Seen> => {
  const seen: Seen = { pairs: 0, fresh: 0, pending: 0, unjudged: 0, stale: [] };
  const key = gateways.bootstrap.api_key;
  const next = inTurn(among);
  const client = async (): Promise<void> => {
    while (seen.pairs < pairs) {
      seen.pairs += 1;
      const writer = next();
      const created = await api(writer, key).post<{ id: string }>('/v1/links', {
        destination_url: 'https://example.com/read-your-writes',
      });
      if (created.status === 503) {
        seen.unjudged += 1;
        continue;
      }
      if (created.status !== 201) throw new Error(`creating a link answered ${created.status}: ${created.text}`);
      const reader = among[(among.indexOf(writer) + 1) % among.length]!;
      const { status } = await api(reader, key).get(`/v1/links/${created.body.id}`);
      if (status === 200) seen.fresh += 1;
      else if (status === 503) seen.unjudged += 1;
      else if (created.headers['waymark-pending'] !== undefined) seen.pending += 1;
      else seen.stale.push(`${created.body.id}: ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return seen;
};

describe('promise 5: read your writes, 100 %', () => {
  it(`${PAIRS.toLocaleString('en')} links created by one gateway and read by another at once`, async () => {
    const seen = await checkPairs(gateways.all, PAIRS);
    console.info(seen);
    expect(seen.stale).toEqual([]);
    // How many are fresh at once depends on the machine: what is behind after 2 s is marked.
    expect(seen.fresh).toBeGreaterThan(PAIRS / 10);
  }, 900_000);

  it('while the projectors stop for 1 s and for 3 s: fresh, or marked Waymark-Pending', async () => {
    const leader = await gateways.leader();
    const among = gateways.all.filter((gateway) => gateway !== leader);
    const pause = async (ms: number) => {
      process.kill(leader.pid, 'SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, ms));
      process.kill(leader.pid, 'SIGCONT');
    };
    for (const ms of [1_000, 3_000]) {
      const [seen] = await Promise.all([checkPairs(among, atScale(100, 2_000)), pause(ms)]);
      console.info({ paused_ms: ms, ...seen });
      expect(seen.stale).toEqual([]);
      expect(seen.fresh).toBeGreaterThan(0);
    }
  }, 900_000);
});
