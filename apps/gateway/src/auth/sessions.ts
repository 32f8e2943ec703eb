import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { StoreUnavailable } from '@kernel';
import { timeOrderedId } from '@platform/http';
import { RefreshTokenSchema, type Session, SessionSchema, type User, UserSchema } from '@platform/read-store';
import type { Attempt } from '../idempotency';
import { MinuteLimit } from '../minute-limit';

/** Lifetime of a session from its last refresh, in seconds. */
export const SESSION_SECONDS = 30 * 86_400;
/**
 * A token that was spent less than this ago may come from the owner: from another tab, or again after a lost answer. It
 * gets the same successor as long as that one is unspent.
 */
const ROTATION_MS = 30_000;
/**
 * Refreshes of a user in a minute; a client needs one in ten. Each leaves a token behind for 30 days, which says that the
 * session's tokens have been stolen when it comes again.
 */
const MOST_REFRESHES = 30;

export interface OpenedSession {
  readonly session: Pick<Session, 'id' | 'user_id' | 'workspace_id'>;
  /** Opaque, spent by its first use. Stored as a SHA-256 hash only. */
  readonly refreshToken: string;
}

export type Refreshed =
  | ({ readonly kind: 'refreshed' } & OpenedSession)
  | { readonly kind: 'unknown' | 'ended' | 'expired' | 'rotated' }
  | { readonly kind: 'limited'; readonly waitSeconds: number };

/** What entitles to a session, and must hold while it is opened. Both are absent for an account that was just made. */
export interface Entitlement {
  /** Must still be the user's: a password that has been changed opens no session. */
  readonly passwordHash?: string | undefined;
  /** Must still live: a session that has ended opens no other. Logging out of it, or a theft, ends those it opened. */
  readonly sessionId?: string | undefined;
}

/** Sessions and their families of refresh tokens. Every check of a time uses the database's clock (`waymark_now`). */
export class SessionStore {
  private readonly refreshes = new MinuteLimit(MOST_REFRESHES);

  /** @param secret successors of refresh tokens are derived with it */
  constructor(
    private readonly database: DataSource,
    private readonly secret: Buffer,
  ) {}

  /** @returns null when the user is gone, or what entitled them has ended */
  open(
    userId: string,
    workspaceId: string,
    { passwordHash, sessionId }: Entitlement = {},
  ): Promise<OpenedSession | null> {
    return this.database.transaction(async (manager) => {
      // Waits for a change of the password. The session is looked at after it, which ends sessions.
      const users = await manager.query<unknown[]>(
        'SELECT id FROM users WHERE id = $1 AND ($2::text IS NULL OR password_hash = $2) FOR SHARE',
        [userId, passwordHash ?? null],
      );
      if (users.length === 0) return null;
      if (sessionId !== undefined && !(await isLive(manager, sessionId))) return null;
      const now = await clockOf(manager);
      const session = {
        id: timeOrderedId('ses'),
        user_id: userId,
        workspace_id: workspaceId,
        parent_id: sessionId ?? null,
        created_at: now,
        expires_at: later(now),
        revoked_at: null,
      };
      await manager.insert(SessionSchema, session);
      return { session, refreshToken: await issue(manager, session.id, now, randomBytes(TOKEN_BYTES)) };
    });
  }

  /**
   * Spends a refresh token for the next one. A token that was spent a moment ago gets the same successor, since its
   * answer may be lost; it is refused (`rotated`) once that one is spent, too. One that was spent before that has been
   * stolen: its whole family ends. Too many of a user are `limited`, and spend nothing.
   */
  refresh(refreshToken: string): Promise<Refreshed> {
    return this.database.transaction(async (manager): Promise<Refreshed> => {
      const hash = hashOf(refreshToken);
      const token = await manager.findOne(RefreshTokenSchema, { where: { hash }, lock: { mode: 'pessimistic_write' } });
      const session =
        token &&
        (await manager.findOne(SessionSchema, {
          where: { id: token.session_id },
          lock: { mode: 'pessimistic_write' },
        }));
      if (!token || !session) return { kind: 'unknown' };
      if (session.revoked_at) return { kind: 'ended' };
      const now = await clockOf(manager);
      const successor = createHmac('sha256', this.secret).update(refreshToken).digest();
      if (token.spent_at) {
        if (millisecondsBetween(token.spent_at, now) < ROTATION_MS) {
          const next = textOf(successor);
          const row = await manager.findOneBy(RefreshTokenSchema, { hash: hashOf(next) });
          return row && !row.spent_at ? { kind: 'refreshed', session, refreshToken: next } : { kind: 'rotated' };
        }
        await end(manager, session.id);
        return { kind: 'ended' };
      }
      if (new Date(token.expires_at) <= new Date(now)) return { kind: 'expired' };
      const waitSeconds = this.refreshes.count(session.user_id);
      if (waitSeconds > 0) return { kind: 'limited', waitSeconds };
      await manager.update(RefreshTokenSchema, { hash }, { spent_at: now });
      await manager.update(SessionSchema, session.id, { expires_at: later(now) });
      return { kind: 'refreshed', session, refreshToken: await issue(manager, session.id, now, successor) };
    });
  }

  /**
   * Ends all sessions of the user but one. @param attempt learns that the change is made
   * @returns false when the user's password has been changed meanwhile
   */
  changePassword(
    { id, password_hash }: Pick<User, 'id' | 'password_hash'>,
    newHash: string,
    sessionId: string,
    attempt?: Pick<Attempt, 'noteMade'>,
  ): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const { affected } = await manager.update(UserSchema, { id, password_hash }, { password_hash: newHash });
      if (!affected) return false;
      await manager.query(
        'UPDATE sessions SET revoked_at = waymark_now() WHERE user_id = $1 AND id <> $2 AND revoked_at IS NULL',
        [id, sessionId],
      );
      await attempt?.noteMade(manager);
      return true;
    });
  }

  /** Ends a session and those that were opened by it: who had its access token for ten minutes has none for longer. */
  async revoke(sessionId: string): Promise<void> {
    await end(this.database, sessionId);
  }
}

/**
 * Again until nothing is left: a statement does not see what is being opened, but waits for it, and what has ended opens
 * no other.
 */
const end = async (database: Pick<DataSource, 'query'>, sessionId: string): Promise<void> => {
  for (let ended = 1; ended > 0;) [, ended] = await database.query<[unknown, number]>(END, [sessionId]);
};

const END = `
  WITH RECURSIVE own AS (
    SELECT id FROM sessions WHERE id = $1 UNION SELECT s.id FROM sessions s JOIN own ON s.parent_id = own.id
  )
  UPDATE sessions SET revoked_at = waymark_now() WHERE id IN (SELECT id FROM own) AND revoked_at IS NULL`;

const isLive = async (manager: EntityManager, sessionId: string): Promise<boolean> => {
  const live = await manager.query<unknown[]>(
    'SELECT id FROM sessions WHERE id = $1 AND revoked_at IS NULL AND expires_at > waymark_now() FOR SHARE',
    [sessionId],
  );
  return live.length > 0;
};

const TOKEN_BYTES = 32;

const textOf = (bytes: Buffer): string => `rt_${bytes.toString('base64url')}`;

const issue = async (manager: EntityManager, sessionId: string, now: string, bytes: Buffer): Promise<string> => {
  const token = textOf(bytes);
  await manager.insert(RefreshTokenSchema, {
    hash: hashOf(token),
    session_id: sessionId,
    issued_at: now,
    expires_at: later(now),
    spent_at: null,
  });
  return token;
};

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const later = (now: string): string => new Date(new Date(now).getTime() + SESSION_SECONDS * 1000).toISOString();

const millisecondsBetween = (from: string, to: string): number => new Date(to).getTime() - new Date(from).getTime();

const clockOf = async (manager: EntityManager): Promise<string> => {
  const [row] = await manager.query<{ now: string | Date }[]>('SELECT waymark_now() AS now');
  if (!row) throw new StoreUnavailable('the clock of the database does not answer');
  return new Date(row.now).toISOString();
};
