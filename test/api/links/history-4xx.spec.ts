import { expectProblem, locationsOf } from '../support/problems';
import { newWorkspace, useWorkspace } from '../support/workspace';

describe('GET /v1/links/{id}/history refuses', () => {
  const workspace = useWorkspace();

  it("another workspace's link like an unknown one", async () => {
    const { id } = await (await newWorkspace()).createLink();
    const headers = { 'x-request-id': 'req_same' };
    const [foreign, unknown] = [
      await workspace.get(`/v1/links/${id}/history`, headers),
      await workspace.get('/v1/links/link_0123456789abcdefghjkmnpqrs/history', headers),
    ];
    expectProblem(foreign, 404, 'not_found');
    expect(foreign.text).toBe(unknown.text);
  });

  it.each(['link_x', 'key_0123456789abcdefghjkmnpqrs', 'x'])(
    '%s, which is not a link',
    async (id) => void expectProblem(await workspace.get(`/v1/links/${id}/history`), 404, 'not_found'),
  );

  it('a page and a limit out of bounds, and unknown parameters', async () => {
    const { id } = await workspace.createLink();
    expect(locationsOf(await workspace.get(`/v1/links/${id}/history?page=0&limit=101&lineage=true`))).toEqual([
      'query.limit',
      'query.lineage',
      'query.page',
    ]);
  });
});
