/** What the core has to know of an operation. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its parameters in braces: `/v1/links/{id}`. */
  readonly path: string;
  readonly answer: 'none' | 'text' | 'json' | 'page' | 'file' | 'events' | 'redirect';
  /** A list that can be read by cursor. */
  readonly byCursor?: boolean;
  /** Takes no credential. */
  readonly isPublic?: boolean;
  /** Takes an Idempotency-Key. */
  readonly idempotent?: boolean;
  /** Must not be sent twice. */
  readonly neverRepeated?: boolean;
  /** Of an upload. */
  readonly mediaType?: string;
  /** Fields without which the answer is of no use, and which are shown once. */
  readonly secrets?: readonly string[];
}

/** What a method was called with. */
export interface Call {
  readonly path?: readonly string[];
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly file?: Upload;
}

/**
 * A file to send: its text, its bytes, a stream of bytes, or where it is. A stream can be read once, so a call with one
 * is never repeated.
 */
export type Upload = string | Uint8Array | AsyncIterable<Uint8Array> | { readonly path: string };
