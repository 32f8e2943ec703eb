import { Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { Rejection } from '@kernel';
import { HttpProblem } from '@platform/http';
import type { User } from '@platform/read-store';
import { Accounts } from './accounts';
import type { Client } from './clients';
import { Login } from './login';
import { verifyPassword } from './passwords';

interface OwnedAlone {
  readonly id: string;
  readonly name: string;
}

/** Deletes accounts. Events name a user by id alone, so histories and `created_by` keep their answers. */
@Injectable()
export class AccountDeletion {
  constructor(
    private readonly accounts: Accounts,
    private readonly login: Login,
    private readonly database: DataSource,
  ) {}

  /**
   * A wrong password counts as a failed login.
   * @throws HttpProblem invalid_credentials or rate_limited; Rejection `invalid_state` with the workspaces that would
   * have no owner
   */
  async delete(userId: string, password: string, client: Client): Promise<void> {
    const user = await this.accounts.findById(userId);
    await this.login.counted(user?.email ?? userId, client, async () => {
      if (!(await verifyPassword(user?.password_hash ?? null, password))) throw new HttpProblem('invalid_credentials');
    });
    if (user) await this.database.transaction((manager) => erase(manager, user));
  }
}

const erase = async (manager: EntityManager, { id, password_hash }: User): Promise<void> => {
  // Before the user's row, in the order of asOwner: no other owner leaves meanwhile.
  await manager.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('members/' || workspace_id, 0)) FROM (
       SELECT workspace_id FROM memberships WHERE user_id = $1 AND role = 'owner' ORDER BY workspace_id) owned`,
    [id],
  );
  const known = await manager.query<unknown[]>('SELECT FROM users WHERE id = $1 AND password_hash = $2 FOR UPDATE', [
    id,
    password_hash,
  ]);
  if (known.length === 0) throw new HttpProblem('invalid_credentials');
  const workspaces = await manager.query<OwnedAlone[]>(
    `SELECT w.id, w.name FROM memberships m JOIN workspaces w ON w.id = m.workspace_id
     WHERE m.user_id = $1 AND m.role = 'owner' AND w.deleted_at IS NULL AND NOT EXISTS (
       SELECT FROM memberships o WHERE o.workspace_id = m.workspace_id AND o.role = 'owner' AND o.user_id <> $1)
     ORDER BY m.created_at, w.id`,
    [id],
  );
  if (workspaces.length > 0) throw onlyOwner(workspaces);
  // Memberships, sessions, refresh tokens and the invitations that the user sent go with the row.
  await manager.query('DELETE FROM users WHERE id = $1', [id]);
};

const onlyOwner = (workspaces: readonly OwnedAlone[]) =>
  new Rejection(
    'conflict',
    'invalid_state',
    'You are the only owner of the workspaces in `workspaces`: make another member an owner, or delete them first.',
    { workspaces },
  );
