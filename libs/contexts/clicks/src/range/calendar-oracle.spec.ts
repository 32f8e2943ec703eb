import { Temporal } from '@js-temporal/polyfill';
import fc from 'fast-check';
import { atScale } from '../../../../../test/support/scale';
import { INTERVALS, type Interval } from './interval';
import { RANGES, type RangeName } from './range';
import { resolveWindow, type AnalyticsWindow, type TimeSpan, type WindowQuery } from './window';

/**
 * The windows again, written in Temporal from what their names promise, and compared with the product's for zones and
 * instants with difficult calendars: offsets of half and quarter hours, days of 23, 24 and 25 hours, clock changes of
 * half an hour, days without a midnight or with two, and a skipped day.
 */
type Zoned = Temporal.ZonedDateTime;
type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Havana',
  'America/Scoresbysund',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Pyongyang',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Australia/Eucla',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Atlantic/Azores',
  'Antarctica/Troll',
];
const YEARS = { min: Date.UTC(1987, 0, 1), max: Date.UTC(2035, 0, 1) };
const HOUR = 3_600_000;
/** The number of cases of each kind; twenty times as many at full scale. */
const runs = (usual: number) => ({ numRuns: atScale(usual, 20 * usual) });

const at = (instant: number, zone: string): Zoned =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
const dayStart = (date: Temporal.PlainDate, zone: string): number => date.toZonedDateTime(zone).epochMilliseconds;
/** A local time that occurs twice is the first one; a skipped one is read as if the clock had not changed. */
const localTime = (local: Temporal.PlainDateTime, zone: string): number =>
  local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;

const firstDay = (date: Temporal.PlainDate, unit: Unit): Temporal.PlainDate => {
  if (unit === 'week') return date.subtract({ days: date.dayOfWeek - 1 });
  if (unit === 'month') return date.with({ day: 1 });
  if (unit === 'quarter') return date.with({ day: 1, month: date.month - ((date.month - 1) % 3) });
  return unit === 'year' ? date.with({ day: 1, month: 1 }) : date;
};

/** The first day of the previous unit, without a day that the zone has skipped. */
const unitBefore = (first: Temporal.PlainDate, unit: Unit, zone: string): Temporal.PlainDate => {
  let last = first.subtract({ days: 1 });
  while (dayStart(last, zone) === dayStart(first, zone)) last = last.subtract({ days: 1 });
  return firstDay(last, unit);
};

interface Expected extends TimeSpan {
  readonly previous: TimeSpan;
}

const elapsed = (start: number, end: number): Expected => ({
  start,
  end,
  previous: { start: start - (end - start), end: start },
});

/** The unit so far, and as much of the previous unit. */
const soFar = (now: Zoned, unit: Unit, step: Temporal.DurationLike): Expected => {
  const [first, zone] = [firstDay(now.toPlainDate(), unit), now.timeZoneId];
  return upTo(now, step, { start: dayStart(first, zone), before: dayStart(unitBefore(first, unit, zone), zone) });
};

/** That many calendar days or months up to the current one, and as many before them. */
const rolling = (now: Zoned, unit: 'day' | 'month', count: number): Expected => {
  const [last, zone] = [firstDay(now.toPlainDate(), unit), now.timeZoneId];
  const back = (units: number) => dayStart(last.subtract({ [`${unit}s`]: units }), zone);
  return upTo(now, { [`${unit}s`]: count }, { start: back(count - 1), before: back(2 * count - 1) });
};

const upTo = (
  now: Zoned,
  step: Temporal.DurationLike,
  { start, before }: { start: number; before: number },
): Expected => ({
  start,
  end: now.epochMilliseconds,
  previous: { start: before, end: Math.min(start, localTime(now.toPlainDateTime().subtract(step), now.timeZoneId)) },
});

const whole = (now: Zoned, unit: Unit): Expected => {
  const [end, zone] = [firstDay(now.toPlainDate(), unit), now.timeZoneId];
  const start = unitBefore(end, unit, zone);
  const before = unitBefore(start, unit, zone);
  return {
    start: dayStart(start, zone),
    end: dayStart(end, zone),
    previous: { start: dayStart(before, zone), end: dayStart(start, zone) },
  };
};

const EXPECTED: Readonly<Record<Exclude<RangeName, 'custom' | 'all'>, (now: Zoned) => Expected>> = {
  today: (now) => soFar(now, 'day', { days: 1 }),
  wtd: (now) => soFar(now, 'week', { weeks: 1 }),
  mtd: (now) => soFar(now, 'month', { months: 1 }),
  qtd: (now) => soFar(now, 'quarter', { months: 3 }),
  ytd: (now) => soFar(now, 'year', { years: 1 }),
  yesterday: (now) => whole(now, 'day'),
  last_week: (now) => whole(now, 'week'),
  last_month: (now) => whole(now, 'month'),
  '7d': (now) => rolling(now, 'day', 7),
  '30d': (now) => rolling(now, 'day', 30),
  '90d': (now) => rolling(now, 'day', 90),
  '12m': (now) => rolling(now, 'month', 12),
  last_hour: (now) => elapsed(now.epochMilliseconds - HOUR, now.epochMilliseconds),
  '24h': (now) => elapsed(now.epochMilliseconds - 24 * HOUR, now.epochMilliseconds),
};

/** Every boundary of the interval within a window: the starts of its calendar units. */
const turnsOf = (interval: Interval, { start, end }: TimeSpan, zone: string): number[] => {
  const found =
    interval === 'hour' || interval === 'minute'
      ? clockTurns(interval, { start, end }, zone)
      : dateTurns(interval, { start, end }, zone);
  return [...new Set(found)].filter((turn) => turn > start && turn < end).sort((a, b) => a - b);
};

const dateTurns = (unit: Unit, { start, end }: TimeSpan, zone: string): number[] => {
  const turns: number[] = [];
  for (let date = at(start, zone).toPlainDate(); dayStart(date, zone) < end; date = date.add({ days: 1 })) {
    if (firstDay(date, unit).equals(date)) turns.push(dayStart(date, zone));
  }
  return turns;
};

/** Every instant at which the clock shows a full hour or minute, and every clock change. */
const clockTurns = (unit: 'hour' | 'minute', { start, end }: TimeSpan, zone: string): number[] => {
  const turns: number[] = [];
  const last = at(end, zone).toPlainDateTime().add({ hours: 3 });
  const first = at(start, zone)
    .toPlainDateTime()
    .round({ smallestUnit: unit, roundingMode: 'floor' })
    .subtract({ hours: 3 });
  for (let local = first; Temporal.PlainDateTime.compare(local, last) < 0; local = local.add({ [`${unit}s`]: 1 })) {
    for (const disambiguation of ['earlier', 'later'] as const) {
      const zoned = local.toZonedDateTime(zone, { disambiguation });
      if (zoned.toPlainDateTime().equals(local)) turns.push(zoned.epochMilliseconds);
    }
  }
  for (
    let put = at(start, zone).getTimeZoneTransition('next');
    put && put.epochMilliseconds < end;
    put = put.getTimeZoneTransition('next')
  ) {
    turns.push(put.epochMilliseconds);
  }
  return turns;
};

const zone = fc.constantFrom(...ZONES);
const anywhen = fc.integer(YEARS);

/** Within a day and a half of the zone's next clock change after that instant, if there is one. */
const nearTurn = (name: string) =>
  fc
    .tuple(anywhen, fc.integer({ min: -36 * HOUR, max: 36 * HOUR }))
    .map(([instant, off]) => (at(instant, name).getTimeZoneTransition('next')?.epochMilliseconds ?? instant) + off);
const exactly = (name: string) => nearTurn(name).map((instant) => dayStart(at(instant, name).toPlainDate(), name));
const instantIn = (name: string) => fc.oneof(anywhen, { arbitrary: nearTurn(name), weight: 4 }, exactly(name));

const situation = zone.chain((name) =>
  fc.record({ zone: fc.constant(name), now: instantIn(name), earliest: instantIn(name) }),
);
const spanOf = ({ start, end }: TimeSpan) => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
});
const shownOf = (window: Expected) => ({ ...spanOf(window), previous: spanOf(window.previous) });

describe('windows agree with an independent calendar', () => {
  it.each(Object.entries(EXPECTED))('%s', (range, expected) =>
    fc.assert(
      fc.property(situation, ({ zone: timezone, now, earliest }) => {
        expect(shownOf(resolveWindow({ range, timezone }, { now, earliest }))).toEqual(
          shownOf(expected(at(now, timezone))),
        );
      }),
      runs(25),
    ),
  );

  it('all, from the day of the beginning', () =>
    fc.assert(
      fc.property(situation, ({ zone: timezone, now, earliest }) => {
        const began = at(Math.min(now, earliest), timezone);
        const window = resolveWindow({ range: 'all', timezone }, { now, earliest });
        expect(shownOf(window)).toEqual(shownOf(elapsed(dayStart(began.toPlainDate(), timezone), now)));
      }),
      runs(50),
    ));

  it('custom, by timestamps, local times and dates', () =>
    fc.assert(
      fc.property(situation, fc.constantFrom('instant', 'local', 'date'), ({ zone: timezone, now, earliest }, form) => {
        const [first, last] = [Math.min(now, earliest), Math.max(now, earliest) + 48 * HOUR].map((instant) =>
          at(instant, timezone),
        );
        const spoken = (moment: Zoned): [string, number] => {
          if (form === 'instant') return [moment.toInstant().toString(), moment.epochMilliseconds];
          if (form === 'date') return [moment.toPlainDate().toString(), dayStart(moment.toPlainDate(), timezone)];
          return [moment.toPlainDateTime().toString(), localTime(moment.toPlainDateTime(), timezone)];
        };
        if (!first || !last) throw new Error('there are two');
        const [[start, from], [end, to]] = [spoken(first), spoken(last)];
        const window = resolveWindow({ range: 'custom', timezone, start, end, interval: 'month' }, { now, earliest });
        const [day, lastDay] = [first.toPlainDate(), last.toPlainDate()];
        const before = { start: dayStart(day.subtract(day.until(lastDay)), timezone), end: from };
        const expected = elapsed(from, to);
        const isOfDays = form === 'date' && before.start < from;
        expect(shownOf(window)).toEqual(shownOf(isOfDays ? { ...expected, previous: before } : expected));
      }),
      runs(50),
    ));
});

/** The longest window that has few enough points. */
const LONGEST: Readonly<Record<Interval, number>> = {
  minute: 5 * HOUR,
  hour: 20 * 24 * HOUR,
  day: 200 * 24 * HOUR,
  week: 500 * 24 * HOUR,
  month: 2_000 * 24 * HOUR,
};
const intervals = INTERVALS.filter((interval) => interval !== 'auto');

const customOf = (interval: Interval) =>
  zone
    .chain((name) =>
      fc.record({
        zone: fc.constant(name),
        start: instantIn(name),
        length: fc.oneof(
          { arbitrary: fc.integer({ min: 1, max: 60 * HOUR }), weight: 3 },
          fc.integer({ min: 1, max: LONGEST[interval] }),
        ),
      }),
    )
    .map(({ zone: timezone, start, length }): [WindowQuery, TimeSpan, string] => {
      const end = start + Math.min(length, LONGEST[interval]);
      const [from, to] = [new Date(start).toISOString(), new Date(end).toISOString()];
      return [{ range: 'custom', start: from, end: to, timezone, interval }, { start, end }, timezone];
    });

/** Whether two instants are in the same hour of the clock, the same day, and so on. */
const unitOf = (interval: Interval, instant: number, timezone: string): string => {
  const zoned = at(instant, timezone);
  if (interval === 'hour' || interval === 'minute')
    return zoned.round({ smallestUnit: interval, roundingMode: 'floor' }).toString();
  // A clock set back over midnight shows the previous day again, but the next day has begun.
  const next = zoned.toPlainDate().add({ days: 1 });
  return firstDay(dayStart(next, timezone) <= instant ? next : zoned.toPlainDate(), interval).toString();
};

describe('the points of a series', () => {
  it.each(intervals)('by %s are the boundaries of the calendar', (interval) =>
    fc.assert(
      fc.property(customOf(interval), ([query, window, timezone]) => {
        const { points } = resolveWindow(query, { now: window.end, earliest: 0 });
        expect(points.map((point) => new Date(point).toISOString())).toEqual(
          [window.start, ...turnsOf(interval, window, timezone)].map((point) => new Date(point).toISOString()),
        );
      }),
      runs(8),
    ),
  );

  it.each(intervals)('by %s partition the window, none is empty, and each lies within its unit', (interval) =>
    fc.assert(
      fc.property(customOf(interval), ([query, window, timezone]) => {
        const { points } = resolveWindow(query, { now: window.end, earliest: 0 });
        expect(points[0]).toBe(window.start);
        points.forEach((point, index) => {
          const end = points[index + 1] ?? window.end;
          expect(end).toBeGreaterThan(point);
          expect(unitOf(interval, end - 1, timezone)).toBe(unitOf(interval, point, timezone));
        });
      }),
      runs(8),
    ),
  );

  it('partition every named window as well, and none is empty unless the window is', () =>
    fc.assert(
      fc.property(
        situation,
        fc.constantFrom(...RANGES.filter((range) => range !== 'custom')),
        ({ zone: timezone, now, earliest }, range) => {
          const window: AnalyticsWindow = resolveWindow({ range, timezone }, { now, earliest });
          expect(window.points[0]).toBe(window.start);
          if (window.start === window.end) return expect(window.points).toHaveLength(1);
          const ends = [...window.points.slice(1), window.end];
          expect(window.points.every((point, index) => point < (ends[index] ?? 0))).toBe(true);
          expect(window.previous.start).toBeLessThanOrEqual(window.previous.end);
          expect(window.previous.end).toBeLessThanOrEqual(window.start);
        },
      ),
      runs(50),
    ));
});
