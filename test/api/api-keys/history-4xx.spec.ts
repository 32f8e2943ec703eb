import { expectProblem, locationsOf } from '../support/problems';
import { newWorkspace, useWorkspace } from '../support/workspace';

describe('GET /v1/api-keys/{id}/history refuses', () => {
  const workspace = useWorkspace();

  it.each(['', '?lineage=true'])("another workspace's key like an unknown one, with %j", async (query) => {
    const { id } = await (await newWorkspace()).createKey();
    const headers = { 'x-request-id': 'req_same' };
    const [foreign, unknown] = [
      await workspace.get(`/v1/api-keys/${id}/history${query}`, headers),
      await workspace.get(`/v1/api-keys/key_0123456789abcdefghjkmnpqrs/history${query}`, headers),
    ];
    expectProblem(foreign, 404, 'not_found');
    expect(foreign.text).toBe(unknown.text);
  });

  it('paging out of bounds, and a lineage that is neither true nor false', async () => {
    const { id } = await workspace.createKey();
    expect(locationsOf(await workspace.get(`/v1/api-keys/${id}/history?page=0&limit=0&lineage=yes`))).toEqual([
      'query.limit',
      'query.lineage',
      'query.page',
    ]);
  });
});
