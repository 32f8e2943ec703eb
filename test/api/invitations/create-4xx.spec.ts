import { addMember, invite, join, type Member, someone } from '../support/members';
import { expectProblem, locationsOf } from '../support/problems';
import { newWorkspace, useWorkspace } from '../support/workspace';

describe('POST /v1/workspace/invitations', () => {
  const workspace = useWorkspace();
  const ask = (body: unknown) => workspace.user.post<Member>('/v1/workspace/invitations', body);

  it('409: a member of the workspace is not invited again, and keeps their role', async () => {
    const { email, id } = await addMember(workspace, 'viewer');
    expectProblem(await ask({ email: email.toUpperCase(), role: 'owner' }), 409, 'conflict');
    expect((await workspace.get<Member>(`/v1/workspace/members/${id}`)).body.role).toBe('viewer');
    expectProblem(await ask({ email: workspace.owner.email, role: 'viewer' }), 409, 'conflict');
  });

  it('403: neither a key nor a member invites, reads invitations or withdraws them', async () => {
    const member = await join(workspace, 'member');
    const { id } = await invite(workspace, 'viewer');
    for (const client of [workspace, member]) {
      for (const answer of [
        await client.post('/v1/workspace/invitations', { email: someone(), role: 'owner' }),
        await client.get('/v1/workspace/invitations'),
        await client.get(`/v1/workspace/invitations/${id}`),
        await client.delete(`/v1/workspace/invitations/${id}`),
      ])
        expect(expectProblem(answer, 403, 'insufficient_scope')).toMatchObject({ required_scope: 'owner' });
    }
  });

  it('403: at most 100 are pending, and one that is withdrawn makes room', async () => {
    const arena = await newWorkspace();
    const first = await invite(arena, 'viewer');
    for (let n = 1; n < 100; n += 1) await invite(arena, 'viewer');
    const one = () => arena.user.post('/v1/workspace/invitations', { email: someone(), role: 'viewer' });
    expectProblem(await one(), 403, 'limit_reached');
    expect((await arena.user.delete(`/v1/workspace/invitations/${first.id}`)).status).toBe(204);
    expect((await one()).status).toBe(201);
  });

  it.each([
    ['nothing', {}, ['body.email', 'body.role']],
    ['a word as e-mail', { email: 'x', role: 'member' }, ['body.email']],
    ['a line break in the e-mail', { email: 'a@b.example\r\nBcc: c@d.example', role: 'member' }, ['body.email']],
    ['two addresses', { email: 'a@b.example,c@d.example', role: 'member' }, ['body.email']],
    ['a role there is not', { email: 'a@example.com', role: 'admin' }, ['body.role']],
    ['letters that only look like ASCII', { email: 'mar\u212a@example.com', role: 'member' }, ['body.email']],
    ['a password', { email: 'a@example.com', role: 'member', password: 'x' }, ['body.password']],
  ])('400: reports what is wrong with %s', async (_, body, locations) =>
    expect(locationsOf(await ask(body))).toEqual(locations),
  );
});
