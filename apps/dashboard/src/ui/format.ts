/** Bare machines report a locale that Intl refuses, such as en-US@posix. */
const localeOf = (): string => {
  try {
    return new Intl.NumberFormat(navigator.language).resolvedOptions().locale;
  } catch {
    return 'en';
  }
};

export const locale = localeOf();
const whole = new Intl.NumberFormat(locale);
const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const places = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' });

export const number = (value: number): string => whole.format(value);
/** 12,345 in full, 1.2M from a hundred thousand on. */
export const compact = (value: number): string => (value < 100_000 ? whole : short).format(value);
export const tick = (value: number): string => (value < 1_000 ? whole : short).format(value);
export const percent = (value: number): string => share.format(value);
export const dateTime = (iso: string): string => moment.format(new Date(iso));
export const time = (iso: string): string => clock.format(new Date(iso));
export const date = (iso: string): string => day.format(new Date(iso));
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** `3 days ago`, `in 2 hours`; `now` within a minute. */
export const ago = (iso: string, now = Date.now()): string => {
  const seconds = (Date.parse(iso) - now) / 1_000;
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  return unit ? relative.format(Math.trunc(seconds / unit[1]), unit[0]) : relative.format(0, 'second');
};

/** `23:14:05` until an instant; null once it is over. */
export const remaining = (iso: string, now: number): string | null => {
  const seconds = Math.floor((Date.parse(iso) - now) / 1_000);
  if (seconds <= 0) return null;
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
};

export const country = (code: string): string => {
  try {
    return places.of(code) ?? code;
  } catch {
    return code;
  }
};

/** Without what every short URL has in common. */
export const bare = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
