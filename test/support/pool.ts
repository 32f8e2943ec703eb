import { Pool, type PoolConfig } from 'pg';

/**
 * A pool whose idle connections may break without failing a suite: its server may end while they close, and `end` does
 * not wait for that. The next query opens a new one.
 */
export const testPool = (config: PoolConfig): Pool => new Pool(config).on('error', () => undefined);
