import { connect, isIP, type Socket } from 'node:net';
import { connect as connectByTls } from 'node:tls';
import type { ISocketFactory, ISocketFactoryArgs } from 'kafkajs';

const KEEP_ALIVE_MS = 10_000;

type Opening = Omit<ISocketFactoryArgs, 'ssl'> & { readonly ssl?: ISocketFactoryArgs['ssl'] };

/**
 * The connections of one client, which can be cut. kafkajs keeps using a connection whose requests time out for as long
 * as the operating system considers it alive.
 */
export class Sockets {
  private readonly open = new Set<Socket>();

  /** Without `ssl` a connection is not encrypted, whatever kafkajs declares. */
  readonly factory: ISocketFactory = ({ host, port, ssl, onConnect }: Opening) => {
    const socket = ssl
      ? connectByTls({ host, port, ...(isIP(host) === 0 && { servername: host }), ...ssl }, onConnect)
      : connect({ host, port }, onConnect);
    socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
    this.open.add(socket);
    socket.once('close', () => this.open.delete(socket));
    return socket;
  };

  /** Fails the requests under way at once; the next ones go over new connections. */
  cut(reason: string): void {
    for (const socket of this.open) socket.destroy(new Error(reason));
  }
}
