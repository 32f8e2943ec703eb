import { addMember, join, type Member } from '../support/members';
import { expectProblem, locationsOf } from '../support/problems';
import type { List } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

describe('PATCH /v1/workspace/members/{id}', () => {
  const workspace = useWorkspace();
  const change = (id: string, body: unknown, headers = {}) =>
    workspace.user.patch<Member>(`/v1/workspace/members/${id}`, body, headers);

  it("applies to the member's next request, up and down", async () => {
    const member = await join(workspace, 'viewer');
    const write = () => member.post('/v1/links', { destination_url: 'https://example.com/' });
    expectProblem(await write(), 403, 'insufficient_scope');
    const promoted = await change(member.id, { role: 'member' });
    expect([promoted.status, promoted.body.role, promoted.headers['etag']]).toEqual([200, 'member', '"1"']);
    expect((await write()).status).toBe(201);
    expect((await change(member.id, { role: 'viewer' })).headers['etag']).toBe('"2"');
    expectProblem(await write(), 403, 'insufficient_scope');
  });

  it('changes nothing when the role is the same', async () => {
    const { id } = await addMember(workspace, 'member');
    expect((await change(id, { role: 'member' })).headers['etag']).toBe('"0"');
  });

  it('checks If-Match', async () => {
    const { id } = await addMember(workspace, 'member');
    expectProblem(await change(id, { role: 'viewer' }, { 'if-match': '"7"' }), 412, 'revision_mismatch');
    expect((await change(id, { role: 'viewer' }, { 'if-match': '"0"' })).status).toBe(200);
  });

  it("keeps a workspace's last owner", async () => {
    expectProblem(await change(workspace.owner.user.id, { role: 'member' }), 409, 'invalid_state');
    expect((await workspace.user.patch('/v1/workspace', { name: 'Still an owner' })).status).toBe(200);
  });

  it('succeeds for exactly one of two owners who demote each other at once: 20 of 20 times', async () => {
    for (let round = 0; round < 20; round += 1) {
      const arena = await newWorkspace();
      const rival = await join(arena, 'owner');
      const statuses = (
        await Promise.all([
          arena.user.patch(`/v1/workspace/members/${rival.id}`, { role: 'member' }),
          rival.patch(`/v1/workspace/members/${arena.owner.user.id}`, { role: 'member' }),
        ])
      ).map(({ status }) => status);
      const { data } = (await arena.user.get<List<Member>>('/v1/workspace/members')).body;
      expect(data.map(({ role }) => role).sort()).toEqual(['member', 'owner']);
      // One that was done and not answered in time is sent again, and has no right to it any more.
      expect(statuses.filter((status) => ![200, 403].includes(status))).toEqual([]);
      expect(statuses).toContain(403);
    }
  });

  it('requires an owner', async () => {
    const member = await join(workspace, 'member');
    for (const client of [workspace, member])
      expectProblem(
        await client.patch(`/v1/workspace/members/${member.id}`, { role: 'owner' }),
        403,
        'insufficient_scope',
      );
  });

  it('answers 404 for a non-member, whatever the body', async () => {
    const stranger = (await newWorkspace()).owner.user.id;
    for (const id of [stranger, 'usr_0123456789abcdefghjkmnpqrs', 'x']) {
      for (const body of [{ role: 'viewer' }, { colour: 'wrong' }])
        expectProblem(await change(id, body), 404, 'not_found');
    }
  });

  it('changes nothing with an empty body', async () => {
    const { id } = await addMember(workspace, 'member');
    const before = await workspace.user.get(`/v1/workspace/members/${id}`);
    const { status, body, headers } = await change(id, {});
    expect([status, body, headers.etag]).toEqual([200, before.body, before.headers.etag]);
  });

  it('reports what is wrong with a body', async () => {
    const { id } = await addMember(workspace, 'member');
    expect(locationsOf(await change(id, { role: null, email: 'a@example.com' }))).toEqual(['body.email', 'body.role']);
  });
});
