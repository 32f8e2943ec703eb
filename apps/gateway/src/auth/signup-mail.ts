import type { Mailer } from '@platform/mail';
import type { Log } from '@platform/telemetry';
import { acceptUrl } from '../accept-url';
import { sendMail } from '../send-mail';

interface Options {
  /** Absent where no mail server is configured. */
  readonly mailer: Mailer | null;
  /** Origin of the API. */
  readonly publicUrl: string;
  readonly log: Pick<Log, 'warn'>;
}

/** Mails what follows a sign-up, where a mail server is configured. */
export class SignupMail {
  constructor(private readonly options: Options) {}

  get enabled(): boolean {
    return this.options.mailer !== null;
  }

  /** @param token null for an address that has an account @throws what sendMail throws */
  async send(email: string, token: string | null, expiresAt: string): Promise<void> {
    const { mailer, publicUrl, log } = this.options;
    const text = token === null ? knownText(publicUrl) : newText(publicUrl, token, expiresAt);
    if (mailer) await sendMail(mailer, { to: email, subject: 'Your sign-up at Waymark', text }, log, FAILURE);
  }
}

const FAILURE = {
  message: 'a sign-up could not be mailed',
  detail: 'The mail with the confirmation could not be sent. Try again later.',
};

const ENDING = 'If you do not know what this is about, ignore this mail: nothing changes.\n';

const newText = (publicUrl: string, token: string, expiresAt: string): string => `Hello,

this address was given to sign up at ${publicUrl}.

To make the account, open this link once, until ${new Date(expiresAt).toUTCString()}:

    ${acceptUrl(publicUrl, token)}

A program sends the token with the password that you have chosen:

    ${token}

    curl ${publicUrl}/v1/auth/accept -H 'Content-Type: application/json' \\
      -d '{"token": "...", "password": "..."}'

${publicUrl}/docs describes the call. ${ENDING}`;

const knownText = (publicUrl: string): string => `Hello,

this address was given to sign up at ${publicUrl}, but it has an account there already. Log in with its password:

    curl ${publicUrl}/v1/auth/login -H 'Content-Type: application/json' \\
      -d '{"email": "...", "password": "..."}'

If you have forgotten the password, ask the operator to reset it. ${ENDING}`;
