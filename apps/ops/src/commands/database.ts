import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Failure } from '../failure';
import type { Installation } from '../installation';
import type { CommandReport } from '../output';

/**
 * `ops database -- <program> [arguments]`: runs a program of Postgres, such as pg_dump, on the embedded database as its
 * owner. All of them read the connection from the environment, so the password is on no command line. The program
 * writes to this command's output.
 */
export const database = async (
  { ownerUrl, config }: Installation,
  program: string,
  args: readonly string[],
): Promise<CommandReport> => {
  if (config.databaseUrl !== undefined)
    throw new Failure('DATABASE_URL is set: programs of Postgres go to that server by themselves.');
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...wayTo(new URL(ownerUrl)) } });
  const [code] = (await once(child, 'exit').catch((error: NodeJS.ErrnoException) => {
    throw new Failure(
      `${program} cannot be started: ${error.code === 'ENOENT' ? 'there is no such program' : error.message}.`,
    );
  })) as [number | null];
  return { value: { program, exit_code: code }, lines: [], exitCode: code === 0 ? 0 : 1 };
};

const wayTo = ({ hostname, port, username, password, pathname }: URL): Readonly<Record<string, string>> => ({
  PGHOST: decodeURIComponent(hostname),
  PGPORT: port || '5432',
  PGUSER: decodeURIComponent(username),
  PGPASSWORD: decodeURIComponent(password),
  PGDATABASE: decodeURIComponent(pathname.slice(1)),
  PGSSLMODE: 'disable',
});
