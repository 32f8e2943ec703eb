import { createServer } from 'node:net';
import { once } from 'node:events';
import { startSmtpServer } from '../../../../test/support/smtp-server';
import { AddressRefused, createMailer } from '.';

const mail = { to: 'ada@example.com', subject: 'Hello', text: 'One line.' };
const from = 'waymark@example.com';

describe('a mailer', () => {
  it('hands a mail to the server, with its sender, recipient, subject and text', async () => {
    const server = await startSmtpServer();
    await createMailer({ smtpUrl: server.url, from }).send(mail);
    await server.close();
    expect(server.mails).toHaveLength(1);
    for (const part of ['From: Waymark <waymark@example.com>', 'To: ada@example.com', 'Subject: Hello', 'One line.'])
      expect(server.mails[0]).toContain(part);
  });

  it('says that the address was refused, when the server refuses it for good', async () => {
    const server = await startSmtpServer(() => '550 no such mailbox');
    await expect(createMailer({ smtpUrl: server.url, from }).send(mail)).rejects.toThrow(AddressRefused);
    await server.close();
    expect(server.mails).toEqual([]);
  });

  it('fails otherwise when the server is busy, or sends no greeting, or is not there', async () => {
    const busy = await startSmtpServer(() => '451 try again later');
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const silentUrl = `smtp://127.0.0.1:${port}`;
    const failures = await Promise.all(
      [busy.url, silentUrl].map((smtpUrl) =>
        createMailer({ smtpUrl, from })
          .send(mail)
          .catch((error: unknown) => error),
      ),
    );
    await busy.close();
    silent.close();
    const refused = await createMailer({ smtpUrl: silentUrl, from })
      .send(mail)
      .catch((error: unknown) => error);
    for (const failure of [...failures, refused]) {
      expect(failure).toHaveProperty('message', expect.stringMatching(/./));
      expect(failure).not.toBeInstanceOf(AddressRefused);
    }
  });

  it('sends no password to a server that does not encrypt', async () => {
    const server = await startSmtpServer();
    const smtpUrl = server.url.replace('//', '//waymark:secret@');
    await expect(createMailer({ smtpUrl, from }).send(mail)).rejects.toThrow(/TLS/);
    await server.close();
    expect(server.mails).toEqual([]);
  });
});
