import type { Answer, Client } from '../../support/waymark';
import { type HeldRequest, endedWith, judged } from '../support/held-body';
import { join } from '../support/members';
import type { ApiKey, Link, List } from '../support/records';
import { useWorkspace } from '../support/workspace';

const LINK = { destination_url: 'https://example.com/late' };

describe('a request whose body comes late', () => {
  const workspace = useWorkspace();
  const keysOf = async (client: Client) => (await client.get<List<ApiKey>>('/v1/api-keys')).body.meta.total;
  const succeeded = ({ status }: Answer) => expect(status).toBeLessThan(300);

  it('is answered as any other', async () => {
    const request = await judged({ path: '/v1/links', token: workspace.token });
    expect(await endedWith(request, JSON.stringify(LINK))).toEqual([201, undefined]);
  });

  it('is refused where its key was revoked meanwhile', async () => {
    const key = await workspace.createKey();
    const before = await workspace.countLinks();
    const request = await judged({ path: '/v1/links', token: key.key });
    succeeded(await workspace.post(`/v1/api-keys/${key.id}/revoke`));
    expect(await endedWith(request, JSON.stringify(LINK))).toEqual([401, 'api_key_revoked']);
    expect(await workspace.countLinks()).toBe(before);
  });

  it('is refused where it holds a file, of which nothing stays', async () => {
    const key = await workspace.createKey();
    const request = await judged({ path: '/v1/links/import', token: key.key, type: 'text/csv' });
    request.write(`destination_url\n${LINK.destination_url}\n`);
    succeeded(await workspace.post(`/v1/api-keys/${key.id}/revoke`));
    expect(await endedWith(request, `${LINK.destination_url}\n`)).toEqual([401, 'api_key_revoked']);
    expect((await workspace.get<List<object>>('/v1/imports')).body.meta.total).toBe(0);
  });

  it('is refused where its user was removed, or may do less by now', async () => {
    const [removed, demoted] = [await join(workspace, 'owner'), await join(workspace, 'owner')];
    const before = await keysOf(workspace.user);
    const asked = [removed, demoted].map(({ access_token: token }) => judged({ path: '/v1/api-keys', token }));
    const [first, second] = (await Promise.all(asked)) as [HeldRequest, HeldRequest];
    succeeded(await workspace.user.delete(`/v1/workspace/members/${removed.id}`));
    succeeded(await workspace.user.patch(`/v1/workspace/members/${demoted.id}`, { role: 'viewer' }));
    const key = JSON.stringify({ name: 'Late', scope: 'Read + Write' });
    expect(await endedWith(first, key)).toEqual([401, 'invalid_token']);
    expect(await endedWith(second, key)).toEqual([403, 'insufficient_scope']);
    expect(await keysOf(workspace.user)).toBe(before);
  });

  it('is of the moment at which it is whole: a key that was rotated meanwhile makes no other', async () => {
    const key = await workspace.createKey();
    const request = await judged({ path: '/v1/api-keys', token: key.key });
    succeeded(await workspace.user.post(`/v1/api-keys/${key.id}/rotate`));
    const minting = await endedWith(request, JSON.stringify({ name: 'Of a key in grace', scope: 'Read + Write' }));
    expect(minting).toEqual([409, 'key_not_active']);
  });

  it('makes what is younger than what was made meanwhile', async () => {
    const request = await judged({ path: '/v1/links', token: workspace.token });
    const meanwhile = await workspace.createLink();
    const [status] = await endedWith(request, JSON.stringify({ ...LINK, alias: `late-${meanwhile.id.slice(-8)}` }));
    expect(status).toBe(201);
    const { body } = await workspace.get<List<Link>>('/v1/links?sort=created_at&order=desc&limit=1');
    expect(body.data[0]?.alias).toMatch(/^late-/);
  });
});
