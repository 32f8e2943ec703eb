/** An `AbortSignal`, as far as it is used here; so these types need neither those of a browser nor those of Node. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** `fetch`, as far as it is used here. */
export type Fetch = { fetch(url: string, init: object): Promise<unknown> }['fetch'];

export interface ClientOptions {
  /** Absent: the variable WAYMARK_API_KEY. An access token of a user does as well. */
  readonly apiKey?: string | undefined;
  /** Without user and password. Absent: the variable WAYMARK_BASE_URL, or else `http://localhost:3000`. */
  readonly baseUrl?: string | undefined;
  /**
   * Milliseconds for one attempt. Of an upload: for each silence while it is sent, and then for the answer. Of a stream:
   * for its headers, and then for each silence. Absent: 60,000; Infinity: no limit but that of `fetch`, which is 300,000
   * in Node.
   */
  readonly timeout?: number | undefined;
  /** How often a call is repeated after a failure that may pass. Absent: 2. */
  readonly maxRetries?: number | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Absent: that of the runtime. */
  readonly fetch?: Fetch | undefined;
}

/** For one call; what is absent is as the client has it. */
export interface RequestOptions {
  /** It is sent also by operations that demand no credential, which do not send that of the client. */
  readonly apiKey?: string | undefined;
  /** Milliseconds for one attempt. */
  readonly timeout?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Ends the call, and the reading of its answer, with the signal's reason. */
  readonly signal?: Signal | undefined;
}

/** Of a call that changes something. */
export interface WriteOptions extends RequestOptions {
  /**
   * Calls with one key do their work once: the later ones get the answer of the first. Absent: a new one for each call,
   * which all attempts of the call share.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Of a change of something that has an ETag. */
export interface ConditionalOptions extends WriteOptions {
  /** The ETag that it must still have; otherwise the call fails with `RevisionMismatch`. */
  readonly ifMatch?: string | undefined;
}

export interface ResponseInfo {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string | null;
}

/** The promise of an answer, which can be had with its status and headers. */
export interface Answered<T> extends Promise<T> {
  withResponse(): Promise<{ readonly data: T; readonly response: ResponseInfo }>;
}

/** What a short URL answers. */
export interface Redirect {
  readonly status: number;
  /** Null where it does not redirect. */
  readonly location: string | null;
}
