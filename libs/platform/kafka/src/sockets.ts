import { connect, type Socket } from 'node:net';
import type { ISocketFactory } from 'kafkajs';

const KEEP_ALIVE_MS = 10_000;

/**
 * The connections of one client, so that they can be cut: kafkajs keeps using a connection whose requests time out, for as
 * long as the operating system holds it to be alive.
 */
export class Sockets {
  private readonly open = new Set<Socket>();

  readonly factory: ISocketFactory = ({ host, port, onConnect }) => {
    const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS }, onConnect);
    this.open.add(socket);
    socket.once('close', () => this.open.delete(socket));
    return socket;
  };

  /** Requests under way fail at once, and the next ones go over new connections. */
  cut(why: string): void {
    for (const socket of this.open) socket.destroy(new Error(why));
  }
}
