import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A TCP relay in front of a server that can inject real faults: a reset connection, a refused one, an answer that never
 * comes. What the client sends always reaches the server, so a frozen append may have happened.
 */
export class FaultProxy {
  private server: Server | undefined;
  private readonly pairs = new Set<readonly [client: Socket, upstream: Socket]>();
  private frozen = false;
  private latency = 0;
  port = 0;

  constructor(
    private readonly upstreamPort: number,
    private readonly upstreamHost = '127.0.0.1',
  ) {}

  async listen(): Promise<void> {
    const server = createServer({ noDelay: true }, (client) => this.relay(client));
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(this.port, '127.0.0.1', resolve));
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  /** Cuts every connection; accepts new ones. */
  drop(): void {
    for (const pair of this.pairs) pair.forEach((socket) => socket.destroy());
  }

  /** Cuts every connection and refuses new ones until {@link accept}. */
  async refuse(): Promise<void> {
    const closed = new Promise((resolve) => (this.server ? this.server.close(resolve) : resolve(undefined)));
    this.server = undefined;
    this.drop();
    await closed;
  }

  /** Accepts connections, and answers neither old ones nor new ones. */
  freeze(): void {
    this.frozen = true;
    this.stall();
  }

  /** The current connections go silent, as by a lost route; new ones work. */
  stall(): void {
    for (const [, upstream] of this.pairs) upstream.pause();
  }

  /** Each answer takes that much longer. */
  delay(ms: number): void {
    this.latency = ms;
  }

  /** Ends every fault. */
  async accept(): Promise<void> {
    this.latency = 0;
    this.frozen = false;
    for (const [, upstream] of this.pairs) upstream.resume();
    if (!this.server) await this.listen();
  }

  async close(): Promise<void> {
    await this.refuse();
  }

  private relay(client: Socket): void {
    const upstream = connect({ port: this.upstreamPort, host: this.upstreamHost, noDelay: true });
    const pair = [client, upstream] as const;
    this.pairs.add(pair);
    const end = (): void => {
      this.pairs.delete(pair);
      pair.forEach((socket) => socket.destroy());
    };
    pair.forEach((socket) => socket.on('error', end).on('close', end));
    client.pipe(upstream);
    // One after the other, so that an answer never overtakes an earlier delayed one.
    let sent = Promise.resolve();
    upstream.on('data', (chunk) => {
      const due = Date.now() + this.latency;
      sent = sent.then(async () => {
        if (due > Date.now()) await sleep(due - Date.now(), undefined, { ref: false });
        if (client.writable) client.write(chunk);
      });
    });
    if (this.frozen) upstream.pause();
  }
}
