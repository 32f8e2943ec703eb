import { type ClickRecord, decodeClick } from './click-record';

/**
 * The click of a record. Refuses what no column would take, so that an insert which ClickHouse or Postgres refuses is the
 * fault of this program and is repeated until that is mended, and not the fault of a record.
 * @throws Error for what is no click, or one that no column would take
 */
export const loadableClick = (text: string): ClickRecord => {
  const record = decodeClick(text);
  const { at, revision, rule, variant, bot_rules, tags } = record;
  if (!Number.isSafeInteger(at) || at < EARLIEST || at > LATEST) throw new RangeError(`not a time: ${at}`);
  if (!DIGITS.test(revision)) throw new RangeError(`not a revision: ${revision}`);
  if (!isSmall(rule ?? 0) || !isSmall(variant ?? 0) || !isSmall(bot_rules)) throw new RangeError('rule, variant or bot rules are no small number');
  for (const tag of tags) if (typeof tag !== 'string') throw new TypeError('a tag is no text');
  if (!isId(record.link_id) || !isId(record.workspace_id) || !isId(record.visitor)) throw new TypeError('link, workspace or visitor is no id');
  return record;
};

/** When the click of a record happened, in milliseconds since 1970; undefined where it cannot be loaded. */
export const timeOfClick = (text: string): number | undefined => {
  try {
    return loadableClick(text).at;
  } catch {
    return undefined;
  }
};

/** The first second of ten digits: what is shorter would be read as a year. */
const EARLIEST = 1_000_000_000_000;
const LATEST = Date.UTC(2200, 0, 1);
const DIGITS = /^\d{1,19}$/;
/** Postgres takes no NUL, and ids are joined by line breaks where they are counted. */
const CONTROL = /[\0-\x1f]/;
const isSmall = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 65_536;
const isId = (value: unknown): boolean => typeof value === 'string' && value !== '' && !CONTROL.test(value);
