import { Injectable } from '@nestjs/common';
import { type Plan, type CommandMetadata, Rejection, idOf } from '@kernel';
import { type CreateWorkspace, type Workspace, workspaceStream } from '@contexts/workspaces';
import { timeOrderedId } from '@platform/http';
import { type Caller, metadataOf } from '../caller';
import { Commands } from '../commands';
import { uuidv7 } from '../ids';
import { type Account, Accounts } from './accounts';
import type { RegisterBody } from './auth.schemas';
import type { Client } from './clients';
import { AttemptThrottle } from '@platform/passwords';
import { hashPassword } from './passwords';

/** Sign-ups of one network in any 60 s. */
const MOST_OF_NETWORK = 10;

export class SignupPolicy {
  /**
   * @param plan of workspaces made by signing up
   * @param limit sign-ups in any 60 s, of all clients
   */
  constructor(
    readonly open: boolean,
    readonly plan: Plan,
    readonly limit: number,
  ) {}
}

/** Requests at the same time may exceed it by their number. */
const MOST_OWNED = 100;

/** Makes users with a workspace of their own: by signing up, and the first one at the first start. */
@Injectable()
export class Registration {
  constructor(
    private readonly accounts: Accounts,
    private readonly commands: Commands,
    private readonly policy: SignupPolicy,
    private readonly throttle: AttemptThrottle,
  ) {}

  /**
   * Hashes the password of a known e-mail address, too: the same work as for a new one.
   * @throws Rejection `signup_closed`, or `conflict` when the e-mail address has an account; HttpProblem `rate_limited`
   */
  async register(body: RegisterBody, requestId: string, client: Client): Promise<Account> {
    if (!this.policy.open) throw new Rejection('forbidden', 'signup_closed', 'This installation takes no sign-ups.');
    await this.count(client);
    // Before the look-up, so that an address with an account costs the same work.
    const passwordHash = await hashPassword(body.password);
    if (await this.accounts.findByEmail(body.email)) {
      throw new Rejection('conflict', 'conflict', 'There is an account with this e-mail address already.');
    }
    const user = { id: timeOrderedId('usr'), email: body.email, passwordHash, name: body.name ?? null };
    const workspaceId = timeOrderedId('ws');
    // Goes into an event, so it must not be made of the person's name or address.
    const name = body.workspace_name ?? 'My workspace';
    // Makes the workspace first: a user without one could not log in, a workspace without a user does no harm.
    const workspace = await this.createWorkspace(
      { workspace_id: workspaceId, name, plan: this.policy.plan },
      {
        actor: { type: 'user', id: user.id },
        request_id: requestId,
        command_id: uuidv7(),
        correlation_id: requestId,
        causation_id: requestId,
        workspace_id: workspaceId,
        now: new Date().toISOString(),
      },
    );
    return { user: await this.addOwner(user, workspaceId), workspace, role: 'owner', deleted: false };
  }

  /** In force when it resolves, not only recorded: authorization judges the workspace's requests by its row. */
  async createWorkspace(
    data: CreateWorkspace['data'],
    metadata: CommandMetadata,
  ): Promise<Pick<Workspace, 'id' | 'name' | 'plan'>> {
    const command: CreateWorkspace = { type: 'CreateWorkspace', data };
    const stream = workspaceStream(data.workspace_id);
    const { state } = await this.commands.sendAndApply<Workspace>({ stream, command, metadata });
    return { id: state.id, name: state.name, plan: state.plan };
  }

  /**
   * Another workspace of a user who is logged in.
   * @returns its id @throws Rejection `limit_reached`
   */
  async addWorkspace(name: string, caller: Caller): Promise<string> {
    const { id: userId } = caller.subject.actor;
    const workspaceId = idOf('ws', caller.commandId);
    const owned = (await this.accounts.workspacesOf(userId)).filter(
      ({ id, role }) => role === 'owner' && id !== workspaceId,
    );
    if (owned.length >= MOST_OWNED)
      throw new Rejection('forbidden', 'limit_reached', `A user owns at most ${MOST_OWNED} workspaces.`);
    const data = { workspace_id: workspaceId, name, plan: this.policy.plan };
    await this.createWorkspace(data, { ...metadataOf(caller), workspace_id: workspaceId });
    await this.accounts.join(userId, workspaceId, 'owner');
    return workspaceId;
  }

  async addOwner({ passwordHash, ...user }: NewUser, workspaceId: string): Promise<Account['user']> {
    const created_at = new Date().toISOString();
    await this.accounts.add({ ...user, created_at, password_hash: passwordHash }, workspaceId, 'owner');
    return { ...user, created_at };
  }

  /** Every sign-up counts, whether it makes an account or not. */
  private async count({ network }: Client): Promise<void> {
    const { limit } = this.policy;
    const subjects = [
      { name: 'sign-ups', most: limit },
      { name: `sign-ups of ${network}`, most: Math.min(MOST_OF_NETWORK, limit) },
    ];
    await (await this.throttle.begin(subjects)).settle(false);
  }
}

interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly name: string | null;
}
