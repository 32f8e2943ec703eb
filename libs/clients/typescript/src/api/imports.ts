// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type { Answered, Core, FileAnswer, Pages, RequestOptions, Upload, WriteOptions } from '../core/types.js';
import type { ImportSource } from './enums.js';
import type { Import, ImportList, ListedImport } from './models.js';
import { operations } from './operations.js';

/** Query of `imports.create`. */
export interface ImportsCreateQuery {
  /** Where the file comes from. Absent: recognised by the columns. Example: `"bitly"` */
  source?: ImportSource | null | undefined;
  /**
   * For links whose host is not a verified domain of the workspace; absent: those rows fail. Example:
   * `"go.example.com"`
   */
  domain?: string | null | undefined;
}

/** Query of `imports.list`. */
export interface ImportsListQuery {
  /** Number of the page, from 1. Example: `1` */
  page?: number | null | undefined;
  /** Entries of a page at most. Example: `25` */
  limit?: number | null | undefined;
}

/** Query of `imports.errors`. */
export interface ImportsErrorsQuery {
  /** Format of the file. Example: `"csv"` */
  format?: 'csv' | (string & Record<never, never>) | null | undefined;
}

/** Files of links from here or from another service, imported in the background. */
export class ImportsResource {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Import links
   *
   * Makes a link of each row, in the background. A CSV has a header row with the column names of the link record
   * (any of `,` `;` `|` or tab between cells), NDJSON an object in each line, or an array of them. The exports of
   * Bitly, Dub, Shlink and YOURLS, and an answer of the APIs of Bitly, Dub, Kutt and Shlink, are recognised by
   * their columns. A column that is unknown is a 400; of an API it is ignored. Links of a host that a service
   * shares among its customers, such as bit.ly, come to the workspace's primary domain. Tags are separated by
   * commas within their cell; `rules`, `variants` and `preview` are JSON. Counts, ids and dates of creation are
   * ignored, and named in `ignored_columns`. A status `archived` or `disabled` is taken over. A row that fails
   * stops no other one; of rows with one alias the first has it. A row of a link with a password fails. A
   * workspace may have 10 imports that have not ended, one of which runs at a time.
   *
   * @param file A text, bytes, a stream of bytes, or `{ path }` of a file. Sent as `text/csv` unless its name or
   * `{ content, mediaType }` says otherwise.
   */
  create(file: Upload, query?: ImportsCreateQuery, options?: WriteOptions): Answered<Import> {
    return this.#core.json(operations['imports.create'], { query, file }, options);
  }

  /**
   * List imports
   *
   * The newest first, without their errors. Imports are forgotten 30 days after their end.
   */
  list(query?: ImportsListQuery, options?: RequestOptions): Pages<ListedImport, ImportList> {
    return this.#core.page(operations['imports.list'], { query }, options);
  }

  /**
   * Get an import
   *
   * Its progress: `created` and `failed` grow up to `total`.
   *
   * @param id Id of the import.
   */
  get(id: string, options?: RequestOptions): Answered<Import> {
    return this.#core.json(operations['imports.get'], { path: [id] }, options);
  }

  /**
   * Download the rows that failed
   *
   * All of them, with their cells as they came and the columns `error_code` and `error_message`: mend them, and
   * import the file again. Kept for a workspace's last ten imports.
   *
   * @param id Id of the import.
   */
  errors(id: string, query?: ImportsErrorsQuery, options?: RequestOptions): Answered<FileAnswer> {
    return this.#core.file(operations['imports.errors'], { path: [id], query }, options);
  }

  /**
   * Cancel an import
   *
   * The links that it has made stay, and no more are made.
   *
   * @param id Id of the import.
   */
  cancel(id: string, options?: WriteOptions): Answered<Import> {
    return this.#core.json(operations['imports.cancel'], { path: [id] }, options);
  }
}
