import { HttpProblem, invalid } from '@platform/http';
import { AddressRefused, type Mail, type Mailer } from '@platform/mail';
import type { Log } from '@platform/telemetry';

interface Failure {
  /** For the log. */
  readonly message: string;
  /** For the caller. */
  readonly detail: string;
}

/**
 * Hands a mail over for a request whose body names its address.
 * @throws Rejection `invalid_request` when the mail server refuses the address; HttpProblem `unavailable` when it fails
 */
export const sendMail = async (
  mailer: Mailer,
  mail: Mail,
  log: Pick<Log, 'warn'>,
  { message, detail }: Failure,
): Promise<void> => {
  try {
    await mailer.send(mail);
  } catch (error) {
    if (error instanceof AddressRefused) throw invalid('body.email', 'was refused by the mail server');
    // The error of a mail server may repeat the address.
    log.warn({ code: (error as NodeJS.ErrnoException).code }, message);
    throw new HttpProblem('unavailable', detail);
  }
};
