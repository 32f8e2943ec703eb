import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startOwnStore } from '../support/own-event-store';
import { type Product, api, freePort, send, startWaymark } from '../support/waymark';
import { compile, inDatabaseOf, killHard, launch, makeFolder, processesOf, removeFolder } from './processes';

/**
 * Kills before the start that may complete. The full scale is `FAULT_ROUNDS=15 npm run test:system -- test/faults/first-start`.
 */
const KILLS = Number(process.env['FAULT_ROUNDS'] ?? 5);
const SPREAD_MS = 4_000;

beforeAll(compile);

it(`a first start killed ${KILLS} times makes one user, workspace and key, and prints valid credentials`, async () => {
  const store = await startOwnStore();
  const folder = makeFolder('first');
  const dataDir = join(folder, 'data');
  const moments: number[] = [];
  try {
    const port = await freePort();
    for (let n = 0; n < KILLS; n++) {
      // The time of the kill is what varies: evenly spread, and slightly random.
      const moment = Math.round(((n + Math.random()) * SPREAD_MS) / KILLS);
      moments.push(moment);
      const started = launch(dataDir, port, store.env);
      await delay(moment);
      // Every second time the children have to notice by themselves.
      killHard(n % 2 === 0 ? [started.child.pid ?? 0] : processesOf(dataDir));
      await started.exit;
    }
    const product = await startWaymark({ dataDir, port, env: store.env, patient: true });
    try {
      await expectOneOfEach(product);
      expect(JSON.parse(readFileSync(join(dataDir, 'bootstrap.json'), 'utf8'))).toEqual(product.bootstrap);
    } finally {
      await product.stop();
    }
  } catch (error) {
    throw new Error(`killed after ${moments.join(', ')} ms`, { cause: error });
  } finally {
    removeFolder(folder);
    await store.stop();
  }
});

it('a restart does not undo that the last account was deleted', async () => {
  const store = await startOwnStore();
  const folder = makeFolder('last');
  const dataDir = join(folder, 'data');
  try {
    const port = await freePort();
    const start = () => startWaymark({ dataDir, port, env: store.env, patient: true });
    const first = await start();
    const { email, password, api_key } = first.bootstrap;
    try {
      const login = await send(first, 'POST', '/v1/auth/login', { body: { email, password } });
      const { access_token } = login.body as { readonly access_token: string };
      const session = { authorization: `Bearer ${access_token}` };
      const gone = { headers: session, body: { name: 'My workspace' } };
      expect((await send(first, 'DELETE', '/v1/workspace', gone)).status).toBe(204);
      expect((await send(first, 'DELETE', '/v1/auth/me', { headers: session, body: { password } })).status).toBe(204);
    } finally {
      await first.stop();
    }
    const again = await start();
    try {
      expect((await send(again, 'POST', '/v1/auth/login', { body: { email, password } })).status).toBe(401);
      expect((await api(again, api_key).get('/v1/links')).status).toBe(401);
      expect(await inDatabaseOf(again, 'select count(*)::int as users from users')).toEqual([{ users: 0 }]);
    } finally {
      await again.stop();
    }
  } finally {
    removeFolder(folder);
    await store.stop();
  }
});

const expectOneOfEach = async (product: Product): Promise<void> => {
  const {
    bootstrap: { email, password, workspace_id, api_key },
  } = product;
  expect(
    await inDatabaseOf(
      product,
      `select (select count(*)::int from users) as users, (select count(*)::int from workspaces) as workspaces,
    (select count(*)::int from api_keys) as keys`,
    ),
  ).toEqual([{ users: 1, workspaces: 1, keys: 1 }]);
  expect(await api(product, api_key).get('/v1/api-keys')).toMatchObject({
    status: 200,
    body: { data: [{ name: 'First key', workspace_id }] },
  });
  const login = await send(product, 'POST', '/v1/auth/login', { body: { email, password } });
  expect(login).toMatchObject({ status: 200, body: { workspace: { id: workspace_id } } });
};
