import fc from 'fast-check';
import { type WebhookFilters, everything } from './filters';
import { covers, isSubscribable, matches, matchesClick } from './subscription';

const CATALOGUE = [
  'api_key.created', 'campaign.started', 'domain.verified', 'link.clicked', 'link.clicks', 'link.created', 'link.updated',
  'ping', 'qr_code.created', 'webhook.updated',
]; // prettier-ignore

const link = { id: 'link_1', tags: ['a', 'b'], campaign_id: 'cmp_1', domain: 'go.example.com' };
const event = (type: string, data: object, previous: object = {}) => ({
  type,
  data: { ...data },
  previous: { ...previous },
});
const webhook = (events: readonly string[], filters: Partial<WebhookFilters> = {}) => ({
  id: 'whk_1',
  events,
  filters: { ...everything, ...filters },
});

describe('a pattern', () => {
  it('covers the events of its resource, or all, but never clicks', () => {
    const covered = (...events: string[]) => CATALOGUE.filter((name) => covers(events, name));
    expect(covered('*')).toEqual(CATALOGUE.filter((name) => !name.startsWith('link.click')));
    expect(covered('link.*')).toEqual(['link.created', 'link.updated']);
    expect(covered('link.*', 'link.clicks')).toEqual(['link.clicks', 'link.created', 'link.updated']);
    expect(covered('link.created')).toEqual(['link.created']);
  });

  it('stands for some name of the catalogue', () => {
    for (const text of [...CATALOGUE, '*', 'link.*', 'api_key.*', 'webhook.*'])
      expect([text, isSubscribable(text, CATALOGUE)]).toEqual([text, true]);
    for (const text of [
      '',
      'link',
      'link*',
      'link.c*',
      'lin.*',
      '*.created',
      'link.**',
      'LINK.*',
      'link.painted',
      'ping.*',
    ])
      expect([text, isSubscribable(text, CATALOGUE)]).toEqual([text, false]);
  });
});

describe('a webhook', () => {
  it('gets the events that it names', () => {
    expect(matches(webhook(['link.created']), event('link.created', link))).toBe(true);
    expect(matches(webhook(['link.created']), event('link.updated', link))).toBe(false);
  });

  it('gets events about other webhooks, and none about itself', () => {
    expect(matches(webhook(['*']), event('webhook.updated', { id: 'whk_2' }))).toBe(true);
    expect(matches(webhook(['*', 'webhook.updated']), event('webhook.updated', { id: 'whk_1' }))).toBe(false);
  });

  it.each([
    ['link_ids', { link_ids: ['link_1'] }, { link_ids: ['link_2'] }],
    ['tags', { tags: ['x', 'b'] }, { tags: ['x'] }],
    ['campaign_ids', { campaign_ids: ['cmp_1'] }, { campaign_ids: ['cmp_2'] }],
    ['domains', { domains: ['go.example.com'] }, { domains: ['go.brand.example'] }],
  ])('with %s gets the events of such links alone', (_, passing, other) => {
    const gets = (filters: Partial<WebhookFilters>) => matches(webhook(['*'], filters), event('link.updated', link));
    expect([gets(passing), gets(other), gets({ ...other, ...passing }), gets({})]).toEqual([true, false, true, true]);
  });

  it('with several filters gets what passes each of them', () => {
    const gets = (filters: Partial<WebhookFilters>) => matches(webhook(['*'], filters), event('link.updated', link));
    expect(gets({ tags: ['a'], domains: ['go.example.com'] })).toBe(true);
    expect(gets({ tags: ['a'], domains: ['go.brand.example'] })).toBe(false);
  });

  it('gets the event by which a link leaves its filter', () => {
    const left = event(
      'link.updated',
      { ...link, tags: ['c'], campaign_id: null },
      { tags: ['a'], campaign_id: 'cmp_1' },
    );
    expect(matches(webhook(['*'], { tags: ['a'] }), left)).toBe(true);
    expect(matches(webhook(['*'], { campaign_ids: ['cmp_1'] }), left)).toBe(true);
    expect(matches(webhook(['*'], { tags: ['d'] }), left)).toBe(false);
  });

  it('with filters gets events of other resources where these have the value', () => {
    const gets = (filters: Partial<WebhookFilters>, type: string, data: object) =>
      matches(webhook(['*'], filters), event(type, data));
    expect(gets({ campaign_ids: ['cmp_1'] }, 'campaign.started', { id: 'cmp_1', tags: [] })).toBe(true);
    expect(gets({ campaign_ids: ['cmp_2'] }, 'campaign.started', { id: 'cmp_1', tags: [] })).toBe(false);
    expect(gets({ tags: ['a'] }, 'campaign.started', { id: 'cmp_1', tags: ['a'] })).toBe(true);
    expect(gets({ domains: ['go.brand.example'] }, 'domain.verified', { hostname: 'go.brand.example' })).toBe(true);
    expect(gets({ link_ids: ['link_1'] }, 'qr_code.created', { link_id: 'link_1' })).toBe(true);
    expect(gets({ link_ids: ['link_1'] }, 'qr_code.created', { link_id: null })).toBe(false);
    expect(gets({ link_ids: ['link_1'] }, 'api_key.created', { id: 'key_1' })).toBe(false);
  });
});

describe('a click', () => {
  const click = { link_id: 'link_1', tags: ['a'], campaign_id: null, domain: 'go.example.com', is_bot: false };

  it('is delivered to those who subscribed by its own name', () => {
    expect(matchesClick(webhook(['link.clicked']), 'link.clicked', click)).toBe(true);
    expect(matchesClick(webhook(['link.clicked']), 'link.clicks', click)).toBe(false);
    expect(matchesClick(webhook(['*', 'link.*']), 'link.clicked', click)).toBe(false);
  });

  it('of a bot is delivered only if asked for', () => {
    const byBot = { ...click, is_bot: true };
    expect(matchesClick(webhook(['link.clicks']), 'link.clicks', byBot)).toBe(false);
    expect(matchesClick(webhook(['link.clicks'], { include_bots: true }), 'link.clicks', byBot)).toBe(true);
  });

  it('passes the filters by its link', () => {
    expect(matchesClick(webhook(['link.clicked'], { tags: ['a'] }), 'link.clicked', click)).toBe(true);
    expect(matchesClick(webhook(['link.clicked'], { campaign_ids: ['cmp_1'] }), 'link.clicked', click)).toBe(false);
  });
});

describe('any subscription', () => {
  const name = fc.constantFrom(...CATALOGUE);
  const events = fc.array(fc.oneof(name, fc.constantFrom('*', 'link.*', 'campaign.*', 'webhook.*')), { minLength: 1 });
  const some = (prefix: string) =>
    fc.array(
      fc.constantFrom('1', '2', '3').map((digit) => prefix + digit),
      { maxLength: 3 },
    );
  const filters = fc.record({
    link_ids: some('link_'),
    tags: some(''),
    campaign_ids: some('cmp_'),
    domains: some('host'),
    include_bots: fc.boolean(),
  });
  const record = fc.record({
    id: fc.constantFrom('link_1', 'link_2', 'cmp_1', 'whk_1', 'whk_2'),
    tags: some(''),
    campaign_id: fc.constantFrom(null, 'cmp_1', 'cmp_2'),
    domain: fc.constantFrom('host1', 'host2'),
  });

  it('gets less with filters than without, and nothing that its events do not cover', () => {
    fc.assert(
      fc.property(events, filters, name, record, record, (subscribed, chosen, type, data, previous) => {
        const got = event(type, data, previous);
        const narrowed = matches(webhook(subscribed, chosen), got);
        const all = matches(webhook(subscribed), got);
        expect(all || !narrowed).toBe(true);
        expect(covers(subscribed, type) || !all).toBe(true);
        expect(all).toBe(covers(subscribed, type) && !(type.startsWith('webhook.') && data.id === 'whk_1'));
      }),
    );
  });

  it('gets a click only by name, and one of a bot only if it gets a person’s', () => {
    fc.assert(
      fc.property(
        events,
        filters,
        fc.constantFrom('link.clicked' as const, 'link.clicks' as const),
        record,
        (subscribed, chosen, type, { id, ...rest }) => {
          const click = { link_id: id, ...rest };
          const gets = (is_bot: boolean) => matchesClick(webhook(subscribed, chosen), type, { ...click, is_bot });
          expect(subscribed.includes(type) || !gets(false)).toBe(true);
          expect(gets(false) || !gets(true)).toBe(true);
        },
      ),
    );
  });
});
