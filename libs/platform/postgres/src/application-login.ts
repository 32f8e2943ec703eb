import { createHmac } from 'node:crypto';
import { Client } from 'pg';
import { APPLICATION_ROLE } from './connections';

/**
 * Lets the application's role log in to an embedded database, and makes the role where it is missing. So a process of
 * the application holds no session that could become the superuser.
 *
 * The password is derived from the superuser's, so every process that may read that one has it, it needs no file, and
 * it does not give the superuser's away.
 * @param ownerUrl connection string of the superuser
 * @returns the connection string of the application
 */
export const openApplicationLogin = async (ownerUrl: string): Promise<string> => {
  const url = new URL(ownerUrl);
  const password = createHmac('sha256', url.password).update(APPLICATION_ROLE).digest('base64url');
  // Roles belong to the server, and locks to a database: all processes take this one in the same database.
  const server = Object.assign(new URL(ownerUrl), { pathname: '/postgres' });
  const owner = new Client({ connectionString: server.href, application_name: 'waymark roles' });
  // A connection that breaks between two queries emits an error, which would end the process. The next query fails.
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    // Of two processes that change one role at once, one would fail.
    await owner.query("select pg_advisory_lock(hashtextextended('waymark/roles', 0))");
    const known = await owner.query('select from pg_roles where rolname = $1', [APPLICATION_ROLE]);
    await owner.query(
      `${known.rowCount ? 'alter' : 'create'} role ${APPLICATION_ROLE} ${RIGHTS} password '${password}'`,
    );
  } finally {
    await owner.end();
  }
  url.username = APPLICATION_ROLE;
  url.password = password;
  return url.href;
};

const RIGHTS = 'login nosuperuser nobypassrls nocreatedb nocreaterole noreplication';
