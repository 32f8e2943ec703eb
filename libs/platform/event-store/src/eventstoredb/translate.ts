import {
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  type RecordedEvent,
  StreamDeletedError,
  TimeoutError,
} from '@eventstore/db-client';
import { AccountRefused, type Metadata, type Proposed, type Recorded, StoreUnavailable, WrongRevision } from '@kernel';

/** An event as it goes over the wire; data and metadata are JSON in UTF-8. */
export interface OutgoingEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Uint8Array;
  readonly metadata?: Uint8Array;
}

/** The position that a server sends when it does not know the position of an event in a stream. */
const NO_POSITION = 2n ** 64n - 1n;

/** @throws {TypeError} when the event cannot be stored as JSON. */
export const outgoingOf = ({ id, event, metadata }: Proposed): OutgoingEvent => ({
  id,
  type: event.type,
  data: jsonOf(event.type, event.data),
  metadata: jsonOf(event.type, metadata),
});

export const jsonOf = (type: string, value: unknown): Uint8Array => {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`${type} holds what is not JSON.`);
  return Buffer.from(text, 'utf8');
};

/** @throws {Error} when the server is older than 22.6 and sends no positions. */
export const recordedOf = (event: RecordedEvent, position = event.position?.commit): Recorded => {
  if (position === undefined || position === NO_POSITION)
    throw new Error('EventStoreDB must be of version 22.6 or later.');
  return {
    id: event.id,
    event: { type: event.type, data: event.data },
    stream: event.streamId,
    revision: event.revision,
    position,
    metadata: event.metadata as unknown as Metadata,
  };
};

/** The server ended a subscription whose consumer was many events behind: `10 ABORTED: … Consumer too slow …`. */
export const isTooSlow = (error: unknown): boolean =>
  error instanceof TimeoutError && /consumer too slow/i.test(error.message);

/** gRPC's code for an account that is known and lacks a right; for an unknown one it is UNAUTHENTICATED. */
const PERMISSION_DENIED = 7;

const refused = (cause: AccessDeniedError): AccountRefused =>
  new AccountRefused(
    Number(cause.code) === PERMISSION_DENIED
      ? 'EventStoreDB refuses a right to the account: it must be allowed to read $all, and to read and write streams'
      : 'EventStoreDB refuses the user or the password',
    { cause },
  );

/** Errors that another attempt would meet again: the caller gets them unchanged. */
const definite = () => [
  WrongRevision,
  StoreUnavailable,
  AccountRefused,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
];

/** Converts a failure to the port's errors. */
export const failureOf = (error: unknown): unknown => {
  if (error instanceof AccessDeniedError) return refused(error);
  if (definite().some((kind) => error instanceof kind)) return error;
  return new StoreUnavailable(`EventStoreDB: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
};
