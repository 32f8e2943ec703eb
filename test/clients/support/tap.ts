import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import type { Address } from '../../support/waymark';

/** A connection to the product, as it was on the wire so far. */
export interface Line {
  asked: string;
  answered: string;
}

/** Passes bytes between a client and the product as they come, streams too, and can cut all connections. */
export class Tap {
  readonly lines: Line[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((incoming) => this.pass(incoming));

  constructor(private readonly product: Address) {}

  async start(): Promise<this> {
    this.server.listen(0);
    await once(this.server, 'listening');
    return this;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private pass(incoming: Socket): void {
    const outgoing = connect(this.product.port, '127.0.0.1');
    const line: Line = { asked: '', answered: '' };
    this.lines.push(line);
    incoming.on('data', (part: Buffer) => (line.asked += part.toString()));
    outgoing.on('data', (part: Buffer) => (line.answered += part.toString()));
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      this.sockets.add(one);
      one.pipe(other);
      one.on('error', () => undefined);
      one.once('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
  }
}
