import { Rejection } from '@kernel';
import { IANAZone } from 'luxon';
import { resolveWindow, type WindowQuery } from './window';

/** Saturday, 21 November 2026. */
const NOW = '2026-11-21T10:37:12.345Z';
const BEGAN = '2026-03-05T06:07:08.000Z';

const windowOf = (query: WindowQuery, now = NOW) => {
  const { start, end, previous, points, ...rest } = resolveWindow(query, {
    now: Date.parse(now),
    earliest: Date.parse(BEGAN),
  });
  return {
    ...rest,
    span: [text(start), text(end)],
    previous: [text(previous.start), text(previous.end)],
    points: points.map(text),
  };
};
const text = (moment: number) => new Date(moment).toISOString().replace(/:00\.000Z$/, 'Z');
const spanOf = (query: WindowQuery, now?: string) => {
  const { span, previous, interval } = windowOf(query, now);
  return [...span, ...previous, interval];
};
const problemsOf = (query: WindowQuery) => {
  try {
    windowOf(query);
  } catch (error) {
    if (error instanceof Rejection) return { kind: error.kind, code: error.code, problems: error.problems };
  }
  throw new Error('was not refused');
};
const now = '2026-11-21T10:37:12.345Z';

describe('a named range', () => {
  it.each([
    ['today', '2026-11-21T00:00Z', now, '2026-11-20T00:00Z', '2026-11-20T10:37:12.345Z', 'hour'],
    ['yesterday', '2026-11-20T00:00Z', '2026-11-21T00:00Z', '2026-11-19T00:00Z', '2026-11-20T00:00Z', 'hour'],
    ['last_hour', '2026-11-21T09:37:12.345Z', now, '2026-11-21T08:37:12.345Z', '2026-11-21T09:37:12.345Z', 'minute'],
    ['24h', '2026-11-20T10:37:12.345Z', now, '2026-11-19T10:37:12.345Z', '2026-11-20T10:37:12.345Z', 'hour'],
    ['7d', '2026-11-15T00:00Z', now, '2026-11-08T00:00Z', '2026-11-14T10:37:12.345Z', 'day'],
    ['30d', '2026-10-23T00:00Z', now, '2026-09-23T00:00Z', '2026-10-22T10:37:12.345Z', 'day'],
    ['90d', '2026-08-24T00:00Z', now, '2026-05-26T00:00Z', '2026-08-23T10:37:12.345Z', 'day'],
    ['12m', '2025-12-01T00:00Z', now, '2024-12-01T00:00Z', '2025-11-21T10:37:12.345Z', 'month'],
    ['wtd', '2026-11-16T00:00Z', now, '2026-11-09T00:00Z', '2026-11-14T10:37:12.345Z', 'day'],
    ['mtd', '2026-11-01T00:00Z', now, '2026-10-01T00:00Z', '2026-10-21T10:37:12.345Z', 'day'],
    ['qtd', '2026-10-01T00:00Z', now, '2026-07-01T00:00Z', '2026-08-21T10:37:12.345Z', 'day'],
    ['ytd', '2026-01-01T00:00Z', now, '2025-01-01T00:00Z', '2025-11-21T10:37:12.345Z', 'month'],
    ['last_week', '2026-11-09T00:00Z', '2026-11-16T00:00Z', '2026-11-02T00:00Z', '2026-11-09T00:00Z', 'day'],
    ['last_month', '2026-10-01T00:00Z', '2026-11-01T00:00Z', '2026-09-01T00:00Z', '2026-10-01T00:00Z', 'day'],
    ['all', '2026-03-05T00:00Z', now, '2025-06-16T13:22:47.655Z', '2026-03-05T00:00Z', 'month'],
  ])('%s is the window of its name, compared with the previous one', (range, ...expected) =>
    expect(spanOf({ range })).toEqual(expected),
  );

  it('is the last 30 days in UTC by default', () =>
    expect(windowOf({})).toMatchObject({ range: '30d', timezone: 'UTC', interval: 'day' }));

  it('follows the calendar of the time zone, not of UTC', () => {
    const at = '2026-11-20T23:30:00.000Z';
    expect(spanOf({ range: 'today', timezone: 'Europe/Berlin' }, at).slice(0, 2)).toEqual([
      '2026-11-20T23:00Z',
      '2026-11-20T23:30Z',
    ]);
    expect(spanOf({ range: 'today', timezone: 'Asia/Kathmandu' }, at).slice(0, 2)).toEqual([
      '2026-11-20T18:15Z',
      '2026-11-20T23:30Z',
    ]);
    expect(spanOf({ range: 'yesterday', timezone: 'Asia/Kolkata' }, at).slice(0, 2)).toEqual([
      '2026-11-19T18:30Z',
      '2026-11-20T18:30Z',
    ]);
    expect(spanOf({ range: 'today', timezone: 'America/New_York' }, at).slice(0, 2)).toEqual([
      '2026-11-20T05:00Z',
      '2026-11-20T23:30Z',
    ]);
  });

  it('compares the end of a long month with no day of the following short month', () => {
    expect(spanOf({ range: 'mtd' }, '2026-03-31T12:00:00.000Z').slice(2, 4)).toEqual([
      '2026-02-01T00:00Z',
      '2026-02-28T12:00Z',
    ]);
  });
});

describe('the points of a series', () => {
  const day = (start: string, end: string, interval: string, timezone: string) =>
    windowOf({ range: 'custom', start, end, interval, timezone }).points;

  it('start with the window and then at each boundary of the interval', () =>
    expect(day('2026-11-21T09:40:00Z', '2026-11-21T12:00:00Z', 'hour', 'UTC')).toEqual([
      '2026-11-21T09:40Z',
      '2026-11-21T10:00Z',
      '2026-11-21T11:00Z',
    ]));

  it('are 23 hours on the day when Berlin puts its clocks forward', () => {
    const points = day('2026-03-29', '2026-03-30', 'hour', 'Europe/Berlin');
    expect(points).toHaveLength(23);
    expect([points[0], points[1], points[2], points.at(-1)]).toEqual([
      '2026-03-28T23:00Z',
      '2026-03-29T00:00Z',
      '2026-03-29T01:00Z',
      '2026-03-29T21:00Z',
    ]);
  });

  it('are 25 hours on the day when Berlin puts its clocks back', () => {
    const points = day('2026-10-25', '2026-10-26', 'hour', 'Europe/Berlin');
    expect(points).toHaveLength(25);
    expect([points[0], points.at(-1)]).toEqual(['2026-10-24T22:00Z', '2026-10-25T22:00Z']);
  });

  it('are days of 24, 25 and again 24 hours over the change of the clocks', () =>
    expect(day('2026-10-24', '2026-10-27', 'day', 'Europe/Berlin')).toEqual([
      '2026-10-23T22:00Z',
      '2026-10-24T22:00Z',
      '2026-10-25T23:00Z',
    ]));

  it('are months of the zone over the change of the clocks', () =>
    expect(day('2026-09-15', '2026-12-01', 'month', 'Europe/Berlin')).toEqual([
      '2026-09-14T22:00Z',
      '2026-09-30T22:00Z',
      '2026-10-31T23:00Z',
    ]));

  it('start at full hours of the zone, also when its offset has a quarter or half hour', () => {
    expect(day('2026-11-21T00:30:00', '2026-11-21T02:10:00', 'hour', 'Asia/Kathmandu')).toEqual([
      '2026-11-20T18:45Z',
      '2026-11-20T19:15Z',
      '2026-11-20T20:15Z',
    ]);
    expect(day('2026-11-21', '2026-11-23', 'day', 'Asia/Kolkata')).toEqual(['2026-11-20T18:30Z', '2026-11-21T18:30Z']);
  });

  it('are weeks from Monday', () =>
    expect(day('2026-11-19', '2026-12-01', 'week', 'UTC')).toEqual([
      '2026-11-19T00:00Z',
      '2026-11-23T00:00Z',
      '2026-11-30T00:00Z',
    ]));

  it('continue when a zone has no midnight', () =>
    expect(day('2018-11-03', '2018-11-06', 'day', 'America/Sao_Paulo')).toEqual([
      '2018-11-03T03:00Z',
      '2018-11-04T03:00Z',
      '2018-11-05T02:00Z',
    ]));

  it('begin a day with the first of two midnights', () =>
    expect(day('2026-10-31', '2026-11-03', 'day', 'America/Havana')).toEqual([
      '2026-10-31T04:00Z',
      '2026-11-01T04:00Z',
      '2026-11-02T05:00Z',
    ]));

  it('omit a day that the zone has skipped', () =>
    expect(day('2011-12-29', '2012-01-01', 'day', 'Pacific/Apia')).toEqual(['2011-12-29T10:00Z', '2011-12-30T10:00Z']));

  it('are full hours again after the clock moved by half an hour', () =>
    expect(day('2026-10-04T01:00', '2026-10-04T04:00', 'hour', 'Australia/Lord_Howe')).toEqual([
      '2026-10-03T14:30Z',
      '2026-10-03T15:30Z',
      '2026-10-03T16:00Z',
    ]));

  it('are one even when the window is empty', () =>
    expect(windowOf({ range: 'today' }, '2026-11-21T00:00:00.000Z').points).toEqual(['2026-11-21T00:00Z']));
});

describe('a custom range', () => {
  it.each(['auto', 'month'])('may be as long as the calendar, by the interval %s', (interval) => {
    const { points, ...window } = windowOf({ range: 'custom', start: '1970-01-01', end: '2199-12-31', interval });
    expect([window.interval, points.length, points[1], points.at(-1)]).toEqual([
      'month',
      2_760,
      '1970-02-01T00:00Z',
      '2199-12-01T00:00Z',
    ]);
  });

  it.each([
    ['2026-10-24', '2026-10-26', '2026-10-21T22:00Z', '2026-10-23T22:00Z'],
    ['2026-03-28', '2026-03-30', '2026-03-25T23:00Z', '2026-03-27T23:00Z'],
    ['2026-03-30', '2026-04-01', '2026-03-27T23:00Z', '2026-03-29T22:00Z'],
    ['2026-10-24T00:00', '2026-10-26', '2026-10-21T21:00Z', '2026-10-23T22:00Z'],
  ])('of dates is compared with as many calendar days, another with as many hours: %s to %s', (start, end, ...before) =>
    expect(windowOf({ range: 'custom', start, end, timezone: 'Europe/Berlin' }).previous).toEqual(before),
  );

  it('takes offsets, local times and dates, and excludes its end', () => {
    expect(
      spanOf({ range: 'custom', start: '2026-11-01T00:00:00+02:00', end: '2026-11-02T00:00:00Z' }).slice(0, 4),
    ).toEqual(['2026-10-31T22:00Z', '2026-11-02T00:00Z', '2026-10-30T20:00Z', '2026-10-31T22:00Z']);
    expect(
      windowOf({ range: 'custom', start: '2026-11-01', end: '2026-11-02T06:30', timezone: 'Asia/Kolkata' }).span,
    ).toEqual(['2026-10-31T18:30Z', '2026-11-02T01:00Z']);
  });

  it('takes the first instant of a local time that occurs twice', () =>
    expect(
      windowOf({ range: 'custom', start: '2026-10-25T02:30', end: '2026-10-26', timezone: 'Europe/Berlin' }).span[0],
    ).toBe('2026-10-25T00:30Z'));

  it('reads a skipped local time as an unchanged clock would show it', () =>
    expect(
      windowOf({ range: 'custom', start: '2026-03-29T02:30', end: '2026-03-30', timezone: 'Europe/Berlin' }).span[0],
    ).toBe('2026-03-29T01:30Z'));
});

describe('a bad window', () => {
  it.each<[string, WindowQuery, [string, RegExp][]]>([
    [
      'a range of no known name, listing those there are',
      { range: '8d' },
      [['query.range', /today, yesterday, last_hour, 24h.*custom/]],
    ],
    [
      'everything at once',
      { range: 'x', interval: 'x', timezone: 'x' },
      [
        ['query.range', /must be/],
        ['query.interval', /minute, hour/],
        ['query.timezone', /IANA/],
      ],
    ],
    [
      'custom without its ends',
      { range: 'custom' },
      [
        ['query.start', /required/],
        ['query.end', /required/],
      ],
    ],
    [
      'ends without custom',
      { range: '7d', start: '2026-01-01', end: '2026-01-02' },
      [
        ['query.start', /custom/],
        ['query.end', /custom/],
      ],
    ],
    [
      'moments that are none',
      { range: 'custom', start: '2026-02-30', end: 'tomorrow' },
      [
        ['query.start', /RFC 3339/],
        ['query.end', /RFC 3339/],
      ],
    ],
    [
      'moments beyond the calendar',
      { range: 'custom', start: '0001-01-01', end: '9999-01-01' },
      [
        ['query.start', /1970/],
        ['query.end', /2199/],
      ],
    ],
    [
      'an end before its start',
      { range: 'custom', start: '2026-01-02', end: '2026-01-02' },
      [['query.end', /later than start/]],
    ],
    ['a year by the minute', { range: '12m', interval: 'minute' }, [['query.interval', /2760 points/]]],
    ['an offset as a zone', { timezone: '+25:00' }, [['query.timezone', /IANA/]]],
  ])('is refused: %s', (_name, query, expected) => {
    const { kind, code, problems } = problemsOf(query);
    expect([kind, code]).toEqual(['invalid', 'invalid_request']);
    expect(problems.map(({ location }) => location)).toEqual(expected.map(([location]) => location));
    problems.forEach(({ message }, index) => expect(message).toMatch(expected[index]?.[1] ?? /^$/));
  });
});

describe('a time zone', () => {
  /** Spellings of a name, each in other cases. */
  const spellingsOf = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) =>
      [...name].map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter.toLowerCase())).join(''),
    );

  it('is one for luxon, which keeps zones for good, in whichever case it is written', () => {
    const create = jest.spyOn(IANAZone, 'create');
    const spellings = spellingsOf('america/argentina/buenos_aires', 500);
    const expected = windowOf({ timezone: 'America/Argentina/Buenos_Aires' });
    for (const timezone of spellings) expect(windowOf({ timezone })).toEqual({ ...expected, timezone });
    expect(new Set(create.mock.calls.flat()).size).toBe(1);
    create.mockRestore();
  });

  it.each(['Europe/Nowhere', '', '+01:00', 'Asia/\u212aolkata', 'Europe/Berlin\n', `Europe/${'x'.repeat(5_000)}`])(
    'is not %j',
    (timezone) => {
      expect(problemsOf({ timezone })?.problems).toMatchObject([{ location: 'query.timezone' }]);
    },
  );
});
