import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** In milliseconds since 1970. */
  readonly at: number;
}

export type Answer = (response: ServerResponse, received: Received) => void;

export interface WebhookReceiver {
  readonly url: (path: string) => string;
  /** Everything that came at a path, in its order. */
  readonly at: (path: string) => readonly Received[];
  /** The bodies that came at a path. */
  readonly events: (path: string) => readonly { readonly id: string; readonly type: string; readonly data: object }[];
  /** How requests at a path are answered from now on; until then with 204. */
  answer(path: string, answer: Answer): void;
  close(): Promise<void>;
}

export const withStatus =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end();

/** Answers nothing, for ever. */
export const hang: Answer = () => undefined;

/** Endpoints of webhooks on one free port. */
export const startReceiver = async (): Promise<WebhookReceiver> => {
  const received: Received[] = [];
  const answers = new Map<string, Answer>();
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    const one = { path, headers: request.headers, body: await text(request), at: Date.now() };
    received.push(one);
    (answers.get(path) ?? withStatus(204))(response, one);
  };
  const server = createServer((request, response) => void receive(request, response).catch(() => request.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const at = (path: string) => received.filter((one) => one.path === path);
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    at,
    events: (path) => at(path).map(({ body }) => JSON.parse(body) as { id: string; type: string; data: object }),
    answer: (path, answer) => void answers.set(path, answer),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
