import { rmSync } from 'node:fs';
import { type OwnStore, startOwnStore } from '../support/own-event-store';
import { eventually } from '../support/programs';
import { type Answer, type Product, api, send, startWaymark } from '../support/waymark';
import { Load } from './load';
import { killHard, loaderOf, postgresOf, processesOf } from './processes';

/** Kills of each kind. The full scale is `FAULT_ROUNDS=50 npm run test:system -- test/faults/crashes`. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 1);
const VISITORS = 4;

/** What is killed, and whether the product has to be restarted. */
const VICTIMS = {
  'the node process': { victims: (product: Product) => [product.pid], restart: true },
  'every process at once': { victims: (product: Product) => processesOf(product.dataDir), restart: true },
  Postgres: { victims: (product: Product) => [postgresOf(product.pid)], restart: false },
  'the click loader': { victims: (product: Product) => [loaderOf(product.pid)], restart: false },
};

describe('under a load of links, keys, revocations and clicks', () => {
  let product: Product;
  let store: OwnStore;
  const starts: number[] = [];

  beforeAll(async () => {
    store = await startOwnStore();
    product = await startWaymark({ env: store.env });
  });

  afterAll(async () => {
    await product.stop();
    await eventually(() => expect(processesOf(product.dataDir)).toEqual([]));
    rmSync(product.dataDir, { recursive: true, force: true, maxRetries: 10 });
    await store.stop();
    if (starts.length > 0) console.log(`ready again after ${starts.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s`);
  });

  /** The load runs until each kind of request has had that many more successes. */
  const progress = (load: Load, [links, keys, clicks]: Load['done'], by: number) =>
    eventually(() => {
      const [moreLinks, moreKeys, moreClicks] = load.done;
      if (moreLinks < links + by || moreKeys < keys + by || moreClicks < clicks + 10 * by)
        throw new Error(`it stands at ${String(load.done)}: ${load.outcomesBut(/^$/).join(', ')}`);
    }, 300_000);

  const cases = Object.entries(VICTIMS).flatMap(([name, how]) =>
    Array.from({ length: ROUNDS }, (_, round) => [name, round, how] as const),
  );

  it.each(cases)(
    'a kill -9 of %s (%i) loses nothing that was answered, and counts each click once',
    async (name, round, { victims, restart }) => {
      const load = new Load(product, product.bootstrap.api_key, `${name.replaceAll(' ', '-').toLowerCase()}-${round}`);
      await load.prepare(VISITORS);
      load.start();
      try {
        await progress(load, load.done, 5);
        killHard(victims(product));
        if (restart) {
          await product.kill('SIGKILL');
          const { dataDir, port } = product;
          const again = await startWaymark({ dataDir, port, env: store.env });
          starts.push(again.readyAfter);
          product = { ...again, bootstrap: product.bootstrap };
        }
        await progress(load, load.done, 5);
      } finally {
        await load.stop();
      }
      const unfailing = restart ? '' : 'click 302|';
      expect(
        load.outcomesBut(
          new RegExp(
            `^(${unfailing}(link|key) 201|(revocation|read) 200|read 404|(link|key|revocation|read) ` +
              `503)$${restart ? '|E[A-Z]+$|^click 302$' : ''}`,
          ),
        ),
      ).toEqual([]);
      await everythingAnsweredIsThere(product, load);
      await everyClickIsCountedOnce(product, load);
      await load.revokeKeys();
    },
  );
});

/**
 * The final status of an answer: a request that a busy machine has shed is repeated, and so is a read that the
 * acknowledgement marked as possibly behind.
 */
const statusOf = async (ask: () => Promise<Answer>, notYet?: number): Promise<number> => {
  let status = 0;
  const known = async () => {
    ({ status } = await ask());
    if (status === 503 || status === notYet) throw new Error(`still ${status}`);
  };
  await eventually(known).catch(() => undefined);
  return status;
};

const everythingAnsweredIsThere = async (product: Product, load: Load): Promise<void> => {
  const client = api(product, product.bootstrap.api_key);
  const missing: string[] = [];
  for (const { id, alias } of load.links) {
    const read = await statusOf(() => client.get(`/v1/links/${id}`), 404);
    const visited = await statusOf(() => send(product, 'HEAD', `/${alias}`), 404);
    if (read !== 200 || visited !== 302) missing.push(`link ${alias}: ${read}, ${visited}`);
  }
  for (const { id, token, state } of load.keys) {
    const status = await statusOf(
      () => api(product, token).get('/v1/links?limit=1'),
      state === 'active' ? 401 : undefined,
    );
    if (state === 'active' && status !== 200) missing.push(`key ${id}: ${status}`);
    if (state === 'revoked' && status !== 401) missing.push(`revoked key ${id}: ${status}`);
  }
  expect(missing).toEqual([]);
};

const everyClickIsCountedOnce = async (product: Product, load: Load): Promise<void> => {
  const client = api(product, product.bootstrap.api_key);
  for (const { id, acknowledged, unsure } of load.visits) {
    const counter = await eventually(async () => {
      const {
        body: { totals },
      } = await client.get<{ totals: { clicks: number } }>(`/v1/analytics/links/${id}?range=all`);
      const {
        body: { clicks },
      } = await client.get<{ clicks: number }>(`/v1/links/${id}`);
      expect({
        acknowledged,
        unsure,
        analytics: totals.clicks,
        counter: clicks,
        lost: Math.max(0, acknowledged - totals.clicks),
      }).toEqual({ acknowledged, unsure, analytics: clicks, counter: totals.clicks, lost: 0 });
      return clicks;
    });
    expect(counter).toBeLessThanOrEqual(acknowledged + unsure);
  }
};
