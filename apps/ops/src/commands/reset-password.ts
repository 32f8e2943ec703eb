import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Pool } from 'pg';
import { Failure, WrongUse } from '../failure';
import type { Installation } from '../installation';
import type { CommandReport } from '../output';

interface Options {
  /** Read the new password from standard input instead of making one. */
  readonly stdin: boolean;
}

/**
 * `ops user reset-password <e-mail> [--stdin]`: for somebody who cannot log in. Sets a new password, which is printed
 * unless it was given, and ends every session of the user, in every workspace.
 */
export const resetPassword = async (
  { pool }: Installation,
  email: string,
  { stdin }: Options,
): Promise<CommandReport> => {
  // Loaded here alone: it brings the HTTP server's packages.
  const { hashPassword } = await import('@platform/passwords');
  const password = stdin ? await givenPassword() : randomBytes(15).toString('base64url');
  const user = await change(pool, email, await hashPassword(password));
  if (!user) throw new Failure(`Nobody has an account with the e-mail address ${email}.`);
  return {
    value: { user_id: user.id, email: user.email, password: stdin ? null : password, sessions_ended: user.sessions },
    lines: [
      stdin ? `${user.email} has the new password.` : `The new password of ${user.email} is ${password}`,
      `Sessions that were ended: ${user.sessions}. Change the password after the next log-in if others have seen it.`,
    ],
  };
};

const givenPassword = async (): Promise<string> => {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (password.length < 10 || password.length > 1_024)
    throw new WrongUse('the password on standard input must have 10 to 1024 characters');
  return password;
};

/** Two statements: a log-in that is under way holds the user, and its session is seen only once it has let go. */
const change = async (
  pool: Pool,
  email: string,
  passwordHash: string,
): Promise<{ id: string; email: string; sessions: number } | undefined> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ id: string; email: string }>(
      'UPDATE users SET password_hash = $2 WHERE lower(email) = lower($1) RETURNING id, email',
      [email, passwordHash],
    );
    const ended = await client.query(
      'UPDATE sessions SET revoked_at = waymark_now() WHERE user_id = $1 AND revoked_at IS NULL',
      [rows[0]?.id],
    );
    await client.query('COMMIT');
    return rows[0] && { ...rows[0], sessions: ended.rowCount ?? 0 };
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
};
