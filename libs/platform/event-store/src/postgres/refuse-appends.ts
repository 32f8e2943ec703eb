import type { ClientBase } from 'pg';

/** The name of a check that no append passes. */
export const EVENTS_MOVED = 'events_were_moved';

/**
 * Refuses every later append, those of running processes as well: the events are in another store from now on. Waits
 * for the appends under way.
 * @param client of the tables' owner, within a transaction, at whose end this takes effect
 * @returns the position of the last event
 */
export const refuseAppends = async (client: ClientBase): Promise<bigint> => {
  // Not valid: the counter as it is passes, and an append, which moves it, does not.
  await client.query(`ALTER TABLE waymark_events.counter ADD CONSTRAINT ${EVENTS_MOVED} CHECK (false) NOT VALID`);
  const { rows } = await client.query<{ position: string }>('SELECT position FROM waymark_events.counter');
  return BigInt(rows[0]?.position ?? -1);
};
