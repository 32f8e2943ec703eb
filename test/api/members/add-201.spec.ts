import { api, register } from '../../support/waymark';
import { addMember, login, type Member, someone } from '../support/members';
import { productUnderTest } from '../support/product';
import { newWorkspace, useWorkspace } from '../support/workspace';

const OTHER_PASSWORD = 'staple the correct horse';

describe('POST /v1/workspace/members', () => {
  const workspace = useWorkspace();
  const add = (body: object, headers = {}) => workspace.user.post<Member>('/v1/workspace/members', body, headers);

  it('creates a user with a one-time password, to log in with and to change', async () => {
    const email = someone();
    const { status, body, headers } = await add({ email: email.toUpperCase(), role: 'member', name: 'Grace' });
    expect([status, headers['cache-control'], headers['location'], headers['etag']]).toEqual([
      201,
      'no-store',
      `/v1/workspace/members/${body.id}`,
      '"0"',
    ]);
    const { one_time_password: password = '', ...member } = body;
    expect(member).toEqual({
      id: expect.stringMatching(/^usr_/),
      email,
      name: 'Grace',
      role: 'member',
      created_at: expect.stringMatching(/Z$/),
    });
    expect(password.length).toBeGreaterThanOrEqual(20);
    expect((await workspace.get(String(headers['location']))).body).toEqual(member);

    const { body: session } = await login(email, password);
    expect(session.workspace.id).toBe(workspace.id);
    const user = api(productUnderTest(), session.access_token);
    expect(
      (await user.post('/v1/auth/password', { current_password: password, new_password: OTHER_PASSWORD })).status,
    ).toBe(204);
    expect([(await login(email, password)).status, (await login(email, OTHER_PASSWORD)).status]).toEqual([401, 200]);
  });

  it('adds an existing user, by their address in any case, without a password', async () => {
    const { email, user, password } = await register(productUnderTest());
    const { status, body } = await add({ email: ` ${email.toUpperCase()} `, role: 'viewer', name: 'Not theirs' });
    expect([status, body]).toEqual([
      201,
      { id: user.id, email, name: null, role: 'viewer', created_at: expect.any(String) },
    ]);
    expect((await login(email, password)).status).toBe(200);
  });

  it('answers a repeat under an Idempotency-Key with the same password', async () => {
    const [body, headers] = [{ email: someone(), role: 'member' }, { 'idempotency-key': 'add-once' }];
    const first = await add(body, headers);
    const again = await add(body, headers);
    expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([201, 'true', first.text]);
    expect((await login(body.email, again.body.one_time_password ?? '')).status).toBe(200);
  });

  it('creates one user when two workspaces add an address at once', async () => {
    const [other, email] = [await newWorkspace(), someone()];
    const [mine, theirs] = await Promise.all([
      addMember(workspace, 'member', email),
      addMember(other, 'member', email),
    ]);
    expect(mine.id).toBe(theirs.id);
    expect([mine, theirs].filter((member) => member.one_time_password !== undefined)).toHaveLength(1);
  });
});
