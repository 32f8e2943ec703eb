import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 20;

/** What one client clicks. */
export interface Clicking {
  readonly port: number;
  readonly client: number;
  readonly alias: string;
  readonly agent: string;
}

/**
 * A visitor on one connection who follows a link repeatedly and numbers each visit, so that visits can be distinguished
 * afterwards. It speaks HTTP on a plain socket, because a million requests by node:http would measure this process.
 */
export class NumberedClient {
  /** Visits whose 302 came. */
  readonly acknowledged: number[] = [];
  /** Sent and not answered by a 302: each may count or not, but never twice. */
  readonly unsure: number[] = [];
  readonly refused = new Map<string, number>();
  private next = 1;
  private socket: Socket | undefined;

  constructor(private readonly clicking: Clicking) {}

  /** Clicks while `wanted` returns true, whatever dies meanwhile. */
  async run(wanted: () => boolean): Promise<void> {
    while (wanted()) {
      this.socket ??= await this.connected();
      if (this.socket) await this.visit(this.socket, this.next++);
      else await delay(PAUSE_MS);
    }
    this.socket?.destroy();
  }

  private async visit(socket: Socket, number: number): Promise<void> {
    const { client, alias, agent, port } = this.clicking;
    const answer = answerOn(socket);
    socket.write(
      `GET /${alias}?c=${client}&n=${number} HTTP/1.1\r\nHost: localhost:${port}\r\nUser-Agent: ${agent}\r\n\r\n`,
    );
    const status = await answer;
    if (status === 302) return void this.acknowledged.push(number);
    this.unsure.push(number);
    const outcome = String(status ?? 'broken');
    this.refused.set(outcome, (this.refused.get(outcome) ?? 0) + 1);
    if (status === undefined) this.socket = undefined;
    else await delay(PAUSE_MS);
  }

  /** Undefined when nothing listens: nothing was sent then. */
  private connected(): Promise<Socket | undefined> {
    return new Promise((resolve) => {
      const socket = connect(this.clicking.port, '127.0.0.1');
      socket.setNoDelay(true);
      socket.once('connect', () => resolve(socket));
      // An error closes the connection, and that is what a visit waits for.
      socket.on('error', () => resolve(undefined));
    });
  }
}

/** The status of the next answer, read to its end; undefined if the connection breaks before. */
const answerOn = (socket: Socket): Promise<number | undefined> =>
  new Promise((resolve) => {
    let text = '';
    const done = (status: number | undefined) => {
      socket.off('data', take).off('close', broken);
      resolve(status);
    };
    const broken = () => done(undefined);
    const take = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0);
      if (text.length >= head + 4 + length) done(Number(text.slice(9, 12)));
    };
    if (socket.destroyed) return broken();
    socket.on('data', take).once('close', broken);
  });
