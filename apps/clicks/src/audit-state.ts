import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cursor } from '@platform/click-log';
import { writeDurably } from './load-state';

/** How far the audit has come, and what it has found so far. */
export interface AuditState {
  readonly cursor: Cursor;
  /** Records that were looked up. */
  readonly checked: number;
  readonly missing: number;
  readonly doubled: number;
  /** Time of the last record that was looked up, in milliseconds since 1970; 0 before the first. */
  readonly until: number;
  /** What the counters had counted before the first record that was looked up; null until that is known. */
  readonly base: number | null;
}

export const auditStateFile = (stateDirectory: string): string => join(stateDirectory, 'click-audit.json');

export const readAuditState = async (path: string): Promise<AuditState> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? { cursor: {}, checked: 0, missing: 0, doubled: 0, until: 0, base: null } : (JSON.parse(text) as AuditState);
};

export const writeAuditState = (path: string, state: AuditState): Promise<void> => writeDurably(path, JSON.stringify(state));
