import { randomUUID } from 'node:crypto';
import { type EventStore, NO_STREAM, WrongRevision } from '@kernel';
import { append } from './append';
import type { Connection } from './connection';
import { IDENTITY_STREAM } from './options';
import { jsonOf } from './translate';

/** The id of the store; undefined for a store that has none yet. */
export const identity = async (read: EventStore['read']): Promise<string | undefined> => {
  const [first] = await read(IDENTITY_STREAM);
  return (first?.event.data as { readonly id?: string } | undefined)?.id;
};

/** Gives the store an id. The first of several processes decides. @param deadline milliseconds */
export const identify = async (
  connection: Connection,
  read: EventStore['read'],
  id: string,
  deadline: number,
): Promise<string> => {
  const event = { id: randomUUID(), type: 'StoreIdentified', data: jsonOf('StoreIdentified', { id }) };
  try {
    await append(connection, IDENTITY_STREAM, [event], NO_STREAM, deadline);
    return id;
  } catch (error) {
    const made = error instanceof WrongRevision ? await identity(read) : undefined;
    if (made === undefined) throw error;
    return made;
  }
};
