import { Injectable } from '@nestjs/common';
import { Rejection } from '@kernel';
import { type CreateWorkspace, type Plan, type Workspace, workspaceStream } from '@contexts/workspaces';
import { timeOrderedId } from '@platform/http';
import { Commands } from '../commands';
import { uuidv7 } from '../ids';
import { type Account, Accounts } from './accounts';
import type { RegisterBody } from './auth.schemas';
import { hashPassword } from './passwords';

export class SignupPolicy {
  /** @param plan of workspaces made by signing up */
  constructor(readonly open: boolean, readonly plan: Plan) {}
}

/** Makes users with a workspace of their own: by signing up, and the first one at the first start. */
@Injectable()
export class Registration {
  constructor(
    private readonly accounts: Accounts,
    private readonly commands: Commands,
    private readonly policy: SignupPolicy,
  ) {}

  /** @throws Rejection `signup_closed`, or `conflict` when the e-mail address has an account */
  async register(body: RegisterBody, requestId: string): Promise<Account> {
    if (!this.policy.open) throw new Rejection('forbidden', 'signup_closed', 'This installation takes no sign-ups.');
    if (await this.accounts.findByEmail(body.email)) {
      throw new Rejection('conflict', 'conflict', 'There is an account with this e-mail address already.');
    }
    const ids = { userId: timeOrderedId('usr'), workspaceId: timeOrderedId('ws'), commandId: uuidv7() };
    return this.make(body, this.policy.plan, ids, requestId);
  }

  /** The workspace first: a user without one could not log in, a workspace without a user harms nobody. */
  async make(
    { email, password, name, workspace_name }: RegisterBody,
    plan: Plan,
    { userId, workspaceId, commandId }: { userId: string; workspaceId: string; commandId: string },
    requestId: string,
  ): Promise<Account> {
    const password_hash = await hashPassword(password);
    const command: CreateWorkspace = {
      type: 'CreateWorkspace',
      data: { workspace_id: workspaceId, name: workspace_name ?? `${name ?? email.split('@')[0]}'s workspace`.slice(0, 100), plan },
    };
    const now = new Date().toISOString();
    const metadata = {
      actor: { type: 'user' as const, id: userId }, request_id: requestId, command_id: commandId, correlation_id: requestId,
      causation_id: requestId, workspace_id: workspaceId, now,
    };
    // In force, not only recorded: requests of this workspace are judged by its row.
    const { state } = await this.commands.sendAndApply<Workspace>({ stream: workspaceStream(workspaceId), command, metadata });
    await this.accounts.add({ id: userId, email, name: name ?? null, password_hash, created_at: now }, workspaceId, 'owner');
    const user = { id: userId, email, name: name ?? null, created_at: now };
    return { user, workspace: { id: workspaceId, name: state.name, plan: state.plan }, role: 'owner' };
  }
}
