import { AccountRefused, OperatorError, StoreUnavailable } from '@kernel';
import { messageOf } from '@platform/telemetry';
import { isDiskFull } from './disk';

const MENDABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR']);
/** SQLSTATEs: a wrong name or password, an absent database, missing rights (unless a row is refused, our own fault). */
const REFUSED_BY_POSTGRES = /^(28000|28P01|3D000|42501) (?!.*row-level security)/;

/** One sentence for a fault that the operator can repair; undefined for any other, which is logged with its stack. */
export const operatorMessage = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  if (isDiskFull(error))
    return (
      `The disk of the data directory is full. Make room on it, and start again; DATA_DIR names it. ` +
      `(${error.message})`
    );
  if (error instanceof OperatorError) return error.message;
  if (error instanceof AccountRefused)
    return `${error.message}. EVENTSTORE_URL names the account; docs/cluster.md says how to make one.`;
  if (error instanceof StoreUnavailable) return `${messageOf(error)}.`;
  return messageOfCode(error);
};

const messageOfCode = (error: NodeJS.ErrnoException & { readonly port?: number }): string | undefined => {
  const { code = '', message, path, port, syscall } = error;
  if (code === 'EADDRINUSE' && port !== undefined)
    return (
      `Port ${port} is taken by another program. Stop it, or give this one a port of its own: PORT, METRICS_PORT, or ` +
      `STATUS_PORT of a redirector.`
    );
  if (code === 'EACCES' && syscall === 'listen' && port !== undefined)
    return (
      `Port ${port} takes rights that this user does not have. Listen on a PORT from 1024 on, behind a proxy that has ` +
      `the public one (docs/domains.md).`
    );
  if (REFUSED_BY_POSTGRES.test(`${code} ${message}`))
    return (
      `PostgreSQL refuses: ${message}. DATABASE_URL names its account and database, and MIGRATIONS_DATABASE_URL the ` +
      `owner of the tables; docs/operations.md says which rights they need.`
    );
  if (code === 'EIO' && path !== undefined)
    return `${message}. The disk has failed there: look at it, and restore a backup if the file is lost.`;
  // Only where folders are made is an absent one the operator's fault.
  const isMendable = MENDABLE.has(code) || (code === 'ENOENT' && syscall === 'mkdir');
  if (path === undefined || !isMendable) return undefined;
  return `${message}. The data directory must be a folder that this user can write; DATA_DIR names it.`;
};
