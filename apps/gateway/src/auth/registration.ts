import { Injectable } from '@nestjs/common';
import { type Plan, type CommandMetadata, Rejection, idOf } from '@kernel';
import { type CreateWorkspace, type Workspace, workspaceStream } from '@contexts/workspaces';
import { HttpProblem, found, invalid } from '@platform/http';
import { type Caller, metadataOf } from '../caller';
import { Commands } from '../commands';
import { uuidv7 } from '../ids';
import { type Account, Accounts } from './accounts';
import type { NewAccount } from './auth.schemas';
import type { Client } from './clients';
import { AttemptThrottle } from '@platform/passwords';
import { Login } from './login';
import { DailyMails, mailsTo } from './mails-to';
import { NotAccepted } from './not-accepted';
import { hashPassword, verifyPassword } from './passwords';
import { SignupMail } from './signup-mail';
import { type PendingSignup, SignupTokens } from './signup-tokens';

/** Sign-ups of one network in any 60 s. */
const MOST_OF_NETWORK = 10;
/** For so long a sign-up can be confirmed, in milliseconds. */
const CONFIRM_MS = 86_400_000;

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
/** With those that are deleted and can be restored: each is kept in the memory of every redirector. */
const MOST_KEPT = 1_000;

/** Makes users with a workspace of their own: by signing up, and the first one at the first start. */
@Injectable()
export class Registration {
  constructor(
    private readonly accounts: Accounts,
    private readonly commands: Commands,
    private readonly policy: SignupPolicy,
    private readonly throttle: AttemptThrottle,
    private readonly login: Login,
    private readonly tokens: SignupTokens,
    private readonly mail: SignupMail,
    private readonly mails: DailyMails,
  ) {}

  /**
   * Hashes the password of a known e-mail address, too: the same work as for a new one.
   * @throws Rejection `signup_closed`, or `conflict` when the e-mail address has an account; HttpProblem `rate_limited`
   */
  async register(body: NewAccount, requestId: string, client: Client): Promise<Account> {
    const { passwordHash, known } = await this.admit(body, client);
    if (known) throw new Rejection('conflict', 'conflict', 'There is an account with this e-mail address already.');
    const signup = { email: body.email, name: body.name ?? null, workspace_name: body.workspace_name ?? null };
    return this.make({ ...signup, password_hash: passwordHash, command_id: uuidv7() }, requestId);
  }

  /** Whether a sign-up is confirmed by mail; then it answers alike for every address. */
  get byMail(): boolean {
    return this.mail.enabled;
  }

  /**
   * Mails the token that confirms the sign-up, or that the address has an account. Nothing is stored.
   * @throws as register, without `conflict`; what SignupMail throws
   */
  async request(body: NewAccount, client: Client): Promise<{ email: string; expires_at: string }> {
    const { passwordHash, known } = await this.admit(body, client);
    const { email, name = null, workspace_name = null } = body;
    const expires_at = new Date(Date.parse(await this.accounts.now()) + CONFIRM_MS).toISOString();
    const signup = { email, name, workspace_name, password_hash: passwordHash, command_id: uuidv7(), expires_at };
    const token = this.tokens.seal(signup);
    await this.mail.send(email, known ? null : token, expires_at);
    return { email, expires_at };
  }

  /**
   * Makes the account of a sign-up, for the reader of its mail who also knows its password: anybody may have signed up
   * with the address. Wrong passwords count as failed logins.
   * @throws Rejection `invalid_request` for a token that is not valid, or `signup_closed`; HttpProblem
   * invalid_credentials or rate_limited
   */
  async confirm(
    { token, password, name }: { readonly token: string; readonly password?: string; readonly name?: string },
    requestId: string,
    client: Client,
  ): Promise<{ account: Account; passwordHash: string }> {
    if (password === undefined) throw invalid('body.password', 'is required: the one that was chosen at the sign-up');
    this.demandOpen();
    const signup = this.tokens.open(token);
    if (!signup) throw new NotAccepted();
    const { email, command_id, expires_at, password_hash: passwordHash } = signup;
    if (!(await this.accounts.isPending(email, idOf('ws', command_id), expires_at))) throw new NotAccepted();
    return this.login.counted(email, client, async () => {
      if (!(await verifyPassword(passwordHash, password))) throw new HttpProblem('invalid_credentials');
      return { account: await this.make({ ...signup, name: name ?? signup.name }, requestId), passwordHash };
    });
  }

  private demandOpen(): void {
    if (!this.policy.open) throw new Rejection('forbidden', 'signup_closed', 'This installation takes no sign-ups.');
  }

  private async admit({ email, password }: NewAccount, client: Client) {
    this.demandOpen();
    await this.count(email, client);
    // Before the look-up, so that an address with an account costs the same work.
    const passwordHash = await hashPassword(password);
    return { passwordHash, known: await this.accounts.isKnown(email) };
  }

  /** Repeating it changes nothing. */
  private async make(signup: Omit<PendingSignup, 'expires_at'>, requestId: string): Promise<Account> {
    const { email, name, workspace_name, password_hash: passwordHash, command_id } = signup;
    const user = { id: idOf('usr', command_id), email, passwordHash, name };
    const workspaceId = idOf('ws', command_id);
    // Makes the workspace first: a user without one could not log in, a workspace without a user does no harm.
    const workspace = await this.createWorkspace(
      // The name goes into an event, so it must not be made of the person's name or address.
      { workspace_id: workspaceId, name: workspace_name ?? 'My workspace', plan: this.policy.plan },
      {
        actor: { type: 'user', id: user.id },
        request_id: requestId,
        command_id,
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
   * Another workspace of a user who is logged in. A repeat gives nobody back the membership that they have lost since.
   * @returns its id @throws Rejection `limit_reached`, or `not_found` where the user is not a member any more
   */
  async addWorkspace(name: string, caller: Caller): Promise<string> {
    const { id: userId } = caller.subject.actor;
    const workspaceId = idOf('ws', caller.commandId);
    const { live, kept } = await this.accounts.ownedBy(userId, workspaceId);
    if (live >= MOST_OWNED)
      throw new Rejection('forbidden', 'limit_reached', `A user owns at most ${MOST_OWNED} workspaces.`);
    if (kept >= MOST_KEPT) {
      const most = `at most ${MOST_KEPT} workspaces, with those that were deleted within 30 days`;
      throw new Rejection('forbidden', 'limit_reached', `A user owns ${most}.`);
    }
    const data = { workspace_id: workspaceId, name, plan: this.policy.plan };
    await this.createWorkspace(data, { ...metadataOf(caller), workspace_id: workspaceId });
    await this.accounts.joinFirst(userId, workspaceId, 'owner');
    found(await this.accounts.find(userId, workspaceId));
    return workspaceId;
  }

  async addOwner({ passwordHash, ...user }: NewUser, workspaceId: string): Promise<Account['user']> {
    const created_at = new Date().toISOString();
    await this.accounts.add({ ...user, created_at, password_hash: passwordHash }, workspaceId, 'owner');
    return { ...user, created_at };
  }

  /** Every sign-up counts, whether it makes an account or not. */
  private async count(email: string, { network }: Client): Promise<void> {
    const { limit } = this.policy;
    const subjects = [
      ...(this.byMail ? [mailsTo(email)] : []),
      { name: 'sign-ups', most: limit },
      { name: `sign-ups of ${network}`, most: Math.min(MOST_OF_NETWORK, limit) },
    ];
    await (await this.throttle.begin(subjects)).settle(false);
    if (this.byMail) this.mails.count(email);
  }
}

interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly name: string | null;
}
