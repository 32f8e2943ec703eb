import { join } from 'node:path';
import { type OwnStore, startOwnStore } from '../support/own-event-store';
import { eventually } from '../support/programs';
import { type Answer, type Product, api, send, startWaymark } from '../support/waymark';
import { Load } from './load';
import { loaderOf, processesOf } from './processes';

/**
 * The guarantee is a second; on a busy machine this only checks that no request waits for the frozen process to resume.
 */
const BOUNDED_MS = 60_000;
/** An analytics query may take time, so that a frozen engine is distinguished from a busy one only after 10 s. */
const ANALYTICS_MS = 60_000;

describe('a frozen process', () => {
  let store: OwnStore;
  let product: Product;
  let token: string;
  let load: Load;

  beforeAll(async () => {
    store = await startOwnStore();
    product = await startWaymark({ env: store.env });
    const { email, password, api_key } = product.bootstrap;
    const patient = api({ ...product, patient: true });
    token = (await patient.post<{ access_token: string }>('/v1/auth/login', { email, password })).body.access_token;
    load = new Load(product, api_key, 'frozen');
    await load.prepare(2);
  });
  afterAll(async () => {
    await product.stop();
    await store.stop();
  });

  /** A worker of Postgres may have ended by itself since it was listed. */
  const signal = (pid: number, name: NodeJS.Signals): void => {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };

  const frozen = async (pids: readonly number[], work: () => Promise<void>) => {
    pids.forEach((pid) => signal(pid, 'SIGSTOP'));
    try {
      await work();
    } finally {
      pids.forEach((pid) => signal(pid, 'SIGCONT'));
    }
  };

  const timed = async (ask: () => Promise<Answer>) => {
    const began = performance.now();
    const status = await ask().then(
      (answer) => answer.status,
      (error: Error) => error.message,
    );
    return { status, ms: performance.now() - began };
  };

  const expectBounded503 = async (requests: Readonly<Record<string, () => Promise<Answer>>>, within = BOUNDED_MS) => {
    const outcomes = await Promise.all(
      Object.entries(requests).map(async ([name, ask]) => ({ name, ...(await timed(ask)) })),
    );
    const bad = outcomes.filter(({ status, ms }) => status !== 503 || ms > within);
    expect(bad).toEqual([]);
  };

  const expectRedirectsGoOn = async () => {
    const [, , before] = load.done;
    load.visitOnly();
    await eventually(() => expect(load.done[2]).toBeGreaterThan(before + 50));
    await load.stop();
    expect(load.outcomesBut(/^click 302$/)).toEqual([]);
  };

  it('click loader: redirects work, analytics answer 503 in bounded time and catch up exactly', async () => {
    await frozen([loaderOf(product.pid)], async () => {
      await expectRedirectsGoOn();
      await expectBounded503({ analytics: () => api(product, token).get('/v1/analytics/workspace') }, ANALYTICS_MS);
      await eventually(async () => expect((await api(product, token).get('/v1/links')).status).toBe(200));
    });
    for (const { id, acknowledged } of load.visits) {
      await eventually(async () => {
        const { body } = await api(product, token).get<{ totals: { clicks: number } }>(
          `/v1/analytics/links/${id}?range=all`,
        );
        expect(body).toMatchObject({ totals: { clicks: acknowledged } });
      });
    }
  });

  it('Postgres: known links redirect, all else answers 503 in bounded time, then all recovers', async () => {
    const { email, password, api_key } = product.bootstrap;
    const [withKey, withToken, anonymous] = [api(product, api_key), api(product, token), api(product)];
    const refresh_token = (await anonymous.post<{ refresh_token: string }>('/v1/auth/login', { email, password })).body
      .refresh_token;
    const requests = {
      list: () => withKey.get('/v1/links'),
      create: () => withKey.post('/v1/links', { destination_url: 'https://example.com/' }),
      'create a key': () => withKey.post('/v1/api-keys', { name: 'frozen', scope: 'Read' }),
      'with an idempotency key': () =>
        withKey.post('/v1/links', { destination_url: 'https://example.com/' }, { 'idempotency-key': 'frozen' }),
      me: () => withToken.get('/v1/auth/me'),
      login: () => anonymous.post('/v1/auth/login', { email, password }),
      refresh: () => anonymous.post('/v1/auth/refresh', { refresh_token }),
      analytics: () => withKey.get('/v1/analytics/workspace'),
      ready: () => anonymous.get('/health/ready'),
      'an unknown alias': () => send(product, 'GET', '/nobody-made-this'),
    };
    await frozen(
      processesOf(join(product.dataDir, 'postgres')).filter((pid) => pid !== product.pid),
      async () => {
        await expectRedirectsGoOn();
        await expectBounded503(requests);
        // Once more: by now nothing may be queued behind the first round.
        await expectBounded503(requests);
      },
    );
    const { refresh: _, ...others } = requests;
    const recovered = [200, 201, 201, 201, 200, 200, 200, 200, 404];
    // Each by itself: what succeeds is not asked again, as it makes something.
    await Promise.all(
      Object.values(others).map((ask, nth) =>
        eventually(async () => expect([nth, (await ask()).status]).toEqual([nth, recovered[nth]])),
      ),
    );
  });
});
