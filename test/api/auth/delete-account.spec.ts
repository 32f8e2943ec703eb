import { type Answer, api, PASSWORD, register, send } from '../../support/waymark';
import { accept, addMember, invite, join, type Joined, login, type Member } from '../support/members';
import { untilJudged } from '../../support/judged';
import { expectProblem, locationsOf } from '../support/problems';
import { productUnderTest } from '../support/product';
import type { ApiKey, Link, List } from '../support/records';
import { newWorkspace, useWorkspace, type Workspace } from '../support/workspace';
import { randomBytes } from 'node:crypto';

describe('DELETE /v1/auth/me', () => {
  const workspace = useWorkspace();
  const product = productUnderTest();

  const remove = (access_token: string, body: unknown = { password: PASSWORD }, headers = {}): Promise<Answer> =>
    send(product, 'DELETE', '/v1/auth/me', {
      body,
      headers: {
        authorization: `Bearer ${access_token}`,
        'x-forwarded-for': [10, ...randomBytes(3)].join('.'),
        ...headers,
      },
    });

  /** A member who owns no workspace of their own. */
  const memberOf = async (arena: Workspace): Promise<Joined> => {
    const { id, email } = await addMember(arena, 'member');
    const { access_token, refresh_token } = (await login(email, PASSWORD)).body;
    return { ...api(product, access_token), id, email, access_token, refresh_token };
  };

  it('ends the account, its memberships and its sessions, at once and everywhere', async () => {
    const other = await newWorkspace();
    const member = await memberOf(workspace);
    const { token } = await invite(other, 'viewer', member.email);
    const there = (await accept({ token }, product, member.access_token)).body;
    const { status, text } = await remove(member.access_token);
    expect([status, text]).toEqual([204, '']);
    for (const { access_token, refresh_token } of [member, there]) {
      expectProblem(await api(product, access_token).get('/v1/auth/me'), 401, 'invalid_token');
      expectProblem(await api(product).post('/v1/auth/refresh', { refresh_token }), 401, 'invalid_token');
    }
    expectProblem(await login(member.email, PASSWORD), 401, 'invalid_credentials');
    for (const { user } of [workspace, other]) {
      const { data } = (await user.get<List<Member>>('/v1/workspace/members')).body;
      expect(data.map(({ id }) => id)).not.toContain(member.id);
    }
  });

  it('leaves what the user made, and its past, with the id of the user', async () => {
    const member = await memberOf(workspace);
    const link = (await member.post<Link>('/v1/links', { destination_url: 'https://example.com/' })).body;
    const key = (await member.post<ApiKey & { key: string }>('/v1/api-keys', { name: 'Theirs', scope: 'Read' })).body;
    const paths = [`/v1/links/${link.id}`, `/v1/links/${link.id}/history`, `/v1/api-keys/${key.id}/history`];
    const before = await Promise.all(paths.map((path) => workspace.get(path)));
    expect((await remove(member.access_token)).status).toBe(204);
    const after = await Promise.all(paths.map((path) => workspace.get(path)));
    expect(after.map(({ status, text }) => [status, text])).toEqual(before.map(({ text }) => [200, text]));
    for (const { text } of after) expect(text).toContain(member.id);
    expect((await api(product, key.key).get('/v1/links')).status).toBe(200);
  });

  it('frees the address, whose next account is another one', async () => {
    const member = await memberOf(workspace);
    await remove(member.access_token);
    const again = await addMember(workspace, 'viewer', member.email);
    expect(again.id).not.toBe(member.id);
  });

  it('409: the only owner of a workspace learns which, and is deleted once there is another owner', async () => {
    const owner = await newWorkspace();
    const problem = expectProblem(await remove(owner.owner.access_token), 409, 'invalid_state');
    const { id, name } = owner.owner.workspace;
    expect(problem).toMatchObject({ workspaces: [{ id, name }] });
    expect((await owner.user.get('/v1/auth/me')).status).toBe(200);
    const heir = await join(owner, 'owner');
    expect((await remove(owner.owner.access_token)).status).toBe(204);
    expect((await heir.patch('/v1/workspace', { name: 'Inherited' })).status).toBe(200);
  });

  it('leaves an owner, when all owners delete their accounts at once: 10 of 10 times', async () => {
    for (let round = 0; round < 10; round += 1) {
      const arena = await newWorkspace();
      const { email } = await addMember(arena, 'owner');
      const rival = (await login(email, PASSWORD)).body;
      const answers = await Promise.all(
        [arena.owner, rival].map(({ access_token }) => untilJudged(() => remove(access_token))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    }
  });

  it('401: a wrong password deletes nothing, and counts like a failed login', async () => {
    const member = await memberOf(workspace);
    for (let n = 0; n < 5; n += 1)
      expectProblem(await remove(member.access_token, { password: 'wrong password' }), 401, 'invalid_credentials');
    expectProblem(await remove(member.access_token), 429, 'rate_limited');
    expectProblem(await login(member.email, PASSWORD), 429, 'rate_limited');
    expect((await member.get('/v1/auth/me')).status).toBe(200);
  });

  it('withdraws the invitations that the user sent', async () => {
    const arena = await newWorkspace();
    await join(arena, 'owner');
    const { token } = await invite(arena, 'viewer');
    await remove(arena.owner.access_token);
    expect(locationsOf(await accept({ token, password: PASSWORD }))).toEqual(['body.token']);
  });

  it('takes no key, and reports what is wrong with a body', async () => {
    expectProblem(await remove(workspace.token), 404, 'not_found');
    const user = await register(product);
    expect(locationsOf(await remove(user.access_token, {}))).toEqual(['body.password']);
    expect(locationsOf(await remove(user.access_token, { password: PASSWORD, sure: true }))).toEqual(['body.sure']);
  });
});
