import { eventually } from '../../support/programs';
import { send } from '../../support/waymark';
import { entriesAt, justBefore, typesOf } from '../support/history';
import { expectProblem } from '../support/problems';
import type { Link, List } from '../support/records';
import { useWorkspace } from '../support/workspace';

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

describe('a link with an end', () => {
  const workspace = useWorkspace();
  const visit = ({ alias }: Pick<Link, 'alias'>, method = 'GET') => send(workspace.product, method, `/${alias}`);
  const read = (id: string) => workspace.get<Link>(`/v1/links/${id}`);
  const historyOf = (id: string) => entriesAt(workspace, `/v1/links/${id}/history`);
  const expiries = async (id: string) => (await historyOf(id)).filter(({ type }) => type === 'link.expired');
  const recorded = (id: string, times: number) =>
    eventually(async () => expect(await expiries(id)).toHaveLength(times));

  /** A link that ends soon, but not before `work` has succeeded: on a busy machine another one gets twice the time. */
  const beforeItsEnd = async (ms: number, work: (link: Link, ends: number) => Promise<boolean>): Promise<Link> => {
    const ends = Date.now() + ms;
    const link = await workspace.createLink({ expires_at: new Date(ends).toISOString() });
    return (await work(link, ends)) ? link : beforeItsEnd(2 * ms, work);
  };

  it('keeps its instants as they were sent, in UTC', async () => {
    const link = await workspace.createLink({
      starts_at: '2026-01-01T01:00:00+01:00',
      expires_at: '2099-01-01T00:00:00.5Z',
    });
    expect(link).toMatchObject({
      status: 'active',
      starts_at: '2026-01-01T00:00:00.000Z',
      expires_at: '2099-01-01T00:00:00.500Z',
      expired_url: null,
    });
    expect((await read(link.id)).body).toEqual(link);
    const cleared = await workspace.patch<Link>(`/v1/links/${link.id}`, { starts_at: null, expires_at: null });
    expect(cleared.body).toMatchObject({ starts_at: null, expires_at: null });
  });

  it('may be born expired: gone at once, and recorded once, by the system', async () => {
    const link = await workspace.createLink({ expires_at: YESTERDAY });
    expect(link.status).toBe('expired');
    expectProblem(await visit(link), 410, 'link_expired');
    await recorded(link.id, 1);
    const [expired] = await expiries(link.id);
    expect(expired).toMatchObject({ actor: { type: 'system', id: 'scheduler' }, revision: '1' });
  });

  it('redirects until its end, by the clock, and then leads to 410 and to a record of it', async () => {
    // At any speed of the machine: what is answered before the end redirects, and what is asked after it does not.
    const link = await beforeItsEnd(1_500, async (made, ends) => {
      const { status } = await visit(made);
      if (Date.now() < ends) expect([made.status, status]).toEqual(['active', 302]);
      return status === 302;
    });
    await eventually(async () => expectProblem(await visit(link), 410, 'link_expired'));
    expect((await read(link.id)).body.status).toBe('expired');
    await recorded(link.id, 1);
    expect((await expiries(link.id))[0]?.changes).toEqual({ status: { from: 'active', to: 'expired' } });
    const { data } = (await workspace.get<List<Link>>('/v1/links?status=expired&limit=100')).body;
    expect(data.map(({ id }) => id)).toContain(link.id);
  });

  it('keeps its version and its updated_at when its end is recorded', async () => {
    const link = await workspace.createLink({ expires_at: YESTERDAY });
    const before = await read(link.id);
    await recorded(link.id, 1);
    const after = await read(link.id);
    expect([after.headers.etag, after.body]).toEqual([before.headers.etag, before.body]);
    const edited = await workspace.patch<Link>(
      `/v1/links/${link.id}`,
      { title: 'edited' },
      { 'if-match': before.headers.etag ?? '' },
    );
    expect([edited.status, edited.headers.etag]).toEqual([200, '"2"']);
  });

  it('is reopened by an extension, whose end is recorded, too', async () => {
    const link = await workspace.createLink({ expires_at: YESTERDAY });
    await recorded(link.id, 1);
    const extended = await workspace.patch<Link>(`/v1/links/${link.id}`, { expires_at: TOMORROW });
    expect(extended.body.status).toBe('active');
    await eventually(async () => expect((await visit(link)).status).toBe(302));
    await workspace.patch(`/v1/links/${link.id}`, { expires_at: YESTERDAY });
    await recorded(link.id, 2);
    expect(typesOf(await historyOf(link.id))).toEqual([
      'link.created',
      'link.expired',
      'link.updated',
      'link.updated',
      'link.expired',
    ]);
    expectProblem(await visit(link), 410, 'link_expired');
  });

  it('is recorded as expired only once it is back, if it was deleted before', async () => {
    const link = await beforeItsEnd(700, async (made, ends) => {
      expect((await workspace.delete(`/v1/links/${made.id}`)).status).toBe(204);
      return Date.now() < ends;
    });
    const marker = await workspace.createLink({ expires_at: new Date(Date.now() + 1_000).toISOString() });
    await recorded(marker.id, 1);
    expect(await expiries(link.id)).toEqual([]);
    await workspace.post(`/v1/links/${link.id}/restore`);
    await recorded(link.id, 1);
  });

  it('leads to its page for that by an uncounted 302, whatever the type of its redirect', async () => {
    const link = await workspace.createLink({
      expires_at: YESTERDAY,
      expired_url: 'https://example.com/over',
      redirect_type: 308,
    });
    const { status, headers } = await visit(link);
    expect([status, headers.location, headers['cache-control']]).toEqual([
      302,
      'https://example.com/over',
      'private, no-store',
    ]);
    // A click that comes later is counted: by then the earlier visit would have been, too.
    await workspace.patch(`/v1/links/${link.id}`, { expires_at: null });
    await eventually(async () => expect((await visit(link)).status).toBe(308));
    await eventually(async () => {
      const { body } = await read(link.id);
      expect(body.clicks + body.bot_clicks).toBeGreaterThanOrEqual(1);
    });
    const { data } = (await workspace.get<List<{ destination: string }>>('/v1/analytics/events?limit=100')).body;
    expect(data.map(({ destination }) => destination)).not.toContain('https://example.com/over');
  });

  it('is kept by browsers no longer than it lives', async () => {
    const far = await workspace.createLink({ redirect_type: 301, expires_at: TOMORROW });
    expect((await visit(far)).headers['cache-control']).toBe('private, max-age=30');
    const near = await workspace.createLink({
      redirect_type: 301,
      expires_at: new Date(Date.now() + 20_000).toISOString(),
    });
    const [, age] = /^private, max-age=(\d+)$/.exec((await visit(near)).headers['cache-control'] ?? '') ?? [];
    expect(Number(age)).toBeLessThan(20);
  });

  it('shows at an instant whether it had expired then', async () => {
    const link = await beforeItsEnd(300, async (_, ends) => Date.now() < ends - 1);
    await recorded(link.id, 1);
    const { expires_at } = link as unknown as { expires_at: string };
    const at = async (instant: string) =>
      (await workspace.get<Link>(`/v1/links/${link.id}?as_of=${instant}`)).body.status;
    expect([await at(justBefore(expires_at)), await at(expires_at)]).toEqual(['active', 'expired']);
  });
});

describe('a link with a start', () => {
  const workspace = useWorkspace();

  it('is not found before, not even where it is expected to lead when it has expired', async () => {
    const link = await workspace.createLink({ starts_at: TOMORROW, expired_url: 'https://example.com/over' });
    expect(link.status).toBe('active');
    expectProblem(await send(workspace.product, 'GET', `/${link.alias}`), 404, 'not_found');
    await workspace.patch(`/v1/links/${link.id}`, { starts_at: YESTERDAY });
    await eventually(async () => expect((await send(workspace.product, 'GET', `/${link.alias}`)).status).toBe(302));
  });

  it('may have one in the past, with an end after it', async () => {
    const link = await workspace.createLink({ starts_at: YESTERDAY, expires_at: TOMORROW });
    expect((await send(workspace.product, 'GET', `/${link.alias}`)).status).toBe(302);
  });
});
