import { randomUUID } from 'node:crypto';
import { expectProblem } from '../support/problems';
import type { ApiKey, List, RotatedKey } from '../support/records';
import { useWorkspace } from '../support/workspace';
import { untilJudged } from '../../support/judged';

describe('the limit of 100 live keys', () => {
  const workspace = useWorkspace();
  const create = (fields: object = {}) => {
    const headers = { 'idempotency-key': randomUUID() };
    return untilJudged(() =>
      workspace.user.post<ApiKey>('/v1/api-keys', { name: 'x', scope: 'read', ...fields }, headers),
    );
  };
  const total = async (status: string) =>
    (await workspace.user.get<List<ApiKey>>(`/v1/api-keys?limit=1&status=${status}`)).body.meta.total;

  it('lets exactly one of 8 creations at once pass in a workspace with 99', async () => {
    for (let n = 1; n < 99; n += 14) {
      const made = await Promise.all(Array.from({ length: Math.min(14, 99 - n) }, () => create()));
      for (const { status } of made) expect(status).toBe(201);
    }
    expect(await total('active')).toBe(99);
    const answers = await Promise.all(Array.from({ length: 8 }, () => create()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403, 403, 403, 403]);
    for (const answer of answers.filter(({ status }) => status === 403)) expectProblem(answer, 403, 'limit_reached');
    expect(await total('active')).toBe(100);
  });

  it('counts keys in grace, and exempts a rotation', async () => {
    const { id } = (await create().then(() => workspace.user.get<List<ApiKey>>('/v1/api-keys?limit=1'))).body
      .data[0] as ApiKey;
    const rotated = await workspace.user.post<RotatedKey>(`/v1/api-keys/${id}/rotate`);
    expect([rotated.status, await total('active'), await total('grace')]).toEqual([201, 100, 1]);
    await workspace.user.post(`/v1/api-keys/${id}/revoke`);
    expectProblem(await create(), 403, 'limit_reached');
  });

  it('counts neither revoked keys nor a refused one', async () => {
    const { id } = (await workspace.user.get<List<ApiKey>>('/v1/api-keys?limit=1&status=active')).body
      .data[0] as ApiKey;
    await workspace.user.post(`/v1/api-keys/${id}/revoke`);
    for (let n = 0; n < 3; n += 1) expectProblem(await create({ expiration: '2020-01-01' }), 400, 'invalid_request');
    expect((await create()).status).toBe(201);
    expectProblem(await create(), 403, 'limit_reached');
  });

  it('repeats the answer of the creation that took the last place', async () => {
    const { id } = (await workspace.user.get<List<ApiKey>>('/v1/api-keys?limit=1&status=active')).body
      .data[0] as ApiKey;
    await workspace.user.post(`/v1/api-keys/${id}/revoke`);
    const once = () =>
      workspace.user.post<ApiKey>('/v1/api-keys', { name: 'last', scope: 'read' }, { 'idempotency-key': 'last-place' });
    const [first, again] = [await once(), await once()];
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
  });
});
