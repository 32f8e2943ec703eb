import { type Comparison, comparedWindow } from './comparison';
import { resolveWindow, type WindowQuery } from './window';

const NOW = '2028-03-31T10:00:00.000Z';
const text = (moment: number) => new Date(moment).toISOString();
const compared = (query: WindowQuery, comparison: Comparison) => {
  const window = resolveWindow(query, { now: Date.parse(NOW), earliest: Date.parse(NOW) });
  const { start, end, points, previous, interval } = comparedWindow(window, comparison);
  expect(previous).toEqual({ start, end: start });
  expect(interval).toBe(window.interval);
  return { span: [text(start), text(end)], points: points.map(text) };
};
const custom = (start: string, end: string, timezone = 'UTC'): WindowQuery => ({
  range: 'custom',
  start,
  end,
  timezone,
});

describe('a window is compared', () => {
  it('with the one before, in points of the same width', () => {
    const { span, points } = compared({ range: 'mtd' }, 'previous');
    expect(span).toEqual(['2028-02-01T00:00:00.000Z', '2028-02-29T10:00:00.000Z']);
    expect([points.length, points[0], points.at(-1)]).toEqual([29, span[0], '2028-02-29T00:00:00.000Z']);
  });

  it.each([
    ['a month', custom('2028-03-01', '2028-04-01'), '2027-03-01T00:00:00.000Z', '2027-04-01T00:00:00.000Z', 31],
    ['a leap day', custom('2028-02-29', '2028-03-01'), '2027-02-28T00:00:00.000Z', '2027-03-01T00:00:00.000Z', 24],
    ['the day before', custom('2028-02-28', '2028-02-29'), '2027-02-28T00:00:00.000Z', '2027-03-01T00:00:00.000Z', 24],
    ['the end of it', custom('2028-02-28', '2028-03-01'), '2027-02-28T00:00:00.000Z', '2027-03-01T00:00:00.000Z', 24],
    ['now', { range: 'today' }, '2027-03-31T00:00:00.000Z', '2027-03-31T10:00:00.000Z', 10],
  ])('with the same a year earlier: %s', (_, query, start, end, count) => {
    const { span, points } = compared({ ...query, interval: count === 31 ? 'day' : 'hour' }, 'year');
    expect([span, points.length]).toEqual([[start, end], count]);
  });

  it('by the clocks of its time zone, whose summer begins on another day', () => {
    const { span } = compared(custom('2028-03-26', '2028-03-29', 'Europe/Berlin'), 'year');
    expect(span).toEqual(['2027-03-25T23:00:00.000Z', '2027-03-28T22:00:00.000Z']);
  });

  it('also if the clocks went back within it, and do not a year earlier', () => {
    const { span, points } = compared(custom('2027-10-31T00:50:00Z', '2027-10-31T01:10:00Z', 'Europe/Berlin'), 'year');
    expect(span[0]).toBe(span[1]);
    expect(points).toEqual([span[0]]);
  });
});
