import { randomUUID } from 'node:crypto';
import { api } from '../../support/waymark';
import { expectProblem, expectRepeated } from '../support/problems';
import { type ApiKey, type RotatedKey, UNUSED_KEY } from '../support/records';
import { useWorkspace } from '../support/workspace';

const DAY_MS = 86_400_000;

describe('POST /v1/api-keys/{id}/rotate', () => {
  const workspace = useWorkspace();
  const rotate = (id: string, headers: Record<string, string> = {}) =>
    workspace.post<RotatedKey>(`/v1/api-keys/${id}/rotate`, undefined, { 'idempotency-key': randomUUID(), ...headers });

  it("answers with a new key of the same name, scope and expiration, and the end of the old one's grace", async () => {
    const old = await workspace.createKey({ name: 'CMS', scope: 'read', expiration: '2099-01-01' });
    const { status, body, headers } = await rotate(old.id);
    expect(status).toBe(201);
    expect(headers).toMatchObject({
      location: `/v1/api-keys/${body.id}`,
      'cache-control': 'no-store',
      etag: expect.stringMatching(/^"/),
    });
    expect(body).toEqual({
      ...UNUSED_KEY,
      id: expect.stringMatching(/^key_/),
      name: 'CMS',
      scope: 'Read',
      start: body.key?.slice(0, 13),
      expiration: '2099-01-02T00:00:00.000Z',
      created_at: expect.stringMatching(/Z$/),
      created_by: { type: 'api_key', id: expect.stringMatching(/^key_/) },
      rotated_from: old.id,
      workspace_id: workspace.id,
      key: expect.stringMatching(/^svc_live_[0-9A-Za-z]{49}$/),
      previous: {
        id: old.id,
        status: 'grace',
        grace_ends_at: new Date(Date.parse(body.created_at) + DAY_MS).toISOString(),
      },
    });
    const { key: _, previous, ...record } = body;
    const stored = await workspace.get<ApiKey>(`/v1/api-keys/${body.id}`);
    expect([stored.body, stored.headers.etag]).toEqual([record, headers.etag]);
    expect((await workspace.get<ApiKey>(`/v1/api-keys/${old.id}`)).body).toMatchObject({
      ...previous,
      rotated_to: body.id,
      revoked_at: null,
    });
  });

  it('is in force when answered: both keys work, and the old one is known to be in grace', async () => {
    let { id, key } = await workspace.createKey();
    for (let n = 0; n < 10; n += 1) {
      const { body } = await rotate(id);
      const fresh = body.key ?? '';
      const answers = await Promise.all([
        api(workspace.product, key).get('/v1/links'),
        api(workspace.product, fresh).get('/v1/links'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expectProblem(
        await api(workspace.product, key).post('/v1/api-keys', { name: 'x', scope: 'read' }),
        409,
        'key_not_active',
      );
      [id, key] = [body.id, fresh];
    }
  });

  it("ends the grace at the key's expiration if that is earlier", async () => {
    const expiration = new Date(Date.now() + DAY_MS / 2).toISOString();
    const { id } = await workspace.createKey({ expiration });
    expect((await rotate(id)).body).toMatchObject({
      expiration,
      previous: { status: 'grace', grace_ends_at: expiration },
    });
  });

  it('lets a key rotate itself, and a key in grace be revoked at once', async () => {
    const { id, key } = await workspace.createKey();
    const { status, body } = await api(workspace.product, key).post<RotatedKey>(`/v1/api-keys/${id}/rotate`);
    expect([status, body.created_by]).toEqual([201, { type: 'api_key', id }]);
    expect((await api(workspace.product, body.key).post(`/v1/api-keys/${id}/revoke`)).body).toMatchObject({
      status: 'revoked',
      rotated_to: body.id,
    });
    expectProblem(await api(workspace.product, key).get('/v1/links'), 401, 'api_key_revoked');
    expect((await api(workspace.product, body.key).get('/v1/links')).status).toBe(200);
  });

  it('repeats its answer with the key under an Idempotency-Key, also to the old key', async () => {
    const { id, key: old } = await workspace.createKey();
    const rotateItself = () =>
      api(workspace.product, old).post<RotatedKey>(`/v1/api-keys/${id}/rotate`, undefined, {
        'idempotency-key': 'rotate-1',
      });
    const [first, again] = [await rotateItself(), await rotateItself()];
    expect(first.body.key).toMatch(/^svc_live_/);
    expectRepeated(again, first);
    expect((await api(workspace.product, again.body.key).get('/v1/links')).status).toBe(200);
  });
});
