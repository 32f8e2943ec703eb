import type { PublicEvent } from '@kernel';

/** A message of the topic of public events. */
export interface Message {
  /** The event's stream: Kafka keeps the order of what has one key. */
  readonly key: string;
  /** The public event, JSON. */
  readonly value: string;
  /** What a consumer can tell messages apart by without parsing them. */
  readonly headers: { readonly id: string; readonly type: string };
}

/**
 * The way out. Resolves when all of them are acknowledged as durable; throws when any may be missing, with none under way
 * any more. Their keys differ, so it may send them in any order.
 */
export type Publish = (messages: readonly Message[]) => Promise<void>;

export const messageOf = (stream: string, event: PublicEvent): Message => ({
  key: stream,
  value: JSON.stringify(event),
  headers: { id: event.id, type: event.type },
});

/** A broker refuses a request above 1 MB, unless it is told otherwise. */
const MOST_BYTES = 500_000;

/**
 * In their order, in portions for one `Publish` each. No two of a portion have one key: if the first of them failed, the
 * second might get through. A message that is too large by itself is a portion of its own.
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
