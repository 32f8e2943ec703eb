export interface EgressRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For all of it: looking up the name, connecting, redirects, headers and body. */
  readonly deadlineMs: number;
  /** Most bytes of the answer's body, as sent and once more after decompression. */
  readonly maxBytes: number;
  /** What happens to a longer body: the request fails, or the body is cut. Default: `refuse`. */
  readonly longer?: 'refuse' | 'cut';
  /** How many redirects of a GET or HEAD are followed, each one judged like the first URL. Default: 0. */
  readonly redirects?: number;
  readonly signal?: AbortSignal;
}

export interface EgressResponse {
  /** Where the answer came from, after redirects. */
  readonly url: string;
  /** How many redirects led there. */
  readonly redirects: number;
  readonly status: number;
  /** By name in lower case; the values of a repeated header are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  readonly body: Buffer;
}
