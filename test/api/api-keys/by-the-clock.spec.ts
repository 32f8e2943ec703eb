import { randomUUID } from 'node:crypto';
import { type ClockedProduct, startClockedProduct } from '../../support/clocked-product';
import { untilJudged } from '../../support/judged';
import { eventually } from '../../support/programs';
import { api } from '../../support/waymark';
import { expectProblem } from '../support/problems';
import type { ApiKey, List, RotatedKey } from '../support/records';
import { newWorkspace, type Workspace } from '../support/workspace';

const DAY_MS = 86_400_000;

/** The test moves the database's clock, and no scheduler runs at the skipped times: all of this holds without one. */
describe('by the clock', () => {
  let product: ClockedProduct;
  let workspace: Workspace;
  beforeAll(async () => {
    product = { ...(await startClockedProduct()), patient: true };
    workspace = await newWorkspace(product);
  });
  afterAll(() => product.stop());

  const later = (instant: string | Date, ms: number) => new Date(new Date(instant).getTime() + ms);
  const list = async (query: string) =>
    (await workspace.get<List<ApiKey>>(`/v1/api-keys?limit=100&${query}`)).body.data;
  /** The clock is stopped from now on, however long a test takes. */
  const standStill = async (): Promise<Date> => {
    const now = await product.now();
    await product.freeze(now);
    return now;
  };
  const rotate = async (id: string) => {
    const headers = { 'idempotency-key': randomUUID() };
    const ask = () => workspace.post<RotatedKey>(`/v1/api-keys/${id}/rotate`, undefined, headers);
    return (await untilJudged(ask)).body;
  };

  it('a rotated key is valid for 24 h: to the last millisecond, and not at the next', async () => {
    const old = await workspace.createKey();
    const { id, key, created_at, previous } = await rotate(old.id);
    expect(previous.grace_ends_at).toBe(later(created_at, DAY_MS).toISOString());
    const [before, after] = [api(product, old.key), api(product, key)];

    await product.freeze(later(previous.grace_ends_at, -1));
    expect((await before.get<ApiKey>('/v1/api-keys/current')).body).toMatchObject({
      status: 'grace',
      revoked_at: null,
    });
    expect((await list('status=grace')).map((listed) => listed.id)).toEqual([old.id]);

    await product.freeze(later(previous.grace_ends_at, 0));
    expectProblem(await before.get('/v1/links'), 401, 'api_key_revoked');
    expect((await after.get<ApiKey>('/v1/api-keys/current')).body).toMatchObject({ id, status: 'active' });
    expect(await list('status=grace')).toEqual([]);
    expect(await list('status=revoked')).toEqual([
      expect.objectContaining({ id: old.id, status: 'revoked', revoked_at: previous.grace_ends_at }),
    ]);
    expectProblem(await workspace.post(`/v1/api-keys/${old.id}/rotate`), 409, 'key_not_active');
  });

  it('a rotated key that expires before 24 h are over is valid until then', async () => {
    const expiration = later(await standStill(), 1_000).toISOString();
    const old = await workspace.createKey({ expiration });
    const { key, previous } = await rotate(old.id);
    expect(previous.grace_ends_at).toBe(expiration);
    await product.freeze(later(expiration, -1));
    for (const token of [old.key, key]) expect((await api(product, token).get('/v1/links')).status).toBe(200);
    await product.freeze(later(expiration, 0));
    for (const token of [old.key, key])
      expectProblem(await api(product, token).get('/v1/links'), 401, 'api_key_expired');
    expect((await list('status=expired')).map(({ status }) => status)).toEqual(['expired', 'expired']);
    expectProblem(await workspace.post(`/v1/api-keys/${old.id}/rotate`), 409, 'key_not_active');
  });

  it('a key is old or unused from the given day on, by its last use or else its creation', async () => {
    const made = await standStill();
    const [used, unused] = [await workspace.createKey({ name: 'used' }), await workspace.createKey({ name: 'unused' })];
    const names = async (query: string) =>
      (await list(`${query}&status=active`))
        .map(({ name }) => name)
        .filter((name) => name === 'used' || name === 'unused');

    await product.freeze(later(made, 10 * DAY_MS - 1));
    expect(await names('older_than_days=10')).toEqual([]);
    expect(await names('unused_for_days=10')).toEqual([]);
    await product.freeze(later(made, 10 * DAY_MS));
    expect(await names('older_than_days=10')).toEqual(expect.arrayContaining(['used', 'unused']));
    expect(await names('unused_for_days=10')).toEqual(expect.arrayContaining(['used', 'unused']));
    expect(await names('older_than_days=11')).toEqual([]);

    await api(product, used.key).get('/v1/links');
    await usedOnce(used.id);
    expect(await names('unused_for_days=10')).toEqual(['unused']);
    expect(await names('unused_for_days=1')).toEqual(['unused']);
    expect(await names('older_than_days=10&unused_for_days=10')).toEqual(['unused']);
    await product.freeze(later(made, 11 * DAY_MS));
    expect(await names('unused_for_days=1')).toEqual(expect.arrayContaining(['used', 'unused']));
    expect(unused.request_count).toBe(0);
  });

  const usedOnce = (id: string) =>
    eventually(async () => expect((await workspace.get<ApiKey>(`/v1/api-keys/${id}`)).body.request_count).toBe(1));
});
