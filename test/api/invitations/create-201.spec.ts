import { api, PASSWORD, register } from '../../support/waymark';
import { accept, invite, type Invitation, login, type Member, someone } from '../support/members';
import { locationsOf } from '../support/problems';
import { productUnderTest } from '../support/product';
import type { List } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

const DAY = 86_400_000;

describe('POST /v1/workspace/invitations', () => {
  const workspace = useWorkspace();
  const ask = (body: object, headers = {}) =>
    workspace.user.post<Invitation>('/v1/workspace/invitations', body, headers);

  it('returns the invitation with a token of 256 bits that no other answer has, and nobody joins by it', async () => {
    const email = someone();
    const { status, body, headers } = await ask({ email: ` ${email.toUpperCase()} `, role: 'member' });
    const { token = '', ...invitation } = body;
    expect([status, headers['cache-control'], headers['location'], headers['etag']]).toEqual([
      201,
      'no-store',
      `/v1/workspace/invitations/${body.id}`,
      '"0"',
    ]);
    expect(invitation).toEqual({
      id: expect.stringMatching(/^inv_/),
      email,
      role: 'member',
      invited_by: workspace.owner.user.id,
      created_at: expect.stringMatching(/Z$/),
      expires_at: new Date(Date.parse(body.created_at) + 7 * DAY).toISOString(),
    });
    expect(Buffer.from(token.replace('invite_', ''), 'base64url')).toHaveLength(32);
    const read = await workspace.user.get<Invitation>(String(headers['location']));
    expect([read.status, read.body]).toEqual([200, invitation]);
    const { data } = (await workspace.user.get<List<Invitation>>('/v1/workspace/invitations')).body;
    expect(data.at(-1)).toEqual(invitation);
    const members = (await workspace.get<List<Member>>('/v1/workspace/members')).body;
    expect(members.data.map((member) => member.email)).not.toContain(email);
  });

  it('answers a repeat under an Idempotency-Key with the same token, which is valid', async () => {
    const [body, headers] = [{ email: someone(), role: 'member' }, { 'idempotency-key': 'invite-once' }];
    const [first, again] = [await ask(body, headers), await ask(body, headers)];
    expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([201, 'true', first.text]);
    expect((await accept({ token: again.body.token, password: PASSWORD })).status).toBe(200);
  });

  it('replaces the pending invitation of the same address, in any case, and its token', async () => {
    const arena = await newWorkspace();
    const email = someone();
    const first = await invite(arena, 'viewer', email);
    const second = await invite(arena, 'member', email.toUpperCase());
    const { data } = (await arena.user.get<List<Invitation>>('/v1/workspace/invitations')).body;
    expect(data.map(({ id, role }) => [id, role])).toEqual([[second.id, 'member']]);
    expect(locationsOf(await accept({ token: first.token, password: PASSWORD }))).toEqual(['body.token']);
    expect((await accept({ token: second.token, password: PASSWORD })).body.workspace.id).toBe(arena.id);
  });

  it('leaves the invitations of the address to other workspaces valid', async () => {
    const [other, email] = [await newWorkspace(), someone()];
    const [mine, theirs] = [await invite(workspace, 'viewer', email), await invite(other, 'member', email)];
    expect((await accept({ token: mine.token, password: PASSWORD })).body.workspace.id).toBe(workspace.id);
    expect((await accept({ token: theirs.token, password: PASSWORD })).body.workspace.id).toBe(other.id);
    const me = await api(productUnderTest(), (await login(email, PASSWORD)).body.access_token).get<{
      workspaces: { id: string; role: string }[];
    }>('/v1/auth/me');
    expect(me.body.workspaces.map(({ id, role }) => [id, role])).toEqual([
      [workspace.id, 'viewer'],
      [other.id, 'member'],
    ]);
  });

  it('of many invitations of one address at once leaves one', async () => {
    const [arena, email] = [await newWorkspace(), someone()];
    const invitations = await Promise.all(Array.from({ length: 6 }, () => invite(arena, 'member', email)));
    const { data } = (await arena.user.get<List<Invitation>>('/v1/workspace/invitations')).body;
    expect(data).toHaveLength(1);
    for (const { id, token } of invitations) {
      const { status } = await accept({ token, password: PASSWORD });
      expect([id, status]).toEqual([id, id === data[0]?.id ? 200 : 400]);
    }
  });

  it('lets an owner be invited, who may then do all that an owner may', async () => {
    const user = await register(productUnderTest());
    const { token } = await invite(workspace, 'owner', user.email);
    const { body } = await accept({ token }, productUnderTest(), user.access_token);
    const there = api(productUnderTest(), body.access_token);
    expect((await there.patch('/v1/workspace', { name: 'Renamed by the second owner' })).status).toBe(200);
  });
});
