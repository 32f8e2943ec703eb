import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { HttpProblem, invalid, rateLimited } from '@platform/http';
import type { ReadStore, User } from '@platform/read-store';
import { sha256 } from '../ids';
import { networkOf } from '../unknown-credentials';
import { READ_STORE } from '../tokens';
import { type Account, Accounts } from './accounts';
import { beginLogin, settleLogin } from './login-throttle';
import { hashPassword, verifyPassword } from './passwords';
import { SessionStore } from './sessions';

interface Change {
  readonly userId: string;
  /** The session that continues; the user's other sessions end. */
  readonly sessionId: string;
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** Checks an e-mail address and a password; allows at most 5 failures a minute, per e-mail and per network. */
@Injectable()
export class Login {
  constructor(
    private readonly accounts: Accounts,
    private readonly sessions: SessionStore,
    @Inject(READ_STORE) private readonly store: ReadStore,
  ) {}

  /**
   * @returns the account and the password's hash: a session is opened only while the hash is still this one
   * @throws HttpProblem invalid_credentials, the same for an unknown user and a wrong password, or rate_limited
   */
  async verify(
    { email, password }: { email: string; password: string },
    ip: string,
  ): Promise<{ account: Account; passwordHash: string }> {
    return this.counted(email, ip, async () => {
      const user = await this.accounts.findByEmail(email);
      const account = (await isRight(user, password)) && user ? await this.accounts.find(user.id) : null;
      if (!user || !account) throw new HttpProblem('invalid_credentials');
      return { account, passwordHash: user.password_hash };
    });
  }

  /** Wrong current passwords count as failed logins. @throws Rejection invalid_request, or HttpProblem rate_limited */
  async changePassword({ userId, sessionId, currentPassword, newPassword }: Change, ip: string): Promise<void> {
    if (currentPassword === newPassword) throw invalid('body.new_password', 'must differ from the present one');
    const user = await this.accounts.findById(userId);
    return this.counted(user?.email ?? userId, ip, async () => {
      const right = (await isRight(user, currentPassword)) && user !== null;
      const changed = right && (await this.sessions.changePassword(user, await hashPassword(newPassword), sessionId));
      if (!changed) throw invalid('body.current_password', 'is not the present password');
    });
  }

  /**
   * Counts the work as a failed login if it throws. @param email of the account whose password is tried
   * @throws HttpProblem rate_limited after too many failures; else what the work throws
   */
  async counted<T>(email: string, ip: string, work: () => Promise<T>): Promise<T> {
    const subjects = [`email ${email.toLowerCase()}`, `address ${networkOf(ip)}`].map((subject) =>
      sha256(subject).toString('hex'),
    );
    const attempt = randomUUID();
    const waitMs = await beginLogin(this.store.authorizing, subjects, attempt);
    if (waitMs > 0) throw rateLimited(waitMs / 1000);
    let right = false;
    try {
      const result = await work();
      right = true;
      return result;
    } finally {
      await settleLogin(this.store.authorizing, attempt, subjects, right);
    }
  }
}

const isRight = (user: User | null, password: string): Promise<boolean> =>
  verifyPassword(user?.password_hash ?? null, password);
