import { EventStoreMismatch, StoreUnavailable } from '@kernel';
import { DatabaseError } from 'pg';
import { EVENTS_MOVED } from './refuse-appends';

/** SQLSTATE classes of statements and values that fail in the same way however often they are sent. */
const PROGRAMMING = /^(0A|21|22|23|42|54)/;
/** Those of them that a single value in a batch can cause. */
const UNSTORABLE = /^(22|23|54)/;

const stateOf = (error: unknown): string => (error instanceof DatabaseError ? (error.code ?? '') : '');

/** The server was reached and refused a value: text it cannot hold, an id that is not a UUID, a missing type. */
export const isUnstorable = (error: unknown): error is DatabaseError => UNSTORABLE.test(stateOf(error));

/** StoreUnavailable for every failure that may pass by itself, as the port promises; programming errors unchanged. */
export const asStoreError = (error: unknown): unknown => {
  if (error instanceof DatabaseError && error.constraint === EVENTS_MOVED)
    return new EventStoreMismatch('the events of this database have been moved to another store', { cause: error });
  return error instanceof StoreUnavailable || PROGRAMMING.test(stateOf(error))
    ? error
    : new StoreUnavailable(
        `The event store cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
};
