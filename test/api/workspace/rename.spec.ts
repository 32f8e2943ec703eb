import { expectProblem, locationsOf } from '../support/problems';
import { newWorkspace, useWorkspace } from '../support/workspace';

interface Record {
  readonly name: string;
  readonly created_at: string;
  readonly updated_at: string;
}

describe('PATCH /v1/workspace', () => {
  const workspace = useWorkspace();

  it('renames it at once for every reader', async () => {
    const before = (await workspace.get<Record>('/v1/workspace')).body;
    const { status, body, headers } = await workspace.user.patch<Record>('/v1/workspace', {
      name: '  Analytical Engines ',
    });
    expect([status, body.name, headers['etag']]).toEqual([200, 'Analytical Engines', '"1"']);
    expect(body).toMatchObject({ ...before, name: 'Analytical Engines', updated_at: expect.any(String) });
    expect(body.updated_at > before.updated_at).toBe(true);
    expect((await workspace.get('/v1/workspace')).body).toEqual(body);
    expect((await workspace.user.get<{ workspace: Record }>('/v1/auth/me')).body.workspace.name).toBe(
      'Analytical Engines',
    );
  });

  it('changes nothing when the name is the same', async () => {
    const before = await workspace.user.patch<Record>('/v1/workspace', { name: 'Same' });
    const after = await workspace.user.patch<Record>('/v1/workspace', { name: 'Same' });
    expect([after.status, after.body, after.headers['etag']]).toEqual([200, before.body, before.headers['etag']]);
  });

  it('checks If-Match', async () => {
    const { headers } = await workspace.get('/v1/workspace');
    expectProblem(
      await workspace.user.patch('/v1/workspace', { name: 'Stale' }, { 'if-match': '"999"' }),
      412,
      'revision_mismatch',
    );
    expect(
      (await workspace.user.patch('/v1/workspace', { name: 'Fresh' }, { 'if-match': headers['etag'] })).status,
    ).toBe(200);
  });

  it('requires the owner: no key of any scope suffices', async () => {
    const problem = expectProblem(
      await workspace.patch('/v1/workspace', { name: 'By a key' }),
      403,
      'insufficient_scope',
    );
    expect(problem).toMatchObject({ required_scope: 'owner' });
  });

  it.each([
    ['no name', { name: '  ' }, ['body.name']],
    ['null', { name: null }, ['body.name']],
    ['a long name', { name: 'x'.repeat(101) }, ['body.name']],
    ['a line break', { name: 'a\nb' }, ['body.name']],
    ['a plan', { name: 'Mine', plan: 'enterprise' }, ['body.plan']],
    ['limits and usage', { name: 'Mine', limits: {}, usage: {} }, ['body.limits', 'body.usage']],
  ])('reports what is wrong with %s', async (_, body, locations) =>
    expect(locationsOf(await workspace.user.patch('/v1/workspace', body))).toEqual(locations),
  );

  it('changes nothing with an empty body', async () => {
    const before = await workspace.user.get('/v1/workspace');
    const { status, body, headers } = await workspace.user.patch('/v1/workspace', {});
    expect([status, body, headers.etag]).toEqual([200, before.body, before.headers.etag]);
    expectProblem(await workspace.user.patch('/v1/workspace', {}, { 'if-match': '"99"' }), 412, 'revision_mismatch');
  });

  it('does not affect other workspaces', async () => {
    const other = await newWorkspace();
    const { body } = await other.get<Record>('/v1/workspace');
    await workspace.user.patch('/v1/workspace', { name: "Somebody else's" });
    expect((await other.get('/v1/workspace')).body).toEqual(body);
  });
});
