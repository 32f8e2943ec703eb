// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type {
  Answered,
  ConditionalOptions,
  Core,
  FileAnswer,
  Pages,
  RequestOptions,
  WriteOptions,
} from '../core/types.js';
import type { QrCode, QrCodeCreate, QrCodeList, QrCodeUpdate } from './models.js';
import { operations } from './operations.js';

/** Query of `qrCodes.list`. */
export interface QrCodesListQuery {
  /** Number of the page, from 1. Example: `1` */
  page?: number | null | undefined;
  /** Entries of a page at most. Example: `25` */
  limit?: number | null | undefined;
  /** QR codes of this link alone. Example: `"link_2c7n4k0v9q8w1x5z3b6m7d4f2g"` */
  link_id?: string | null | undefined;
}

/** QR codes of links or of any URL, as SVG or PNG. */
export class QrCodesResource {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Create a QR code
   *
   * Of a link, or of any URL. What readers could not read is a 400: too little contrast, less than 2 pixels a
   * module, a logo at level L or M. At most 30 logos a minute are fetched for each workspace.
   */
  create(body: QrCodeCreate, options?: WriteOptions): Answered<QrCode> {
    return this.#core.json(operations['qrCodes.create'], { body }, options);
  }

  /**
   * List QR codes
   *
   * The newest first.
   */
  list(query?: QrCodesListQuery, options?: RequestOptions): Pages<QrCode, QrCodeList> {
    return this.#core.page(operations['qrCodes.list'], { query }, options);
  }

  /**
   * Get a QR code
   *
   * The record says how it looks; `image_url` leads to its image.
   *
   * @param id Id of the QR code.
   */
  get(id: string, options?: RequestOptions): Answered<QrCode> {
    return this.#core.json(operations['qrCodes.get'], { path: [id] }, options);
  }

  /**
   * Change a QR code
   *
   * Absent fields are unchanged; null clears a field. What is printed already holds what it held. At most 30 logos
   * a minute are fetched for each workspace.
   *
   * @param id Id of the QR code.
   */
  update(id: string, body: QrCodeUpdate, options?: ConditionalOptions): Answered<QrCode> {
    return this.#core.json(operations['qrCodes.update'], { path: [id], body }, options);
  }

  /**
   * Delete a QR code
   *
   * What is printed goes on leading to its link or URL.
   *
   * @param id Id of the QR code.
   */
  delete(id: string, options?: ConditionalOptions): Answered<null> {
    return this.#core.none(operations['qrCodes.delete'], { path: [id] }, options);
  }

  /**
   * Get the image of a QR code
   *
   * It stays the same while its link is deleted, since that may be restored. The same image has the same ETag:
   * send it back as If-None-Match for a 304.
   *
   * @param id Id of the QR code.
   */
  image(id: string, options?: RequestOptions): Answered<FileAnswer> {
    return this.#core.file(operations['qrCodes.image'], { path: [id] }, options);
  }
}
