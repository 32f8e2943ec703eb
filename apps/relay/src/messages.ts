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
 * The way out. Resolves when all of them are acknowledged as durable, in their order; throws when any of them may be
 * missing, and they are sent again.
 */
export type Publish = (messages: readonly Message[]) => Promise<void>;

export const messageOf = (stream: string, event: PublicEvent): Message =>
  ({ key: stream, value: JSON.stringify(event), headers: { id: event.id, type: event.type } });

/** A broker refuses a request above 1 MB, unless it is told otherwise. */
const MOST_BYTES = 500_000;

/** In their order, in parts that a broker takes. One that is too large by itself is a part of its own. */
export function* portionsOf(messages: readonly Message[]): Generator<readonly Message[]> {
  let portion: Message[] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = Buffer.byteLength(message.value);
    if (portion.length > 0 && bytes + size > MOST_BYTES) {
      yield portion;
      [portion, bytes] = [[], 0];
    }
    portion.push(message);
    bytes += size;
  }
  if (portion.length > 0) yield portion;
}
