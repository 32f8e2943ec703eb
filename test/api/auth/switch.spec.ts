import { api, type Registered, register } from '../../support/waymark';
import { addMember, login } from '../support/members';
import { expectProblem, locationsOf } from '../support/problems';
import { productUnderTest } from '../support/product';
import type { Link, List } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

interface Who {
  readonly workspace: { readonly id: string };
  readonly role: string;
  readonly workspaces: readonly { readonly id: string; readonly role: string }[];
}

describe('POST /v1/auth/switch', () => {
  const workspace = useWorkspace();
  const product = productUnderTest();
  let user: Registered;
  beforeAll(async () => {
    user = await register(product);
    await addMember(workspace, 'viewer', user.email);
  });
  const go = (workspace_id: unknown, headers = {}) =>
    api(product, user.access_token).post<Registered>('/v1/auth/switch', { workspace_id }, headers);

  it('opens a session in another workspace of the user, with their role there, and keeps the current one', async () => {
    await workspace.createLink();
    const { status, body, headers } = await go(workspace.id);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 600,
      refresh_token: expect.stringMatching(/^rt_/),
      user: user.user,
      workspace: expect.objectContaining({ id: workspace.id }),
    });
    const there = api(product, body.access_token);
    expect((await there.get<List<Link>>('/v1/links')).body.meta.total).toBe(1);
    expectProblem(
      await there.post('/v1/links', { destination_url: 'https://example.com/' }),
      403,
      'insufficient_scope',
    );
    expect((await api(product, user.access_token).get<List<Link>>('/v1/links')).body.meta.total).toBe(0);
    const refreshed = await api(product).post<Registered>('/v1/auth/refresh', { refresh_token: body.refresh_token });
    expect(refreshed.body.workspace.id).toBe(workspace.id);
  });

  it("makes GET /v1/auth/me list the user's workspaces, first joined first; log-in opens that one", async () => {
    const home = (await api(product, user.access_token).get<Who>('/v1/auth/me')).body;
    const there = (await api(product, (await go(workspace.id)).body.access_token).get<Who>('/v1/auth/me')).body;
    expect(home.workspaces.map(({ id, role }) => [id, role])).toEqual([
      [user.workspace.id, 'owner'],
      [workspace.id, 'viewer'],
    ]);
    expect([there.workspace.id, there.role, there.workspaces]).toEqual([workspace.id, 'viewer', home.workspaces]);
    expect((await login(user.email, user.password)).body.workspace.id).toBe(user.workspace.id);
  });

  it('answers for a foreign workspace byte for byte as for an unknown one', async () => {
    const pinned = { 'x-request-id': 'req_pinned' };
    const {
      headers: { date: _, ...foreign },
      text,
      status,
    } = await go((await newWorkspace()).id, pinned);
    const {
      headers: { date: __, ...unknown },
      ...rest
    } = await go('ws_0123456789abcdefghjkmnpqrs', pinned);
    expect([status, text, foreign]).toEqual([404, rest.text, unknown]);
    expectProblem(await go('x'), 404, 'not_found');
  });

  it('refuses an API key', async () =>
    expectProblem(await workspace.post('/v1/auth/switch', { workspace_id: workspace.id }), 404, 'not_found'));

  it('answers a repeat under an Idempotency-Key with the same tokens, and opens no other session', async () => {
    const headers = { 'idempotency-key': 'switch-once' };
    const [first, again] = [await go(workspace.id, headers), await go(workspace.id, headers)];
    expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([200, 'true', first.text]);
    expect((await api(product, again.body.access_token).get('/v1/links')).status).toBe(200);
  });

  it('reports what is wrong with a body', async () => expect(locationsOf(await go(1))).toEqual(['body.workspace_id']));
});
