import { publish } from '../support/product';
import { challengeIn, publishFor, reached, unpublish, verify } from '../support/domains';
import { entriesAt, typesOf } from '../support/history';
import { expectProblem } from '../support/problems';
import type { Domain } from '../support/records';
import { newWorkspace, useWorkspace, type Workspace } from '../support/workspace';

const ask = (workspace: Workspace, { id }: Domain) => workspace.post<Domain>(`/v1/domains/${id}/verify`);
const check = (workspace: Workspace, domain: Domain) => reached(() => ask(workspace, domain));
const statusIn = async (workspace: Workspace, { id }: Domain) =>
  (await workspace.get<Domain>(`/v1/domains/${id}`)).body.status;

describe('verifying a domain', () => {
  const workspace = useWorkspace();

  it('leaves it pending while there is no record, or a wrong one', async () => {
    const domain = await workspace.addDomain();
    const { name, value } = challengeIn(domain);
    for (const published of [undefined, { txt: ['v=spf1 -all'] }, { txt: [`${value}x`, value.slice(0, -1)] }]) {
      publish(name, published);
      const { status, body } = await check(workspace, domain);
      expect([status, body.status, body.last_check, body.verified_at]).toEqual([200, 'pending', 'missing', null]);
      expect(body.last_checked_at).not.toBeNull();
    }
  });

  it('verifies it by its record, among others', async () => {
    const domain = await workspace.addDomain();
    const { name, value } = challengeIn(domain);
    publish(name, { txt: ['another', value] });
    const { status, body, headers } = await check(workspace, domain);
    expect([status, body.status, body.last_check]).toEqual([200, 'verified', 'found']);
    expect(body.verified_at).toMatch(/Z$/);
    expect((await workspace.get(`/v1/domains/${domain.id}`)).body).toEqual(body);
    // A check is not an edit: the version stays.
    expect(headers.etag).toBe((await workspace.get(`/v1/domains/${domain.id}`)).headers.etag);
    const again = await check(workspace, domain);
    expect(again.body).toEqual({ ...body, last_checked_at: again.body.last_checked_at });
    expect(typesOf(await entriesAt(workspace, `/v1/domains/${domain.id}/history`))).toEqual([
      'domain.created',
      'domain.verified',
    ]);
  });

  it('follows an alias of the record', async () => {
    const domain = await workspace.addDomain();
    const { name, value } = challengeIn(domain);
    publish(name, { cname: `elsewhere.${domain.hostname}` });
    publish(`elsewhere.${domain.hostname}`, { txt: [value] });
    expect((await check(workspace, domain)).body.status).toBe('verified');
  });

  it.each([
    ['fails', 2],
    ['is silent', 'silence'],
  ] as const)('changes nothing but last_check when the name server %s', async (_, trouble) => {
    const [pending, verified] = [await workspace.addDomain(), await workspace.verifiedDomain()];
    for (const domain of [pending, verified]) {
      publish(challengeIn(domain).name, trouble);
      const { status, body } = await ask(workspace, domain);
      expect(status).toBe(200);
      expect(body).toEqual({ ...domain, last_check: 'unreachable', last_checked_at: body.last_checked_at });
    }
  });

  it('leaves a verified one verified when its record is missing, however often it is asked for', async () => {
    const domain = await workspace.verifiedDomain();
    unpublish(domain);
    for (let nth = 0; nth < 4; nth += 1)
      expect((await check(workspace, domain)).body).toMatchObject({ status: 'verified', last_check: 'missing' });
  });

  it('takes no body', async () => {
    const { id } = await workspace.addDomain();
    expectProblem(await workspace.post(`/v1/domains/${id}/verify`, { force: true }), 400, 'invalid_request');
  });
});

describe('a hostname of two workspaces', () => {
  it('stays with the one that has it while its record is there', async () => {
    const [holder, other] = await Promise.all([newWorkspace(), newWorkspace()]);
    const held = await holder.verifiedDomain();
    const wanted = await other.addDomain({ hostname: held.hostname });
    publishFor(held, wanted);
    expectProblem(await check(other, wanted), 409, 'domain_in_use');
    expect([await statusIn(holder, held), await statusIn(other, wanted)]).toEqual(['verified', 'pending']);
  });

  it('goes to the one that proves it once the other record is gone, and notifies the other', async () => {
    const [holder, other] = await Promise.all([newWorkspace(), newWorkspace()]);
    const held = await holder.verifiedDomain();
    await holder.patch(`/v1/domains/${held.id}`, { is_primary: true });
    const wanted = await other.addDomain({ hostname: held.hostname });
    publishFor(wanted);
    const taken = (await check(other, wanted)).body;
    expect(taken.status).toBe('verified');
    const lost = (await holder.get<Domain>(`/v1/domains/${held.id}`)).body;
    expect(lost).toMatchObject({ status: 'failed', is_primary: false, last_check: 'missing' });
    // Both domains show what was looked up.
    expect(String(lost.last_checked_at) >= String(taken.last_checked_at)).toBe(true);
    const last = (await entriesAt(holder, `/v1/domains/${held.id}/history`)).at(-1);
    expect(last).toMatchObject({ type: 'domain.failed', actor: { type: 'system' } });
    expect(JSON.stringify(last)).not.toContain(other.id);
    // Back again by the same way.
    publishFor(held);
    expect((await check(holder, held)).body.status).toBe('verified');
    expect(await statusIn(other, wanted)).toBe('failed');
  });

  it('goes to exactly one of two that verify at once', async () => {
    const [one, two] = await Promise.all([newWorkspace(), newWorkspace()]);
    const first = await one.addDomain();
    const second = await two.addDomain({ hostname: first.hostname });
    publishFor(first, second);
    const answers = await Promise.all([check(one, first), check(two, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect([await statusIn(one, first), await statusIn(two, second)].sort()).toEqual(['pending', 'verified']);
  });

  it('is free once it is removed, even while the record is there', async () => {
    const [holder, other] = await Promise.all([newWorkspace(), newWorkspace()]);
    const held = await holder.verifiedDomain();
    const wanted = await other.addDomain({ hostname: held.hostname });
    await holder.delete(`/v1/domains/${held.id}`);
    publishFor(held, wanted);
    expect((await check(other, wanted)).body.status).toBe('verified');
  });

  it('needs the record of the new domain when it is added again', async () => {
    const workspace = await newWorkspace();
    const held = await workspace.verifiedDomain();
    await workspace.delete(`/v1/domains/${held.id}`);
    const again = await workspace.addDomain({ hostname: held.hostname });
    expect([again.id, again.status, again.last_check]).toEqual([held.id, 'pending', null]);
    expect((await check(workspace, again)).body).toMatchObject({ status: 'pending', last_check: 'missing' });
    expect((await verify(workspace, again)).status).toBe('verified');
  });
});
