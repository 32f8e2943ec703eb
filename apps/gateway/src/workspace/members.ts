import { Inject, Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Rejection } from '@kernel';
import { type IfMatch, insufficientScope, notFound, requireMatch, timeOrderedId } from '@platform/http';
import type { ReadStore } from '@platform/read-store';
import { hashPassword, verifyPassword } from '../auth/passwords';
import type { Role } from '../auth/permissions';
import type { Caller } from '../caller';
import { READ_STORE } from '../tokens';
import type { AddMemberBody } from './member.schemas';

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  /** When they joined, RFC 3339. */
  readonly created_at: string;
  /** Of the role; each change adds one. */
  readonly revision: string;
}

const MEMBERS = `SELECT u.id, u.email, u.name, m.role, m.created_at, m.revision
  FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = $1`;

/**
 * The members of a workspace. Changes of one workspace run one after the other, and each checks that its caller is
 * still an owner, so that two owners cannot demote each other at the same time.
 */
@Injectable()
export class Members {
  constructor(@Inject(READ_STORE) private readonly store: ReadStore) {}

  /** One page of a workspace's members, the first to join first, and how many there are in all. */
  list(workspaceId: string, page: number, limit: number): Promise<{ rows: Member[]; total: number }> {
    return this.store.inWorkspace(workspaceId, async (client) => {
      const [listed, counted] = await Promise.all([
        client.query<Member>(`${MEMBERS} ORDER BY m.created_at, u.id LIMIT $2 OFFSET $3`, [
          workspaceId,
          limit,
          (page - 1) * limit,
        ]),
        client.query<{ total: number }>('SELECT count(*)::float8 AS total FROM memberships WHERE workspace_id = $1', [
          workspaceId,
        ]),
      ]);
      return { rows: listed.rows, total: counted.rows[0]?.total ?? 0 };
    });
  }

  find(workspaceId: string, userId: string): Promise<Member | null> {
    return this.store.inWorkspace(workspaceId, (client) => memberOf(client, workspaceId, userId));
  }

  /**
   * @returns the member, and a password if a user was made, now or by an earlier attempt
   * @throws Rejection `conflict` when they are a member already
   */
  async add(
    { email, role, name }: AddMemberBody,
    caller: Caller,
  ): Promise<{ member: Member; password: string | null }> {
    const { workspaceId } = caller.subject;
    const password = Buffer.from(caller.secretBytes(15)).toString('base64url');
    const hash = await hashPassword(password);
    return this.asOwner(caller, async (client) => {
      // The update that changes nothing locks a known user's row, so that they are not deleted meanwhile.
      const { rows } = await client.query<{ id: string; made: boolean; password_hash: string }>(
        `INSERT INTO users (id, email, name, password_hash, created_at) VALUES ($1, $2, $3, $4, waymark_now())
         ON CONFLICT (lower(email)) DO UPDATE SET id = users.id RETURNING id, xmax = 0 AS made, password_hash`,
        [timeOrderedId('usr'), email, name ?? null, hash],
      );
      const { id = '', made = false, password_hash = null } = rows[0] ?? {};
      const known = await memberOf(client, workspaceId, id);
      if (known && (caller.firstAttempt || known.role !== role))
        throw new Rejection('conflict', 'conflict', 'This user is a member already.');
      if (!known)
        await client.query(
          'INSERT INTO memberships (workspace_id, user_id, role, created_at) VALUES ($1, $2, $3, waymark_now())',
          [workspaceId, id, role],
        );
      const isTheirs = made || (!caller.firstAttempt && (await verifyPassword(password_hash, password)));
      return { member: known ?? (await present(client, workspaceId, id)), password: isTheirs ? password : null };
    });
  }

  /**
   * In force with their next request; undefined leaves the role as it is.
   * @throws Rejection `not_found`, `revision_mismatch`, or `invalid_state` for the last owner
   */
  changeRole(userId: string, role: Role | undefined, caller: Caller, expected: IfMatch | undefined): Promise<Member> {
    const { workspaceId } = caller.subject;
    return this.asOwner(caller, async (client, owners) => {
      const member = await present(client, workspaceId, userId);
      requireMatch(expected, BigInt(member.revision));
      if (role === undefined || member.role === role) return member;
      keepAnOwner(owners, userId);
      await client.query(
        'UPDATE memberships SET role = $3, revision = revision + 1 WHERE workspace_id = $1 AND user_id = $2',
        [workspaceId, userId, role],
      );
      return present(client, workspaceId, userId);
    });
  }

  /** Ends their sessions of this workspace, too. @throws Rejection as changeRole does */
  remove(userId: string, caller: Caller, expected: IfMatch | undefined): Promise<void> {
    const { workspaceId } = caller.subject;
    return this.asOwner(caller, async (client, owners) => {
      const member = await present(client, workspaceId, userId);
      requireMatch(expected, BigInt(member.revision));
      keepAnOwner(owners, userId);
      await client.query('DELETE FROM memberships WHERE workspace_id = $1 AND user_id = $2', [workspaceId, userId]);
      await client.query(
        'UPDATE sessions SET revoked_at = waymark_now() WHERE workspace_id = $1 AND user_id = $2 ' +
          'AND revoked_at IS NULL',
        [workspaceId, userId],
      );
      await forgetUnused(client, userId);
    });
  }

  private asOwner<T>(caller: Caller, work: (client: ClientBase, owners: readonly string[]) => Promise<T>): Promise<T> {
    const { workspaceId, actor } = caller.subject;
    return this.store.inWorkspace(workspaceId, async (client) => {
      await client.query("SELECT pg_advisory_xact_lock(hashtextextended('members/' || $1::text, 0))", [workspaceId]);
      const { rows } = await client.query<{ user_id: string }>(
        "SELECT user_id FROM memberships WHERE workspace_id = $1 AND role = 'owner'",
        [workspaceId],
      );
      const owners = rows.map(({ user_id }) => user_id);
      if (!owners.includes(actor.id)) throw insufficientScope('owner');
      return work(client, owners);
    });
  }
}

const memberOf = async (client: ClientBase, workspaceId: string, userId: string): Promise<Member | null> =>
  (await client.query<Member>(`${MEMBERS} AND m.user_id = $2`, [workspaceId, userId])).rows[0] ?? null;

const present = async (client: ClientBase, workspaceId: string, userId: string): Promise<Member> => {
  const member = await memberOf(client, workspaceId, userId);
  if (!member) throw notFound();
  return member;
};

const keepAnOwner = (owners: readonly string[], userId: string): void => {
  if (owners.length > 1 || !owners.includes(userId)) return;
  throw new Rejection('conflict', 'invalid_state', 'A workspace needs an owner: make somebody else one first.');
};

/**
 * Deletes a user without a workspace who never logged in. When they are added again, they get a new password, because
 * the first one may be lost. The check needs access to every workspace.
 */
const forgetUnused = async (client: ClientBase, userId: string): Promise<void> => {
  await client.query("SET LOCAL waymark.workspace = '*'");
  const { rowCount } = await client.query('SELECT FROM sessions WHERE user_id = $1 LIMIT 1', [userId]);
  if (rowCount) return;
  await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);
  await client.query(
    `DELETE FROM users u WHERE id = $1 AND NOT EXISTS (SELECT FROM memberships m WHERE m.user_id = u.id)
       AND NOT EXISTS (SELECT FROM sessions s WHERE s.user_id = u.id)`,
    [userId],
  );
};
