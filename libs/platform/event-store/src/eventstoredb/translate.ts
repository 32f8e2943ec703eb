import {
  AccessDeniedError, type EventData, InvalidArgumentError, jsonEvent, type JSONType, MaxAppendSizeExceededError, type RecordedEvent,
  StreamDeletedError, WrongExpectedVersionError,
} from '@eventstore/db-client';
import { type Metadata, NO_STREAM, type Proposed, type Recorded, StoreUnavailable, WrongRevision } from '@kernel';

/** What a server says that does not know the position of an event that it reads from a stream. */
const NO_POSITION = 2n ** 64n - 1n;

/**
 * An event as the client takes it.
 * @throws {TypeError} when it cannot be stored as JSON; the client itself would never settle then.
 */
export const eventDataOf = ({ id, event, metadata }: Proposed): EventData => {
  if (JSON.stringify(event.data) === undefined) throw new TypeError(`The data of ${event.type} is not JSON.`);
  return jsonEvent({ id, type: event.type, data: event.data as JSONType, metadata: { ...metadata } });
};

/** @throws {Error} when the server is older than 22.6 and says no positions. */
export const recordedOf = (event: RecordedEvent, position = event.position?.commit): Recorded => {
  if (position === undefined || position === NO_POSITION) throw new Error('EventStoreDB must be of version 22.6 or later.');
  return {
    id: event.id,
    event: { type: event.type, data: event.data },
    stream: event.streamId,
    revision: event.revision,
    position,
    metadata: event.metadata as unknown as Metadata,
  };
};

/** Errors that another attempt would meet again: they are the caller's to see as they are. */
const definite = [AccessDeniedError, InvalidArgumentError, MaxAppendSizeExceededError, StreamDeletedError];

/** A failure of the client in the port's terms. */
export const failureOf = (error: unknown, stream: string, expected: bigint = NO_STREAM): unknown => {
  if (error instanceof WrongExpectedVersionError) {
    return new WrongRevision(stream, expected, typeof error.actualVersion === 'bigint' ? error.actualVersion : NO_STREAM);
  }
  if (error instanceof StoreUnavailable || definite.some((kind) => error instanceof kind)) return error;
  return new StoreUnavailable(`EventStoreDB: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
};
