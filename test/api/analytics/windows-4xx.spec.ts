import { expectProblem, locationsOf } from '../support/problems';
import type { Link } from '../support/records';
import { useWorkspace } from '../support/workspace';

const RANGES = ['today', 'yesterday', 'last_hour', '24h', '7d', '30d', '90d', '12m', 'wtd', 'mtd', 'qtd', 'ytd', 'last_week', 'last_month', 'all', 'custom'];

describe('GET /v1/analytics is refused', () => {
  const workspace = useWorkspace();
  let link: Link;
  beforeAll(async () => void (link = await workspace.createLink()));

  it('for an unknown range, and lists those that are known', async () => {
    for (const path of ['workspace', `links/${link.id}`]) {
      for (const range of ['31d', 'TODAY', '', 'custom ', '__proto__']) {
        const [problem, ...more] = expectProblem(await workspace.get(`/v1/analytics/${path}?range=${encodeURIComponent(range)}`), 400, 'invalid_request').errors;
        expect([problem?.location, more]).toEqual(['query.range', []]);
        for (const known of RANGES) expect(problem?.message).toMatch(new RegExp(`\\b${known}\\b`));
      }
    }
  });

  it.each([
    ['range=custom', ['query.end', 'query.start']], ['range=custom&start=2026-01-01', ['query.end']], ['range=custom&start=2026-01-02&end=2026-01-01', ['query.end']],
    ['range=custom&start=2026-01-01&end=2026-01-01', ['query.end']], ['range=custom&start=yesterday&end=2026-02-30', ['query.end', 'query.start']], ['range=7d&start=2026-01-01', ['query.start']],
    ['timezone=Mars/Olympus', ['query.timezone']], ['timezone=', ['query.timezone']], ['interval=second', ['query.interval']], ['range=90d&interval=minute', ['query.interval']],
    ['limit=0', ['query.limit']], ['limit=101', ['query.limit']], ['limit=x', ['query.limit']], ['include_bots=yes', ['query.include_bots']], ['range=7d&range=30d', ['query.range']],
    ['range=x&timezone=x&interval=x&include_bots=x&colour=x', ['query.colour', 'query.include_bots', 'query.interval', 'query.range', 'query.timezone']],
  ])('with %s', async (query, locations) => {
    for (const path of ['workspace', `links/${link.id}`]) expect(locationsOf(await workspace.get(`/v1/analytics/${path}?${query}`))).toEqual(locations);
  });

  it.each(['group_by', 'country', 'device', 'browser', 'os', 'referrer', 'tag', 'campaign', 'domain', 'link', 'utm_source', 'variant'])(
    'for %s, which does not work yet',
    async (name) => expect(locationsOf(await workspace.get(`/v1/analytics/workspace?${name}=x`))).toEqual([`query.${name}`]));

  it('for a link that is not there', async () => {
    for (const id of ['link_00000000000000000000000000', 'link_x', 'x', workspace.id]) expectProblem(await workspace.get(`/v1/analytics/links/${id}`), 404, 'not_found');
    for (const path of ['campaigns/cmp_x', 'tags/x', 'domains/dom_x']) expectProblem(await workspace.get(`/v1/analytics/${path}`), 404, 'not_found');
  });
});
