/** Something that happened, in the past tense. The envelope ({@link Metadata}) is kept apart from it. */
export interface Event<T extends string = string, D = unknown> {
  readonly type: T;
  readonly data: D;
}

/** A request, in the imperative. All it needs from the outside world (`now`, ids, hashes) is inside `data`. */
export interface Command<T extends string = string, D = unknown> {
  readonly type: T;
  readonly data: D;
}

export interface Actor {
  readonly type: 'api_key' | 'user' | 'system';
  readonly id: string;
}

/** What is known of an event besides its content. Frozen from the first day; see test/fixtures/events/. */
export interface Metadata {
  /** Version of the payload; upcasters raise it on read. */
  readonly schema_version: number;
  /** When it happened, RFC 3339 UTC with milliseconds. Not the store's own time: that changes with a copy. */
  readonly at: string;
  readonly actor: Actor;
  readonly request_id: string;
  /** The command that caused it. A repeat of that command is always recognised by this id. */
  readonly command_id: string;
  readonly correlation_id: string;
  readonly causation_id: string;
  readonly workspace_id: string;
  /** W3C Trace Context: the span that wrote it. Absent where nothing was traced. */
  readonly traceparent?: string;
}

/** An event as a store returns it. */
export interface Recorded<E extends Event = Event> {
  /** UUID in its canonical text form. */
  readonly id: string;
  readonly event: E;
  /** `<category>-<identity>`; the category has no dash. */
  readonly stream: string;
  /** Number in its stream, from 0n. */
  readonly revision: bigint;
  /** Number in the whole store; later events have higher positions, not necessarily by one. */
  readonly position: bigint;
  readonly metadata: Metadata;
}

/** `link-abc` is of the category `link`. */
export const categoryOf = (stream: string): string => {
  const dash = stream.indexOf('-');
  return dash < 0 ? stream : stream.slice(0, dash);
};
