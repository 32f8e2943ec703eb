import { type NamedClick, clickedMessage, clicksMessage, togetherInBodies } from './click-message';

describe('link.clicked', () => {
  it('has the click and its link, and nothing by which a visitor could be recognized', () =>
    expect(clickedMessage('ws_1', aClick(), digest)).toEqual({
      id: 'evt_<link.clicked clk_a_1>',
      type: 'link.clicked',
      created_at: '2026-11-22T10:00:00.000Z',
      workspace_id: 'ws_1',
      api_version: 'v1',
      revision: null,
      data: {
        click: {
          id: 'clk_a_1',
          at: '2026-11-22T10:00:00.000Z',
          trigger: 'qr',
          country: 'DE',
          region: 'Berlin',
          city: 'Berlin',
          device: 'mobile',
          browser: 'Firefox',
          os: 'Android',
          language: 'de',
          referrer: null,
          destination: 'https://example.com/',
          rule: 0,
          variant: null,
          is_bot: false,
          utm_source: 'x',
          utm_medium: null,
          utm_campaign: null,
          utm_term: null,
          utm_content: null,
        },
        link: {
          id: 'link_1',
          short_url: 'https://go.example.com/a',
          tags: ['b', 'a'],
          campaign_id: 'cmp_1',
          external_id: 'cms-1',
        },
      },
    }));

  it('has an id of the click alone', () => {
    const one = clickedMessage('ws_1', aClick(), digest);
    expect(clickedMessage('ws_1', aClick({ city: 'Bonn', external_id: null }), digest).id).toBe(one.id);
    expect(clickedMessage('ws_1', aClick({ id: 'clk_a_2' }), digest).id).not.toBe(one.id);
  });
});

describe('link.clicks', () => {
  const two = [aClick({ id: 'clk_a_2', at: '2026-11-22T10:00:07.000Z' }), aClick()];

  it('has each click as link.clicked has it, in order, and the time of the newest', () =>
    expect(clicksMessage('ws_1', two, digest)).toMatchObject({
      type: 'link.clicks',
      created_at: '2026-11-22T10:00:07.000Z',
      revision: null,
      data: { clicks: two.map((click) => clickedMessage('ws_1', click, digest).data) },
    }));

  it('has an id of what is in it, which no link.clicked has', () => {
    const ids = [two, two.slice(1), two.slice(0, 1)].map((clicks) => clicksMessage('ws_1', clicks, digest).id);
    expect(new Set([...ids, ...two.map((click) => clickedMessage('ws_1', click, digest).id)]).size).toBe(5);
    expect(clicksMessage('ws_1', two, digest).id).toBe(ids[0]);
  });
});

describe('the clicks of bodies', () => {
  const many = (count: number, destination: string) =>
    Array.from({ length: count }, (_, n) => aClick({ id: `clk_a_${n}`, destination }));
  const sizes = (clicks: readonly NamedClick[]) => togetherInBodies(clicks).map(({ length }) => length);

  it('are 500 at most, in order, each in one body', () => {
    const clicks = many(1_001, 'https://example.com/');
    expect(sizes(clicks)).toEqual([500, 500, 1]);
    expect(togetherInBodies(clicks).flat()).toEqual(clicks);
    expect(togetherInBodies([])).toEqual([]);
  });

  it('are fewer where their texts are long, whole as they are', () => {
    const clicks = many(100, `https://example.com/?q=${'x'.repeat(23_000)}`);
    expect(sizes(clicks)).toEqual([23, 23, 23, 23, 8]);
    expect(togetherInBodies(clicks).flat()).toEqual(clicks);
    for (const body of togetherInBodies(clicks))
      expect(JSON.stringify(clicksMessage('ws_1', body, digest)).length).toBeLessThan(600 * 1_024);
    expect(sizes(many(3, 'x'.repeat(1_024 * 1_024)))).toEqual([1, 1, 1]);
  });
});

function digest(text: string): string {
  return `<${text}>`;
}

/** As the analytics store returns it, with fields that no body has. */
function aClick(change: Partial<NamedClick> = {}): NamedClick {
  return {
    id: 'clk_a_1',
    at: '2026-11-22T10:00:00.000Z',
    link_id: 'link_1',
    domain_id: 'dom_default',
    tags: ['b', 'a'],
    campaign_id: 'cmp_1',
    destination: 'https://example.com/',
    utm_source: 'x',
    utm_medium: null,
    utm_campaign: null,
    utm_term: null,
    utm_content: null,
    country: 'DE',
    region: 'Berlin',
    city: 'Berlin',
    continent: 'EU',
    device: 'mobile',
    browser: 'Firefox',
    os: 'Android',
    language: 'de',
    referrer: null,
    referrer_url: 'https://example.com/a?visitor=7',
    trigger: 'qr',
    is_bot: false,
    rule: 0,
    variant: null,
    short_url: 'https://go.example.com/a',
    domain: 'go.example.com',
    external_id: 'cms-1',
    agent: 'Mozilla/5.0',
    visitor: 'v1',
    network: '192.0.2.0/24',
    ...change,
  } as NamedClick;
}
