import type { DataSource } from 'typeorm';
import { Rejection } from '@kernel';
import { MembershipSchema, type User, UserSchema } from '@platform/read-store';
import type { Role } from './permissions';

export interface Account {
  readonly user: Omit<User, 'password_hash'>;
  readonly workspace: { readonly id: string; readonly name: string; readonly plan: string };
  readonly role: Role;
  /** The workspace is deleted: its members can do nothing there but leave. */
  readonly deleted: boolean;
}

/** Users and their workspaces. E-mail addresses are compared without regard to case. */
export class Accounts {
  constructor(private readonly database: DataSource) {}

  async findByEmail(email: string): Promise<User | null> {
    return this.database
      .getRepository(UserSchema)
      .createQueryBuilder('u')
      .where('lower(u.email) = lower(:email)', { email })
      .getOne();
  }

  /**
   * Whether an address has an account. It reads no user: only known addresses have one, so the response time would
   * reveal them.
   */
  async isKnown(email: string): Promise<boolean> {
    const text = 'SELECT EXISTS (SELECT FROM users WHERE lower(email) = lower($1)) AS known';
    return (await this.database.query<{ known: boolean }[]>(text, [email]))[0]?.known ?? false;
  }

  async findById(userId: string): Promise<User | null> {
    return this.database.getRepository(UserSchema).findOneBy({ id: userId });
  }

  /** Makes a user and the owner's membership; repeating it with the same ids changes nothing. */
  async add(user: User, workspaceId: string, role: Role): Promise<void> {
    await this.database.transaction(async (manager) => {
      const added = await manager
        .createQueryBuilder()
        .insert()
        .into(UserSchema)
        .values(user)
        .orIgnore()
        .returning('id')
        .execute();
      const known = (added.raw as unknown[]).length > 0 || (await manager.existsBy(UserSchema, { id: user.id }));
      if (!known) throw new Rejection('conflict', 'conflict', 'There is an account with this e-mail address already.');
      const membership = { workspace_id: workspaceId, user_id: user.id, role, created_at: user.created_at };
      await manager.createQueryBuilder().insert().into(MembershipSchema).values(membership).orIgnore().execute();
    });
  }

  /** Makes a user the first member of a workspace. Changes nothing if it has one, or the user is deleted meanwhile. */
  async joinFirst(userId: string, workspaceId: string, role: Role): Promise<void> {
    await this.database.query(
      `INSERT INTO memberships (workspace_id, user_id, role, created_at)
       SELECT $1, id, $3, waymark_now() FROM users
       WHERE id = $2 AND NOT EXISTS (SELECT FROM memberships WHERE workspace_id = $1)
         AND NOT EXISTS (SELECT FROM workspaces WHERE id = $1 AND deleted_at IS NOT NULL)
       FOR KEY SHARE ON CONFLICT DO NOTHING`,
      [workspaceId, userId, role],
    );
  }

  /**
   * A user as a member of a workspace; without one, of the workspace that was joined first. A deleted one comes last,
   * so that a user who has no other can still log in.
   */
  async find(userId: string, workspaceId?: string): Promise<Account | null> {
    const rows = await this.database.query<
      (Account['user'] & { workspace_id: string; workspace_name: string; plan: string; role: Role; deleted: boolean })[]
    >(
      `SELECT u.id, u.email, u.name, u.created_at, w.id AS workspace_id, w.name AS workspace_name, w.plan, m.role,
         w.deleted_at IS NOT NULL AS deleted
       FROM users u JOIN memberships m ON m.user_id = u.id JOIN workspaces w ON w.id = m.workspace_id
       WHERE u.id = $1 AND ($2::text IS NULL OR w.id = $2)
       ORDER BY deleted, m.created_at, w.id LIMIT 1`,
      [userId, workspaceId ?? null],
    );
    const row = rows[0];
    if (!row) return null;
    const { workspace_id, workspace_name, plan, role, deleted, ...user } = row;
    return { user, workspace: { id: workspace_id, name: workspace_name, plan }, role, deleted };
  }

  async workspace(id: string): Promise<Account['workspace'] | null> {
    const text = 'SELECT id, name, plan FROM workspaces WHERE id = $1';
    return (await this.database.query<Account['workspace'][]>(text, [id]))[0] ?? null;
  }

  async isDeletedWorkspace(id: string): Promise<boolean> {
    const text = 'SELECT FROM workspaces WHERE id = $1 AND deleted_at IS NOT NULL';
    return (await this.database.query<unknown[]>(text, [id])).length > 0;
  }

  /** The workspaces of a user that are not deleted, in the order of joining. */
  async workspacesOf(userId: string): Promise<readonly (Account['workspace'] & { readonly role: Role })[]> {
    return this.database.query<(Account['workspace'] & { role: Role })[]>(
      `SELECT w.id, w.name, w.plan, m.role FROM memberships m JOIN workspaces w ON w.id = m.workspace_id
       WHERE m.user_id = $1 AND w.deleted_at IS NULL ORDER BY m.created_at, w.id`,
      [userId],
    );
  }

  /**
   * How many workspaces a user owns: those that are not deleted, and all that are not purged.
   * @param but one that does not count
   */
  async ownedBy(userId: string, but: string): Promise<{ readonly live: number; readonly kept: number }> {
    const [row] = await this.database.query<{ live: number; kept: number }[]>(
      `SELECT count(*) FILTER (WHERE w.deleted_at IS NULL)::int AS live,
         count(*) FILTER (WHERE w.purged_at IS NULL)::int AS kept
       FROM memberships m JOIN workspaces w ON w.id = m.workspace_id
       WHERE m.user_id = $1 AND m.role = 'owner' AND w.id <> $2`,
      [userId, but],
    );
    return row ?? { live: 0, kept: 0 };
  }

  /** The clock of the database. */
  async now(): Promise<string> {
    return (await this.database.query<{ now: string }[]>('SELECT waymark_now() AS now'))[0]?.now ?? '';
  }

  /**
   * Whether a sign-up can still make its account: its time is not over, the address has no account, and the workspace
   * has had no member. A confirmation that was interrupted has made the workspace alone.
   */
  async isPending(email: string, workspaceId: string, expiresAt: string): Promise<boolean> {
    const [row] = await this.database.query<{ pending: boolean }[]>(
      `SELECT $3::timestamptz > waymark_now()
         AND NOT EXISTS (SELECT FROM users WHERE lower(email) = lower($1))
         AND NOT EXISTS (SELECT FROM memberships WHERE workspace_id = $2)
         AND NOT EXISTS (SELECT FROM workspaces WHERE id = $2 AND deleted_at IS NOT NULL) AS pending`,
      [email, workspaceId, expiresAt],
    );
    return row?.pending ?? false;
  }

  async any(): Promise<boolean> {
    return (await this.database.getRepository(UserSchema).count({ take: 1 })) > 0;
  }
}
