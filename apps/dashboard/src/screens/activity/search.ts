import type { operations } from '../../api/openapi';

/** Which events are shown, under the names that the API has for it. */
export interface ActivitySearch {
  /** An id, or all of a kind. */
  readonly actor?: string;
  /** Names and patterns, separated by commas. */
  readonly type?: string;
  readonly request_id?: string;
  readonly from?: string;
  readonly to?: string;
}

const NAMES = ['actor', 'type', 'request_id', 'from', 'to'] as const;

export const activitySearch = (search: Readonly<Record<string, unknown>>): ActivitySearch =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value.trim() !== '' ? [[name, value]] : [];
    }),
  );

export const isFiltered = (search: ActivitySearch): boolean => Object.keys(search).length > 0;

type Query = NonNullable<operations['events.list']['parameters']['query']>;

export const queryOf = ({ type, ...rest }: ActivitySearch): Query => ({
  ...rest,
  ...(type && { type: type.split(',') }),
});

/** The day of an instant where this browser is, as date inputs have it. */
export const dayOf = (instant: string | undefined, isEnd = false): string => {
  const at = Date.parse(instant ?? '');
  if (Number.isNaN(at)) return '';
  const day = new Date(isEnd ? at - 1 : at);
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
};

/** When a day begins here, or when it is over. */
export const instantOf = (day: string, isEnd = false): string | undefined => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const at = new Date(year, month - 1, date + (isEnd ? 1 : 0));
  return day === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};
