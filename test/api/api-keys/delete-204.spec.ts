import { api } from '../../support/waymark';
import { expectProblem } from '../support/problems';
import type { ApiKey, RotatedKey } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('DELETE /v1/api-keys/{id}', () => {
  const workspace = useWorkspace();
  const etagOf = async (id: string): Promise<string> => (await workspace.get(`/v1/api-keys/${id}`)).headers.etag ?? '';

  it('revokes at once, with an empty answer, and keeps the record', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { id, key } = await workspace.createKey();
      const { status, text } = await workspace.delete(`/v1/api-keys/${id}`);
      expect([status, text]).toEqual([204, '']);
      expectProblem(await api(workspace.product, key).get('/v1/links'), 401, 'api_key_revoked');
      expect((await workspace.get<ApiKey>(`/v1/api-keys/${id}`)).body).toMatchObject({ id, status: 'revoked' });
    }
  });

  it('changes nothing when it is repeated', async () => {
    const { id } = await workspace.createKey();
    await workspace.delete(`/v1/api-keys/${id}`);
    const before = await workspace.get(`/v1/api-keys/${id}`);
    expect((await workspace.delete(`/v1/api-keys/${id}`)).status).toBe(204);
    const after = await workspace.get(`/v1/api-keys/${id}`);
    expect([after.body, after.headers.etag]).toEqual([before.body, before.headers.etag]);
  });

  it('checks If-Match against the key, not its lineage', async () => {
    const first = await workspace.createKey();
    const stale = await etagOf(first.id);
    const second = (await workspace.post<RotatedKey>(`/v1/api-keys/${first.id}/rotate`)).body;
    const read = await etagOf(first.id);
    await workspace.patch(`/v1/api-keys/${second.id}`, { name: 'sibling' });
    expectProblem(await workspace.delete(`/v1/api-keys/${first.id}`, { 'if-match': stale }), 412, 'revision_mismatch');
    expect((await workspace.get<ApiKey>(`/v1/api-keys/${first.id}`)).body.status).toBe('grace');
    expect((await workspace.delete(`/v1/api-keys/${first.id}`, { 'if-match': read })).status).toBe(204);
    expect((await workspace.get<ApiKey>(`/v1/api-keys/${second.id}`)).body.status).toBe('active');
  });

  it('checks If-Match as a rotation and POST revoke do', async () => {
    const { id } = await workspace.createKey();
    const stale = await etagOf(id);
    await workspace.patch(`/v1/api-keys/${id}`, { name: 'renamed' });
    for (const act of ['rotate', 'revoke']) {
      const refused = await workspace.post(`/v1/api-keys/${id}/${act}`, undefined, { 'if-match': stale });
      expectProblem(refused, 412, 'revision_mismatch');
    }
    const etag = await etagOf(id);
    expect((await workspace.post(`/v1/api-keys/${id}/rotate`, undefined, { 'if-match': etag })).status).toBe(201);
    const inGrace = await etagOf(id);
    expect((await workspace.post(`/v1/api-keys/${id}/revoke`, undefined, { 'if-match': inGrace })).status).toBe(200);
  });

  it('refuses a Read key, and answers 404 for an unknown key', async () => {
    const { id, key } = await workspace.createKey({ scope: 'read' });
    expectProblem(await api(workspace.product, key).delete(`/v1/api-keys/${id}`), 403, 'insufficient_scope');
    expectProblem(await workspace.delete('/v1/api-keys/key_00000000000000000000000000'), 404, 'not_found');
  });
});
