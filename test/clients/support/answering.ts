import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
  readonly authorized: boolean;
}

/** An answer of success, as a client reads it. */
export interface Success {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** One that is not text is sent as JSON. */
  readonly body?: unknown;
}

/** A server that gives each request the answer that is meant for it, and keeps a record of all. */
export class AnsweringServer {
  readonly sent: Sent[] = [];
  private readonly server = createServer((incoming, outgoing) => void this.serve(incoming, outgoing));

  /** @param answerOf undefined for a request that nobody should have sent */
  constructor(private readonly answerOf: (sent: Sent) => Success | undefined) {}

  async start(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const { pathname, searchParams } = new URL(incoming.url ?? '', this.url);
    const sent: Sent = {
      method: incoming.method ?? '',
      path: pathname,
      query: Object.fromEntries(searchParams),
      body: Buffer.concat(parts).toString(),
      authorized: incoming.headers.authorization !== undefined,
    };
    this.sent.push(sent);
    const { status = 200, headers = {}, body } = this.answerOf(sent) ?? { status: 404, body: {} };
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    outgoing.writeHead(status, { ...(typeof body === 'object' && { 'content-type': 'application/json' }), ...headers });
    outgoing.end(text);
  }
}
