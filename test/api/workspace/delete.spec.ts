import { randomUUID } from 'node:crypto';
import { api, PASSWORD, type Registered, send } from '../../support/waymark';
import { eventually } from '../../support/programs';
import { closeStreams, listen } from '../support/events';
import { addMember, join, login } from '../support/members';
import { expectProblem, locationsOf } from '../support/problems';
import { type Workspace, newWorkspace } from '../support/workspace';

interface Who {
  readonly user: { readonly id: string };
  readonly workspace: { readonly id: string } | null;
  readonly role: string | null;
  readonly workspaces: readonly { readonly id: string }[];
}

const nameOf = async (workspace: Workspace): Promise<string> =>
  (await workspace.user.get<{ name: string }>('/v1/workspace')).body.name;

const remove = (
  { product, owner }: Workspace,
  name: unknown,
  headers: Record<string, string> = {},
  token = owner.access_token,
) =>
  send(product, 'DELETE', '/v1/workspace', {
    body: { name },
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

const deleted = async (workspace: Workspace): Promise<string> => {
  const name = await nameOf(workspace);
  const { status, text } = await remove(workspace, name);
  expect([status, text]).toEqual([204, '']);
  return name;
};

describe('DELETE /v1/workspace', () => {
  afterEach(closeStreams);

  it('refuses every key of it as a revoked one, and answers its links by 404, from the answer on', async () => {
    const workspace = await newWorkspace();
    const { key } = await workspace.createKey({ scope: 'Read' });
    const plain = await workspace.createLink();
    const visit = async ({ alias }: { alias: string }, query = '') =>
      (await send(workspace.product, 'GET', `/${alias}${query}`)).status;
    expect(await visit(plain)).toBe(302);
    await deleted(workspace);
    // At once on one machine (test/promises/deleted-workspace); redirectors of a cluster follow within a second.
    await eventually(async () => expect([await visit(plain), await visit(plain, '?a=1')]).toEqual([404, 404]));
    for (const token of [workspace.token, key])
      expectProblem(await api(workspace.product, token).get('/v1/links'), 401, 'api_key_revoked');
    expectProblem(await workspace.post('/v1/links', { destination_url: 'https://a.example' }), 401, 'api_key_revoked');
    expectProblem(await api(workspace.product, key).get('/v1/auth/me'), 401, 'api_key_revoked');
  });

  it('keeps its aliases taken', async () => {
    const workspace = await newWorkspace();
    const { alias } = await workspace.createLink();
    await deleted(workspace);
    const other = await newWorkspace();
    const body = { destination_url: 'https://a.example', alias };
    expectProblem(await other.post('/v1/links', body), 409, 'alias_taken');
    expect((await other.get(`/v1/links/exists?alias=${alias}`)).body).toEqual({ exists: true });
  });

  it('changes nothing when it is repeated, with an Idempotency-Key or without', async () => {
    const workspace = await newWorkspace();
    const name = await nameOf(workspace);
    const headers = { 'idempotency-key': randomUUID() };
    expect((await remove(workspace, name, headers)).status).toBe(204);
    const repeated = await remove(workspace, name, headers);
    expect([repeated.status, repeated.headers['idempotent-replayed']]).toEqual([204, 'true']);
    expect((await remove(workspace, name)).status).toBe(204);
  });

  it.each([
    ['another name', 'Something else'],
    ['no name', undefined],
    ['an empty name', ' '],
    ['null', null],
  ])('reports what is wrong with %s, and deletes nothing', async (_, name) => {
    const workspace = await newWorkspace();
    expect(locationsOf(await remove(workspace, name))).toEqual(['body.name']);
    expect((await workspace.get('/v1/workspace')).status).toBe(200);
  });

  it('heeds If-Match', async () => {
    const workspace = await newWorkspace();
    const name = await nameOf(workspace);
    expectProblem(await remove(workspace, name, { 'if-match': '"99"' }), 412, 'revision_mismatch');
    expect((await remove(workspace, name, { 'if-match': '"0"' })).status).toBe(204);
  });

  it("is the owner's: no key, member or viewer deletes it, before or after", async () => {
    const workspace = await newWorkspace();
    const others = [
      workspace.token,
      ...(await Promise.all((['member', 'viewer'] as const).map((role) => join(workspace, role)))).map(
        ({ access_token }) => access_token,
      ),
    ];
    const name = await nameOf(workspace);
    for (const token of others)
      expect(expectProblem(await remove(workspace, name, {}, token), 403, 'insufficient_scope')).toMatchObject({
        required_scope: 'owner',
      });
    await deleted(workspace);
    for (const token of others.slice(1))
      expectProblem(await remove(workspace, name, {}, token), 403, 'insufficient_scope');
  });

  it('leaves other workspaces alone', async () => {
    const [workspace, other] = [await newWorkspace(), await newWorkspace()];
    const { alias } = await other.createLink();
    await deleted(workspace);
    expect((await other.get('/v1/workspace')).status).toBe(200);
    expect((await send(other.product, 'GET', `/${alias}`)).status).toBe(302);
  });

  it('ends its open streams, although no click comes', async () => {
    const workspace = await newWorkspace();
    const stream = await listen(workspace);
    await deleted(workspace);
    await eventually(async () =>
      expect(stream.events.at(-1)).toMatchObject({ event: 'end', data: '{"reason":"unauthorized"}' }),
    );
  });
});

describe('a member of a deleted workspace', () => {
  it('is refused everything of it, and still reads who they are, logs out and changes the password', async () => {
    const workspace = await newWorkspace();
    const { user } = workspace;
    await deleted(workspace);
    for (const path of [
      '/v1/workspace',
      '/v1/links',
      '/v1/api-keys',
      '/v1/workspace/members',
      '/v1/analytics/workspace',
    ])
      expectProblem(await user.get(path), 403, 'insufficient_scope');
    expectProblem(await user.post('/v1/links', { destination_url: 'https://a.example' }), 403, 'insufficient_scope');
    expectProblem(await user.patch('/v1/workspace', { name: 'Back' }), 403, 'insufficient_scope');
    const { status, body } = await user.get<Who>('/v1/auth/me');
    expect([status, body]).toMatchObject([
      200,
      { user: { id: workspace.owner.user.id }, workspace: null, role: null, workspaces: [] },
    ]);
    expect((await user.post('/v1/auth/logout')).status).toBe(204);
    expectProblem(await user.get('/v1/auth/me'), 401, 'invalid_token');
  });

  it('who has another workspace goes there by switching, refreshes meanwhile, and logs in there', async () => {
    const workspace = await newWorkspace();
    const joined = await join(workspace, 'member');
    const { body: before } = await joined.get<Who>('/v1/auth/me');
    const own = before.workspaces.find(({ id }) => id !== workspace.id)?.id;
    await deleted(workspace);
    const refreshed = await api(workspace.product).post<Registered>('/v1/auth/refresh', {
      refresh_token: joined.refresh_token,
    });
    expect([refreshed.status, refreshed.body.workspace]).toEqual([200, null]);
    const session = api(workspace.product, refreshed.body.access_token);
    expect((await session.get<Who>('/v1/auth/me')).body.workspaces.map(({ id }) => id)).toEqual([own]);
    expectProblem(await session.post('/v1/auth/switch', { workspace_id: workspace.id }), 404, 'not_found');
    const switched = await session.post<Registered>('/v1/auth/switch', { workspace_id: own });
    expect([switched.status, switched.body.workspace.id]).toEqual([200, own]);
    expect((await api(workspace.product, switched.body.access_token).get('/v1/workspace')).status).toBe(200);
  });

  it('who has no other logs in all the same, to no workspace', async () => {
    const workspace = await newWorkspace();
    await deleted(workspace);
    const { status, body } = await login(workspace.owner.email, PASSWORD);
    expect([status, body.workspace]).toEqual([200, null]);
    expect((await api(workspace.product, body.access_token).get<Who>('/v1/auth/me')).body.workspace).toBeNull();
  });

  it('who joined it before their other one logs in to the other one', async () => {
    const workspace = await newWorkspace();
    const other = await newWorkspace();
    await addMember(other, 'viewer', workspace.owner.email);
    await deleted(workspace);
    expect((await login(workspace.owner.email, PASSWORD)).body.workspace.id).toBe(other.id);
  });
});
