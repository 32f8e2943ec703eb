import type { Actor } from '@kernel';
import type { ImportFile } from './file/import-file';

export const IMPORT_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** The record of an import, without its errors. */
export interface ImportRecord {
  readonly id: string;
  readonly status: ImportStatus;
  readonly source: string | null;
  /** Data rows; null until they are counted. */
  readonly total: number | null;
  readonly created: number;
  readonly failed: number;
  readonly ignored_columns: readonly string[];
  readonly created_at: string;
  readonly ended_at: string | null;
}

/** What the runner of an import needs to know. */
export interface ImportJob {
  readonly id: string;
  readonly workspace_id: string;
  readonly upload_id: string;
  readonly file: ImportFile;
  /** The domain for rows with another host; null: such rows fail. */
  readonly domain: string | null;
  /** Who uploaded the file. */
  readonly actor: Actor;
  readonly request_id: string;
  /** RFC 3339, when the file arrived. */
  readonly created_at: string;
  readonly total: number | null;
  /** Rows that are settled. */
  readonly done: number;
  /** How often it was begun, this time included. */
  readonly attempts: number;
}

export interface RowError {
  /** From 1; 0 is the file as a whole. */
  readonly row: number;
  readonly line: number | null;
  readonly code: string;
  readonly message: string;
  /**
   * As JSON: the cells of a CSV, an object for JSON. Earlier versions kept a CSV as an object by the names of the columns,
   * with the cells beyond them under `surplus `.
   */
  readonly values: string;
}
