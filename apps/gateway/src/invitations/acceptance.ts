import { Inject, Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Rejection } from '@kernel';
import { HttpProblem, demandNone, hashToken, invalid, timeOrderedId, unauthorized } from '@platform/http';
import type { ReadStore } from '@platform/read-store';
import { Pepper } from '../api-keys/api-key.commands';
import { type Account, Accounts } from '../auth/accounts';
import type { Client } from '../auth/clients';
import { Login } from '../auth/login';
import { NotAccepted } from '../auth/not-accepted';
import { hashPassword, verifyPassword } from '../auth/passwords';
import { type OpenedSession, SessionStore } from '../auth/sessions';
import type { Caller } from '../caller';
import { READ_STORE } from '../tokens';
import type { Accepting } from './invitation.schemas';
import type { Invitation } from './invitation';

/** An invitation with the account of its address; both null where there is none. */
interface Found extends Pick<Invitation, 'email' | 'role'> {
  readonly workspace_id: string;
  readonly user_id: string | null;
  readonly password_hash: string | null;
}

interface Joining {
  readonly hash: Buffer;
  readonly invitation: Found;
  /** Absent for an account that exists. */
  readonly newUser?: { readonly passwordHash: string; readonly name: string | null };
  /** Of the user who is logged in. */
  readonly sessionId?: string;
}

export interface Accepted {
  readonly account: Account;
  readonly opened: OpenedSession | null;
}

/** Accepts invitations. It is the only way into a workspace of others, and only the holder of the token has it. */
@Injectable()
export class Acceptance {
  constructor(
    @Inject(READ_STORE) private readonly store: ReadStore,
    private readonly accounts: Accounts,
    private readonly sessions: SessionStore,
    private readonly login: Login,
    private readonly pepper: Pepper,
  ) {}

  /**
   * As the user who is logged in.
   * @throws Rejection `invalid_request` for a token that is not valid, `conflict` when it invites another address
   */
  async asUser({ token, password, name }: Accepting, { subject, sessionId }: Caller): Promise<Accepted> {
    if (!sessionId) throw unauthorized('invalid_token', 'An API key has no account that could become a member.');
    demandNone(
      Object.entries({ password, name }).flatMap(([field, value]) =>
        value === undefined ? [] : [{ location: `body.${field}`, message: 'must be absent with an access token' }],
      ),
    );
    const hash = hashToken(token, this.pepper.value);
    const invitation = await this.pending(hash);
    if (invitation.user_id !== subject.actor.id)
      throw new Rejection(
        'conflict',
        'conflict',
        'The invitation is for another e-mail address than that of your account.',
      );
    return this.join({ hash, invitation, sessionId });
  }

  /**
   * By a password: the one of the account that the address has, or of the account that is made. Wrong ones count as
   * failed logins. Both cases hash one password.
   * @throws as asUser, and HttpProblem invalid_credentials or rate_limited
   */
  async byPassword({ token, password, name }: Accepting, client: Client): Promise<Accepted> {
    if (password === undefined) throw invalid('body.password', 'is required without an access token');
    const hash = hashToken(token, this.pepper.value);
    const invitation = await this.pending(hash);
    return this.login.counted(invitation.email, client, async () => {
      const { password_hash: known } = invitation;
      if (known === null)
        return this.join({
          hash,
          invitation,
          newUser: { passwordHash: await hashPassword(password), name: name ?? null },
        });
      if (!(await verifyPassword(known, password))) throw new HttpProblem('invalid_credentials');
      return this.join({ hash, invitation });
    });
  }

  private async pending(hash: Buffer): Promise<Found> {
    const { rows } = await this.store.system.query<Found>(
      `SELECT i.workspace_id, i.email, i.role, u.id AS user_id, u.password_hash
       FROM invitations i JOIN workspaces w ON w.id = i.workspace_id AND w.deleted_at IS NULL
         LEFT JOIN users u ON lower(u.email) = lower(i.email)
       WHERE i.token_hash = $1 AND i.expires_at > waymark_now()`,
      [hash],
    );
    const [invitation] = rows;
    if (!invitation) throw new NotAccepted();
    return invitation;
  }

  private async join({ hash, invitation, newUser, sessionId }: Joining): Promise<Accepted> {
    const { workspace_id: workspaceId, email, role } = invitation;
    const userId = await this.store.inWorkspace(workspaceId, async (client) => {
      const spent = await client.query(
        'DELETE FROM invitations WHERE workspace_id = $1 AND token_hash = $2 AND expires_at > waymark_now()',
        [workspaceId, hash],
      );
      if (spent.rowCount === 0) throw new NotAccepted();
      const id = newUser ? await addUser(client, { email, ...newUser }) : await lockUser(client, invitation);
      await client.query(
        `INSERT INTO memberships (workspace_id, user_id, role, created_at) VALUES ($1, $2, $3, waymark_now())
         ON CONFLICT DO NOTHING`,
        [workspaceId, id, role],
      );
      return id;
    });
    const account = await this.accounts.find(userId, workspaceId);
    if (!account) throw new NotAccepted();
    const passwordHash = newUser?.passwordHash ?? invitation.password_hash ?? undefined;
    return { account, opened: await this.sessions.open(userId, workspaceId, { passwordHash, sessionId }) };
  }
}

/** @throws Rejection `conflict` when an account was made for the address meanwhile */
const addUser = async (
  client: ClientBase,
  { email, name, passwordHash }: { email: string; name: string | null; passwordHash: string },
): Promise<string> => {
  const id = timeOrderedId('usr');
  const { rowCount } = await client.query(
    `INSERT INTO users (id, email, name, password_hash, created_at) VALUES ($1, $2, $3, $4, waymark_now())
     ON CONFLICT (lower(email)) DO NOTHING`,
    [id, email, name, passwordHash],
  );
  if (rowCount === 0) throw new Rejection('conflict', 'conflict', 'An account was made for the address; try again.');
  return id;
};

/** @throws HttpProblem invalid_credentials when the account was deleted or its password was changed meanwhile */
const lockUser = async (client: ClientBase, { user_id, password_hash }: Found): Promise<string> => {
  const { rowCount } = await client.query('SELECT FROM users WHERE id = $1 AND password_hash = $2 FOR SHARE', [
    user_id,
    password_hash,
  ]);
  if (rowCount === 0 || user_id === null) throw new HttpProblem('invalid_credentials');
  return user_id;
};
