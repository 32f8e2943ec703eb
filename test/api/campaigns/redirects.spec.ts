import { eventually } from '../../support/programs';
import { send } from '../../support/waymark';
import { BROWSER, type Click } from '../support/clicks';
import type { Campaign, Link, List } from '../support/records';
import { useWorkspace } from '../support/workspace';

const UTM = { utm_source: 'poster', utm_medium: 'print', utm_campaign: 'summer' };
const MOBILE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';

describe('a redirect of a link in a campaign', () => {
  const workspace = useWorkspace();
  const leadsTo = async ({ alias }: Link, query = '', agent = BROWSER) =>
    (await send(workspace.product, 'GET', `/${alias}${query}`, { headers: { 'user-agent': agent } })).headers.location;
  const shows = (link: Link, location: string, query = '', agent = BROWSER) =>
    eventually(async () => expect(await leadsTo(link, query, agent)).toBe(location));

  it('takes each utm field of the destination, else of the visitor, the link or the campaign', async () => {
    const { id } = await workspace.createCampaign(UTM);
    const destination_url = 'https://example.com/?utm_source=own';
    const link = await workspace.createLink({ destination_url, utm_campaign: 'link', campaign_id: id });
    await shows(link, `${destination_url}&utm_medium=print&utm_campaign=link`);
    await shows(link, `${destination_url}&utm_medium=visitor&utm_campaign=link`, '?utm_medium=visitor');
    const { body } = await workspace.get<Link>(`/v1/links/${link.id}`);
    expect(body).toMatchObject({ utm_source: null, utm_medium: null, utm_campaign: 'link' });
  });

  it('follows edits of the campaign, whatever its status, and its deletion', async () => {
    const campaign = await workspace.createCampaign(UTM);
    const link = await workspace.createLink();
    await workspace.post(`/v1/campaigns/${campaign.id}/links`, { link_ids: [link.id] });
    const [base, rest] = ['https://example.com/?utm_source=', '&utm_medium=print&utm_campaign=summer'];
    await shows(link, `${base}poster${rest}`);
    await workspace.patch(`/v1/campaigns/${campaign.id}`, { utm_source: 'mail' });
    await shows(link, `${base}mail${rest}`);
    for (const verb of ['start', 'pause', 'resume', 'end']) {
      await workspace.post(`/v1/campaigns/${campaign.id}/${verb}`);
      await workspace.patch(`/v1/campaigns/${campaign.id}`, { utm_source: verb });
      await shows(link, `${base}${verb}${rest}`);
    }
    await workspace.delete(`/v1/campaigns/${campaign.id}`);
    await shows(link, 'https://example.com/');
  });

  it('inherits also when rules, variants, a password or a limit decide', async () => {
    const { id } = await workspace.createCampaign({ utm_source: 'poster' });
    const rules = [{ if: { device: 'mobile' }, destination_url: 'https://example.com/m' }];
    const variants = [1, 2].map((weight) => ({ destination_url: 'https://example.com/v', weight }));
    const link = await workspace.createLink({ campaign_id: id, rules, variants, click_limit: 50 });
    await shows(link, 'https://example.com/m?utm_source=poster', '', MOBILE);
    await shows(link, 'https://example.com/v?utm_source=poster');
    await workspace.patch(`/v1/campaigns/${id}`, { utm_source: 'mail' });
    await shows(link, 'https://example.com/m?utm_source=mail', '', MOBILE);
    await workspace.patch(`/v1/links/${link.id}`, { password: 'sesame', rules: null, variants: null });
    await eventually(async () => {
      const { headers } = await send(workspace.product, 'POST', `/${link.alias}`, {
        body: { password: 'sesame' },
        headers: { 'user-agent': BROWSER },
      });
      expect(headers.location).toBe('https://example.com/?utm_source=mail');
    });
  });

  it('keeps in each click what was in force then', async () => {
    const campaign = await workspace.createCampaign({ utm_source: 'before' });
    const link = await workspace.createLink({ campaign_id: campaign.id });
    await shows(link, 'https://example.com/?utm_source=before');
    await workspace.patch<Campaign>(`/v1/campaigns/${campaign.id}`, { utm_source: 'after' });
    await shows(link, 'https://example.com/?utm_source=after');
    await eventually(async () => {
      const { body } = await workspace.get<List<Click>>(`/v1/analytics/events?link=${link.id}`);
      const sources = new Set(body.data.map(({ utm_source }) => utm_source));
      expect([...sources].sort()).toEqual(['after', 'before']);
      expect(body.data.every(({ campaign_id }) => campaign_id === campaign.id)).toBe(true);
    });
  });
});
