import { Inject, Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Rejection } from '@kernel';
import { type IfMatch, found, requireMatch } from '@platform/http';
import type { ReadStore } from '@platform/read-store';
import type { Role } from '../auth/permissions';
import type { Caller } from '../caller';
import type { Attempt } from '../idempotency';
import { READ_STORE } from '../tokens';
import { type Paging, pageOfRows } from '../workspace-rows';
import { asOwner } from './as-owner';

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

interface RoleChange {
  readonly role: Role | undefined;
  readonly expected: IfMatch | undefined;
}

/** The members of a workspace. They join by accepting an invitation. */
@Injectable()
export class Members {
  constructor(@Inject(READ_STORE) private readonly store: ReadStore) {}

  /** One page of a workspace's members, the first to join first, and how many there are in all. */
  list(workspaceId: string, paging: Paging) {
    const listing = {
      rows: MEMBERS,
      order: 'm.created_at, u.id',
      counted: 'memberships WHERE workspace_id = $1',
      values: [workspaceId],
    };
    return pageOfRows<Member>(this.store, workspaceId, listing, paging);
  }

  find(workspaceId: string, userId: string): Promise<Member | null> {
    return this.store.inWorkspace(workspaceId, (client) => memberOf(client, workspaceId, userId));
  }

  /**
   * In force with their next request; undefined leaves the role as it is. If an earlier attempt may have changed it,
   * the wished role is the outcome, whatever its revision. If it has, later changes of the role stay.
   * @throws Rejection `not_found`, `revision_mismatch`, or `invalid_state` for the last owner
   */
  changeRole(userId: string, { role, expected }: RoleChange, caller: Caller, attempt: Attempt): Promise<Member> {
    const { workspaceId } = caller.subject;
    return asOwner(this.store, caller, async (client, owners) => {
      const member = await present(client, workspaceId, userId);
      if (attempt.earlier) return member;
      const isAsWished = member.role === role;
      if (!isAsWished || caller.firstAttempt) requireMatch(expected, BigInt(member.revision));
      if (role === undefined) return member;
      await attempt.noteMade(client);
      if (isAsWished) return member;
      keepAnOwner(owners, userId);
      await client.query(
        'UPDATE memberships SET role = $3, revision = revision + 1 WHERE workspace_id = $1 AND user_id = $2',
        [workspaceId, userId, role],
      );
      if (role !== 'owner') await withdrawInvitations(client, workspaceId, userId);
      return present(client, workspaceId, userId);
    });
  }

  /**
   * Ends their sessions in this workspace and withdraws their invitations. An account without another workspace is
   * deleted. If an earlier attempt may have removed them, somebody who is not a member is taken for removed: that
   * tells nothing of other workspaces. If it has, they stay who have joined again since.
   * @throws Rejection as changeRole does
   */
  remove(userId: string, caller: Caller, expected: IfMatch | undefined, attempt: Attempt): Promise<void> {
    const { workspaceId } = caller.subject;
    return asOwner(this.store, caller, async (client, owners) => {
      const member = await memberOf(client, workspaceId, userId);
      if (attempt.earlier || (!member && !caller.firstAttempt)) return;
      requireMatch(expected, BigInt(found(member).revision));
      keepAnOwner(owners, userId);
      await client.query('DELETE FROM memberships WHERE workspace_id = $1 AND user_id = $2', [workspaceId, userId]);
      await client.query(
        'UPDATE sessions SET revoked_at = waymark_now() WHERE workspace_id = $1 AND user_id = $2 ' +
          'AND revoked_at IS NULL',
        [workspaceId, userId],
      );
      await deleteWithoutWorkspace(client, userId);
      await attempt.noteMade(client);
    });
  }
}

const memberOf = async (client: ClientBase, workspaceId: string, userId: string): Promise<Member | null> =>
  (await client.query<Member>(`${MEMBERS} AND m.user_id = $2`, [workspaceId, userId])).rows[0] ?? null;

const present = async (client: ClientBase, workspaceId: string, userId: string): Promise<Member> =>
  found(await memberOf(client, workspaceId, userId));

const keepAnOwner = (owners: readonly string[], userId: string): void => {
  if (owners.length > 1 || !owners.includes(userId)) return;
  throw new Rejection('conflict', 'invalid_state', 'A workspace needs an owner: make somebody else one first.');
};

/** Those of a member who leaves go with the membership. */
const withdrawInvitations = (client: ClientBase, workspaceId: string, userId: string) =>
  client.query('DELETE FROM invitations WHERE workspace_id = $1 AND invited_by = $2', [workspaceId, userId]);

/**
 * Deletes a user who has no workspace left. They could not log in, and so not delete their account themselves. Who is
 * invited again chooses a password anew. The check needs access to every workspace.
 */
const deleteWithoutWorkspace = async (client: ClientBase, userId: string): Promise<void> => {
  await client.query("SET LOCAL waymark.workspace = '*'");
  await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);
  await client.query(
    'DELETE FROM users u WHERE id = $1 AND NOT EXISTS (SELECT FROM memberships m WHERE m.user_id = u.id)',
    [userId],
  );
};
