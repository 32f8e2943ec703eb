import { join } from 'node:path';

/** The blocklist of the product under test. */
export const BLOCKED_HOSTS = join(__dirname, '../fixtures/blocked-hosts.txt');
