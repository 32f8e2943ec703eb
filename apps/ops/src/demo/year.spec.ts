import { decodeClick, isBotAgent } from '@contexts/clicks';
import { plannedLinks } from './catalogue';
import { type MadeLink, recorder } from './records';
import { type DemoClick, clicksOfYear, yearStart } from './year';

const NOW = Date.parse('2026-11-21T10:37:12.345Z');
const DAY = 86_400_000;
const links = plannedLinks(60);
const year = (clicks: number, seed = 1, now = NOW): DemoClick[] => [...clicksOfYear({ links, clicks, now, seed })];
const clicks = year(30_000);
const made: MadeLink[] = links.map(({ body }, index) => ({
  id: `link_${index}`,
  short_url: '',
  forward_query: true,
  campaign_id: null,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
  revision: '3',
  ...body,
}));
const tally = <T extends string | number>(keys: readonly T[]) =>
  keys.reduce((sums, key) => sums.set(key, (sums.get(key) ?? 0) + 1), new Map<T, number>());
const share = (match: (click: DemoClick) => boolean) => clicks.filter(match).length / clicks.length;

describe('a year for the demonstration', () => {
  it.each([0, 1, 2, 60, 999, 5_000])(
    'has exactly %d clicks in order of time, all of the past year, none in the future',
    (count) => {
      const made = year(count);
      expect(made).toHaveLength(count);
      made.forEach(({ at }, index) => {
        expect(at).toBeGreaterThanOrEqual(made[index - 1]?.at ?? yearStart(NOW));
        expect(at).toBeLessThan(NOW);
      });
    },
  );

  it('ends on time also just after midnight and at the end of February', () => {
    for (const now of ['2026-11-21T00:00:00.001Z', '2024-02-29T23:59:59.999Z', '2026-01-01T00:00:00.000Z'].map((text) =>
      Date.parse(text),
    )) {
      const made = year(1_000, 1, now);
      expect([made.length, made.every(({ at }) => at >= yearStart(now) && at < now)]).toEqual([1_000, true]);
    }
  });

  it('is the same for the same seed, and another for another', () => {
    expect(year(500)).toEqual(year(500));
    expect(year(500, 2)).not.toEqual(year(500));
  });

  it('grows, and has peaks where campaigns go out', () => {
    const perMonth = tally(clicks.map(({ at }) => new Date(at).toISOString().slice(0, 7)));
    expect(perMonth.get('2026-10') ?? 0).toBeGreaterThan((perMonth.get('2026-01') ?? 0) * 1.2);
    const perDay = tally(clicks.map(({ at }) => Math.floor(at / DAY)));
    const counts = [...perDay.values()].sort((a, b) => a - b);
    expect(counts.at(-1) ?? 0).toBeGreaterThan(3 * (counts[Math.floor(counts.length / 2)] ?? 0));
  });

  it('has more clicks on working days and in waking hours', () => {
    const docs = clicks.filter(({ link, agent }) => links[link]?.channel === 'docs' && !isBotAgent(agent));
    const weekdays = tally(docs.map(({ at }) => new Date(at).getUTCDay()));
    expect(weekdays.get(3) ?? 0).toBeGreaterThan(2 * (weekdays.get(0) ?? 0));
    const german = tally(
      clicks.filter(({ language }) => language.startsWith('de-DE')).map(({ at }) => new Date(at).getUTCHours()),
    );
    expect(german.get(14) ?? 0).toBeGreaterThan(3 * (german.get(2) ?? 0));
  });

  it('has a share of bots, of QR codes by phones, and visitors of many countries, browsers and sources', () => {
    expect(share(({ agent }) => isBotAgent(agent))).toBeCloseTo(0.06, 1);
    expect(share(({ trigger }) => trigger === 'qr')).toBeGreaterThan(0.03);
    for (const { trigger, agent, referrer } of clicks)
      if (trigger === 'qr') expect([/Mobile|iPad/.test(agent), referrer]).toEqual([true, '']);
    expect(new Set(clicks.map(({ language }) => language)).size).toBeGreaterThan(15);
    expect(new Set(clicks.map(({ agent }) => agent)).size).toBeGreaterThan(15);
    expect(new Set(clicks.map(({ referrer }) => referrer)).size).toBeGreaterThan(12);
  });

  it('makes any number of links with distinct titles and aliases, the first ones always the same', () => {
    for (const count of [1, 5, 60, 300]) {
      const some = plannedLinks(count);
      expect([
        some.length,
        new Set(some.map(({ body }) => body.title)).size,
        new Set(some.map(({ body }) => body.alias)).size,
      ]).toEqual([count, count, count]);
      expect(some).toEqual(plannedLinks(500).slice(0, count));
    }
  });
});

describe('its records', () => {
  it("equal those of the redirector: no address, the link's fields, and the verdict's inputs", () => {
    const record = recorder('ws_1', made);
    for (const click of clicks.slice(0, 2_000)) {
      const { payload, isBot } = record(click);
      const decoded = decodeClick(payload);
      expect(payload).not.toContain(click.address);
      expect(decoded).toMatchObject({
        at: click.at,
        link_id: `link_${click.link}`,
        workspace_id: 'ws_1',
        domain_id: 'dom_default',
        revision: '3',
        network: click.address.replace(/\d+$/, '0/24'),
        visitor: expect.stringMatching(/^[\w-]{22}$/),
        agent: click.agent,
        is_bot: isBot,
        method: 'GET',
        country: null,
        trigger: click.trigger,
        tags: links[click.link]?.body.tags,
        utm_source: links[click.link]?.body.utm_source ?? null,
      });
      expect(isBot).toBe(isBotAgent(click.agent) || click.purpose === 'prefetch');
    }
  });

  it('recognise a visitor within one day, and not on the next', () => {
    const record = recorder('ws_1', made);
    const [click] = clicks as [DemoClick];
    const visitorAt = (at: number) => decodeClick(record({ ...click, at }).payload).visitor;
    const noon = Date.UTC(2026, 4, 1, 12);
    expect(visitorAt(noon)).toBe(visitorAt(noon + 3_600_000));
    expect(visitorAt(noon)).not.toBe(visitorAt(noon + DAY));
    expect(decodeClick(recorder('ws_1', made)({ ...click, at: noon }).payload).visitor).not.toBe(visitorAt(noon));
  });
});
