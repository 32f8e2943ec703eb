import { randomUUID } from 'node:crypto';
import { type Gateways, startGateways } from '../support/gateways';
import { eventually } from '../support/programs';
import { atScale } from '../support/scale';
import { type Answer, type Product, api } from '../support/waymark';

const ROUNDS = atScale(1, 10);
const ITEMS = 100;
/** Longer than a dead process keeps an Idempotency-Key. */
const LEASE_MS = 11_000;

interface Bulk {
  readonly data: readonly { readonly status: number; readonly link: { readonly id: string; readonly title: string } }[];
}

/** A busy machine may answer 503. */
const untilAnswered = (ask: () => Promise<Answer<Bulk>>): Promise<Answer<Bulk>> =>
  eventually(async () => {
    const answer = await ask();
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
    return answer;
  }, 300_000);

describe('a bulk call in the middle of which its gateway is killed', () => {
  let gateways: Gateways;
  let kills = 0;
  beforeAll(async () => void (gateways = await startGateways(1)));
  afterAll(() => gateways.close());

  /** The events of a type, and the streams they are in. */
  const eventsOf = async (type: string) => {
    const { rows } = await gateways.owner.query<{ stream: string }>(
      'SELECT stream FROM waymark_events.events WHERE type = $1',
      [type],
    );
    return { count: rows.length, streams: new Set(rows.map(({ stream }) => stream)).size };
  };

  /** Sends a call to a new gateway, kills it once some but not all of the items are done, and repeats it elsewhere. */
  const interrupted = async (
    victim: Product,
    other: Product,
    type: string,
    ask: (to: Product) => Promise<Answer<Bulk>>,
  ) => {
    const before = (await eventsOf(type)).count;
    const lost = ask(victim).then(
      ({ status }) => status,
      () => 'no answer',
    );
    while ((await eventsOf(type)).count < before + 10) await new Promise(setImmediate);
    await victim.kill('SIGKILL');
    const done = (await eventsOf(type)).count - before;
    expect([await lost, done >= 10, done < ITEMS]).toEqual(['no answer', true, true]);
    // The lease of the dead process is over.
    await gateways.setClock((kills += 1) * LEASE_MS);
    return untilAnswered(() => ask(other));
  };

  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'is completed by its repeat, and nothing is doubled (%i)',
    async (round) => {
      const [other] = gateways.all as [Product];
      const headers = () => ({ 'idempotency-key': randomUUID() });
      const key = gateways.bootstrap.api_key;
      const tags = [`crash-${round}`];
      // Passwords are hashed one by one, so that there is a middle to be killed in.
      const creations = Array.from({ length: ITEMS }, (_, n) => ({
        destination_url: `https://example.com/${n}`,
        title: `${n}`,
        tags,
        password: 'open sesame',
        ...(n % 3 === 0 && { external_id: `crash-${round}-${n}` }),
      }));
      const [creating, changing] = [headers(), headers()];
      const made = await interrupted(await gateways.add(), other, 'LinkCreated', (to) =>
        api(to, key).post<Bulk>('/v1/links/bulk', creations, creating),
      );
      expect(made.body.data.map(({ status }) => status)).toEqual(Array(ITEMS).fill(201));
      expect(made.body.data.map(({ link }) => link.title)).toEqual(creations.map(({ title }) => title));
      const ids = made.body.data.map(({ link }) => link.id);
      expect(new Set(ids).size).toBe(ITEMS);
      await eventually(async () =>
        expect((await api(other, key).get(`/v1/links/count?tags=${tags[0]}`)).body).toEqual({ count: ITEMS }),
      );
      const inAll = { count: ITEMS * (round + 1), streams: ITEMS * (round + 1) };
      expect(await eventsOf('LinkCreated')).toEqual(inAll);

      const changes = ids.map((id) => ({ id, title: 'changed', password: 'another sesame' }));
      const changed = await interrupted(await gateways.add(), other, 'LinkUpdated', (to) =>
        api(to, key).patch<Bulk>('/v1/links/bulk', changes, changing),
      );
      expect(changed.body.data.map(({ status, link }) => [status, link.title])).toEqual(
        Array(ITEMS).fill([200, 'changed']),
      );
      expect(await eventsOf('LinkUpdated')).toEqual(inAll);
    },
  );
});
