import { StoreUnavailable } from '@kernel';
import { DatabaseError } from 'pg';

/**
 * SQLSTATE of what passes by itself: lost connections (08), no resources (53), a server that ends or starts or cut a
 * statement short (57, 58), a lock not to be had in time, a deadlock, an idle transaction that was ended.
 */
const PASSING = /^(08|53|57|58|55P03|40|25P0[23])/;
/** node-postgres and its pool tell the rest by nothing but their words. */
const LOST =
  /^(Query read timeout|timeout (exceeded|expired)|Connection terminated|Client (has encountered|was closed)|Cannot use a pool after)/;
const SOCKET = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN']);

/** A driver's error that says nothing but that Postgres is not to be had for now, as StoreUnavailable; any other as it is. */
export const asUnavailable = (error: unknown): unknown => {
  const driver = error instanceof Error && 'driverError' in error ? error.driverError : error;
  return isPassing(driver) ? new StoreUnavailable('Postgres does not answer', { cause: error }) : error;
};

const isPassing = (error: unknown): boolean => {
  if (error instanceof DatabaseError) return PASSING.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const { code, syscall = '', message } = error as NodeJS.ErrnoException;
  return LOST.test(message) || (SOCKET.has(code ?? '') && /^(connect|read|write|getaddrinfo)$/.test(syscall));
};
