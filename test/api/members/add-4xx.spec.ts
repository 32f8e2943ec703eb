import { addMember, join, type Member, someone } from '../support/members';
import { expectProblem, locationsOf } from '../support/problems';
import type { List } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('POST /v1/workspace/members', () => {
  const workspace = useWorkspace();
  const add = (body: unknown) => workspace.user.post<Member>('/v1/workspace/members', body);

  it('409: an existing member keeps their role', async () => {
    const { email, id } = await addMember(workspace, 'viewer');
    expectProblem(await add({ email, role: 'owner' }), 409, 'conflict');
    expect((await workspace.get<Member>(`/v1/workspace/members/${id}`)).body.role).toBe('viewer');
    expectProblem(await add({ email: workspace.owner.email, role: 'viewer' }), 409, 'conflict');
  });

  it('409: one of many concurrent requests for an address succeeds', async () => {
    const email = someone();
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => add({ email, role: 'member' })))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const { data } = (await workspace.get<List<Member>>('/v1/workspace/members?limit=100')).body;
    expect(data.filter((member) => member.email === email)).toHaveLength(1);
  });

  it('403: refuses keys and members', async () => {
    const member = await join(workspace, 'member');
    for (const client of [workspace, member]) {
      expect(
        expectProblem(
          await client.post('/v1/workspace/members', { email: someone(), role: 'owner' }),
          403,
          'insufficient_scope',
        ),
      ).toMatchObject({ required_scope: 'owner' });
    }
  });

  it.each([
    ['nothing', {}, ['body.email', 'body.role']],
    ['a word as e-mail', { email: 'x', role: 'member' }, ['body.email']],
    ['a role there is not', { email: 'a@example.com', role: 'admin' }, ['body.role']],
    ['letters that only look like ASCII', { email: 'mar\u212a@example.com', role: 'member' }, ['body.email']],
    ['a password', { email: 'a@example.com', role: 'member', password: 'x' }, ['body.password']],
    ['NUL', { email: 'a@example.com', role: 'member', name: '\u0000' }, ['body.name']],
  ])('400: reports what is wrong with %s', async (_, body, locations) =>
    expect(locationsOf(await add(body))).toEqual(locations),
  );
});
