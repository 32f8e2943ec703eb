import { randomBytes } from 'node:crypto';
import { type SmtpServer, lastMail, startSmtpServer } from '../../support/smtp-server';
import { type Address, PASSWORD, type Product, type Registered, api, startWaymark } from '../../support/waymark';
import { accept, someone } from './members';

/** Failures and sign-ups are counted by network, so each request comes from a network of its own. */
export const newNetwork = () => ({ 'x-forwarded-for': [10, ...randomBytes(3)].join('.') });

export const signUp = (product: Address, body: object) =>
  api(product).post<{ readonly email: string; readonly expires_at: string }>(
    '/v1/auth/register',
    { password: PASSWORD, ...body },
    newNetwork(),
  );

/** The token of a sign-up in the last mail; empty where there is none. */
export const signupToken = (server: Pick<SmtpServer, 'mails'>): string =>
  /signup_[\w-]+/.exec(lastMail(server))?.[0] ?? '';

/** A fresh user with a workspace of their own, at a product that confirms sign-ups by mail. */
export const registerByMail = async (product: Address, server: Pick<SmtpServer, 'mails'>): Promise<Registered> => {
  const email = someone();
  const asked = await signUp(product, { email });
  if (asked.status !== 202) throw new Error(`registering answered ${asked.status}: ${asked.text}`);
  const { status, body, text } = await accept({ token: signupToken(server), password: PASSWORD }, product);
  if (status !== 200) throw new Error(`confirming answered ${status}: ${text}`);
  return { ...body, email, password: PASSWORD };
};

/** A product that sends mail, and its mail server. */
export interface MailingProduct {
  readonly server: SmtpServer;
  readonly product: Product;
  /** What the server answers to an address that contains a word. */
  readonly answers: { refuses: string; busy: string };
  close(): Promise<void>;
}

export const startMailingProduct = async (plan: string): Promise<MailingProduct> => {
  const answers = { refuses: '550 no such mailbox', busy: '451 try again later' };
  const server = await startSmtpServer(
    (line) => Object.entries(answers).find(([word]) => line.includes(word))?.[1] ?? '250 OK',
  );
  const product = await startWaymark({
    env: { SIGNUP: 'open', DEFAULT_PLAN: plan, SMTP_URL: server.url, TRUST_PROXY: 'loopback' },
  });
  const close = async () => {
    await product.stop();
    await server.close();
  };
  return { server, product, answers, close };
};
