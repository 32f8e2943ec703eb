import { type SmtpServer, lastMail } from '../../support/smtp-server';
import { PASSWORD, type Product } from '../../support/waymark';
import { accept, type Invitation, someone } from '../support/members';
import { expectProblem, locationsOf } from '../support/problems';
import { type MailingProduct, registerByMail, startMailingProduct } from '../support/signup-by-mail';
import { newWorkspace, type Workspace } from '../support/workspace';
import type { List } from '../support/records';

describe('an invitation, where SMTP_URL is set', () => {
  let server: SmtpServer;
  let product: Product;
  let workspace: Workspace;
  let answers: MailingProduct['answers'];
  let close: MailingProduct['close'];

  beforeAll(async () => {
    ({ server, product, answers, close } = await startMailingProduct('enterprise'));
    workspace = await newWorkspace(product, await registerByMail(product, server));
  });
  afterAll(() => close());

  const ask = (email: string, headers = {}) =>
    workspace.user.post<Invitation>('/v1/workspace/invitations', { email, role: 'member' }, headers);
  const tokenIn = (mail: string) => /invite_[\w-]{43}/.exec(mail)?.[0] ?? '';

  it('is mailed with its token, which no answer has, and accepted by it', async () => {
    const email = someone();
    const { status, body, text } = await ask(email);
    const mail = lastMail(server);
    expect([status, body.email, text.includes('token')]).toEqual([201, email, false]);
    const link = `${product.url}/app/accept#token=${tokenIn(mail)}`;
    for (const part of [`To: ${email}`, workspace.owner.workspace.name, `${product.url}/v1/auth/accept`, link])
      expect(mail).toContain(part);
    const { status: accepted, body: tokens } = await accept({ token: tokenIn(mail), password: PASSWORD }, product);
    expect([accepted, tokens.workspace.id]).toEqual([200, workspace.id]);
  });

  it('is the same mail for an address with and without an account', async () => {
    const known = await registerByMail(product, server);
    const mailTo = async (email: string) => {
      await ask(email);
      return lastMail(server)
        .replaceAll(email, '<address>')
        .replace(/invite_[\w-]{43}/g, '<token>')
        .replace(/^(Message-ID|Date):.*|\d\d:\d\d:\d\d GMT/gm, '');
    };
    expect(await mailTo(known.email)).toBe(await mailTo(someone()));
  });

  it('is mailed to an address three times in a minute, from whichever workspace, as sign-ups are', async () => {
    const other = await newWorkspace(product, await registerByMail(product, server));
    const email = someone();
    const before = server.mails.length;
    for (let nth = 0; nth < 3; nth += 1) expect((await ask(email)).status).toBe(201);
    expectProblem(await ask(email), 429, 'rate_limited');
    const shouted = { email: email.toUpperCase(), role: 'viewer' };
    const answer = await other.user.post('/v1/workspace/invitations', shouted);
    expectProblem(answer, 429, 'rate_limited');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(server.mails).toHaveLength(before + 3);
  });

  it('is mailed to thirty addresses in a minute by one workspace', async () => {
    const other = await newWorkspace(product, await registerByMail(product, server));
    const invite = () => other.user.post('/v1/workspace/invitations', { email: someone(), role: 'viewer' });
    for (let nth = 0; nth < 30; nth += 1) expect((await invite()).status).toBe(201);
    expectProblem(await invite(), 429, 'rate_limited');
  });

  it('is mailed once under an Idempotency-Key', async () => {
    const [email, headers] = [someone(), { 'idempotency-key': 'mail-once' }];
    await ask(email, headers);
    const before = server.mails.length;
    expect((await ask(email, headers)).headers['idempotent-replayed']).toBe('true');
    expect(server.mails).toHaveLength(before);
  });

  it('is refused with an address that the mail server refuses, and nobody is invited', async () => {
    expect(locationsOf(await ask('refuses@example.com'))).toEqual(['body.email']);
    const { data } = (await workspace.user.get<List<Invitation>>('/v1/workspace/invitations')).body;
    expect(data.map(({ email }) => email)).not.toContain('refuses@example.com');
  });

  it('is a 503 while the mail server fails, with no address in the log, and succeeds by a repeat', async () => {
    const [email, headers] = ['busy@example.com', { 'idempotency-key': 'mail-again' }];
    expectProblem(await ask(email, headers), 503, 'unavailable');
    const { data } = (await workspace.user.get<List<Invitation>>('/v1/workspace/invitations')).body;
    expect(data.map((invitation) => invitation.email)).not.toContain(email);
    answers.busy = '250 OK';
    expect((await ask(email, headers)).status).toBe(201);
    expect((await accept({ token: tokenIn(lastMail(server)), password: PASSWORD }, product)).status).toBe(200);
    expect(product.output()).toContain('an invitation could not be mailed');
    expect(product.output()).not.toContain(email);
  });
});
