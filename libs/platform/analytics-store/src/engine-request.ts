/** One statement for the engine. */
export interface EngineRequest {
  readonly sql: string;
  /** What an INSERT puts in, in the format that ends its statement. Bytes, so that no text has to be made of them. */
  readonly rows?: Buffer;
  /** Values of `{name:Type}` placeholders, escaped as in the `param_…` parameters of ClickHouse's HTTP interface. */
  readonly params?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, string>>;
  /** Output format when the statement names none. */
  readonly format?: string;
  /** Gives the output of a SELECT away as it comes and as fast as it is taken, for answers of any length. */
  readonly streamed?: boolean;
  /** Ends a read early, one that waits or one that runs. Writes are never broken off. */
  readonly signal?: AbortSignal;
}
