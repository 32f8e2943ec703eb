import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
  createServer,
  request,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Address } from '../../support/waymark';

/** What the proxy does with one request. Absent: it passes it on, and the answer back. */
export type Fault =
  | 'pass'
  /** The connection ends; the product gets nothing. */
  | 'drop_before'
  /** The product does its work, and then the connection ends without an answer. */
  | 'drop_after'
  /** Neither the product nor the client gets anything. */
  | 'hang'
  /** The proxy answers itself. A body that is not text is sent as JSON. */
  | { readonly answer: Answered }
  /** The answer ends after so many bytes of its body. */
  | { readonly cut: number }
  /** Fields of the answer are removed or set, and its status and headers. */
  | { readonly rewrite: Rewrite };

export interface Answered {
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: unknown;
  /** The body so often. */
  readonly times?: number;
  /** Ends the connection after so many bytes. */
  readonly cut?: number;
  /** Without Content-Length. */
  readonly chunked?: boolean;
  /** Compressed, where the client takes that. */
  readonly gzip?: boolean;
  /** Takes the body of the request with a pause of so many milliseconds after each of its first three parts of 5 MB. */
  readonly pause_ms?: number;
}

export interface Rewrite {
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
}

/** A request as it was on the wire, and what was answered. */
export interface Exchange {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Milliseconds, by a clock of its own. */
  readonly at: number;
  /** Of the body before it was compressed or cut. */
  answer?: { readonly ours: boolean; readonly status: number; readonly bytes: number; readonly sha256: string };
}

interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** A proxy in front of the product that fails on request, and keeps a record of all requests. */
export class FaultProxy {
  exchanges: Exchange[] = [];
  private faults: Fault[] = [];
  private readonly server = createServer((incoming, outgoing) => void this.serve(incoming, outgoing));

  constructor(private readonly product: Address) {}

  async start(): Promise<this> {
    this.server.listen(0);
    await once(this.server, 'listening');
    return this;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** Whether the product itself failed, as it does on a machine that is too busy. */
  get productFailed(): boolean {
    return this.exchanges.some(({ answer }) => answer && !answer.ours && answer.status >= 500);
  }

  /** Forgets the record. @param faults for the next requests, in turn */
  expect(faults: readonly Fault[]): void {
    this.exchanges = [];
    this.faults = [...faults];
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const at = performance.now();
    const fault = this.faults.shift() ?? 'pass';
    const own = typeof fault === 'object' && 'answer' in fault ? fault.answer : undefined;
    const body = await bodyOf(incoming, own?.pause_ms);
    const { pathname, searchParams } = new URL(incoming.url ?? '', this.url);
    const { method = '', headers } = incoming;
    const query = Object.fromEntries(searchParams);
    const exchange: Exchange = { method, path: pathname, query, headers, body: body.toString(), at };
    this.exchanges.push(exchange);
    if (fault === 'hang' || !incoming.complete) return;
    if (fault === 'drop_before') return void outgoing.destroy();
    const answer = own ? made(own, headers['accept-encoding']) : rewritten(await this.passOn(incoming, body), fault);
    const plain = plainBody(answer);
    const sha256 = createHash('sha256').update(plain).digest('hex');
    exchange.answer = { ours: own !== undefined, status: answer.status, bytes: plain.length, sha256 };
    if (fault === 'drop_after') return void outgoing.destroy();
    const cut = typeof fault === 'object' && 'cut' in fault ? fault.cut : own?.cut;
    sendOut(outgoing, answer, cut, own?.chunked === true);
  }

  private passOn(incoming: IncomingMessage, body: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { port } = this.product;
      const headers = { ...incoming.headers, host: `localhost:${port}` };
      const onward = request(
        { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.once('error', reject);
          answer.once('end', () =>
            resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(parts) }),
          );
        },
      );
      onward.once('error', reject);
      onward.end(body);
    });
  }
}

const bodyOf = async (incoming: IncomingMessage, pause: number | undefined): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let [bytes, pauses] = [0, 0];
  try {
    for await (const part of incoming) {
      parts.push(part as Buffer);
      bytes += (part as Buffer).length;
      if (pause === undefined || pauses >= 3 || bytes < (pauses + 1) * 5_000_000) continue;
      pauses += 1;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  } catch {
    // The client has left; the record shows what it had sent.
  }
  return Buffer.concat(parts);
};

const made = (
  { status = 200, headers = {}, body = '', times = 1, gzip = false }: Answered,
  accepted: string | readonly string[] = '',
): Answer => {
  const isText = typeof body === 'string';
  const type = isText ? {} : { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' };
  const bytes = Buffer.from((isText ? body : JSON.stringify(body)).repeat(times));
  if (!gzip || !accepted.includes('gzip')) return { status, headers: { ...type, ...headers }, body: bytes };
  return { status, headers: { ...type, ...headers, 'content-encoding': 'gzip' }, body: gzipSync(bytes) };
};

const plainBody = ({ headers, body }: Answer): Buffer =>
  headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;

const rewritten = (answer: Answer, fault: Fault): Answer => {
  if (typeof fault !== 'object' || !('rewrite' in fault)) return answer;
  const { status = answer.status, headers = {}, set = {}, remove = [] } = fault.rewrite;
  const fields = Object.entries({ ...(JSON.parse(plainBody(answer).toString()) as object), ...set });
  const kept = Object.fromEntries(fields.filter(([name]) => !remove.includes(name)));
  const { 'content-encoding': _encoding, ...others } = answer.headers;
  return { status, headers: { ...others, ...headers }, body: Buffer.from(JSON.stringify(kept)) };
};

const sendOut = (
  outgoing: ServerResponse,
  { status, headers, body }: Answer,
  cut: number | undefined,
  chunked: boolean,
) => {
  const { connection: _connection, 'transfer-encoding': _coding, 'content-length': _length, ...others } = headers;
  const hasBody = status !== 204 && status !== 304;
  outgoing.writeHead(status, { ...others, ...(chunked || !hasBody ? {} : { 'content-length': body.length }) });
  if (cut === undefined) return void outgoing.end(hasBody ? body : undefined);
  outgoing.flushHeaders();
  outgoing.write(body.subarray(0, cut), () => outgoing.destroy());
};
