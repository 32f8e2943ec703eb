import { join } from 'node:path';
import { JobThread } from '@platform/async';

/** A password to hash, or to compare with a stored hash. */
export interface Job {
  readonly password: string;
  readonly stored?: string;
}

/** A PHC string for a password to hash; whether it was right for one to compare. */
type Result = string | boolean;

/** At some 30 ms each, the last of them waits two seconds. */
const MOST_WAITING = 64;

/** Runs argon2 in a thread. */
export class HashThread extends JobThread<Job, Result> {
  constructor(most = MOST_WAITING) {
    super({ file: join(__dirname, 'hash-worker.cjs'), what: 'passwords', most });
  }
}
