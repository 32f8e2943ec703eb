import type { Pool, PoolClient } from 'pg';
import { pause } from '@platform/async';
import { adoptSecrets } from '@platform/webhooks';
import { Failure } from '../failure';
import type { Adoption } from './unfinished';

/**
 * Stored answers may name resources that are gone. Without its answer a request is executed again under the same
 * command id: what the store still has of that command is the outcome, and what it lacks is done anew.
 *
 * Must run before the last checkpoint is moved. Commands are refused until then, so that no repeat gets such an answer.
 * Goes by pages, so that a gateway waits for none of the rows. Answers that are stored meanwhile are of no undone event.
 * Those about members, invitations and passwords stay: these are in tables alone, and nothing of them is undone.
 */
export const forgetAnswers = async (pool: Pool): Promise<void> => {
  let after: Place | undefined = { workspace_id: '', route: '', key: '' };
  while (after) after = await forgetPage(pool, after);
};

/** A row of `idempotency_keys`. */
interface Place {
  readonly workspace_id: string;
  readonly route: string;
  readonly key: string;
}

const PAGE = 1_000;

/** What changes tables alone. */
const OF_TABLES = '^[A-Z]+ /v1/((workspace/)?(members|invitations)(/|$)|auth/password$)';

/** @returns the last row of the page; undefined when no row came after the given one */
const forgetPage = (pool: Pool, place: Place): Promise<Place | undefined> =>
  patiently(() => inTransaction(pool, (client) => forgetIn(client, place), PAGE_LOCKED_MS));

const forgetIn = async (client: PoolClient, { workspace_id, route, key }: Place): Promise<Place | undefined> => {
  // Rows are locked in the order in which gateways lock them.
  const { rows } = await client.query<Place>(
    `WITH page AS MATERIALIZED (
         SELECT workspace_id, route, key FROM idempotency_keys
         WHERE (workspace_id, route, key) > ($1, $2, $3) AND (status IS NOT NULL OR sealed IS NOT NULL)
           AND route !~ $5
         ORDER BY workspace_id, route, key LIMIT $4 FOR UPDATE
       ), forgotten AS (
         UPDATE idempotency_keys k SET status = null, body_hash = null, body = null, headers = null, sealed = null,
           lease_until = created_at
         FROM page p WHERE k.workspace_id = p.workspace_id AND k.route = p.route AND k.key = p.key
       )
       SELECT * FROM page ORDER BY workspace_id DESC, route DESC, key DESC LIMIT 1`,
    [workspace_id, route, key, PAGE, OF_TABLES],
  );
  return rows[0];
};

/**
 * Removes what other tables without events of their own hold of undone events: limits that undone links had reached,
 * places that were reserved before the adoption began, and the revisions of undone rotations of secrets. Must run after the read models are rebuilt.
 */
export const forgetUndone = (pool: Pool, { began_at }: Adoption): Promise<void> =>
  inTransaction(pool, async (client) => {
    await client.query('DELETE FROM reached_limits r WHERE NOT EXISTS (SELECT FROM links l WHERE l.id = r.id)');
    await adoptSecrets(client);
    // The gateway makes this table.
    const { rows } = await client.query<{ found: boolean }>(
      "SELECT to_regclass('resource_reservations') IS NOT NULL AS found",
    );
    if (rows[0]?.found) await client.query('DELETE FROM resource_reservations WHERE reserved_at <= $1', [began_at]);
  });

/** Transactions of the product end within seconds. What holds a row for longer is a session of somebody else. */
const LOCKED_MS = 30_000;
/** While a page waits for one row, gateways wait for the others of it. */
const PAGE_LOCKED_MS = 500;

/** Tries again for as long as others may hold a row. */
const patiently = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (const until = performance.now() + LOCKED_MS; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Locked) || performance.now() > until) throw error;
      await pause(PAGE_LOCKED_MS);
    }
  }
};

class Locked extends Failure {}

const inTransaction = async <T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  lockedMs = LOCKED_MS,
): Promise<T> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(`BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = ${lockedMs}`);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
    throw (error as NodeJS.ErrnoException).code === LOCK_NOT_AVAILABLE ? new Locked(LOCKED, { cause: error }) : error;
  } finally {
    client.release(broken);
  }
};

const LOCK_NOT_AVAILABLE = '55P03';
const LOCKED =
  'Another session of the database holds rows that are to be forgotten, such as stored answers. ' +
  'End it, and repeat the command: until then the adoption is not complete.';
