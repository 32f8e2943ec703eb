import { api } from '../../support/waymark';
import { withoutCounters } from '../support/history';
import { expectProblem } from '../support/problems';
import { useWorkspace } from '../support/workspace';

describe('GET /v1/api-keys/current', () => {
  const workspace = useWorkspace();

  it.each(['Read', 'Read + Write'])('shows a %s key to itself', async (scope) => {
    const { key, ...record } = await workspace.createKey({ scope });
    const { status, body, headers, text } = await api(workspace.product, key).get<object>('/v1/api-keys/current');
    // Except its use, which may already include this request.
    expect([status, withoutCounters(body), Object.keys(body)]).toEqual([
      200,
      withoutCounters(record),
      Object.keys(record),
    ]);
    expect(headers.etag).toBe((await workspace.get(`/v1/api-keys/${record.id}`)).headers.etag);
    expect(text).not.toContain(key.slice(13));
  });

  it('shows a key in grace as such', async () => {
    const { id, key } = await workspace.createKey();
    await workspace.post(`/v1/api-keys/${id}/rotate`);
    expect((await api(workspace.product, key).get('/v1/api-keys/current')).body).toMatchObject({ id, status: 'grace' });
  });

  it('answers 404 to an access token', async () =>
    void expectProblem(await workspace.user.get('/v1/api-keys/current'), 404, 'not_found'));
});
