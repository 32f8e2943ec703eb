import { send } from '../../support/waymark';
import { eventually } from '../../support/programs';
import { bulkOf, statusesOf } from '../support/bulk';
import { entriesAt, typesOf } from '../support/history';
import { expectProblem, locationsOf } from '../support/problems';
import type { Campaign, Link, List } from '../support/records';
import { useWorkspace } from '../support/workspace';
import { untilAllJudged } from '../../support/judged';

const UNKNOWN = ['cmp_0123456789abcdefghjkmnpqrs', 'link_0123456789abcdefghjkmnpqrs', 'x', ''];

describe('the campaign of a link', () => {
  const workspace = useWorkspace();
  const other = useWorkspace();
  const campaignOf = async (id: string) => (await workspace.get<Link>(`/v1/links/${id}`)).body.campaign_id;
  const members = async (id: string) => (await workspace.get<Campaign>(`/v1/campaigns/${id}`)).body.link_count;
  const put = (body: object) =>
    send<Link>(workspace.product, 'PUT', '/v1/links/by-external-id/poster', {
      body,
      headers: { authorization: `Bearer ${workspace.token}` },
    });

  it('is set by POST, PATCH and PUT, and cleared by null', async () => {
    const [first, second] = [await workspace.createCampaign(), await workspace.createCampaign()];
    const link = await workspace.createLink({ campaign_id: first.id });
    expect([link.campaign_id, await members(first.id)]).toEqual([first.id, 1]);
    const moved = await workspace.patch<Link>(`/v1/links/${link.id}`, { campaign_id: second.id });
    expect([moved.body.campaign_id, await members(first.id), await members(second.id)]).toEqual([second.id, 0, 1]);
    expect((await workspace.patch<Link>(`/v1/links/${link.id}`, { title: 'x' })).body.campaign_id).toBe(second.id);
    await workspace.patch(`/v1/links/${link.id}`, { campaign_id: null });
    expect([await campaignOf(link.id), await members(second.id)]).toEqual([null, 0]);
    const made = await put({ destination_url: 'https://example.com/', campaign_id: first.id });
    expect([made.status, made.body.campaign_id]).toEqual([201, first.id]);
    expect((await put({ campaign_id: second.id })).body.campaign_id).toBe(second.id);
    const same = { destination_url: 'https://example.com/', campaign_id: second.id, find_if_exists: true };
    expect((await workspace.post<Link>('/v1/links', same)).body.id).toBe(made.body.id);
  });

  it('must exist in the workspace: an unknown, a deleted and a foreign one are refused alike', async () => {
    const [deleted, foreign] = [await workspace.createCampaign(), await other.createCampaign()];
    await workspace.delete(`/v1/campaigns/${deleted.id}`);
    const link = await workspace.createLink();
    for (const campaign_id of [...UNKNOWN, deleted.id, foreign.id])
      for (const answer of [
        await workspace.post('/v1/links', { destination_url: 'https://example.com/', campaign_id }),
        await workspace.patch(`/v1/links/${link.id}`, { campaign_id }),
        await put({ destination_url: 'https://example.com/', campaign_id }),
      ])
        expect(expectProblem(answer, 400, 'invalid_request').errors).toEqual([
          {
            location: 'body.campaign_id',
            message: 'is not a campaign of this workspace',
            code: 'invalid_request',
          },
        ]);
    expectProblem(await workspace.patch(`/v1/links/${UNKNOWN[1]}`, { campaign_id: 'x' }), 404, 'not_found');
    expect(await campaignOf(link.id)).toBeNull();
  });

  it('filters the list and the count of links', async () => {
    const campaign = await workspace.createCampaign();
    const links = [1, 2].map(() => workspace.createLink({ campaign_id: campaign.id }));
    const ids = (await Promise.all(links)).map(({ id }) => id);
    const listed = await workspace.get<List<Link>>(`/v1/links?campaign_id=${campaign.id}`);
    expect(listed.body.data.map(({ id }) => id).sort()).toEqual(ids.sort());
    const counted = await workspace.get<{ count: number }>(`/v1/links/count?campaign_id=${campaign.id}`);
    expect(counted.body.count).toBe(2);
    await workspace.delete(`/v1/links/${ids[0]}`);
    expect(await members(campaign.id)).toBe(1);
  });
});

describe('POST /v1/campaigns/{id}/links', () => {
  const workspace = useWorkspace();
  const other = useWorkspace();
  const attach = (id: string, link_ids: readonly string[], headers = {}) =>
    workspace.post<Campaign>(`/v1/campaigns/${id}/links`, { link_ids }, headers);

  it('adds links, each once, and answers with the campaign', async () => {
    const [campaign, former] = [await workspace.createCampaign(), await workspace.createCampaign()];
    const links = [await workspace.createLink(), await workspace.createLink({ campaign_id: former.id })];
    const ids = links.map(({ id }) => id);
    const { status, body, headers } = await attach(campaign.id, [...ids, ...ids], { 'idempotency-key': 'attach' });
    expect([status, body]).toEqual([200, { ...campaign, link_count: 2 }]);
    expect((await workspace.get(`/v1/campaigns/${campaign.id}`)).headers.etag).toBe(headers.etag);
    expect((await workspace.get<Campaign>(`/v1/campaigns/${former.id}`)).body.link_count).toBe(0);
    expect((await attach(campaign.id, [...ids, ...ids], { 'idempotency-key': 'attach' })).text).toBe(
      JSON.stringify(body),
    );
    await attach(campaign.id, ids);
    for (const id of ids) {
      const history = await entriesAt(workspace, `/v1/links/${id}/history`);
      expect(typesOf(history)).toEqual(['link.created', 'link.updated']);
      expect(history[1]?.changes).toMatchObject({ campaign_id: { to: campaign.id } });
    }
  });

  it('adds none where one is unknown, deleted or foreign, and names each of these', async () => {
    const campaign = await workspace.createCampaign();
    const [kept, deleted, foreign] = [
      await workspace.createLink(),
      await workspace.createLink(),
      await other.createLink(),
    ];
    await workspace.delete(`/v1/links/${deleted.id}`);
    const answer = await attach(campaign.id, [kept.id, deleted.id, foreign.id, UNKNOWN[1] ?? '', 'x']);
    const { errors } = expectProblem(answer, 400, 'invalid_request');
    expect(errors.map(({ location, message }) => [location, message])).toEqual(
      [1, 2, 3, 4].map((index) => [`body.link_ids[${index}]`, 'is not a link of this workspace']),
    );
    expect((await workspace.get<Link>(`/v1/links/${kept.id}`)).body).toEqual(kept);
  });

  it('takes 1 to 1,000 links of a campaign that exists', async () => {
    const { id } = await workspace.createCampaign();
    expect(locationsOf(await attach(id, []))).toEqual(['body.link_ids']);
    expect(
      locationsOf(
        await attach(
          id,
          Array.from({ length: 1_001 }, () => 'x'),
        ),
      ),
    ).toEqual(['body.link_ids']);
    expectProblem(await attach(UNKNOWN[0] ?? '', []), 404, 'not_found');
    const ids: string[] = [];
    const hundred = Array.from({ length: 100 }, () => ({ destination_url: 'https://example.com/' }));
    while (ids.length < 1_000) {
      const made = await untilAllJudged((headers) => bulkOf(workspace).create(hundred, headers));
      expect(new Set(statusesOf(made))).toEqual(new Set([201]));
      ids.push(...made.body.data.flatMap(({ link }) => link?.id ?? []));
    }
    expect((await attach(id, ids)).body.link_count).toBe(1_000);
  });
});

describe('DELETE /v1/campaigns/{id}/links/{link_id}', () => {
  const workspace = useWorkspace();

  it('ends that membership and no other', async () => {
    const [campaign, second] = [await workspace.createCampaign(), await workspace.createCampaign()];
    const link = await workspace.createLink({ campaign_id: campaign.id });
    const remove = (campaignId: string, linkId = link.id) =>
      workspace.delete(`/v1/campaigns/${campaignId}/links/${linkId}`);
    for (const answer of [await remove(second.id), await remove('cmp_x'), await remove(campaign.id, 'link_x')])
      expectProblem(answer, 404, 'not_found');
    expect((await workspace.get<Link>(`/v1/links/${link.id}`)).body).toEqual(link);
    expect((await remove(campaign.id)).status).toBe(204);
    expect((await workspace.get<Link>(`/v1/links/${link.id}`)).body).toMatchObject({ campaign_id: null });
    expectProblem(await remove(campaign.id), 404, 'not_found');
  });
});

describe('deleting a campaign', () => {
  const workspace = useWorkspace();

  it('makes its links leave it, deleted ones too', async () => {
    const campaign = await workspace.createCampaign();
    const links = [1, 2, 3].map(() => workspace.createLink({ campaign_id: campaign.id }));
    const [first, second, deleted] = await Promise.all(links);
    const stays = await workspace.createLink({ campaign_id: (await workspace.createCampaign()).id });
    await workspace.delete(`/v1/links/${deleted?.id}`);
    expect((await workspace.delete(`/v1/campaigns/${campaign.id}`)).status).toBe(204);
    for (const link of [first, second, deleted])
      await eventually(async () => {
        const history = await entriesAt(workspace, `/v1/links/${link?.id}/history`);
        expect(history.at(-1)).toMatchObject({
          type: 'link.updated',
          actor: { type: 'system', id: 'scheduler' },
          changes: { campaign_id: { from: campaign.id, to: null } },
        });
      });
    const restored = await workspace.post<Link>(`/v1/links/${deleted?.id}/restore`);
    expect(restored.body.campaign_id).toBeNull();
    expect((await workspace.get<Link>(`/v1/links/${stays.id}`)).body).toEqual(stays);
  });
});
