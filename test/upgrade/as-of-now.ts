import { COUNTED } from '../api/support/history';

type Fields = Readonly<Record<string, unknown>>;

/**
 * These change by themselves, and are compared separately: counters of clicks, the use of keys, how fresh an answer is.
 * When a domain was last checked is not compared.
 */
const MOVING = new Set([...COUNTED, 'as_of', 'last_check', 'last_checked_at']);
const FRESHNESS = new Set(['as_of']);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const without = (names: ReadonlySet<string>, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item: unknown) => without(names, item));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => (names.has(name) ? [] : [[name, without(names, field)]])),
  );
};

/** The constant part of an answer about records, whenever it is requested. */
export const lasting = (answer: unknown): object => without(MOVING, answer) as object;

/** The constant part of an answer about clicks in a past window. */
export const lastingFigures = (answer: unknown): object => without(FRESHNESS, answer) as object;

/** Whether a key's 24 hours are over by now. */
export const isGraceOver = ({ status, grace_ends_at }: Fields): boolean =>
  status === 'grace' && Date.parse(String(grace_ends_at)) <= Date.now();

/** A record of a key as of today: grace ends by the clock. */
export const keyNow = (key: Fields): Fields =>
  isGraceOver(key) ? { ...key, status: 'revoked', revoked_at: key['grace_ends_at'] } : key;
