import type { Client } from 'pg';

/** Leaves what a crash of the server may leave: the commands are recorded, their answers are not. */
export const loseAnswers = (database: Client) =>
  database.query("update idempotency_keys set status = null, sealed = null, lease_until = now() - interval '1 second'");

/** As `loseAnswers`, but what a command leaves in the row beside its answer is there: the answers do not reach the database. */
export const losingAnswers = async <T>(database: Client, work: () => Promise<T>): Promise<T> => {
  await database.query(`
    create function lose_answer() returns trigger language plpgsql as 'begin return null; end';
    create trigger lose_answer before update on idempotency_keys for each row
      when (new.status is not null) execute function lose_answer()`);
  try {
    return await work();
  } finally {
    await database.query('drop function lose_answer cascade');
    await database.query("update idempotency_keys set lease_until = now() - interval '1 second' where status is null");
  }
};
