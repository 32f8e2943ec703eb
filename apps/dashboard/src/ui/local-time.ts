const two = (value: number): string => String(value).padStart(2, '0');

/** An instant as an input of `datetime-local` has it, in the browser's time zone; empty for none. */
export const localOf = (iso: string | null): string => {
  if (iso === null) return '';
  const at = new Date(iso);
  const minute = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
  // Seconds are written where there are any: without them a copy would differ from what it copies.
  const rest = at.getTime() % 60_000;
  return rest === 0 ? minute : `${minute}:${at.toISOString().slice(17, 23).replace('.000', '')}`;
};

export const isTime = (local: string): boolean => !Number.isNaN(Date.parse(local));

/** What an input of `datetime-local` holds, in UTC; null for nothing, and the text itself where it is no time. */
export const instantOf = (local: string): string | null => {
  if (local === '') return null;
  return isTime(local) ? new Date(local).toISOString() : local;
};

/** For an input of `datetime-local`: without it a browser takes a year of six digits. */
export const LATEST = '9999-12-31T23:59';
