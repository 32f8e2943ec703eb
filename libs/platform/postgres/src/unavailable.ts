import { StoreUnavailable } from '@kernel';
import { DatabaseError } from 'pg';

/**
 * SQLSTATEs of failures that pass by themselves: lost connections (08), no resources (53), a server that stops, starts
 * or cancels a statement (57, 58), a lock timeout, a deadlock, an idle transaction that was ended.
 */
const PASSING = /^(08|53|57|58|55P03|40|25P0[23])/;
/**
 * Data exceptions, violated constraints, faulty statements: a value or the program is wrong, and a retry fails alike.
 */
const FAULTY = /^(22|23|42)/;
/** node-postgres and its pool identify the other failures by their messages only. */
const LOST =
  /^(Query read timeout|timeout (exceeded|expired)|Connection terminated|Client (has encountered|was closed)|Cannot use a pool after)/;
const SOCKET = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN']);

/** Converts a driver's error to StoreUnavailable if it only means that Postgres is down; returns others unchanged. */
export const asUnavailable = (error: unknown): unknown => {
  const driver = error instanceof Error && 'driverError' in error ? error.driverError : error;
  return isPassing(driver) ? new StoreUnavailable('Postgres does not answer', { cause: error }) : error;
};

/** Whether Postgres answered, and refused a value or a statement: a fault of ours or of the caller, and no outage. */
export const isDataFault = (error: unknown): boolean => error instanceof DatabaseError && FAULTY.test(error.code ?? '');

const isPassing = (error: unknown): boolean => {
  if (error instanceof DatabaseError) return PASSING.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const { code, syscall = '', message } = error as NodeJS.ErrnoException;
  return LOST.test(message) || (SOCKET.has(code ?? '') && /^(connect|read|write|getaddrinfo)$/.test(syscall));
};
