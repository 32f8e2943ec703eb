import type { Problem } from '@kernel';

/** A row of an imported file: its values by the plain name of the column. An empty cell of a CSV is absent. */
export type ImportRow = Readonly<Record<string, unknown>>;

/** What a row says of a link. */
export interface ImportedLink {
  /** A body that creates the link, without its domain. It is not validated. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The host of its short URL; absent where that is the default host of its source. */
  readonly host?: string | undefined;
  readonly status?: 'archived' | 'disabled' | undefined;
  /** True for a link that is disabled, whatever its status says. */
  readonly disabled?: boolean | undefined;
  /** What is wrong with the row besides its body. */
  readonly problems?: readonly Problem[];
}

export const IMPORT_SOURCES = ['waymark', 'bitly', 'dub', 'kutt', 'shlink', 'yourls'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** How a source names its columns, and what they mean. All names are plain. */
export interface ImportLayout {
  /** A file has this layout if it has all columns of one of these sets. */
  readonly marks: readonly (readonly string[])[];
  /** Those of the marks that are of rows of an API: it may have more fields than are known here, which are ignored. */
  readonly ofApi?: readonly (readonly string[])[];
  /** Columns that make the link. */
  readonly used: readonly string[];
  /** Columns that are known and do not matter. */
  readonly ignored: readonly string[];
  /**
   * Never throws: the faults of a row are among the problems of its link.
   * @param at RFC 3339, when the file arrived
   */
  readonly linkOf: (row: ImportRow, at: string) => ImportedLink;
}

/** The name of a column whatever its spelling: `Long URL`, `long_url` and `longUrl` are one. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[\s_]/g, '');
