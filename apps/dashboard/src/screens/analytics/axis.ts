import type { Analytics } from '../../api/queries';
import { locale } from '../../ui/format';

type Point = Analytics['timeseries'][number];

/** Round values from 0 to at least the maximum, for the lines behind a chart: three or four of them. */
export const linesFor = (maximum: number): readonly number[] => {
  const rough = Math.max(1, maximum) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough);
  const whole = Math.ceil(step);
  return Array.from({ length: Math.ceil(Math.max(1, maximum) / whole) + 1 }, (_, index) => index * whole);
};

/** Indexes of the points that get a label: as many as have room, evenly spread. */
export const labelled = (count: number, width: number): readonly number[] => {
  const room = Math.max(2, Math.floor(width / 84));
  const step = Math.max(1, Math.ceil(count / room));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
};

type Format = Intl.DateTimeFormatOptions;
const AXIS: Readonly<Record<string, Format>> = {
  minute: { hour: 'numeric', minute: '2-digit' },
  hour: { hour: 'numeric', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: '2-digit' },
};
const FULL: Readonly<Record<string, Format>> = {
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  hour: { dateStyle: 'medium', timeStyle: 'short' },
  day: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
};

export interface Naming {
  readonly short: (point: Point) => string;
  readonly full: (point: Point) => string;
}

/** Names the points of a series, in the time zone in which they were counted. */
export const namingOf = ({ interval, timezone }: Pick<Analytics, 'interval' | 'timezone'>): Naming => {
  const format = (formats: Readonly<Record<string, Format>>) =>
    new Intl.DateTimeFormat(locale, { ...(formats[interval] ?? formats['day']), timeZone: timezone });
  const [short, full] = [format(AXIS), format(FULL)];
  const from = interval === 'week' ? 'Week from ' : '';
  return {
    short: ({ start }) => short.format(new Date(start)),
    full: ({ start }) => `${from}${full.format(new Date(start))}`,
  };
};
