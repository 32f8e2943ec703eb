/** What the core has to know of an operation. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its parameters in braces: `/v1/links/{id}`. */
  readonly path: string;
  readonly answer: 'none' | 'text' | 'json' | 'page' | 'file' | 'events' | 'redirect';
  /** A list that can be read by cursor. */
  readonly byCursor?: boolean;
  /** Demands no credential, and takes that of the call alone. */
  readonly isPublic?: boolean;
  /** Takes an Idempotency-Key. */
  readonly idempotent?: boolean;
  /** Must not be sent twice. */
  readonly neverRepeated?: boolean;
  /** Of an upload; the first is the default. */
  readonly mediaTypes?: readonly string[];
  /** The name of the events that have an item, of a stream: `click`. */
  readonly event?: string;
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

/** What is sent of a file. A stream can be read once, so a call with one is never repeated. */
export type UploadContent = string | Uint8Array | AsyncIterable<Uint8Array>;

/**
 * A file to send: its text, its bytes, a stream of bytes, or where it is. Its media type is the one that is given, or
 * else that of its name, as `links.ndjson`, or else the first that the operation knows.
 */
export type Upload =
  | UploadContent
  | { readonly content: UploadContent; readonly mediaType: string }
  | { readonly path: string; readonly mediaType?: string | undefined };
