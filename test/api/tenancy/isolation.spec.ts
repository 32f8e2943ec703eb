import { type Answer, send } from '../../support/waymark';
import type { Analytics, ApiKey, Campaign, Link, List } from '../support/records';
import { newWorkspace, useWorkspace, type Workspace } from '../support/workspace';

/** Every operation that takes an id, by the kind of the id. New operations belong in this table. */
const OPERATIONS: readonly [string, 'link' | 'key' | 'cmp' | 'dom', string, object | undefined][] = [
  ['GET', 'link', '/v1/links/{id}', undefined],
  ['HEAD', 'link', '/v1/links/{id}', undefined],
  ['PATCH', 'link', '/v1/links/{id}', { title: 'stolen' }],
  ['PATCH', 'link', '/v1/links/{id}', { colour: 'wrong' }],
  ['DELETE', 'link', '/v1/links/{id}', undefined],
  ['POST', 'link', '/v1/links/{id}/restore', undefined],
  ['POST', 'link', '/v1/links/{id}/disable', undefined],
  ['POST', 'link', '/v1/links/{id}/enable', undefined],
  ['POST', 'link', '/v1/links/{id}/archive', undefined],
  ['POST', 'link', '/v1/links/{id}/unarchive', undefined],
  ['GET', 'link', '/v1/analytics/links/{id}', undefined],
  ['GET', 'link', '/v1/links/{id}/history', undefined],
  ['GET', 'link', '/v1/links/{id}?as_of=2026-01-01T00:00:00Z', undefined],
  ['GET', 'key', '/v1/api-keys/{id}', undefined],
  ['PATCH', 'key', '/v1/api-keys/{id}', { name: 'stolen' }],
  ['PATCH', 'key', '/v1/api-keys/{id}', { colour: 'wrong' }],
  ['DELETE', 'key', '/v1/api-keys/{id}', undefined],
  ['POST', 'key', '/v1/api-keys/{id}/rotate', undefined],
  ['POST', 'key', '/v1/api-keys/{id}/rotate', { colour: 'wrong' }],
  ['GET', 'key', '/v1/api-keys/{id}/history', undefined],
  ['GET', 'key', '/v1/api-keys/{id}/history?lineage=true', undefined],
  ['GET', 'key', '/v1/api-keys/{id}?as_of=2026-01-01T00:00:00Z', undefined],
  ['POST', 'key', '/v1/api-keys/{id}/revoke', {}],
  ['POST', 'key', '/v1/api-keys/{id}/revoke', { colour: 'wrong' }],
  ['GET', 'cmp', '/v1/campaigns/{id}', undefined],
  ['GET', 'cmp', '/v1/campaigns/{id}?as_of=2026-01-01T00:00:00Z', undefined],
  ['GET', 'cmp', '/v1/campaigns/{id}/history', undefined],
  ['PATCH', 'cmp', '/v1/campaigns/{id}', { name: 'stolen' }],
  ['PATCH', 'cmp', '/v1/campaigns/{id}', { colour: 'wrong' }],
  ['DELETE', 'cmp', '/v1/campaigns/{id}', undefined],
  ['POST', 'cmp', '/v1/campaigns/{id}/start', undefined],
  ['POST', 'cmp', '/v1/campaigns/{id}/pause', undefined],
  ['POST', 'cmp', '/v1/campaigns/{id}/resume', undefined],
  ['POST', 'cmp', '/v1/campaigns/{id}/end', undefined],
  ['POST', 'cmp', '/v1/campaigns/{id}/links', { link_ids: ['link_0123456789abcdefghjkmnpqrs'] }],
  ['POST', 'cmp', '/v1/campaigns/{id}/links', { colour: 'wrong' }],
  ['DELETE', 'cmp', '/v1/campaigns/{id}/links/link_0123456789abcdefghjkmnpqrs', undefined],
  ['GET', 'cmp', '/v1/analytics/campaigns/{id}', undefined],
  ['GET', 'dom', '/v1/domains/{id}', undefined],
  ['GET', 'dom', '/v1/domains/{id}?as_of=2026-01-01T00:00:00Z', undefined],
  ['GET', 'dom', '/v1/domains/{id}/history', undefined],
  ['PATCH', 'dom', '/v1/domains/{id}', { root_url: 'https://stolen.example/' }],
  ['PATCH', 'dom', '/v1/domains/{id}', { colour: 'wrong' }],
  ['DELETE', 'dom', '/v1/domains/{id}', undefined],
  ['DELETE', 'dom', '/v1/domains/{id}?force=true', undefined],
  ['POST', 'dom', '/v1/domains/{id}/verify', undefined],
];

describe('a second workspace', () => {
  const first = useWorkspace();
  const second = useWorkspace();
  const ids = { link: '', key: '', cmp: '', dom: '' };
  const strange = {
    link: 'link_0123456789abcdefghjkmnpqrs',
    key: 'key_0123456789abcdefghjkmnpqrs',
    cmp: 'cmp_0123456789abcdefghjkmnpqrs',
    dom: 'dom_0123456789abcdefghjkmnpqrs',
  };
  let link: Link;

  const ask = (
    method: string,
    path: string,
    body: object | undefined,
    credential: string,
    more: Record<string, string> = {},
  ) =>
    send(second.product, method, path, {
      body,
      headers: { authorization: `Bearer ${credential}`, 'x-request-id': 'req_pinned', ...more },
    });

  /** An answer without what changes over time. */
  const bytes = ({ status, text, headers: { date: _, ...headers } }: Answer) => ({ status, text, headers });

  beforeAll(async () => {
    link = await first.createLink({ title: 'first', alias: `own-${Date.now()}` });
    const { id } = await first.createKey({ name: 'first' });
    Object.assign(ids, {
      link: link.id,
      key: id,
      cmp: (await first.createCampaign()).id,
      dom: (await first.addDomain()).id,
    });
  });

  it.each(OPERATIONS)(
    '%s of a %s by %s with %j: a foreign id is byte for byte like an unknown one',
    async (method, kind, path, body) => {
      for (const credential of [second.token, second.owner.access_token]) {
        for (const more of [{}, { 'if-match': '"0"' }] as Record<string, string>[]) {
          const [foreign, unknown] = [
            await ask(method, path.replace('{id}', ids[kind]), body, credential, more),
            await ask(method, path.replace('{id}', strange[kind]), body, credential, more),
          ];
          expect(foreign.status).toBe(404);
          expect(bytes(foreign)).toEqual(bytes(unknown));
        }
      }
    },
  );

  it('has changed nothing of the first', async () => {
    expect((await first.get(`/v1/links/${ids.link}`)).body).toEqual(link);
    expect((await first.get<ApiKey>(`/v1/api-keys/${ids.key}`)).body.status).toBe('active');
    expect((await first.get<Campaign>(`/v1/campaigns/${ids.cmp}`)).body).toMatchObject({
      status: 'draft',
      name: 'Summer',
    });
  });

  it('finds nothing of the first in lists and analytics, whatever the query', async () => {
    await first.createLink({ tags: ['secret-tag'] });
    expect((await second.get<List<Link>>('/v1/links')).body).toEqual({
      data: [],
      meta: { total: 0, page: 1, limit: 25 },
    });
    expect((await second.get<List<Link>>('/v1/links?tags=secret-tag&status=active')).body.meta.total).toBe(0);
    expect((await second.get<List<ApiKey>>('/v1/api-keys')).body.data.map(({ name }) => name)).toEqual(['A key']);
    const { body } = await second.get<Analytics>('/v1/analytics/workspace?range=all');
    expect([body.totals.links_created, body.totals.clicks, body.top_links]).toEqual([0, 0, []]);
  });

  it('gets its own answer under an Idempotency-Key that the first has used', async () => {
    const headers = { 'idempotency-key': 'shared-between-workspaces' };
    const mine = await first.post<Link>('/v1/links', { destination_url: 'https://example.com/same' }, headers);
    const theirs = await second.post<Link>('/v1/links', { destination_url: 'https://example.com/same' }, headers);
    expect(theirs.headers).not.toHaveProperty('idempotent-replayed');
    expect([mine.status, theirs.status, mine.body.id === theirs.body.id]).toEqual([201, 201, false]);
  });

  it("cannot be entered by the token of another workspace's session", async () => {
    const third: Workspace = await newWorkspace();
    const answer = await third.user.get<{ workspace: { id: string } }>('/v1/auth/me');
    expect(answer.body.workspace.id).toBe(third.id);
    expect((await third.user.get(`/v1/links/${ids.link}`)).status).toBe(404);
  });
});
