import { randomBytes } from 'node:crypto';
import { type Answer, api, PASSWORD, type Registered } from '../../support/waymark';
import { accept, invite, login, someone } from '../support/members';
import { expectProblem } from '../support/problems';
import { productUnderTest } from '../support/product';
import { newWorkspace, useWorkspace } from '../support/workspace';

const NAME = 'Ada Lovelace';
const ANY_PASSWORD = 'staple the correct horse';

/** What a stranger may ask with an address; none of it may say whether the address has an account. */
const QUESTIONS: Readonly<Record<string, (email: string, stranger: { token: string }) => Promise<Answer>>> = {
  'log-in with a password': (email) => login(email, ANY_PASSWORD),
  'acceptance by a token of their own invention': (_, { token }) => accept({ token, password: ANY_PASSWORD }),
  'acceptance without a password': async (email) =>
    accept({ token: (await invite(await newWorkspace(), 'viewer', email)).token }),
  'acceptance as another user': async (email) => {
    const arena = await newWorkspace();
    return accept({ token: (await invite(arena, 'viewer', email)).token }, arena.product, arena.owner.access_token);
  },
  invitation: async (email) => (await newWorkspace()).user.post('/v1/workspace/invitations', { email, role: 'member' }),
  'the list of invitations': async (email) => {
    const arena = await newWorkspace();
    await invite(arena, 'viewer', email);
    return arena.user.get('/v1/workspace/invitations');
  },
  'the route that once added members': async (email) =>
    (await newWorkspace()).user.post('/v1/workspace/members', { email, role: 'viewer' }),
};

describe('an e-mail address', () => {
  const workspace = useWorkspace();
  const product = productUnderTest();
  let known: string;
  let person: Registered;
  beforeAll(async () => {
    known = someone();
    const body = { email: known, password: PASSWORD, name: NAME };
    person = (await api(product).post<Registered>('/v1/auth/register', body)).body;
  });

  /** An answer without what differs from one request to the next: ids, instants, secrets, the address itself. */
  const shapeOf = ({ status, text, headers }: Answer, email: string): unknown => [
    status,
    text
      .replaceAll(email, '<address>')
      .replace(/(inv|usr|req)_[0-9a-z]{26}/g, '<$1>')
      .replace(/invite_[\w-]{43}/g, '<token>')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>'),
    Object.keys(headers).sort(),
  ];

  it.each(Object.entries(QUESTIONS))('is answered alike with and without an account: %s', async (_, ask) => {
    const unknown = someone();
    const stranger = { token: `invite_${randomBytes(32).toString('base64url')}` };
    const [one, other] = [await ask(known, stranger), await ask(unknown, stranger)];
    expect(shapeOf(one, known)).toEqual(shapeOf(other, unknown));
    for (const secret of [person.user.id, NAME, 'one_time_password']) expect(one.text).not.toContain(secret);
  });

  it('lets nobody add its person to a workspace: the route is gone', async () => {
    const { status, headers } = await workspace.user.post('/v1/workspace/members', { email: known, role: 'viewer' });
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('makes nobody a member, and shows the workspace nothing, until the invitation is accepted', async () => {
    const { token } = await invite(workspace, 'member', known);
    const { text } = await workspace.user.get('/v1/workspace/members');
    expect([text.includes(known), text.includes(person.user.id)]).toEqual([false, false]);
    expect((await accept({ token }, product, person.access_token)).status).toBe(200);
  });

  it('shows the holder of its token nothing of the person, but that a password was refused', async () => {
    const { token } = await invite(await newWorkspace(), 'member', known);
    const answer = await accept({ token, password: ANY_PASSWORD, name: 'Another' });
    expectProblem(answer, 401, 'invalid_credentials');
    for (const secret of [person.user.id, NAME, known]) expect(answer.text).not.toContain(secret);
    expect((await login(known, PASSWORD)).status).toBe(200);
  });
});
