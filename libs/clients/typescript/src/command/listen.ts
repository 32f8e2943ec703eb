import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unwrap } from '../core/webhooks.js';
import { UsageError, number, text } from './arguments.js';
import type { Command, Invocation } from './command.js';

const PORT = 4000;
const MOST_BYTES = 1_048_576;

export const listenCommand: Command = {
  name: 'listen',
  summary: 'Receives webhooks, verifies them and prints their events. Ctrl-C ends it.',
  options: { port: { type: 'string' }, secret: { type: 'string' } },
  help: { port: `absent: ${PORT}; 0: a free one`, secret: 'whsec_…; absent: the variable WAYMARK_WEBHOOK_SECRET' },
  run: async (invocation) => {
    const { values, output } = invocation;
    const secret = text(values, 'secret') ?? process.env['WAYMARK_WEBHOOK_SECRET'];
    if (!secret) throw new UsageError('--secret is missing, and WAYMARK_WEBHOOK_SECRET is not set');
    const server = createServer((request, response) => {
      void received(request, secret, invocation).then((status) => response.writeHead(status).end());
    });
    server.listen(number(values, 'port', 0, 65_535) ?? PORT, '127.0.0.1');
    await once(server, 'listening');
    output.note(`Waiting for webhooks at http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close());
    await once(server, 'close');
  },
};

/** Prints a delivery. @returns the status that it is answered by */
const received = async (request: IncomingMessage, secret: string, { output }: Invocation): Promise<number> => {
  try {
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MOST_BYTES) return 413;
      parts.push(part);
    }
    const event = await unwrap(Buffer.concat(parts), request.headers, secret);
    if (output.isJson) output.json(event);
    else output.line(`${event.created_at} ${event.type} ${JSON.stringify('data' in event ? event.data : null)}`);
    return 204;
  } catch (error) {
    output.note(`refused: ${(error as Error).message}`);
    return 401;
  }
};
