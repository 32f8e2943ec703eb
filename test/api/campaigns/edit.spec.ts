import { entriesAt, justBefore, typesOf } from '../support/history';
import { expectProblem, locationsOf } from '../support/problems';
import type { Campaign, List } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('a campaign', () => {
  const workspace = useWorkspace();
  const at = (id: string) => `/v1/campaigns/${id}`;

  it('is changed by PATCH: absent fields stay, null clears', async () => {
    const campaign = await workspace.createCampaign({ description: 'x', utm_source: 'mail', tags: ['a'] });
    const { status, body, headers } = await workspace.patch<Campaign>(at(campaign.id), {
      name: 'Winter',
      description: null,
      tags: null,
    });
    expect([status, body]).toEqual([
      200,
      { ...campaign, name: 'Winter', description: null, tags: [], updated_at: body.updated_at },
    ]);
    const read = await workspace.get(at(campaign.id));
    expect([read.text, read.headers.etag]).toEqual([JSON.stringify(body), headers.etag]);
    const again = await workspace.patch<Campaign>(at(campaign.id), { name: 'Winter' });
    expect([again.text, again.headers.etag]).toEqual([JSON.stringify(body), headers.etag]);
  });

  it('is not changed by a wrong or stale request', async () => {
    const campaign = await workspace.createCampaign({ ends_at: '2999-01-01T00:00:00.000Z' });
    const patch = (body: object, headers = {}) => workspace.patch(at(campaign.id), body, headers);
    expect(locationsOf(await patch({ name: null, clicks: 3 }))).toEqual(['body.clicks', 'body.name']);
    expect(locationsOf(await patch({ starts_at: '2999-01-01T00:00:00Z' }))).toEqual(['body.starts_at']);
    expectProblem(await patch({ name: 'x' }, { 'if-match': '"7"' }), 412, 'revision_mismatch');
    expectProblem(await workspace.delete(at(campaign.id), { 'if-match': '"7"' }), 412, 'revision_mismatch');
    expect((await workspace.get(at(campaign.id))).body).toEqual(campaign);
  });

  it('is gone once it is deleted, but for its history', async () => {
    const { id, created_at } = await workspace.createCampaign();
    expect((await workspace.delete(at(id))).status).toBe(204);
    for (const answer of [
      await workspace.get(at(id)),
      await workspace.patch(at(id), { name: 'x' }),
      await workspace.delete(at(id)),
      await workspace.post(`${at(id)}/start`),
    ])
      expectProblem(answer, 404, 'not_found');
    expect(typesOf(await entriesAt(workspace, `${at(id)}/history`))).toEqual(['campaign.created', 'campaign.deleted']);
    expect((await workspace.get(`${at(id)}?as_of=${created_at}`)).status).toBe(200);
  });

  it('has a history and a state at each instant', async () => {
    const campaign = await workspace.createCampaign({ utm_source: 'mail' });
    const { body: edited } = await workspace.patch<Campaign>(at(campaign.id), { utm_source: 'poster' });
    const { body: started } = await workspace.post<Campaign>(`${at(campaign.id)}/start`);
    const [first, second, third] = await entriesAt(workspace, `${at(campaign.id)}/history`);
    expect(first).toMatchObject({ type: 'campaign.created', changes: { name: { from: null, to: 'Summer' } } });
    expect(second).toMatchObject({
      type: 'campaign.updated',
      changes: { utm_source: { from: 'mail', to: 'poster' } },
    });
    expect(third).toMatchObject({
      type: 'campaign.started',
      changes: { status: { from: 'draft', to: 'active' } },
      actor: { type: 'api_key' },
    });
    const then = (instant: string) => workspace.get<Campaign>(`${at(campaign.id)}?as_of=${instant}`);
    expect((await then(started.updated_at)).body).toMatchObject({ status: 'active', utm_source: 'poster' });
    expect((await then(justBefore(edited.updated_at))).body).toMatchObject({ status: 'draft', utm_source: 'mail' });
    expect((await then(started.updated_at)).body).not.toHaveProperty('link_count');
    expectProblem(await then(justBefore(campaign.created_at)), 404, 'not_found');
    expectProblem(await then('2999-01-01T00:00:00Z'), 400, 'invalid_request');
  });
});

describe('GET /v1/campaigns', () => {
  const workspace = useWorkspace();

  it('has pages, the newest first, by status', async () => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.unshift((await workspace.createCampaign({ name })).id);
    await workspace.post(`/v1/campaigns/${ids[1]}/start`);
    const list = async (query: string) => {
      const { body } = await workspace.get<List<Campaign>>(`/v1/campaigns?${query}`);
      return [body.data.map(({ id }) => id), body.meta];
    };
    expect(await list('')).toEqual([ids, { total: 3, page: 1, limit: 25 }]);
    expect(await list('page=2&limit=2')).toEqual([[ids[2]], { total: 3, page: 2, limit: 2 }]);
    expect(await list('status=active')).toEqual([[ids[1]], { total: 1, page: 1, limit: 25 }]);
    expect(locationsOf(await workspace.get('/v1/campaigns?status=asleep&colour=red'))).toEqual([
      'query.colour',
      'query.status',
    ]);
  });
});
