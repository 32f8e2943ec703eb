import type { Log } from './log';

/** What a span says beside its name and its times: no secret, address, path or query. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  /** By default `internal`. */
  readonly kind?: 'internal' | 'server' | 'client' | 'consumer';
  /**
   * A W3C `traceparent` of another process or of an earlier time; null begins a trace. Absent: the span in which this
   * one begins. A text that is no `traceparent` counts as null.
   */
  readonly parent?: string | null | undefined;
  /** Further traces that the work belongs to, each as a `traceparent`. */
  readonly links?: readonly string[];
  readonly attributes?: SpanAttributes;
}

export interface Span {
  /** For others who work on the same request; undefined where the trace is not recorded. */
  readonly traceparent: string | undefined;
  set(attributes: SpanAttributes): void;
  /** Work that begins inside, and what it awaits, belongs to the span. */
  enter<T>(work: () => T): T;
  /** @param error why the work failed, or of which kind that was; a message may quote anything, so it stays out */
  end(error?: unknown): void;
}

export interface Tracer {
  begin(name: string, options?: SpanOptions): Span;
  /** The `traceparent` of the span under way, if its trace is recorded. */
  current(): string | undefined;
  /** Runs work in the span of another process. */
  continuing<T>(traceparent: string | undefined, work: () => T): T;
  /** Sends what is left. */
  stop(): Promise<void>;
}

export interface StartTracing {
  /** Base URL of an OTLP collector that takes HTTP; absent: nothing is traced, and no package for it is loaded. */
  readonly endpoint: string | undefined;
  /** Shown as `service.name`. */
  readonly service: string;
  readonly log: Pick<Log, 'warn' | 'error'>;
}
