import { send } from '../../support/waymark';
import { expectProblem, locationsOf } from '../support/problems';
import type { Link } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

interface Resolution {
  readonly outcome: string;
  readonly status: number;
  readonly destination_url: string | null;
  readonly rule: number | null;
  readonly variant: number | null;
}

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 ' +
  'Mobile/15E148 Safari/604.1';
const FACEBOOK = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)';
const OWN = 'https://example.com/own';
const RULES = [
  { if: { country: 'DE', device: 'mobile' }, destination_url: 'https://example.com/de-mobile' },
  { if: { language: 'fr' }, destination_url: 'https://example.com/fr' },
  { if: { ip: '192.0.2.0/24' }, destination_url: 'https://example.com/office' },
  { if: { query: { ref: 'mail' } }, destination_url: 'https://example.com/mail?a=b' },
  { if: { after: '2090-01-01T00:00:00Z' }, destination_url: 'https://example.com/future' },
  { if: { os: 'iOS', browser: 'Safari' }, destination_url: 'https://example.com/iphone' },
];

describe('POST /v1/links/resolve', () => {
  const workspace = useWorkspace();
  const resolve = async (body: object): Promise<Resolution> => {
    const { status, body: answer, text } = await workspace.post<Resolution>('/v1/links/resolve', body);
    expect([status, text]).toEqual([200, text]);
    return answer;
  };
  const led = (destination_url: string, rule: number | null = null): Resolution => ({
    outcome: 'redirect',
    status: 302,
    destination_url,
    rule,
    variant: null,
  });

  it.each<[who: object, destination: string, rule: number | null]>([
    [{ country: 'de', device: 'Mobile' }, 'https://example.com/de-mobile', 0],
    [{ country: 'DE', device: 'desktop' }, OWN, null],
    [{ country: 'DE', user_agent: IPHONE }, 'https://example.com/de-mobile', 0],
    [{ user_agent: IPHONE }, 'https://example.com/iphone', 5],
    [{ os: 'iOS', browser: 'safari' }, 'https://example.com/iphone', 5],
    [{ language: 'fr-CA' }, 'https://example.com/fr', 1],
    [{ language: 'de;q=0.5, fr;q=0.9' }, 'https://example.com/fr', 1],
    [{ ip: '192.0.2.200' }, 'https://example.com/office', 2],
    [{ ip: '2001:db8::1' }, OWN, null],
    [{ query: 'ref=mail' }, 'https://example.com/mail?a=b&ref=mail', 3],
    [{ query: 'ref=other&x=y' }, `${OWN}?ref=other&x=y`, null],
    [{ at: '2090-01-01T00:00:00Z' }, 'https://example.com/future', 4],
    [{ at: '2089-12-31T23:59:59.999Z' }, OWN, null],
    [{}, OWN, null],
  ])('leads a visitor of %j to %s by rule %j', async (visitor, destination, rule) =>
    expect(await resolve({ link: { destination_url: OWN, rules: RULES }, visitor })).toEqual(led(destination, rule)),
  );

  it('takes null for every optional field, as if it were absent', async () => {
    const visitor = Object.fromEntries(
      ['country', 'device', 'os', 'browser', 'language', 'ip', 'query', 'at', 'user_agent'].map((name) => [name, null]),
    );
    const link = { destination_url: OWN };
    for (const body of [
      { link, visitor },
      { link, link_id: null, visitor: null },
    ])
      expect(await resolve(body)).toEqual(led(OWN));
    const { id } = await workspace.createLink(link);
    expect(await resolve({ link_id: id, link: null })).toEqual(led(OWN));
  });

  it('answers what the redirect does, and counts nothing', async () => {
    const campaign = await workspace.createCampaign({ utm_source: 'campaign', utm_medium: 'print' });
    const link = await workspace.createLink({
      destination_url: `${OWN}?x=1#top`,
      redirect_type: 307,
      campaign_id: campaign.id,
      utm_source: 'link',
      rules: RULES.slice(3, 4),
    });
    for (const query of ['', 'ref=mail', 'utm_term=shoes&qr=1']) {
      const { status, headers } = await send(workspace.product, 'HEAD', `/${link.alias}?${query}`);
      const dry = await resolve({ link_id: link.id, visitor: { query } });
      expect([query, dry.status, dry.destination_url]).toEqual([query, status, headers.location]);
    }
    expect((await workspace.get<Link>(`/v1/links/${link.id}`)).body).toMatchObject({ clicks: 0, bot_clicks: 0 });
  });

  it('tries changes of a link, and leaves it as it is', async () => {
    const link = await workspace.createLink({ destination_url: OWN, rules: RULES.slice(1, 2) });
    const visitor = { language: 'fr' };
    expect(await resolve({ link_id: link.id, visitor })).toEqual(led('https://example.com/fr', 0));
    expect(await resolve({ link_id: link.id, link: { rules: null }, visitor })).toEqual(led(OWN));
    const changed = { destination_url: 'https://example.com/new', rules: [], redirect_type: 301 };
    expect(await resolve({ link_id: link.id, link: changed, visitor })).toEqual({
      ...led('https://example.com/new'),
      status: 301,
    });
    expect((await workspace.get<Link>(`/v1/links/${link.id}`)).body).toEqual(link);
  });

  it('draws a variant for a visitor, the same one again, and all of them for many', async () => {
    const variants = ['a', 'b'].map((name) => ({ destination_url: `https://example.com/${name}`, weight: 1 }));
    const draw = (ip: string) =>
      resolve({ link: { destination_url: OWN, variants }, visitor: { ip, at: '2026-11-22T00:00:00Z' } });
    const drawn = [];
    for (let n = 0; n < 16; n += 1) drawn.push(await draw(`198.51.100.${n}`));
    expect(await draw('198.51.100.0')).toEqual(drawn[0]);
    expect([...new Set(drawn.map(({ variant }) => variant))].sort()).toEqual([0, 1]);
    for (const { variant, destination_url, rule } of drawn)
      expect([destination_url, rule]).toEqual([variants[variant ?? -1]?.destination_url, null]);
  });

  it.each<[what: string, link: object, answer: Partial<Resolution>]>([
    ['that has not started', { starts_at: '2090-01-01T00:00:00Z' }, { outcome: 'not_found', status: 404 }],
    ['that has expired', { expires_at: '2020-01-01T00:00:00Z' }, { outcome: 'expired', status: 410 }],
    [
      'that has expired, with a page for that',
      { expires_at: '2020-01-01T00:00:00Z', expired_url: 'https://example.com/over' },
      { outcome: 'expired', status: 302, destination_url: 'https://example.com/over' },
    ],
    [
      'with a password',
      { password: 'open sesame' },
      { outcome: 'password_required', status: 401, destination_url: OWN },
    ],
    ['with a click limit', { click_limit: 1 }, { outcome: 'redirect', destination_url: OWN }],
    ['for a bot that previews', { preview: { title: 'x' } }, { outcome: 'preview', status: 200 }],
  ])('tells the outcome of a link %s', async (_, link, answer) =>
    expect(await resolve({ link: { destination_url: OWN, ...link }, visitor: { user_agent: FACEBOOK } })).toMatchObject(
      answer,
    ),
  );

  it('tells a disabled link from one that redirects', async () => {
    const { id } = await workspace.createLink({ destination_url: OWN });
    await workspace.post(`/v1/links/${id}/disable`);
    expect(await resolve({ link_id: id })).toEqual({
      ...{ outcome: 'not_found', status: 404, destination_url: null, rule: null, variant: null },
    });
  });

  it('is for everybody who may read', async () => {
    const { id } = await workspace.createLink();
    const { key } = await workspace.createKey({ scope: 'Read' });
    const headers = { authorization: `Bearer ${key}` };
    expect(
      (await send(workspace.product, 'POST', '/v1/links/resolve', { body: { link_id: id }, headers })).status,
    ).toBe(200);
  });

  it('refuses an invalid body with all its problems, and links of others', async () => {
    const refused = async (body: object) => locationsOf(await workspace.post('/v1/links/resolve', body));
    expect(await refused({})).toEqual(['body.link_id']);
    expect(await refused({ link: { title: 'x' } })).toEqual(['body.link_id']);
    const link = { destination_url: 'x', rules: [{ if: {}, destination_url: OWN }] };
    expect(await refused({ link })).toEqual(['body.link.destination_url', 'body.link.rules[0].if']);
    expect(await refused({ link: { destination_url: OWN }, visitor: { ip: 'x', at: 'x', age: 7 } })).toEqual([
      'body.visitor.age',
      'body.visitor.at',
      'body.visitor.ip',
    ]);
    const { id } = await (await newWorkspace()).createLink();
    for (const link_id of [id, 'link_0123456789abcdefghjkmnpqrs'])
      expectProblem(await workspace.post('/v1/links/resolve', { link_id }), 404, 'not_found');
  });
});
