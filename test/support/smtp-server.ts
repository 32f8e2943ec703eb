import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export interface SmtpServer {
  /** For SMTP_URL. */
  readonly url: string;
  /** The mails that were taken over, as they came. */
  readonly mails: readonly string[];
  close(): Promise<void>;
}

/** The last mail as its reader sees it, without the line breaks of quoted-printable. */
export const lastMail = ({ mails }: Pick<SmtpServer, 'mails'>): string =>
  (mails.at(-1) ?? '').replace(/=\r\n/g, '').replaceAll('=3D', '=');

/** A mail server for tests. @param answer to `RCPT TO`, which names the recipient */
export const startSmtpServer = async (answer: (recipient: string) => string = () => '250 OK'): Promise<SmtpServer> => {
  const mails: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined));
    converse(socket, mails, answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    mails,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

const converse = (socket: Socket, mails: string[], answer: (recipient: string) => string): void => {
  let waiting = '';
  let inMail = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 test');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    waiting += chunk;
    for (;;) {
      const end = waiting.indexOf(inMail ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const text = waiting.slice(0, end);
      waiting = waiting.slice(end + (inMail ? 5 : 2));
      if (inMail) mails.push(text);
      const verb = inMail ? 'TEXT' : text.slice(0, 4).toUpperCase();
      inMail = verb === 'DATA';
      if (verb === 'QUIT') return void socket.end('221 bye\r\n');
      if (verb === 'DATA') say('354 go on');
      else if (verb === 'STAR') say('502 no TLS here');
      else say(verb === 'RCPT' ? answer(text) : '250 OK');
    }
  });
};
