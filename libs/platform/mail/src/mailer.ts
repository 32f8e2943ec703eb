import { createTransport } from 'nodemailer';
import { within } from '@platform/async';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** The mail server accepts nothing for this address. A repeat will not help. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

export interface Mailer {
  /**
   * Resolves once the mail server has taken the mail over, which does not mean that it arrives.
   * @throws AddressRefused, or another Error when the server cannot be reached or fails: the mail may have been sent
   */
  send(mail: Mail): Promise<void>;
}

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with the account if the server wants one. */
  readonly smtpUrl: string;
  /** The address of the sender. */
  readonly from: string;
}

/** Below the 10 s for which a request holds its Idempotency-Key. */
const SEND_MS = 8_000;
const STEP_MS = 4_000;

/** Sends one mail per connection. With an account, an `smtp://` server must offer STARTTLS. */
export const createMailer = ({ smtpUrl, from }: MailerOptions): Mailer => {
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: new URL(smtpUrl).username !== '' && smtpUrl.startsWith('smtp:'),
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text }) => {
      try {
        // Objects, because nodemailer would parse a text as a list of addresses.
        const addressed = { from: { name: 'Waymark', address: from }, to: { name: '', address: to } };
        await within(SEND_MS, transport.sendMail({ ...addressed, subject, text }));
      } catch (error) {
        if (isRefusal(error)) throw new AddressRefused('the mail server refused the address', { cause: error });
        throw error;
      }
    },
  };
};

/** A permanent answer (5xx) to the recipient, and not to the sender or the account. */
const isRefusal = (error: unknown): boolean => {
  const { command, responseCode = 0 } = error as { readonly command?: string; readonly responseCode?: number };
  return command === 'RCPT TO' && responseCode >= 500;
};
