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

  type Ask = (to: Product, headers: Readonly<Record<string, string>>, attempt: string) => Promise<Answer<Bulk>>;

  /**
   * Sends a call to a new gateway, kills it once some but not all of the items are done, and repeats the call elsewhere.
   * One that was over sooner, as this process was not heeded or the gateway too busy, is followed by another.
   */
  const interrupted = async (other: Product, type: string, ask: Ask) => {
    for (;;) {
      const [before, attempt] = [(await eventsOf(type)).count, `${type} ${(kills += 1)}`];
      const headers = { 'idempotency-key': randomUUID() };
      const victim = await gateways.add();
      let isOver = false;
      const lost = ask(victim, headers, attempt)
        .then(
          ({ status }) => status,
          () => 'no answer',
        )
        .finally(() => (isOver = true));
      while (!isOver && (await eventsOf(type)).count < before + 10) await new Promise(setImmediate);
      await victim.kill('SIGKILL');
      const done = (await eventsOf(type)).count - before;
      // The lease of the dead process is over.
      await gateways.setClock(kills * LEASE_MS);
      if ((await lost) === 'no answer' && done < ITEMS)
        return { before, attempt, body: (await untilAnswered(() => ask(other, headers, attempt))).body };
    }
  };

  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'is completed by its repeat, and nothing is doubled (%i)',
    async () => {
      const [other] = gateways.all as [Product];
      const key = gateways.bootstrap.api_key;
      // Passwords are hashed one by one, so that there is a middle to be killed in.
      const creations = (attempt: string) =>
        Array.from({ length: ITEMS }, (_, n) => ({
          destination_url: `https://example.com/${n}`,
          title: `${n}`,
          tags: [attempt],
          password: 'open sesame',
          ...(n % 3 === 0 && { external_id: `${attempt} ${n}` }),
        }));

      const made = await interrupted(other, 'LinkCreated', (to, headers, attempt) =>
        api(to, key).post<Bulk>('/v1/links/bulk', creations(attempt), headers),
      );
      expect(made.body.data.map(({ status }) => status)).toEqual(Array(ITEMS).fill(201));
      expect(made.body.data.map(({ link }) => link.title)).toEqual(creations('').map(({ title }) => title));
      const ids = made.body.data.map(({ link }) => link.id);
      expect(new Set(ids).size).toBe(ITEMS);
      const tag = encodeURIComponent(made.attempt);
      await eventually(async () =>
        expect((await api(other, key).get(`/v1/links/count?tags=${tag}`)).body).toEqual({ count: ITEMS }),
      );
      const all = made.before + ITEMS;
      expect(await eventsOf('LinkCreated')).toEqual({ count: all, streams: all });

      const changed = await interrupted(other, 'LinkUpdated', (to, headers, attempt) =>
        api(to, key).patch<Bulk>(
          '/v1/links/bulk',
          ids.map((id) => ({ id, title: attempt, password: 'another sesame' })),
          headers,
        ),
      );
      expect(changed.body.data.map(({ status, link }) => [status, link.title])).toEqual(
        Array(ITEMS).fill([200, changed.attempt]),
      );
      expect((await eventsOf('LinkUpdated')).count).toBe(changed.before + ITEMS);
    },
  );
});
