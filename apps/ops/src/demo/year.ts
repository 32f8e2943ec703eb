import {
  type Channel,
  countryOf,
  desktopOf,
  LEISURE_DAYS,
  LEISURE_HOURS,
  MOBILE,
  mobileOf,
  OFFICE_DAYS,
  OFFICE_HOURS,
  programOf,
  referrerOf,
} from './audience';
import type { PlannedLink } from './catalogue';
import { pickOne, type Random, seeded, weighted } from './random';

/** An invented visit, before it becomes a record. */
export interface DemoClick {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Index of the link. */
  readonly link: number;
  readonly address: string;
  readonly agent: string;
  readonly language: string;
  readonly referrer: string;
  readonly purpose: string;
  readonly trigger: 'link' | 'qr';
}

export interface YearOptions {
  readonly links: readonly PlannedLink[];
  readonly clicks: number;
  /** The year ends here. */
  readonly now: number;
  readonly seed: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const DAYS = 365;

const BOTS = 0.06;
const PREFETCHES = 0.005;
/** Share of clicks by a visitor who returns to a link on the same day. */
const AGAIN = 0.15;
/** Share of visits by QR code: mostly from paper, and from a few newsletters. */
const QR: Readonly<Record<Channel, number>> = { search: 0, newsletter: 0.01, social: 0, docs: 0, print: 0.96 };

const officeHours = weighted(OFFICE_HOURS);
const leisureHours = weighted(LEISURE_HOURS);

/** The first instant of the year. Its days are UTC days, and the last one ends now. */
export const yearStart = (now: number): number => (Math.floor(now / DAY_MS) - DAYS + 1) * DAY_MS;

/**
 * A year of exactly `clicks` clicks in order of time. They grow, follow the week and the visitors' local day, and have
 * campaigns that come and fade. The same options give the same clicks.
 */
export function* clicksOfYear({ links, clicks, now, seed }: YearOptions): Generator<DemoClick, void, undefined> {
  const random = seeded(seed);
  const start = yearStart(now);
  const launches = links.map(({ from }) => launchDay(from, start));
  const days = Array.from({ length: DAYS }, (_, day) => {
    const from = start + day * DAY_MS;
    const weights = links.map(
      (link, index) =>
        interest(link, day - (launches[index] ?? 0), day, new Date(from).getUTCDay()) * (0.85 + 0.3 * random()),
    );
    const length = Math.min(DAY_MS, now - from);
    return { from, length, weights, sum: (weights.reduce((sum, weight) => sum + weight, 0) * length) / DAY_MS };
  });
  const total = days.reduce((sum, day) => sum + day.sum, 0);
  let [reached, made] = [0, 0];
  for (const { from, length, weights, sum } of days) {
    reached += sum;
    const until = Math.round((clicks * reached) / total);
    yield* clicksOfDay({ from, length, weights, count: until - made, links }, random);
    made = until;
  }
}

const isOffice = (channel: Channel): boolean => channel === 'docs' || channel === 'search';

/** The day of the generated year, from 0, that has this date; 0 without one. */
export const launchDay = (date: string | null, start: number): number => {
  if (date === null) return 0;
  const inYear = (year: number) => Math.round((Date.parse(`${year}-${date}T00:00:00Z`) - start) / DAY_MS);
  const year = new Date(start).getUTCFullYear();
  return inYear(year) >= 0 ? inYear(year) : inYear(year + 1);
};

/** @param age days since publication */
const interest = ({ channel, weight, halvesIn }: PlannedLink, age: number, day: number, weekday: number): number => {
  if (age < 0) return 0;
  const growth = 0.5 + (1.3 * day) / DAYS;
  const rhythm = (isOffice(channel) ? OFFICE_DAYS : LEISURE_DAYS)[weekday] ?? 1;
  return weight * growth * rhythm * (halvesIn === null ? 1 : 0.5 ** (age / halvesIn) + 0.01);
};

interface Day {
  readonly from: number;
  /** Milliseconds of it that have passed. */
  readonly length: number;
  readonly weights: readonly number[];
  readonly count: number;
  readonly links: readonly PlannedLink[];
}

const clicksOfDay = ({ from, length, weights, count, links }: Day, random: Random): DemoClick[] => {
  const linkOf = weighted(weights);
  const clicks: DemoClick[] = [];
  for (let n = 0; n < count; n += 1) {
    const earlier = random() < AGAIN ? clicks[Math.floor(random() * clicks.length)] : undefined;
    const link = earlier?.link ?? linkOf(random);
    const { hour, ...visitor } = visit(links[link]?.channel ?? 'search', random);
    const within = ((hour + random()) * HOUR_MS * length) / DAY_MS;
    clicks.push({ ...visitor, ...earlier, link, at: Math.floor(from + within) });
  }
  return clicks.sort((a, b) => a.at - b.at);
};

type Visitor = Omit<DemoClick, 'at' | 'link'> & { readonly hour: number };

const visit = (channel: Channel, random: Random): Visitor => {
  if (random() < BOTS) {
    const [agent, network] = programOf(random);
    return {
      hour: Math.floor(random() * 24),
      address: within(network, random),
      agent,
      language: '',
      referrer: '',
      purpose: '',
      trigger: 'link',
    };
  }
  const { hoursAhead, language, networks } = countryOf(random);
  const clock = (isOffice(channel) ? officeHours : leisureHours)(random);
  const trigger = random() < QR[channel] ? 'qr' : 'link';
  return {
    hour: (clock - hoursAhead + 24) % 24,
    address: within(pickOne(networks, random), random),
    agent: (trigger === 'qr' || random() < MOBILE[channel] ? mobileOf : desktopOf)(random),
    language,
    referrer: trigger === 'qr' ? '' : referrerOf(channel, random),
    purpose: random() < PREFETCHES ? 'prefetch' : '',
    trigger,
  };
};

const within = (network: string, random: Random): string =>
  `${network}.${Math.floor(random() * 256)}.${1 + Math.floor(random() * 254)}`;
