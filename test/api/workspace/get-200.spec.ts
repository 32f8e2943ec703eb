import { register, api } from '../../support/waymark';
import { addMember, join } from '../support/members';
import { productUnderTest } from '../support/product';
import { useWorkspace } from '../support/workspace';

describe('GET /v1/workspace', () => {
  const workspace = useWorkspace();

  it('returns name, plan, use and limits, the same to a key and to every member', async () => {
    const viewer = await join(workspace, 'viewer');
    const { status, body, headers } = await workspace.get('/v1/workspace');
    expect([status, headers['etag']]).toEqual([200, '"0"']);
    expect(body).toEqual({
      id: workspace.id,
      name: expect.any(String),
      plan: 'enterprise',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      usage: { links: 0, api_keys: 1, members: 2 },
      limits: { requests_per_minute: null, api_keys: 100 },
    });
    expect((await viewer.get('/v1/workspace')).body).toEqual(body);
  });

  it('counts links that are not deleted, keys that are in force, and members', async () => {
    const { body: before } = await workspace.get<{ usage: Record<string, number> }>('/v1/workspace');
    await workspace.createLink();
    const gone = await workspace.createLink();
    await workspace.delete(`/v1/links/${gone.id}`);
    await workspace.createKey();
    const { id } = await workspace.createKey();
    await workspace.user.post(`/v1/api-keys/${id}/revoke`);
    await addMember(workspace, 'member');
    const { body } = await workspace.get<{ usage: Record<string, number> }>('/v1/workspace');
    const { links = 0, api_keys = 0, members = 0 } = before.usage;
    expect(body.usage).toEqual({ links: links + 1, api_keys: api_keys + 1, members: members + 1 });
  });

  it("is always the caller's own", async () => {
    const stranger = await register(productUnderTest());
    const { body } = await api(productUnderTest(), stranger.access_token).get<{ id: string; usage: object }>(
      '/v1/workspace',
    );
    expect(body).toMatchObject({ id: stranger.workspace.id, usage: { links: 0, api_keys: 0, members: 1 } });
  });
});
