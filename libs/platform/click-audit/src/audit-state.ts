import { readFile } from 'node:fs/promises';
import type { ClickLogCheckpoint } from '@platform/click-log';
import { writeDurably } from '@platform/files';

/** The checkpoint of the audit, and what it has found so far. */
export interface AuditState {
  readonly cursor: ClickLogCheckpoint;
  /** Records that were looked up. */
  readonly checked: number;
  readonly missing: number;
  readonly doubled: number;
  /** Time of the last record that was looked up, in milliseconds since 1970; 0 before the first. */
  readonly until: number;
  /** What the counters had counted before the first record that was looked up; null until that is known. */
  readonly base: number | null;
  readonly waiting: Waiting;
  /** When the last round ended, in milliseconds since 1970; 0 before the first. */
  readonly at: number;
}

/** By source, the first block that was sent and not loaded: its first number, and its time in ms since 1970. */
export type Waiting = Readonly<Record<string, { readonly seq: number; readonly since: number }>>;

const NOTHING: AuditState = {
  cursor: {},
  checked: 0,
  missing: 0,
  doubled: 0,
  until: 0,
  base: null,
  waiting: {},
  at: 0,
};

/** A damaged file counts as absent. @param onDamaged called with why it could not be read */
export const readAuditState = async (path: string, onDamaged: (error: unknown) => void): Promise<AuditState> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    return { ...NOTHING, ...(JSON.parse(text) as Partial<AuditState>) };
  } catch (error) {
    onDamaged(error);
    return NOTHING;
  }
};

export const writeAuditState = (path: string, state: AuditState): Promise<void> =>
  writeDurably(path, JSON.stringify(state));
