import type { PublicEvent } from '@kernel';

/** A message of the topic of public events. */
export interface Message {
  /** The event's stream: Kafka keeps the order of messages with one key. */
  readonly key: string;
  /** The public event, JSON. */
  readonly value: string;
  /** They identify a message to a consumer without parsing. */
  readonly headers: {
    readonly id: string;
    readonly type: string;
    /** W3C Trace Context: the span that wrote the event. */
    readonly traceparent?: string;
  };
}

/** The broker refuses a message for its size, and will do so each time. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/**
 * Sends messages. Resolves when the broker has acknowledged all of them as durable. Throws when any may be missing, and
 * none is still being sent; {@link TooLarge} when that is for the size of one. Their keys differ, so it may send them in
 * any order.
 */
export type Publish = (messages: readonly Message[]) => Promise<void>;

export const publicEventMessage = (stream: string, event: PublicEvent, traceparent?: string): Message => ({
  key: stream,
  value: JSON.stringify(event),
  headers: { id: event.id, type: event.type, ...(traceparent !== undefined && { traceparent }) },
});

/** By default, a broker refuses a request above 1 MB. */
const MOST_BYTES = 500_000;

/**
 * Splits messages, in order, into portions for one `Publish` each. A key occurs once in a portion: otherwise its second
 * message might get through although the first one failed. A message that is too large alone is its own portion.
 */
export function* portionsOf(messages: readonly Message[]): Generator<readonly Message[]> {
  let portion = new Map<string, Message>();
  let bytes = 0;
  for (const message of messages) {
    const size = Buffer.byteLength(message.value);
    if (portion.has(message.key) || (portion.size > 0 && bytes + size > MOST_BYTES)) {
      yield [...portion.values()];
      portion = new Map();
      bytes = 0;
    }
    portion.set(message.key, message);
    bytes += size;
  }
  if (portion.size > 0) yield [...portion.values()];
}
