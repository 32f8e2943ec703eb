import { randomUUID } from 'node:crypto';
import { type EventStore, WrongRevision } from '@kernel';
import { append } from './append';
import type { Connection } from './connection';
import { jsonOf } from './translate';

/** The adapter's own stream, of a category that no consumer subscribes to. Its first event holds the store's id. */
export const IDENTITY_STREAM = 'store-identity';

/** The id of the store. The first process that asks an empty store makes it. @param deadline milliseconds */
export const identity = async (connection: Connection, read: EventStore['read'], deadline: number): Promise<string> => {
  const known = idIn(await read(IDENTITY_STREAM));
  if (known !== undefined) return known;
  const id = randomUUID();
  const event = { id: randomUUID(), type: 'StoreIdentified', data: jsonOf('StoreIdentified', { id }) };
  try {
    await append(connection, IDENTITY_STREAM, [event], -1n, deadline);
    return id;
  } catch (error) {
    const made = error instanceof WrongRevision ? idIn(await read(IDENTITY_STREAM)) : undefined;
    if (made === undefined) throw error;
    return made;
  }
};

const idIn = ([first]: Awaited<ReturnType<EventStore['read']>>): string | undefined =>
  (first?.event.data as { readonly id?: string } | undefined)?.id;
