import { RANGES } from '../support/ranges';
import { expectProblem, locationsOf } from '../support/problems';
import type { Link } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('GET /v1/analytics is refused', () => {
  const workspace = useWorkspace();
  let link: Link;
  beforeAll(async () => void (link = await workspace.createLink()));

  it('for an unknown range, and lists the known ones', async () => {
    for (const path of ['workspace', `links/${link.id}`]) {
      for (const range of ['31d', 'TODAY', '', 'custom ', '__proto__']) {
        const [problem, ...more] = expectProblem(
          await workspace.get(`/v1/analytics/${path}?range=${encodeURIComponent(range)}`),
          400,
          'invalid_request',
        ).errors;
        expect([problem?.location, more]).toEqual(['query.range', []]);
        for (const known of RANGES) expect(problem?.message).toMatch(new RegExp(`\\b${known}\\b`));
      }
    }
  });

  it.each([
    ['range=custom', ['query.end', 'query.start']],
    ['range=custom&start=2026-01-01', ['query.end']],
    ['range=custom&start=2026-01-02&end=2026-01-01', ['query.end']],
    ['range=custom&start=2026-01-01&end=2026-01-01', ['query.end']],
    ['range=custom&start=yesterday&end=2026-02-30', ['query.end', 'query.start']],
    ['range=7d&start=2026-01-01', ['query.start']],
    ['timezone=Mars/Olympus', ['query.timezone']],
    ['timezone=', ['query.timezone']],
    ['interval=second', ['query.interval']],
    ['range=90d&interval=minute', ['query.interval']],
    ['limit=0', ['query.limit']],
    ['limit=101', ['query.limit']],
    ['limit=x', ['query.limit']],
    ['include_bots=yes', ['query.include_bots']],
    ['compare=', ['query.compare']],
    ['compare=month', ['query.compare']],
    ['range=7d&range=30d', ['query.range']],
    [
      'range=x&timezone=x&interval=x&include_bots=x&colour=x',
      ['query.colour', 'query.include_bots', 'query.interval', 'query.range', 'query.timezone'],
    ],
  ])('with %s', async (query, locations) => {
    for (const path of ['workspace', `links/${link.id}`, 'tags/x', 'domains/dom_default'])
      expect(locationsOf(await workspace.get(`/v1/analytics/${path}?${query}`))).toEqual(locations);
  });

  it.each([
    ['group_by=colour', 'query.group_by[0]'],
    ['group_by=country,colour', 'query.group_by[1]'],
    ['country=', 'query.country'],
    ['country=Germany', 'query.country'],
    ['tag=-', 'query.tag'],
    ['city=a%5C', 'query.city'],
    ['trigger=api', 'query.trigger'],
    ['continent=XX', 'query.continent'],
    ['variant=x', 'query.variant'],
    ['browser=,', 'query.browser'],
  ])('with %s', async (query, location) => {
    for (const path of ['workspace', `links/${link.id}`, 'tags/x', 'domains/dom_default'])
      expect(locationsOf(await workspace.get(`/v1/analytics/${path}?${query}`))).toEqual([location]);
  });

  it('with all problems of filters at once', async () =>
    expect(
      locationsOf(await workspace.get('/v1/analytics/workspace?country=x&device=&group_by=x&colour=red&limit=0')),
    ).toEqual(['query.colour', 'query.country', 'query.device', 'query.group_by[0]', 'query.limit']));

  it('for an impossible tag or domain', async () => {
    for (const path of [
      `tags/${'x'.repeat(51)}`,
      'tags/a%2Cb',
      'tags/%07',
      'tags/%20',
      'tags/',
      'domains/dom_x',
      'domains/localhost',
    ]) {
      expectProblem(await workspace.get(`/v1/analytics/${path}`), 404, 'not_found');
    }
  });

  it('for an unknown link', async () => {
    for (const id of ['link_00000000000000000000000000', 'link_x', 'x', workspace.id])
      expectProblem(await workspace.get(`/v1/analytics/links/${id}`), 404, 'not_found');
    for (const path of ['campaigns/cmp_x', 'domains/dom_x'])
      expectProblem(await workspace.get(`/v1/analytics/${path}`), 404, 'not_found');
  });
});
