import { AccountRefused } from '@kernel';
import { ConfigError, NewerData } from '@platform/config';
import { DataDirTaken, DatabaseLost } from '@platform/engines';
import { isDiskFull } from './disk';

/** Errors whose message says what to do. */
const SENTENCES = [ConfigError, DataDirTaken, DatabaseLost, NewerData];
const MENDABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR']);

/** One sentence for a fault that the operator can repair; undefined for any other, which is logged with its stack. */
export const operatorMessage = (error: unknown): string | undefined => {
  if (SENTENCES.some((sentence) => error instanceof sentence)) return (error as Error).message;
  if (error instanceof AccountRefused)
    return `${error.message}. EVENTSTORE_URL names the account; docs/cluster.md says how to make one.`;
  if (!(error instanceof Error)) return undefined;
  if (isDiskFull(error))
    return (
      `The disk of the data directory is full. Make room on it, and start again; DATA_DIR names it. ` +
      `(${error.message})`
    );
  if (!('code' in error)) return undefined;
  const { code, path, port } = error as NodeJS.ErrnoException & { readonly port?: number };
  if (code === 'EADDRINUSE' && port !== undefined)
    return (
      `Port ${port} is taken by another program. Stop it, or give this one a PORT (a redirector also a ` +
      `STATUS_PORT) of its own.`
    );
  if (code === undefined || path === undefined || !MENDABLE.has(code)) return undefined;
  return `${error.message}. The data directory must be a folder that this user can write; DATA_DIR names it.`;
};
