import type { Pool, PoolClient } from 'pg';

/**
 * Removes what tables without events of their own hold of undone events.
 *
 * Stored answers may name resources that are gone. Without its answer a request is executed again under the same
 * command id: what the store still has of that command is the outcome, and what it lacks is done anew.
 */
export const forgetUndone = async (pool: Pool): Promise<void> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN; SET LOCAL statement_timeout = 0');
    await forget(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
};

const forget = async (client: PoolClient): Promise<void> => {
  await client.query(`
    UPDATE idempotency_keys SET status = null, body_hash = null, body = null, headers = null, sealed = null,
      lease_until = created_at WHERE status IS NOT NULL`);
  await client.query('DELETE FROM reached_limits r WHERE NOT EXISTS (SELECT FROM links l WHERE l.id = r.id)');
  // The gateway makes this table.
  const { rows } = await client.query<{ found: boolean }>(
    "SELECT to_regclass('resource_reservations') IS NOT NULL AS found",
  );
  if (rows[0]?.found) await client.query('DELETE FROM resource_reservations');
};
