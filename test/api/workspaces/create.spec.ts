import { api, register, type Registered } from '../../support/waymark';
import { join, type Member } from '../support/members';
import { expectProblem, locationsOf } from '../support/problems';
import { productUnderTest } from '../support/product';
import type { List } from '../support/records';
import { useWorkspace } from '../support/workspace';

interface Made {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
}

describe('POST /v1/workspaces', () => {
  const workspace = useWorkspace();
  const product = productUnderTest();

  it('makes a workspace whose owner is the caller, also of a viewer elsewhere, and switch leads there', async () => {
    const viewer = await join(workspace, 'viewer');
    const { status, body, headers } = await viewer.post<Made>('/v1/workspaces', { name: 'Second' });
    expect([status, headers['location']]).toEqual([201, '/v1/workspace']);
    expect(body).toMatchObject({ id: expect.stringMatching(/^ws_/), name: 'Second', plan: 'enterprise' });
    const { body: there } = await viewer.post<Registered>('/v1/auth/switch', { workspace_id: body.id });
    const owner = api(product, there.access_token);
    const read = await owner.get<Made>('/v1/workspace');
    expect([read.body, read.headers['etag']]).toEqual([body, headers['etag']]);
    const { data } = (await owner.get<List<Member>>('/v1/workspace/members')).body;
    expect(data.map(({ id, role }) => [id, role])).toEqual([[viewer.id, 'owner']]);
    expect((await owner.post('/v1/links', { destination_url: 'https://example.com/' })).status).toBe(201);
    expect((await viewer.get<List<unknown>>('/v1/links')).body.meta.total).toBe(0);
  });

  it('makes one under an Idempotency-Key, however often it is asked', async () => {
    const user = await register(product);
    const client = api(product, user.access_token);
    const make = () => client.post<Made>('/v1/workspaces', { name: 'Once' }, { 'idempotency-key': 'workspace-once' });
    const [first, again] = [await make(), await make()];
    expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([201, 'true', first.text]);
    const { workspaces } = (await client.get<{ workspaces: { id: string }[] }>('/v1/auth/me')).body;
    expect(workspaces.map(({ id }) => id)).toEqual([user.workspace.id, first.body.id]);
  });

  it('is for users, and not for API keys', async () => {
    const keyed = { 'idempotency-key': 'workspace-by-key' };
    for (const answer of [
      await workspace.post('/v1/workspaces', { name: 'x' }),
      await workspace.post('/v1/workspaces', { plan: 'enterprise' }),
      await workspace.post('/v1/workspaces', { name: 'x' }, keyed),
      await workspace.post('/v1/workspaces', { name: 'x' }, keyed),
    ])
      expect(expectProblem(answer, 403, 'insufficient_scope')).toMatchObject({ required_scope: 'user' });
  });

  it('reports what is wrong with a body', async () => {
    expect(locationsOf(await workspace.user.post('/v1/workspaces', { plan: 'enterprise' }))).toEqual([
      'body.name',
      'body.plan',
    ]);
  });
});
