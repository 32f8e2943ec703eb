import { eventually } from '../../support/programs';
import { visit, useOneDay } from '../support/clicks';
import { expectProblem } from '../support/problems';
import type { Analytics, Campaign } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('the clicks of a campaign', () => {
  const workspace = useWorkspace();
  useOneDay();
  const clicksOf = async ({ id }: Campaign) => (await workspace.get<Campaign>(`/v1/campaigns/${id}`)).body.clicks;
  const analyticsOf = async ({ id }: Campaign) =>
    (await workspace.get<Analytics>(`/v1/analytics/campaigns/${id}?group_by=campaign`)).body;

  it('are those of people on links while these are in it, in the record and in analytics', async () => {
    const [first, second] = [await workspace.createCampaign(), await workspace.createCampaign()];
    const link = await workspace.createLink({ campaign_id: first.id });
    const other = await workspace.createLink();
    await visit(workspace, link.alias);
    await visit(workspace, link.alias, { from: '203.0.113.2' });
    await visit(workspace, link.alias, { agent: 'curl/8.0' });
    await visit(workspace, other.alias);
    await eventually(async () => expect(await clicksOf(first)).toBe(2));
    await workspace.post(`/v1/campaigns/${second.id}/links`, { link_ids: [link.id] });
    // In a cluster a redirect follows an edit within a second. Until then these are clicks of the first campaign.
    let bots = 1;
    await eventually(async () => {
      await visit(workspace, link.alias, { agent: 'curl/8.0' });
      bots += 1;
      expect((await analyticsOf(second)).totals.bot_clicks).toBeGreaterThan(0);
    });
    await visit(workspace, link.alias);
    await eventually(async () => expect(await clicksOf(second)).toBe(1));
    expect(await clicksOf(first)).toBe(2);
    await eventually(async () => {
      const [before, after] = [await analyticsOf(first), await analyticsOf(second)];
      expect([before.totals.clicks, before.totals.unique_clicks]).toEqual([2, 2]);
      expect(before.totals.bot_clicks + after.totals.bot_clicks).toBe(bots);
      expect([after.totals.clicks, before.totals.links_created, after.totals.links_created]).toEqual([1, 0, 1]);
      expect(before.campaigns).toMatchObject([{ key: first.id, clicks: 2 }]);
    });
  });

  it('of an unknown or deleted campaign are a 404', async () => {
    const { id } = await workspace.createCampaign();
    await workspace.delete(`/v1/campaigns/${id}`);
    for (const one of [id, 'cmp_0123456789abcdefghjkmnpqrs', 'x'])
      expectProblem(await workspace.get(`/v1/analytics/campaigns/${one}`), 404, 'not_found');
  });
});
