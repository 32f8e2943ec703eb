import { randomUUID } from 'node:crypto';
import { api } from '../../support/waymark';
import { expectProblem, locationsOf } from '../support/problems';
import type { RotatedKey } from '../support/records';
import { useWorkspace } from '../support/workspace';
import { untilJudged } from '../../support/judged';

describe('POST /v1/api-keys/{id}/rotate is refused', () => {
  const workspace = useWorkspace();
  const rotate = (id: string, body?: object) => workspace.post<RotatedKey>(`/v1/api-keys/${id}/rotate`, body);

  it('when the key is in grace or revoked, also by itself', async () => {
    const { id, key } = await workspace.createKey();
    const { body } = await rotate(id);
    expectProblem(await rotate(id), 409, 'key_not_active');
    expectProblem(await api(workspace.product, key).post(`/v1/api-keys/${id}/rotate`), 409, 'key_not_active');
    expectProblem(await api(workspace.product, key).post(`/v1/api-keys/${body.id}/rotate`), 409, 'key_not_active');
    await workspace.post(`/v1/api-keys/${body.id}/revoke`);
    expectProblem(await rotate(body.id), 409, 'key_not_active');
  });

  it('to all but one of many concurrent requests', async () => {
    const { id } = await workspace.createKey();
    const once = () => {
      const headers = { 'idempotency-key': randomUUID() };
      return untilJudged(() => workspace.post<RotatedKey>(`/v1/api-keys/${id}/rotate`, undefined, headers));
    };
    const answers = await Promise.all(Array.from({ length: 8 }, once));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    for (const answer of answers.filter(({ status }) => status === 409)) expectProblem(answer, 409, 'key_not_active');
  });

  it('to a Read key, and to one that the new key would outlive', async () => {
    const target = await workspace.createKey();
    const { key: reader } = await workspace.createKey({ scope: 'read' });
    const { key: mortal } = await workspace.createKey({ expiration: '2098-01-01' });
    for (const key of [reader, mortal])
      expectProblem(
        await api(workspace.product, key).post(`/v1/api-keys/${target.id}/rotate`),
        403,
        'insufficient_scope',
      );
  });

  it('for an unknown key, and with a non-empty body', async () => {
    const { id } = await workspace.createKey();
    expectProblem(await rotate('key_00000000000000000000000000'), 404, 'not_found');
    expectProblem(await rotate('key_00000000000000000000000000', { name: 'x' }), 404, 'not_found');
    expect(locationsOf(await rotate(id, { name: 'x' }))).toEqual(['body.name']);
    expect((await rotate(id, {})).status).toBe(201);
  });
});
