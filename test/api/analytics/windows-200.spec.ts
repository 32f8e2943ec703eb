import { RANGES } from '../support/ranges';
import type { Analytics } from '../support/records';
import { newWorkspace, useWorkspace, type Workspace } from '../support/workspace';
import { shownClicks, useOneDay, visit } from '../support/clicks';

const NAMED = RANGES.filter((range) => range !== 'custom');
const MEASURES = ['active_links', 'bot_clicks', 'clicks', 'links_created', 'qr_scans', 'unique_clicks'];
const DAY = 86_400_000;

describe('GET /v1/analytics', () => {
  const workspace = useWorkspace();
  useOneDay();
  const ask = async (query: string, path = 'workspace', of: Pick<Workspace, 'get'> = workspace) => {
    const { status, body, text } = await of.get<Analytics>(`/v1/analytics/${path}${query}`);
    expect([status, text]).toEqual([200, text]);
    return body;
  };

  it.each(NAMED)('answers the range %s of the workspace and of a link, filled with zeros', async (range) => {
    const { id } = await workspace.createLink();
    for (const path of ['workspace', `links/${id}`, 'tags/none', 'domains/dom_default']) {
      const body = await ask(`?range=${range}`, path);
      expect(Object.keys(body).sort()).toEqual([
        'as_of',
        'browsers',
        'cities',
        'countries',
        'devices',
        'end',
        'interval',
        'os',
        'previous',
        'range',
        'referrers',
        'start',
        'timeseries',
        'timezone',
        'top_links',
        'totals',
        'triggers',
        'utm_campaigns',
      ]);
      expect([body.range, body.timezone, body.top_links]).toEqual([range, 'UTC', []]);
      expect(Object.keys(body.totals).sort()).toEqual(MEASURES);
      expect(Object.keys(body.previous).sort()).toEqual([...MEASURES, 'end', 'start'].sort());
      expect(body.previous.start < body.previous.end && body.previous.end <= body.start).toBe(true);
      expect(body.totals.clicks).toBe(0);
      const starts = body.timeseries.map(({ start }) => start);
      expect([starts[0], starts, new Set(starts).size]).toEqual([body.start, starts.toSorted(), starts.length]);
      expect(starts.length).toBeGreaterThan(0);
      expect((starts.at(-1) ?? '') < body.end).toBe(true);
      for (const point of body.timeseries)
        expect(point).toEqual({ start: expect.stringMatching(/Z$/), clicks: 0, unique_clicks: 0 });
    }
  });

  it('covers 30 days by default', async () => {
    const asked = Date.now();
    const { range, start, end, interval, timeseries } = await ask('');
    expect([range, interval, timeseries.length]).toEqual(['30d', 'day', 30]);
    expect(Date.parse(end) - Date.parse(start)).toBeGreaterThan(29 * DAY);
    // Up to the moment of the request, by either clock of this machine.
    expect(Date.parse(end)).toBeGreaterThan(asked - 1_000);
    expect(Date.parse(end)).toBeLessThan(Date.now() + 1_000);
  });

  it('answers a half-open custom window, and the previous one of the same length', async () => {
    const body = await ask('?range=custom&start=2026-01-01&end=2026-01-08&interval=day');
    expect(body).toMatchObject({ start: '2026-01-01T00:00:00.000Z', end: '2026-01-08T00:00:00.000Z', interval: 'day' });
    expect(body.timeseries.map(({ start }) => start.slice(0, 10))).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((day) => `2026-01-0${day}`),
    );
    const exact = await ask('?range=custom&start=2026-01-01T10:00:00Z&end=2026-01-01T12:30:00%2B01:00&interval=hour');
    expect(exact).toMatchObject({ start: '2026-01-01T10:00:00.000Z', end: '2026-01-01T11:30:00.000Z' });
    expect(exact.timeseries).toHaveLength(2);
  });

  it('compares a window with the one before or with that of a year before, once asked to', async () => {
    const other = await newWorkspace();
    await visit(other, (await other.createLink()).alias);
    const [{ at } = { at: '' }] = await shownClicks(other, 1);
    const { previous, comparison } = await ask('?range=today&compare=previous', 'workspace', other);
    expect(comparison).toMatchObject({ start: previous.start, end: previous.end, clicks: 0 });
    const day = (days: number) => new Date(Date.parse(at) + days * DAY).toISOString().slice(0, 10);
    const start = `${day(0)}T00:00:00.000Z`;
    const later = `?range=custom&start=${day(2)}&end=${day(4)}&interval=day&compare=previous`;
    expect((await ask(later, 'workspace', other)).comparison).toMatchObject({
      start,
      clicks: 1,
      timeseries: [{ start, clicks: 1 }, { clicks: 0 }],
    });
    const year = await ask('?range=custom&start=2026-03-01&end=2026-04-01&compare=year', 'tags/none');
    expect(year.comparison).toMatchObject({ start: '2025-03-01T00:00:00.000Z', end: '2025-04-01T00:00:00.000Z' });
    expect(year.comparison?.timeseries).toHaveLength(31);
  });

  it('counts days of the time zone, also when the clock changes', async () => {
    const berlin = await ask('?range=custom&start=2026-03-28&end=2026-03-31&interval=day&timezone=Europe/Berlin');
    expect(berlin.timezone).toBe('Europe/Berlin');
    expect(berlin.timeseries.map(({ start }) => start)).toEqual([
      '2026-03-27T23:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ]);
    const kathmandu = await ask('?range=today&timezone=Asia/Kathmandu');
    expect(kathmandu.start).toMatch(/T18:15:00\.000Z$/);
  });

  it.each(['minute', 'hour', 'day', 'week', 'month', 'auto'])('has points by %s', async (interval) => {
    const body = await ask(`?range=custom&start=2026-02-01T00:00:00Z&end=2026-02-02T12:00:00Z&interval=${interval}`);
    expect(body.timeseries).toHaveLength(
      { minute: 2_160, hour: 36, day: 2, week: 2, month: 1, auto: 36 }[interval] ?? 0,
    );
  });

  it('counts links by their creation', async () => {
    const before = (await ask('?range=today')).totals.links_created;
    const { id } = await workspace.createLink();
    const totals = (await ask('?range=today')).totals;
    expect(totals.links_created).toBe(before + 1);
    expect((await ask('?range=all', `links/${id}`)).totals.links_created).toBe(1);
    expect((await ask('?range=yesterday')).totals.links_created).toBe(0);
  });
});
