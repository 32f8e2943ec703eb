import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { HttpProblem, rateLimited } from '@platform/http';
import { sha256 } from '../ids';
import { type Account, type Accounts } from './accounts';
import { beginLogin, forgiveLogin } from './login-throttle';
import { verifyPassword } from './passwords';

/** Whether an e-mail address and a password belong together; at most 5 failures a minute, per e-mail and per address. */
export class Login {
  constructor(private readonly accounts: Accounts, private readonly pool: Pool) {}

  /** @throws HttpProblem invalid_credentials, the same for an unknown user and a wrong password, or rate_limited */
  async verify({ email, password }: { email: string; password: string }, ip: string): Promise<Account> {
    const subjects = [`email ${email}`, `address ${ip}`].map((subject) => sha256(subject).toString('hex'));
    const attempt = randomUUID();
    const waitMs = await beginLogin(this.pool, subjects, attempt);
    if (waitMs > 0) throw rateLimited(waitMs / 1000);
    const user = await this.accounts.findByEmail(email);
    const right = await verifyPassword(user?.password_hash ?? null, password);
    const account = user && right ? await this.accounts.find(user.id) : null;
    if (!account) throw new HttpProblem('invalid_credentials');
    await forgiveLogin(this.pool, attempt, subjects);
    return account;
  }
}
