import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { connectToDatabaseOf } from '../../faults/processes';
import {
  type Answer,
  api,
  PASSWORD,
  type Product,
  register,
  type Registered,
  send,
  startWaymark,
} from '../../support/waymark';
import { type Import, upload } from '../support/imports';
import { loseAnswers, losingAnswers } from '../support/lost-answers';
import { accept, addMember, type Invitation, invite, join, login, type Member, someone } from '../support/members';
import { expectProblem, locationsOf } from '../support/problems';
import { newWorkspace, type Workspace } from '../support/workspace';

type Headers = Readonly<Record<string, string>>;

describe('a repeat after a lost answer', () => {
  let product: Product;
  let workspace: Workspace;
  let database: Client;

  beforeAll(async () => {
    product = await startWaymark({ patient: true, env: { SIGNUP: 'open', TRUST_PROXY: 'loopback' } });
    workspace = await newWorkspace(product);
    database = await connectToDatabaseOf(product);
  });
  afterAll(async () => {
    await database.end();
    await product.stop();
  });

  /** @returns the lost answer, and that of a repeat under the same Idempotency-Key */
  const twice = async <T>(ask: (headers: Headers) => Promise<Answer<T>>): Promise<[Answer<T>, Answer<T>]> => {
    const headers = { 'idempotency-key': randomUUID() };
    const lost = await ask(headers);
    await loseAnswers(database);
    return [lost, await ask(headers)];
  };

  it('finds a link taken out of its campaign, and one that was never in it is a 404 both times', async () => {
    const { id } = await workspace.createCampaign();
    const detach = (linkId: string) =>
      twice((headers) => workspace.delete(`/v1/campaigns/${id}/links/${linkId}`, headers));
    const [link, stranger] = [await workspace.createLink({ campaign_id: id }), await workspace.createLink()];
    expect((await detach(link.id)).map(({ status }) => status)).toEqual([204, 204]);
    for (const answer of await detach(stranger.id)) expectProblem(answer, 404, 'not_found');
  });

  it('finds an import that it has cancelled', async () => {
    const links = Array.from({ length: 20_000 }, (_, n) => `https://example.com/${n}`);
    const { body } = await upload(workspace, ['destination_url', ...links].join('\n'));
    const answers = await twice((headers) =>
      workspace.post<Import>(`/v1/imports/${body.id}/cancel`, undefined, headers),
    );
    expect(answers.map(({ status, body: record }) => [status, record.status])).toEqual([
      [200, 'cancelled'],
      [200, 'cancelled'],
    ]);
    expectProblem(await workspace.post(`/v1/imports/${body.id}/cancel`), 409, 'invalid_state');
  });

  describe('of a change of the password', () => {
    const path = '/v1/auth/password';

    it('finds it changed, however often, and counts no failed log-in', async () => {
      const user = await register(product);
      const client = api(product, user.access_token);
      const headers = { 'idempotency-key': randomUUID() };
      const body = { current_password: user.password, new_password: 'another horse altogether' };
      const change = () => client.post(path, body, headers);
      // More than the failures that a minute may have.
      for (let nth = 0; nth < 7; nth += 1) expect((await losingAnswers(database, change)).status).toBe(204);
      expect((await login(user.email, body.new_password, product)).status).toBe(200);
    });

    it('leaves the one that it has got since', async () => {
      const user = await register(product);
      const client = api(product, user.access_token);
      const headers = { 'idempotency-key': randomUUID() };
      const change = (current_password: string, new_password: string, by?: Headers) =>
        client.post(path, { current_password, new_password }, by);
      const first = () => change(user.password, 'the second password', headers);
      expect((await losingAnswers(database, first)).status).toBe(204);
      expect((await change('the second password', 'the third password')).status).toBe(204);
      expect((await first()).status).toBe(204);
      expect((await login(user.email, 'the third password', product)).status).toBe(200);
    });

    it('tells nothing of the password to a request with another body, and counts it', async () => {
      const user = await register(product);
      const client = api(product, user.access_token);
      const headers = { 'idempotency-key': randomUUID() };
      const change = (current_password: string, new_password: string) =>
        client.post(path, { current_password, new_password }, headers);
      const first = () => change(user.password, 'the second password');
      expect((await losingAnswers(database, first)).status).toBe(204);
      for (const guess of ['the first guess', 'the second password'])
        expect(locationsOf(await change('wrong password', guess))).toEqual(['body.current_password']);
    });
  });

  describe('of a new workspace', () => {
    const make = (headers: Headers) => workspace.user.post<{ id: string }>('/v1/workspaces', { name: 'Two' }, headers);

    it('finds it', async () => {
      const [lost, again] = await twice(make);
      expect([lost.status, again.status, again.body.id]).toEqual([201, 201, lost.body.id]);
    });

    it('does not make somebody its owner again who has been removed since', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const lost = await losingAnswers(database, () => make(headers));
      expect(lost.status).toBe(201);
      const there = await workspace.user.post<Registered>('/v1/auth/switch', { workspace_id: lost.body.id });
      const second = await newWorkspace(product, { ...workspace.owner, ...there.body });
      const [other, path] = [await join(second, 'owner'), `/v1/workspace/members/${workspace.owner.user.id}`];
      expect((await other.delete(path)).status).toBe(204);
      expectProblem(await make(headers), 404, 'not_found');
      expectProblem(await other.get(path), 404, 'not_found');
    });
  });

  describe('of a new workspace that others have deleted since', () => {
    it('gives it back to nobody', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const make = () => workspace.user.post<{ id: string }>('/v1/workspaces', { name: 'Three' }, headers);
      const lost = await losingAnswers(database, make);
      const there = await workspace.user.post<Registered>('/v1/auth/switch', { workspace_id: lost.body.id });
      const { email } = await addMember(await newWorkspace(product, { ...workspace.owner, ...there.body }), 'owner');
      const authorization = `Bearer ${(await login(email, PASSWORD, product)).body.access_token}`;
      const remove = async (path: string, body?: object): Promise<number> =>
        (await send(product, 'DELETE', path, { headers: { authorization }, body })).status;
      expect(await remove(`/v1/workspace/members/${workspace.owner.user.id}`)).toBe(204);
      expect(await remove('/v1/workspace', { name: 'Three' })).toBe(204);
      expect(await remove('/v1/auth/me', { password: PASSWORD })).toBe(204);
      expectProblem(await make(), 404, 'not_found');
    });
  });

  describe('of an invitation', () => {
    const path = '/v1/workspace/invitations';
    const lost = async () => {
      const [body, headers] = [{ email: someone(), role: 'member' }, { 'idempotency-key': randomUUID() }];
      const again = () => workspace.user.post<Invitation>(path, body, headers);
      const { status, body: invitation } = await losingAnswers(database, again);
      expect(status).toBe(201);
      return { invitation, again };
    };

    it('finds it, with its token', async () => {
      const { invitation, again } = await lost();
      const { status, body } = await again();
      expect([status, body]).toEqual([201, invitation]);
      expect((await accept({ token: body.token, password: PASSWORD }, product)).status).toBe(200);
    });

    it('brings none back that was withdrawn or accepted since', async () => {
      const [withdrawn, accepted] = [await lost(), await lost()];
      expect((await workspace.user.delete(`${path}/${withdrawn.invitation.id}`)).status).toBe(204);
      const { token } = accepted.invitation;
      expect((await accept({ token, password: PASSWORD }, product)).status).toBe(200);
      for (const { invitation, again } of [withdrawn, accepted]) {
        expectProblem(await again(), 409, 'conflict');
        expectProblem(await workspace.user.get(`${path}/${invitation.id}`), 404, 'not_found');
      }
    });

    it('leaves a newer one of the same address as it is', async () => {
      const { invitation, again } = await lost();
      const { token } = await invite(workspace, 'viewer', invitation.email);
      expectProblem(await again(), 409, 'conflict');
      expect((await accept({ token, password: PASSWORD }, product)).status).toBe(200);
    });
  });

  describe('of a change of members', () => {
    const pathOf = (id: string) => `/v1/workspace/members/${id}`;

    it('finds the role as wished, though its revision is another one now', async () => {
      const { id } = await addMember(workspace, 'viewer');
      const { etag } = (await workspace.user.get(pathOf(id))).headers;
      const ifMatch = { 'if-match': String(etag) };
      const change = (headers: Headers) =>
        workspace.user.patch<Member>(pathOf(id), { role: 'member' }, { ...headers, ...ifMatch });
      const [lost, again] = await twice(change);
      expect([lost.status, again.status, again.body.role]).toEqual([200, 200, 'member']);
      expect(again.headers['etag']).toBe(lost.headers['etag']);
      expectProblem(await change({}), 412, 'revision_mismatch');
    });

    it('finds a member removed and an invitation withdrawn', async () => {
      const [member, invitation] = [await addMember(workspace, 'member'), await invite(workspace, 'member')];
      for (const path of [pathOf(member.id), `/v1/workspace/invitations/${invitation.id}`]) {
        const answers = await twice((headers) => workspace.user.delete(path, headers));
        expect(answers.map(({ status, text }) => [status, text])).toEqual([
          [204, ''],
          [204, ''],
        ]);
        expectProblem(await workspace.user.delete(path), 404, 'not_found');
      }
    });

    it('leaves a member who has joined again since they were removed, unless it is a new request', async () => {
      const user = await register(product);
      const member = await addMember(workspace, 'member', user.email);
      const headers = { 'idempotency-key': randomUUID() };
      const remove = (by?: Headers) => workspace.user.delete(pathOf(member.id), by);
      expect((await losingAnswers(database, () => remove(headers))).status).toBe(204);
      expect((await addMember(workspace, 'viewer', user.email)).id).toBe(member.id);
      expect([(await remove(headers)).status, (await remove(headers)).status]).toEqual([204, 204]);
      expect((await workspace.user.get<Member>(pathOf(member.id))).body.role).toBe('viewer');
      expect((await remove()).status).toBe(204);
      expectProblem(await workspace.user.get(pathOf(member.id)), 404, 'not_found');
    });

    it('leaves the role that a member has got since, unless it is a new request', async () => {
      const { id } = await addMember(workspace, 'viewer');
      const change = (role: string, by?: Headers) => workspace.user.patch<Member>(pathOf(id), { role }, by);
      for (const role of ['member', 'viewer']) {
        const headers = { 'idempotency-key': randomUUID() };
        const other = role === 'member' ? 'viewer' : 'member';
        expect((await losingAnswers(database, () => change(role, headers))).body.role).toBe(role);
        expect((await change(other)).status).toBe(200);
        for (const { status, body } of [await change(role, headers), await change(role, headers)])
          expect([status, body.role]).toEqual([200, other]);
      }
      expect((await change('viewer')).body.role).toBe('viewer');
      const headers = { 'idempotency-key': randomUUID() };
      expect((await losingAnswers(database, () => change('viewer', headers))).body.role).toBe('viewer');
      expect((await change('member')).status).toBe(200);
      expect((await change('viewer', headers)).body.role).toBe('member');
    });

    it('removes the member whom the lost attempt was not about', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const [one, two] = [await addMember(workspace, 'member'), await addMember(workspace, 'member')];
      const remove = ({ id }: Member) => workspace.user.delete(pathOf(id), headers);
      expect((await losingAnswers(database, () => remove(one))).status).toBe(204);
      expect((await remove(two)).status).toBe(204);
      expectProblem(await workspace.user.get(pathOf(two.id)), 404, 'not_found');
    });

    it('tells nothing of another workspace: its members and invitations are as unknown ones, and stay', async () => {
      const other = await newWorkspace(product);
      const [member, invitation] = [await addMember(other, 'member'), await invite(other, 'member')];
      const paths = [pathOf(member.id), `/v1/workspace/invitations/${invitation.id}`];
      for (const path of paths) {
        const unknown = path.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
        const statuses = async (one: string) =>
          (await twice((headers) => workspace.user.delete(one, headers))).map(({ status }) => status);
        expect(await statuses(path)).toEqual(await statuses(unknown));
        expect((await other.user.get(path)).status).toBe(200);
      }
      const patches = await twice((headers) => workspace.user.patch(pathOf(member.id), { role: 'member' }, headers));
      for (const answer of patches) expectProblem(answer, 404, 'not_found');
    });

    it('is refused to somebody who is no owner any more', async () => {
      const [owner, gone] = [await join(workspace, 'owner'), await addMember(workspace, 'viewer')];
      expect((await workspace.user.delete(pathOf(gone.id))).status).toBe(204);
      const [demoted, again] = await twice((headers) => owner.patch(pathOf(owner.id), { role: 'member' }, headers));
      expect(demoted.status).toBe(200);
      expectProblem(again, 403, 'insufficient_scope');
      for (const answer of await twice((headers) => owner.delete(pathOf(gone.id), headers)))
        expectProblem(answer, 403, 'insufficient_scope');
    });
  });
});
