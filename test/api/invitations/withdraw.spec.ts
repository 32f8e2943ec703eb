import { PASSWORD } from '../../support/waymark';
import { accept, invite, join, someone } from '../support/members';
import { expectProblem, locationsOf } from '../support/problems';
import type { List } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

describe('DELETE /v1/workspace/invitations/{id}', () => {
  const workspace = useWorkspace();
  const withdraw = (id: string, headers = {}) => workspace.user.delete(`/v1/workspace/invitations/${id}`, headers);

  it('ends the token, and the invitation is found no more', async () => {
    const { id, token } = await invite(workspace, 'member');
    const { status, text } = await withdraw(id);
    expect([status, text]).toEqual([204, '']);
    expect(locationsOf(await accept({ token, password: PASSWORD }))).toEqual(['body.token']);
    expectProblem(await workspace.user.get(`/v1/workspace/invitations/${id}`), 404, 'not_found');
    expectProblem(await withdraw(id), 404, 'not_found');
  });

  it('heeds If-Match', async () => {
    const { id, token } = await invite(workspace, 'member');
    expectProblem(await withdraw(id, { 'if-match': '"7"' }), 412, 'revision_mismatch');
    expect((await accept({ token, password: PASSWORD })).status).toBe(200);
    expect((await withdraw((await invite(workspace, 'member')).id, { 'if-match': '"0"' })).status).toBe(204);
  });

  it('happens to the invitations of an owner who is removed or is no longer an owner, and to no others', async () => {
    const arena = await newWorkspace();
    for (const leave of [
      (id: string) => arena.user.patch(`/v1/workspace/members/${id}`, { role: 'member' }),
      (id: string) => arena.user.delete(`/v1/workspace/members/${id}`),
    ]) {
      const owner = await join(arena, 'owner');
      const { token } = await invite({ user: owner }, 'owner', someone());
      const kept = await invite(arena, 'viewer');
      expect((await leave(owner.id)).status).toBeLessThan(300);
      expect(locationsOf(await accept({ token, password: PASSWORD }))).toEqual(['body.token']);
      expect((await accept({ token: kept.token, password: PASSWORD })).status).toBe(200);
    }
  });

  it('is possible for each one of a list, which goes page by page', async () => {
    const arena = await newWorkspace();
    const invitations = [await invite(arena, 'viewer'), await invite(arena, 'member')];
    const page = (number: number) =>
      arena.user.get<List<{ id: string }>>(`/v1/workspace/invitations?limit=1&page=${number}`);
    const [first, second] = [await page(1), await page(2)];
    expect(first.body.meta).toEqual({ total: 2, page: 1, limit: 1 });
    expect(first.headers['link']).toContain('rel="next"');
    expect([first, second].map(({ body }) => body.data[0]?.id)).toEqual(invitations.map(({ id }) => id));
    expect(first.text).not.toContain('token');
  });
});
