import { api, PASSWORD, type Registered, register } from '../../support/waymark';
import { addMember, join, login, type Member, someone } from '../support/members';
import { expectProblem } from '../support/problems';
import { productUnderTest } from '../support/product';
import { newWorkspace, useWorkspace } from '../support/workspace';

describe('DELETE /v1/workspace/members/{id}', () => {
  const workspace = useWorkspace();
  const product = productUnderTest();
  const remove = (id: string, headers = {}) => workspace.user.delete(`/v1/workspace/members/${id}`, headers);

  it("ends the member's sessions of this workspace with their next request, and no others", async () => {
    const user = await register(product);
    await addMember(workspace, 'member', user.email);
    const home = api(product, user.access_token);
    const here = (await home.post<Registered>('/v1/auth/switch', { workspace_id: workspace.id })).body;
    expect((await api(product, here.access_token).get('/v1/links')).status).toBe(200);

    const { status, text } = await remove(user.user.id);
    expect([status, text]).toEqual([204, '']);
    expectProblem(await api(product, here.access_token).get('/v1/links'), 401, 'invalid_token');
    expectProblem(
      await api(product).post('/v1/auth/refresh', { refresh_token: here.refresh_token }),
      401,
      'invalid_token',
    );
    expect((await home.get('/v1/links')).status).toBe(200);
    expectProblem(await workspace.get(`/v1/workspace/members/${user.user.id}`), 404, 'not_found');

    // Once added again, they log in again: the ended session stays ended.
    await addMember(workspace, 'viewer', user.email);
    expectProblem(await api(product, here.access_token).get('/v1/links'), 401, 'invalid_token');
  });

  it('keeps the keys they created, which belong to the workspace', async () => {
    const member = await join(workspace, 'member');
    const { body } = await member.post<{ key: string }>('/v1/api-keys', { name: 'Theirs', scope: 'Read' });
    await remove(member.id);
    expect((await api(product, body.key).get('/v1/links')).status).toBe(200);
  });

  it('leaves them their account and their other workspaces, and lets them be invited again', async () => {
    const [other, email] = [await newWorkspace(), someone()];
    const { id } = await addMember(workspace, 'member', email);
    await addMember(other, 'member', email);
    await remove(id);
    expect((await other.get<Member>(`/v1/workspace/members/${id}`)).status).toBe(200);
    expect((await login(email, PASSWORD)).body.workspace.id).toBe(other.id);
    expect((await addMember(workspace, 'viewer', email)).id).toBe(id);
  });

  it('deletes an account that has no other workspace, which can be made anew by an invitation', async () => {
    const email = someone();
    const { id } = await addMember(workspace, 'member', email);
    expect((await remove(id)).status).toBe(204);
    expectProblem(await login(email, PASSWORD), 401, 'invalid_credentials');
    const again = await addMember(workspace, 'viewer', email);
    expect(again.id).not.toBe(id);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it('keeps the last owner, and removes an owner when there is another', async () => {
    const arena = await newWorkspace();
    const removeOwner = () => arena.user.delete(`/v1/workspace/members/${arena.owner.user.id}`);
    expectProblem(await removeOwner(), 409, 'invalid_state');
    const other = await join(arena, 'owner');
    expect((await removeOwner()).status).toBe(204);
    expectProblem(await arena.user.get('/v1/workspace'), 401, 'invalid_token');
    expectProblem(await other.delete(`/v1/workspace/members/${other.id}`), 409, 'invalid_state');
  });

  it('succeeds for exactly one of two owners who remove each other at once: 20 of 20 times', async () => {
    for (let round = 0; round < 20; round += 1) {
      const arena = await newWorkspace();
      const rival = await join(arena, 'owner');
      const statuses = (
        await Promise.all([
          arena.user.delete(`/v1/workspace/members/${rival.id}`),
          rival.delete(`/v1/workspace/members/${arena.owner.user.id}`),
        ])
      ).map(({ status }) => status);
      // The second is refused as a non-owner or a non-member, depending on the order.
      expect(statuses.toSorted()[0]).toBe(204);
      expect([401, 403]).toContain(statuses.toSorted()[1]);
    }
  });

  it('checks If-Match, requires an owner, and answers 404 for a non-member', async () => {
    const { id } = await addMember(workspace, 'member');
    expectProblem(await remove(id, { 'if-match': '"7"' }), 412, 'revision_mismatch');
    expectProblem(await workspace.delete(`/v1/workspace/members/${id}`), 403, 'insufficient_scope');
    expectProblem(await remove((await newWorkspace()).owner.user.id), 404, 'not_found');
    expect((await remove(id, { 'if-match': '"0"' })).status).toBe(204);
    expectProblem(await remove(id), 404, 'not_found');
  });
});
