import { addMember, join, type Member } from '../support/members';
import { expectProblem, locationsOf } from '../support/problems';
import type { List } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('members', () => {
  const workspace = useWorkspace();

  it('are listed in the order of joining, page by page, to any reader', async () => {
    const viewer = await join(workspace, 'viewer');
    const member = await addMember(workspace, 'member');
    const { status, body } = await viewer.get<List<Member>>('/v1/workspace/members');
    expect([status, body.meta]).toEqual([200, { total: 3, page: 1, limit: 25 }]);
    expect(body.data.map(({ id, role }) => [id, role])).toEqual([
      [workspace.owner.user.id, 'owner'],
      [viewer.id, 'viewer'],
      [member.id, 'member'],
    ]);
    expect(body.data[2]).toEqual(member);
    const last = await workspace.get<List<Member>>('/v1/workspace/members?page=3&limit=1');
    expect(last.body.data).toEqual([member]);
    expect((await workspace.get('/v1/workspace/members?page=2&limit=1')).headers['link']).toContain('rel="next"');
  });

  it('can be read one by one', async () => {
    const { user, email } = workspace.owner;
    const { status, body, headers } = await workspace.get(`/v1/workspace/members/${user.id}`);
    expect([status, headers['etag'], body]).toEqual([
      200,
      '"0"',
      { id: user.id, email, name: null, role: 'owner', created_at: expect.any(String) },
    ]);
  });

  it('that do not exist are not found', async () => {
    for (const id of ['usr_0123456789abcdefghjkmnpqrs', 'x', 'key_0123456789abcdefghjkmnpqrs', 'usr_%27']) {
      expectProblem(await workspace.get(`/v1/workspace/members/${id}`), 404, 'not_found');
    }
  });

  it('refuse undeclared filters', async () => {
    expect(locationsOf(await workspace.get('/v1/workspace/members?role=owner&limit=0'))).toEqual([
      'query.limit',
      'query.role',
    ]);
  });
});
