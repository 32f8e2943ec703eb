import { api, PASSWORD, register, type Registered } from '../../support/waymark';
import { accept, addMember, invite, join, login, type Member, someone } from '../support/members';
import { countOf } from '../../support/judged';
import { expectProblem, locationsOf } from '../support/problems';
import { productUnderTest } from '../support/product';
import { newWorkspace, useWorkspace } from '../support/workspace';

const OTHER_PASSWORD = 'staple the correct horse';

describe('POST /v1/auth/accept', () => {
  const workspace = useWorkspace();
  const product = productUnderTest();

  it('makes an account with the password and the name of the acceptor, and logs them in to the workspace', async () => {
    const { token, email } = await invite(workspace, 'member');
    expect((await login(email, PASSWORD)).status).toBe(401);
    const { status, body, headers } = await accept({ token, password: PASSWORD, name: 'Grace' });
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 600,
      refresh_token: expect.stringMatching(/^rt_/),
      user: { id: expect.stringMatching(/^usr_/), email, name: 'Grace', created_at: expect.stringMatching(/Z$/) },
      workspace: expect.objectContaining({ id: workspace.id }),
    });
    const member = await api(product, body.access_token).get<Member>(`/v1/workspace/members/${body.user.id}`);
    expect(member.body).toMatchObject({ email, name: 'Grace', role: 'member' });
    expect((await api(product).post('/v1/auth/refresh', { refresh_token: body.refresh_token })).status).toBe(200);
    expect((await login(email, PASSWORD)).body.workspace.id).toBe(workspace.id);
  });

  it('makes a member of a user who is logged in, who keeps name and password', async () => {
    const user = await register(product);
    const { token } = await invite(workspace, 'viewer', user.email.toUpperCase());
    const { status, body } = await accept({ token }, product, user.access_token);
    expect([status, body.user, body.workspace.id]).toEqual([200, user.user, workspace.id]);
    const there = api(product, body.access_token);
    expectProblem(
      await there.post('/v1/links', { destination_url: 'https://example.com/' }),
      403,
      'insufficient_scope',
    );
    expect((await api(product, user.access_token).get('/v1/links')).status).toBe(200);
    expect((await login(user.email, PASSWORD)).status).toBe(200);
  });

  it('makes a member of an existing account by its password', async () => {
    const { user, email } = await register(product);
    const { token } = await invite(workspace, 'member', email);
    const { status, body } = await accept({ token, password: PASSWORD, name: 'Not theirs' });
    expect([status, body.user.id, body.workspace.id]).toEqual([200, user.id, workspace.id]);
    expect((await workspace.get<Member>(`/v1/workspace/members/${user.id}`)).body.name).toBeNull();
  });

  it('makes an account anew that its last workspace has removed, with the password of the acceptor', async () => {
    const [arena, email] = [await newWorkspace(), someone()];
    const { id } = await addMember(arena, 'member', email);
    expect((await arena.user.delete(`/v1/workspace/members/${id}`)).status).toBe(204);
    const { token } = await invite(workspace, 'member', email);
    const { status, body } = await accept({ token, password: OTHER_PASSWORD });
    expect([status, body.workspace.id]).toEqual([200, workspace.id]);
    expect(body.user.id).not.toBe(id);
    expectProblem(await login(email, PASSWORD), 401, 'invalid_credentials');
    expect((await login(email, OTHER_PASSWORD)).status).toBe(200);
  });

  it('sets no password of an existing account, and a wrong one counts as a failed login', async () => {
    const user = await register(product);
    const { token } = await invite(workspace, 'member', user.email);
    for (let n = 0; n < 5; n += 1)
      expectProblem(await accept({ token, password: OTHER_PASSWORD }), 401, 'invalid_credentials');
    expectProblem(await accept({ token, password: PASSWORD }), 429, 'rate_limited');
    expectProblem(await login(user.email, PASSWORD), 429, 'rate_limited');
    expect((await accept({ token }, product, user.access_token)).status).toBe(200);
  });

  it('takes a token for one use, also when it comes many times at once', async () => {
    const { token } = await invite(workspace, 'member');
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept({ token, password: PASSWORD })));
    // The answer of the one that succeeded may be lost on a busy machine: its repeat is refused like the others.
    expect([countOf(answers, 200) <= 1, countOf(answers, 200, 400, 401, 409, 429)]).toEqual([true, 5]);
    expect(locationsOf(await accept({ token, password: PASSWORD }))).toEqual(['body.token']);
  });

  it('answers alike to a token that is wrong, used, withdrawn or replaced, with whichever credential', async () => {
    const user = await register(product);
    const [used, replaced, withdrawn] = [
      await invite(workspace, 'member'),
      await invite(workspace, 'member', user.email),
      await invite(workspace, 'member'),
    ];
    await accept({ token: used.token, password: PASSWORD });
    await invite(workspace, 'viewer', user.email);
    await workspace.user.delete(`/v1/workspace/invitations/${withdrawn.id}`);
    const tokens = [used.token, replaced.token, withdrawn.token, 'x', `invite_${'a'.repeat(43)}`, workspace.token];
    for (const credential of [undefined, user.access_token]) {
      const texts = new Set<string>();
      for (const token of tokens) {
        const body = { token, ...(!credential && { password: PASSWORD }) };
        const answer = await api(product, credential).post('/v1/auth/accept', body, { 'x-request-id': 'req_pinned' });
        expect(locationsOf(answer)).toEqual(['body.token']);
        texts.add(answer.text);
      }
      expect(texts.size).toBe(1);
    }
  });

  it('takes nobody else who is logged in, and leaves the token valid', async () => {
    const other = await register(product);
    const { token } = await invite(workspace, 'owner');
    expectProblem(await accept({ token }, product, other.access_token), 409, 'conflict');
    expectProblem(await accept({ token }, product, workspace.token), 401, 'invalid_token');
    expectProblem(await accept({ token }, product, `${other.access_token}x`), 401, 'invalid_token');
    expect((await accept({ token, password: PASSWORD })).status).toBe(200);
  });

  it('gives a repeat under an Idempotency-Key the same tokens to a user who is logged in', async () => {
    const user = await register(product);
    const { token } = await invite(workspace, 'member', user.email);
    const again = () =>
      api(product, user.access_token).post<Registered>(
        '/v1/auth/accept',
        { token },
        { 'idempotency-key': 'accept-once' },
      );
    const [first, second] = [await again(), await again()];
    expect([second.status, second.headers['idempotent-replayed'], second.text]).toEqual([200, 'true', first.text]);
  });

  it('lets nobody in before it, and ends the sessions of a member who is removed', async () => {
    const arena = await newWorkspace();
    const member = await join(arena, 'member');
    expect((await arena.user.delete(`/v1/workspace/members/${member.id}`)).status).toBe(204);
    expectProblem(await member.get('/v1/links'), 401, 'invalid_token');
    await invite(arena, 'member', member.email);
    expectProblem(await member.get('/v1/links'), 401, 'invalid_token');
    expectProblem(
      await api(product).post('/v1/auth/refresh', { refresh_token: member.refresh_token }),
      401,
      'invalid_token',
    );
  });

  it('reports what is wrong with a body', async () => {
    const user = await register(product);
    const { token } = await invite(workspace, 'member', user.email);
    expect(locationsOf(await accept({}))).toEqual(['body.token']);
    expect(locationsOf(await accept({ token }))).toEqual(['body.password']);
    expect(locationsOf(await accept({ token, password: 'short', role: 'owner' }))).toEqual([
      'body.password',
      'body.role',
    ]);
    const both = { token, password: PASSWORD };
    expect(locationsOf(await accept(both, product, user.access_token))).toEqual(['body.password']);
    expect(locationsOf(await accept({ token, name: 'Ada' }, product, user.access_token))).toEqual(['body.name']);
    expect((await accept({ token, password: null, name: null }, product, user.access_token)).status).toBe(200);
  });
});
