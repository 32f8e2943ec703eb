import { Injectable } from '@nestjs/common';
import { StoreUnavailable } from '@kernel';
import { HttpProblem, invalid } from '@platform/http';
import { type User, asUnavailable } from '@platform/read-store';
import { FairQueue } from '../fair-queue';
import type { Attempt } from '../idempotency';
import { type Account, Accounts } from './accounts';
import type { Client } from './clients';
import { AttemptThrottle, type ThrottledSubject } from '@platform/passwords';
import { hashPassword, verifyPassword } from './passwords';
import { SessionStore } from './sessions';

interface Change {
  readonly userId: string;
  /** The session that continues; the user's other sessions end. */
  readonly sessionId: string;
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly attempt: Attempt;
}

/** In any 60 s. */
const MOST_FAILURES = 5;
const MOST_FAILURES_BY_PROXY = 100;

/** More at a time would only wait for the one thread that compares passwords. */
const SHARES = { slots: 4, slotsOfTenant: 3, waitingOfTenant: 20, waiting: 100 };
const PATIENCE_MS = 2_000;

/**
 * Checks an e-mail address and a password; allows at most 5 failures a minute, per e-mail and per network. Attempts at
 * the same time take turns, in fair shares by network.
 */
@Injectable()
export class Login {
  private readonly queue = new FairQueue(SHARES);

  constructor(
    private readonly accounts: Accounts,
    private readonly sessions: SessionStore,
    private readonly throttle: AttemptThrottle,
  ) {}

  /**
   * @returns the account and the password's hash: a session is opened only while the hash is still this one
   * @throws HttpProblem invalid_credentials, the same for an unknown user and a wrong password, rate_limited, or
   * unavailable when too many wait
   */
  async verify(
    { email, password }: { email: string; password: string },
    client: Client,
  ): Promise<{ account: Account; passwordHash: string }> {
    return this.counted(email, client, async () => {
      const user = await this.accounts.findByEmail(email);
      const account = (await isRight(user, password)) && user ? await this.accounts.find(user.id) : null;
      if (!user || !account) throw new HttpProblem('invalid_credentials');
      return { account, passwordHash: user.password_hash };
    });
  }

  /**
   * Wrong current passwords count as failed logins. Where an earlier attempt has changed it, that password is not the
   * current one any more: a repeat changes nothing, and compares none.
   * @throws Rejection invalid_request, or HttpProblem rate_limited
   */
  async changePassword(change: Change, client: Client): Promise<void> {
    const { userId, sessionId, currentPassword, newPassword, attempt } = change;
    if (attempt.earlier) return;
    if (currentPassword === newPassword) throw invalid('body.new_password', 'must differ from the present one');
    const user = await this.accounts.findById(userId);
    return this.counted(user?.email ?? userId, client, async () => {
      const right = (await isRight(user, currentPassword)) && user !== null;
      const changed =
        right && (await this.sessions.changePassword(user, await hashPassword(newPassword), sessionId, attempt));
      if (!changed) throw invalid('body.current_password', 'is not the present password');
    });
  }

  /**
   * Counts the work as a failed login if it throws, except in an outage.
   * Refused at once while the e-mail address or network is blocked, or when too many wait.
   * @param email of the account whose password is tried
   * @throws HttpProblem rate_limited after too many failures; else what the work throws
   */
  async counted<T>(email: string, client: Client, work: () => Promise<T>): Promise<T> {
    const subjects = subjectsOf(email, client);
    this.throttle.refuseBlocked(subjects);
    const slot = await this.queue.enterWithin(PATIENCE_MS, client.network);
    try {
      const attempt = await this.throttle.begin(subjects);
      let failed = false;
      try {
        return await work();
      } catch (error) {
        // An outage says nothing about the password: the attempt was not judged.
        failed = !(asUnavailable(error) instanceof StoreUnavailable);
        throw error;
      } finally {
        await attempt.settle(!failed);
      }
    } finally {
      slot.leave();
    }
  }
}

const subjectsOf = (email: string, { network, proxy }: Client): ThrottledSubject[] => [
  { name: `email ${email.toLowerCase()}`, most: MOST_FAILURES },
  { name: `address ${network}`, most: MOST_FAILURES },
  ...(proxy === undefined ? [] : [{ name: `proxy ${proxy}`, most: MOST_FAILURES_BY_PROXY }]),
];

const isRight = (user: User | null, password: string): Promise<boolean> =>
  verifyPassword(user?.password_hash ?? null, password);
