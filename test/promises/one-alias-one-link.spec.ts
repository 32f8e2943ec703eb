import { randomUUID } from 'node:crypto';
import { type Gateways, startGateways } from '../support/gateways';
import { eventually } from '../support/programs';
import { atScale } from '../support/scale';
import { type Address, api, send } from '../support/waymark';
import { inTurn } from './requests';

const ALIASES = atScale(20, 1_000);
const RACERS = 64;
const GATEWAYS = 2;

/** What a racer got for its alias. */
interface Outcome {
  readonly status: number;
  readonly code?: string | undefined;
  readonly id?: string | undefined;
}

interface Answered {
  readonly id?: string;
  readonly code?: string;
  readonly data?: readonly [
    { readonly status: number; readonly link?: { id: string }; readonly error?: { code: string } },
  ];
}

type Race = (to: Address, key: string, alias: string, headers: Readonly<Record<string, string>>) => Promise<Outcome>;

const destination_url = 'https://example.com/';

const single =
  (fieldsOf: (headers: Readonly<Record<string, string>>) => object): Race =>
  async (to, key, alias, headers) => {
    const { status, body } = await api(to, key).post<Answered>(
      '/v1/links',
      { destination_url, alias, ...fieldsOf(headers) },
      headers,
    );
    return { status, code: body.code, id: body.id };
  };

/** The ways to make a link under an alias. A repeat must have the same body, or it is another command. */
const WAYS: readonly Race[] = [
  single(() => ({})),
  single((headers) => ({ external_id: headers['idempotency-key'] })),
  async (to, key, alias, headers) => {
    const items = [{ destination_url, alias }, { destination_url }];
    const { status, body } = await api(to, key).post<Answered>('/v1/links/bulk', items, headers);
    const item = body.data?.[0];
    return { status: item?.status ?? status, code: item?.error?.code ?? body.code, id: item?.link?.id };
  },
  async (to, key, alias, headers) => {
    const { status, body } = await send<Answered>(to, 'PUT', `/v1/links/by-external-id/${headers['idempotency-key']}`, {
      body: { destination_url, alias },
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
    return { status, code: body.code, id: body.id };
  },
];

/** A racer that is turned away by a busy machine asks again under its Idempotency-Key. */
const untilJudged = (race: () => Promise<Outcome>): Promise<Outcome> =>
  eventually(async () => {
    const outcome = await race();
    if (outcome.status === 503 || outcome.code === 'idempotency_in_progress')
      throw new Error(`${outcome.status} ${outcome.code}`);
    return outcome;
  });

describe('one alias, one link', () => {
  let gateways: Gateways;
  beforeAll(async () => void (gateways = await startGateways(GATEWAYS)));
  afterAll(() => gateways.close());

  it(`one of ${RACERS} racers, alone, in bulk and by external id, gets each of ${ALIASES.toLocaleString('en')} aliases`, async () => {
    const key = gateways.bootstrap.api_key;
    const next = inTurn(gateways.all);
    for (let n = 0; n < ALIASES; n += 1) {
      const alias = `Race-${n}`;
      const outcomes = await Promise.all(
        Array.from({ length: RACERS }, (_, racer) => {
          const way = WAYS[racer % WAYS.length] as Race;
          const headers = { 'idempotency-key': randomUUID() };
          const to = next();
          const written = racer % 2 ? alias : alias.toUpperCase();
          return untilJudged(() => way(to, key, written, headers));
        }),
      );
      const results = outcomes.map(({ status, code }) => `${status} ${code ?? ''}`).sort();
      expect([alias, results]).toEqual([alias, ['201 ', ...Array<string>(RACERS - 1).fill('409 alias_taken')]]);
      const winner = outcomes.find(({ status }) => status === 201);
      await eventually(async () => {
        const { body } = await api(next(), key).get<{ id: string }>(`/v1/links/lookup?alias=${alias}`);
        expect(body.id).toBe(winner?.id);
      });
    }
  });
});
