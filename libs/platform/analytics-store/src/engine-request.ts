/** One statement for the engine. */
export interface EngineRequest {
  readonly sql: string;
  /** Rows of an INSERT, in the format that ends its statement. They are bytes, so that none are converted to text. */
  readonly rows?: Buffer;
  /** Values of `{name:Type}` placeholders, escaped as in the `param_…` parameters of ClickHouse's HTTP interface. */
  readonly params?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, string>>;
  /** Output format when the statement names none. */
  readonly format?: string;
  /** Streams the output of a SELECT as it comes and as fast as the caller reads, for answers of any length. */
  readonly streamed?: boolean;
  /** Aborts a read that waits or runs. Writes are never aborted. */
  readonly signal?: AbortSignal;
}
