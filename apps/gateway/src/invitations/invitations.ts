import { Inject, Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Rejection, idOf } from '@kernel';
import { type IfMatch, hashToken, notFound, requireMatch } from '@platform/http';
import type { ReadStore } from '@platform/read-store';
import { AttemptThrottle } from '@platform/passwords';
import { Pepper } from '../api-keys/api-key.commands';
import { DailyMails, mailsTo } from '../auth/mails-to';
import type { Caller } from '../caller';
import type { Attempt } from '../idempotency';
import { READ_STORE } from '../tokens';
import { type Paging, firstRow, pageOfRows } from '../workspace-rows';
import { asOwner } from '../workspace/as-owner';
import { INVITATION_REVISION, type Invitation } from './invitation';
import { InvitationMail } from './invitation-mail';
import type { InviteBody } from './invitation.schemas';

/** The largest number of pending invitations of a workspace. */
const MOST = 100;
/** Invitations that a workspace mails in any 60 s. */
const MOST_MAILS = 30;
const TOKEN_BYTES = 32;

const COLUMNS = 'id, email, role, invited_by, created_at, expires_at';
const COUNTED = 'invitations WHERE workspace_id = $1 AND expires_at > waymark_now()';
const PENDING = `SELECT ${COLUMNS} FROM ${COUNTED}`;

/** The pending invitations of a workspace. Only its owners see them. */
@Injectable()
export class Invitations {
  constructor(
    @Inject(READ_STORE) private readonly store: ReadStore,
    private readonly pepper: Pepper,
    private readonly mail: InvitationMail,
    private readonly throttle: AttemptThrottle,
    private readonly mails: DailyMails,
  ) {}

  /** One page, the earliest first, and how many there are in all. */
  list(workspaceId: string, paging: Paging) {
    const listing = { rows: PENDING, order: 'created_at, id', counted: COUNTED, values: [workspaceId] };
    return pageOfRows<Invitation>(this.store, workspaceId, listing, paging);
  }

  find(workspaceId: string, id: string): Promise<Invitation | null> {
    return firstRow(this.store, workspaceId, { text: `${PENDING} AND id = $2`, values: [workspaceId, id] });
  }

  /**
   * Replaces an earlier invitation of the same address, and does not look whether the address has an account. If an
   * earlier attempt has made it, a repeat finds it, and mails it again.
   * @returns the token where no mail is configured; else the token is mailed, and null is returned
   * @throws Rejection `conflict` for a member of this workspace, or where the invitation of an earlier attempt is not
   * pending any more; `limit_reached`; HttpProblem rate_limited where too many mails have gone to the address, from the
   * workspace or from the user; what InvitationMail throws
   */
  async create(
    body: InviteBody,
    caller: Caller,
    attempt: Attempt,
  ): Promise<{ invitation: Invitation; token: string | null }> {
    if (this.mail.enabled) await this.countMail(body.email, caller);
    const token = `invite_${Buffer.from(caller.secretBytes(TOKEN_BYTES)).toString('base64url')}`;
    const hash = hashToken(token, this.pepper.value);
    const invitation = await asOwner(this.store, caller, async (client) => {
      if (attempt.earlier) return stillPending(client, caller);
      const made = await replace(client, body, caller, hash);
      await attempt.noteMade(client);
      return made;
    });
    if (!this.mail.enabled) return { invitation, token };
    try {
      await this.mail.send(invitation, token, caller.subject.workspaceId);
    } catch (error) {
      await this.forget(caller.subject.workspaceId, hash, attempt);
      throw error;
    }
    return { invitation, token: null };
  }

  /**
   * If an earlier attempt may have withdrawn it, one that is not pending is taken for withdrawn.
   * @throws Rejection `not_found` or `revision_mismatch`
   */
  withdraw(id: string, caller: Caller, expected: IfMatch | undefined): Promise<void> {
    return asOwner(this.store, caller, async (client) => {
      const { rowCount } = await client.query(
        'DELETE FROM invitations WHERE workspace_id = $1 AND id = $2 AND expires_at > waymark_now()',
        [caller.subject.workspaceId, id],
      );
      if (rowCount === 0 && !caller.firstAttempt) return;
      if (rowCount === 0) throw notFound();
      // Rolls the deletion back.
      requireMatch(expected, INVITATION_REVISION);
    });
  }

  /** Anybody may sign up and invite anybody: each mail counts, whether it is sent in the end or not. */
  private async countMail(email: string, { subject }: Caller): Promise<void> {
    const subjects = [mailsTo(email), { name: `invitations of ${subject.workspaceId}`, most: MOST_MAILS }];
    await (await this.throttle.begin(subjects)).settle(false);
    this.mails.count(email, subject.actor.id);
  }

  private async forget(workspaceId: string, hash: Buffer, attempt: Attempt): Promise<void> {
    await this.store.inWorkspace(workspaceId, async (client) => {
      await client.query('DELETE FROM invitations WHERE workspace_id = $1 AND token_hash = $2', [workspaceId, hash]);
      await attempt.noteTakenBack(client);
    });
  }
}

/** @throws Rejection `conflict` */
const stillPending = async (
  client: ClientBase,
  { commandId, subject: { workspaceId } }: Caller,
): Promise<Invitation> => {
  const { rows } = await client.query<Invitation>(`${PENDING} AND id = $2`, [workspaceId, idOf('inv', commandId)]);
  const [invitation] = rows;
  if (invitation) return invitation;
  throw new Rejection('conflict', 'conflict', 'The invitation was accepted, replaced or withdrawn since.');
};

const replace = async (
  client: ClientBase,
  { email, role }: InviteBody,
  { commandId, subject: { workspaceId, actor } }: Caller,
  hash: Buffer,
): Promise<Invitation> => {
  const members = await client.query(
    `SELECT FROM memberships m JOIN users u ON u.id = m.user_id
     WHERE m.workspace_id = $1 AND lower(u.email) = lower($2)`,
    [workspaceId, email],
  );
  if (members.rowCount)
    throw new Rejection('conflict', 'conflict', 'The address belongs to a member of this workspace.');
  await client.query(
    `DELETE FROM invitations
     WHERE workspace_id = $1 AND (lower(email) = lower($2) OR expires_at <= waymark_now())`,
    [workspaceId, email],
  );
  if ((await countOf(client, workspaceId)) >= MOST)
    throw new Rejection('forbidden', 'limit_reached', `At most ${MOST} invitations can be pending in a workspace.`);
  const { rows } = await client.query<Invitation>(
    `INSERT INTO invitations (id, workspace_id, email, role, token_hash, invited_by, created_at, expires_at)
     SELECT $2, $1, $3, $4, $5, $6, now, now + interval '7 days' FROM waymark_now() AS now RETURNING ${COLUMNS}`,
    [workspaceId, idOf('inv', commandId), email, role, hash, actor.id],
  );
  const [invitation] = rows;
  if (!invitation) throw new Error('an insert returned no row');
  return invitation;
};

const countOf = async (client: ClientBase, workspaceId: string): Promise<number> => {
  const { rows } = await client.query<{ total: number }>(`SELECT count(*)::float8 AS total FROM ${COUNTED}`, [
    workspaceId,
  ]);
  return rows[0]?.total ?? 0;
};
