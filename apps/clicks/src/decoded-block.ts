import { decodeClick, type ClickRecord } from '@contexts/clicks';
import type { Block } from '@platform/click-log';
import type { SetAside } from './set-aside';

export interface Click {
  readonly seq: number;
  readonly record: ClickRecord;
}

export interface DecodedBlock {
  readonly clicks: readonly Click[];
  /** Records that cannot be used, whatever is tried: they must not hold up the others. */
  readonly undecodable: readonly SetAside[];
}

export const decodeBlock = (block: Pick<Block, 'records'>): DecodedBlock => {
  const clicks: Click[] = [];
  const undecodable: SetAside[] = [];
  for (const { seq, payload } of block.records) {
    try {
      clicks.push({ seq, record: checked(decodeClick(payload.toString())) });
    } catch (error) {
      undecodable.push({ seq, payload, cause: error instanceof Error ? error.message : String(error) });
    }
  }
  return { clicks, undecodable };
};

/**
 * Refuses what no column would take, so that an insert which ClickHouse or Postgres refuses is the fault of this program
 * and is repeated until that is mended, and not the fault of a record.
 */
const checked = (record: ClickRecord): ClickRecord => {
  const { at, revision, rule, variant, bot_rules, tags } = record;
  if (!Number.isSafeInteger(at) || at < EARLIEST || at > LATEST) throw new RangeError(`not a time: ${at}`);
  if (!DIGITS.test(revision)) throw new RangeError(`not a revision: ${revision}`);
  if (!isSmall(rule ?? 0) || !isSmall(variant ?? 0) || !isSmall(bot_rules)) throw new RangeError('rule, variant or bot rules are no small number');
  for (const tag of tags) if (typeof tag !== 'string') throw new TypeError('a tag is no text');
  if (!isId(record.link_id) || !isId(record.workspace_id) || !isId(record.visitor)) throw new TypeError('link, workspace or visitor is no id');
  return record;
};

/** The first second of ten digits: what is shorter would be read as a year. */
const EARLIEST = 1_000_000_000_000;
const LATEST = Date.UTC(2200, 0, 1);
const DIGITS = /^\d{1,19}$/;
/** Postgres takes no NUL, and ids are joined by line breaks where they are counted. */
const CONTROL = /[\0-\x1f]/;
const isSmall = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 65_536;
const isId = (value: unknown): boolean => typeof value === 'string' && value !== '' && !CONTROL.test(value);
