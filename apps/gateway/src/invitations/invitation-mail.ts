import type { Mailer } from '@platform/mail';
import type { Log } from '@platform/read-store';
import { acceptUrl } from '../accept-url';
import { sendMail } from '../send-mail';
import type { WorkspaceQueries } from '../workspace/workspace.queries';
import type { Invitation } from './invitation';

interface Options {
  /** Absent where no mail server is configured. */
  readonly mailer: Mailer | null;
  readonly workspaces: Pick<WorkspaceQueries, 'find'>;
  /** Origin of the API. */
  readonly publicUrl: string;
  readonly log: Log;
}

/** Mails the tokens of invitations, where a mail server is configured. */
export class InvitationMail {
  constructor(private readonly options: Options) {}

  get enabled(): boolean {
    return this.options.mailer !== null;
  }

  /**
   * The text depends on the invitation and the workspace only, and not on whether the address has an account.
   * @throws Rejection `invalid_request` when the mail server refuses the address; HttpProblem `unavailable` when the
   * mail server fails
   */
  async send(invitation: Invitation, token: string, workspaceId: string): Promise<void> {
    const { mailer, workspaces, publicUrl, log } = this.options;
    const workspace = await workspaces.find(workspaceId);
    const text = textOf(invitation, { token, publicUrl, workspaceName: workspace?.name ?? workspaceId });
    const mail = { to: invitation.email, subject: 'Your invitation to a workspace of Waymark', text };
    if (mailer) await sendMail(mailer, mail, log, FAILURE);
  }
}

const FAILURE = {
  message: 'an invitation could not be mailed',
  detail: 'The invitation could not be mailed, so nobody is invited. Try again later.',
};

interface Parts {
  readonly token: string;
  readonly publicUrl: string;
  readonly workspaceName: string;
}

const textOf = ({ role, expires_at }: Invitation, { token, publicUrl, workspaceName }: Parts): string => `Hello,

you are invited to the workspace "${workspaceName}" at ${publicUrl}, with the role ${role}.

To accept, open this link once, until ${new Date(expires_at).toUTCString()}:

    ${acceptUrl(publicUrl, token)}

A program sends the token with a password of your choice, of 10 characters or more:

    ${token}

    curl ${publicUrl}/v1/auth/accept -H 'Content-Type: application/json' \\
      -d '{"token": "${token}", "password": "..."}'

If you have an account there already, send its password, or your access token as "Authorization: Bearer" and no
password. ${publicUrl}/docs describes the call.

If you do not know what this is about, ignore this mail: you will not become a member.
`;
