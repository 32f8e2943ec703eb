import { send } from '../../support/waymark';
import { entriesAt, typesOf } from '../support/history';
import { expectProblem } from '../support/problems';
import type { Link, List } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';
import { followed } from '../support/product';

const SWITCHES = [
  ['disable', 'enable', 'disabled', 404],
  ['archive', 'unarchive', 'archived', 302],
] as const;

describe.each(SWITCHES)('POST /v1/links/{id}/%s and %s', (on, off, status, redirect) => {
  const workspace = useWorkspace();
  const turn = (id: string, verb: string, headers?: Record<string, string>) =>
    workspace.post<Link>(`/v1/links/${id}/${verb}`, undefined, headers);
  const visit = async ({ alias }: Link) => (await send(workspace.product, 'GET', `/${alias}`)).status;
  const listed = async (query: string) =>
    (await workspace.get<List<Link>>(`/v1/links?${query}`)).body.data.map(({ id }) => id);

  it('show in the record, the list, the redirect and the history', async () => {
    const link = await workspace.createLink({ title: 'kept' });
    const turned = await turn(link.id, on);
    expect([turned.status, turned.body]).toEqual([200, { ...link, status, updated_at: turned.body.updated_at }]);
    const read = await workspace.get<Link>(`/v1/links/${link.id}`);
    expect([read.body, read.headers.etag]).toEqual([turned.body, turned.headers.etag]);
    await followed(async () => expect(await visit(link)).toBe(redirect));
    expect(await listed(`status=${status}`)).toEqual([link.id]);
    expect(await listed('status=active')).toEqual([]);
    expect(await listed('')).toEqual([link.id]);
    const back = await turn(link.id, off);
    // The visit may be counted by now.
    const { updated_at, bot_clicks } = back.body;
    expect(back.body).toEqual({ ...link, updated_at, bot_clicks });
    await followed(async () => expect(await visit(link)).toBe(302));
    expect(await listed(`status=${status}`)).toEqual([]);
    const history = await entriesAt(workspace, `/v1/links/${link.id}/history`);
    expect(typesOf(history)).toEqual(['link.created', `link.${on}d`, `link.${off}d`]);
    expect(history[1]?.changes).toEqual({ status: { from: 'active', to: status } });
  });

  it('change nothing where it is so already', async () => {
    const { id } = await workspace.createLink();
    for (const verb of [on, off]) {
      const first = await turn(id, verb);
      const second = await turn(id, verb);
      expect([second.status, second.text, second.headers.etag]).toEqual([200, first.text, first.headers.etag]);
    }
    expect(await entriesAt(workspace, `/v1/links/${id}/history`)).toHaveLength(3);
  });

  it('happen only where the version matches', async () => {
    const { id } = await workspace.createLink();
    const { headers } = await workspace.get(`/v1/links/${id}`);
    expectProblem(await turn(id, on, { 'if-match': '"7"' }), 412, 'revision_mismatch');
    const turned = await turn(id, on, { 'if-match': headers.etag ?? '' });
    expect(turned.status).toBe(200);
    expectProblem(await turn(id, off, { 'if-match': headers.etag ?? '' }), 412, 'revision_mismatch');
    expect((await turn(id, off, { 'if-match': turned.headers.etag ?? '' })).status).toBe(200);
  });

  it('are repeated under one Idempotency-Key with the first answer', async () => {
    const { id } = await workspace.createLink();
    const headers = { 'idempotency-key': `${on}-${id}` };
    const first = await turn(id, on, headers);
    await turn(id, off);
    const again = await turn(id, on, headers);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect((await workspace.get<Link>(`/v1/links/${id}`)).body.status).toBe('active');
  });

  it('know neither unknown, foreign nor deleted links', async () => {
    const { id } = await workspace.createLink();
    const other = await newWorkspace();
    await workspace.delete(`/v1/links/${id}`);
    for (const verb of [on, off]) {
      expectProblem(await other.post(`/v1/links/${id}/${verb}`), 404, 'not_found');
      expectProblem(await turn(id, verb), 404, 'not_found');
      expectProblem(await turn('link_0123456789abcdefghjkmnpqrs', verb), 404, 'not_found');
    }
  });
});

describe('the status of a link', () => {
  const workspace = useWorkspace();

  it('is the last that holds of disabled, expired, archived and deleted', async () => {
    const { id } = await workspace.createLink({ expires_at: '2026-01-01T00:00:00Z' });
    const status = async (query = '') => (await workspace.get<Link>(`/v1/links/${id}${query}`)).body.status;
    await workspace.post(`/v1/links/${id}/disable`);
    expect(await status()).toBe('expired');
    await workspace.patch(`/v1/links/${id}`, { expires_at: null });
    expect(await status()).toBe('disabled');
    await workspace.patch(`/v1/links/${id}`, { expires_at: '2026-01-01T00:00:00Z' });
    await workspace.post(`/v1/links/${id}/archive`);
    expect(await status()).toBe('archived');
    expect((await workspace.get<List<Link>>('/v1/links?status=archived')).body.data.map((link) => link.id)).toEqual([
      id,
    ]);
    await workspace.delete(`/v1/links/${id}`);
    const { data } = (await workspace.get<List<Link>>('/v1/links?status=deleted')).body;
    expect(data).toEqual([expect.objectContaining({ id, status: 'deleted' })]);
  });
});
