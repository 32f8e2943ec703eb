import { eventually } from '../../support/programs';
import { send } from '../../support/waymark';
import { BROWSER, shownClicks } from '../support/clicks';
import type { Analytics } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const to = (path: string) => `https://example.com/${path}`;

describe('a link with rules', () => {
  const workspace = useWorkspace();
  const open = (alias: string, headers: Record<string, string> = {}, query = '') =>
    send(workspace.product, 'GET', `/${alias}${query}`, {
      headers: { 'user-agent': BROWSER, 'x-forwarded-for': '192.0.2.1', ...headers },
    });
  const leadsTo = async (alias: string, headers: Record<string, string> = {}, query = '') =>
    (await open(alias, headers, query)).headers.location;

  it('leads each visitor to the destination of the first that holds', async () => {
    const { alias } = await workspace.createLink({
      destination_url: to('all'),
      redirect_type: 301,
      forward_query: false,
      rules: [
        { if: { ip: '198.51.100.0/24' }, destination_url: to('office') },
        { if: { device: 'mobile', language: ['de', 'fr'] }, destination_url: to('mobile-de') },
        { if: { country: 'GB' }, destination_url: to('gb') },
        { if: { query: { ref: 'x' } }, destination_url: to('ref') },
      ],
    });
    const german = { 'user-agent': PHONE, 'accept-language': 'de-AT,en;q=0.5' };
    const visits: [string, Record<string, string>, string][] = [
      ['all', {}, ''],
      ['office', { 'x-forwarded-for': '198.51.100.7', ...german }, ''],
      ['mobile-de', { ...german, 'x-forwarded-for': '81.2.69.142' }, ''],
      ['gb', { 'x-forwarded-for': '81.2.69.142' }, '?ref=x'],
      ['gb', { 'cf-ipcountry': 'GB' }, ''],
      ['ref', { 'cf-ipcountry': 'DE' }, '?ref=x'],
      ['all', { 'user-agent': PHONE }, ''],
    ];
    for (const [path, headers, query] of visits) expect(await leadsTo(alias, headers, query)).toBe(to(path));
    expect((await open(alias)).headers['cache-control']).toBe('private, no-store');
  });

  it('follows an edit of them, and is a plain link again without them', async () => {
    const rules = [{ if: { device: 'desktop' }, destination_url: to('desk') }];
    const link = await workspace.createLink({ destination_url: to('all'), rules });
    expect(await leadsTo(link.alias)).toBe(to('desk'));
    await workspace.patch(`/v1/links/${link.id}`, { rules: [{ ...rules[0], destination_url: to('desk-2') }] });
    await eventually(async () => expect(await leadsTo(link.alias)).toBe(to('desk-2')));
    await workspace.patch(`/v1/links/${link.id}`, { rules: null });
    await eventually(async () => expect(await leadsTo(link.alias)).toBe(to('all')));
  });
});

describe('a link with variants', () => {
  it('shows in analytics which variant and destination each visitor got', async () => {
    const workspace = await newWorkspace();
    const { alias, id } = await workspace.createLink({
      variants: [
        { destination_url: to('a'), weight: 1 },
        { destination_url: to('b'), weight: 1 },
      ],
    });
    const given = new Map<string, number>();
    for (let n = 1; n <= 40; n += 1) {
      const headers = { 'user-agent': BROWSER, 'x-forwarded-for': `203.0.113.${n}` };
      const { status, headers: answer } = await send(workspace.product, 'GET', `/${alias}`, { headers });
      const [cookie = ''] = answer['set-cookie'] ?? [];
      expect([status, cookie]).toEqual([
        302,
        expect.stringMatching(`^wmv=[\\w-]{22}; Path=/${alias}; Max-Age=2592000;`),
      ]);
      given.set(answer.location ?? '', (given.get(answer.location ?? '') ?? 0) + 1);
      const kept = { 'user-agent': PHONE, 'x-forwarded-for': '192.0.2.9', cookie: cookie.split(';')[0] ?? '' };
      const again = await send(workspace.product, 'HEAD', `/${alias}`, { headers: kept });
      expect(again.headers.location).toBe(answer.location);
    }
    expect([...given.keys()].sort()).toEqual([to('a'), to('b')]);
    const clicks = await shownClicks(workspace, 40);
    for (const [destination, count] of given)
      expect(clicks.filter((click) => click.destination === destination)).toHaveLength(count);
    await eventually(async () => {
      const { body } = await workspace.get<Analytics>(`/v1/analytics/links/${id}?group_by=variant`);
      const counts = new Map(body.variants?.map(({ key, clicks }) => [String(key), clicks]));
      expect([counts.get('0'), counts.get('1')]).toEqual([given.get(to('a')), given.get(to('b'))]);
    });
  });
});
