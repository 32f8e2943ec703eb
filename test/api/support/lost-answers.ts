import type { Client } from 'pg';

/** Leaves what a crash of the server may leave: the commands are recorded, their answers are not. */
export const loseAnswers = (database: Client) =>
  database.query("update idempotency_keys set status = null, sealed = null, lease_until = now() - interval '1 second'");
