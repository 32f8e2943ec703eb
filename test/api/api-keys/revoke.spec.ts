import { api } from '../../support/waymark';
import { expectProblem, locationsOf } from '../support/problems';
import { entriesAt } from '../support/history';
import type { ApiKey } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('POST /v1/api-keys/{id}/revoke', () => {
  const workspace = useWorkspace();

  it('is in force at once, for every request that begins after its answer', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { id, key } = await workspace.createKey();
      const client = api(workspace.product, key);
      expect((await client.get('/v1/links')).status).toBe(200);
      const { status, body } = await workspace.post(`/v1/api-keys/${id}/revoke`);
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ id, status: 'revoked', revoked_at: expect.stringMatching(/Z$/) }),
      ]);
      const answers = await Promise.all([
        client.get('/v1/links'),
        client.post('/v1/links', { destination_url: 'https://example.com' }),
        client.get('/v1/api-keys'),
      ]);
      for (const answer of answers) expectProblem(answer, 401, 'api_key_revoked');
    }
  });

  it('keeps the reason in the record and in its history', async () => {
    const { id, revocation_reason } = await workspace.createKey();
    expect(revocation_reason).toBeNull();
    const revoked = await workspace.post<ApiKey>(`/v1/api-keys/${id}/revoke`, { reason: 'left the company' });
    expect(revoked.body.revocation_reason).toBe('left the company');
    expect((await workspace.get<ApiKey>(`/v1/api-keys/${id}`)).body.revocation_reason).toBe('left the company');
    const [, entry] = await entriesAt(workspace, `/v1/api-keys/${id}/history`);
    expect(entry?.changes).toMatchObject({ revocation_reason: { from: null, to: 'left the company' } });
  });

  it('changes nothing when it is repeated', async () => {
    const { id } = await workspace.createKey();
    const [first, second] = [
      await workspace.post(`/v1/api-keys/${id}/revoke`, { reason: 'lost' }),
      await workspace.post(`/v1/api-keys/${id}/revoke`, { reason: 'again' }),
    ];
    expect([second.status, second.body, second.headers.etag]).toEqual([200, first.body, first.headers.etag]);
    expect((await workspace.get(`/v1/api-keys/${id}`)).body).toEqual(first.body);
  });

  it('takes an empty body, a reason, and nothing else', async () => {
    const { id } = await workspace.createKey();
    expect(locationsOf(await workspace.post(`/v1/api-keys/${id}/revoke`, { reason: 1, at: 2 }))).toEqual([
      'body.at',
      'body.reason',
    ]);
    expect((await workspace.post(`/v1/api-keys/${id}/revoke`, {})).status).toBe(200);
  });

  it('lets a key revoke itself', async () => {
    const { id, key } = await workspace.createKey();
    expect((await api(workspace.product, key).post(`/v1/api-keys/${id}/revoke`)).status).toBe(200);
    expectProblem(await api(workspace.product, key).post(`/v1/api-keys/${id}/revoke`), 401, 'api_key_revoked');
  });

  it('refuses a Read key, and answers 404 for an unknown key', async () => {
    const { id, key } = await workspace.createKey({ scope: 'read' });
    expectProblem(await api(workspace.product, key).post(`/v1/api-keys/${id}/revoke`), 403, 'insufficient_scope');
    expectProblem(await workspace.post('/v1/api-keys/key_00000000000000000000000000/revoke'), 404, 'not_found');
    expectProblem(
      await workspace.post('/v1/api-keys/key_00000000000000000000000000/revoke', { x: 1 }),
      404,
      'not_found',
    );
  });
});
