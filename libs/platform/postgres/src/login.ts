import type { Pool } from 'pg';

const RIGHTS = `
  select rolsuper as superuser, rolbypassrls as bypasses, exists (
    select from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and pg_has_role(session_user, relowner, 'MEMBER')
  ) as owns
  from pg_roles where rolname = session_user`;

/**
 * Why the role that this pool logs in as is more powerful than the application needs, to follow its name; undefined
 * when it is not. The pool acts as the application's role, but an attacker in its session may leave that role.
 */
export const problemWithLogin = async (pool: Pick<Pool, 'query'>): Promise<string | undefined> => {
  const { rows } = await pool.query<{ superuser: boolean; bypasses: boolean; owns: boolean }>(RIGHTS);
  const { superuser, bypasses, owns } = rows[0] ?? {};
  if (superuser) return 'logs in as a superuser';
  if (bypasses) return 'logs in as a role that bypasses row-level security';
  return owns ? 'logs in as a role that owns the tables, or may become their owner' : undefined;
};
