import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Address, send } from '../support/waymark';

/**
 * A planted fault: a proxy before a gateway that remembers for half a minute that a key was good, without any fence.
 */
export const startCachingProxy = async (gateway: Address): Promise<Address & { close(): void }> => {
  const good = new Map<string, number>();
  const server = createServer((request, response) => {
    const { authorization = '' } = request.headers;
    const until = good.get(authorization) ?? 0;
    if (performance.now() < until) return void response.writeHead(404).end();
    void send(gateway, request.method ?? 'GET', request.url ?? '/', { headers: { authorization } }).then(
      ({ status }) => {
        if (status === 404) good.set(authorization, performance.now() + 30_000);
        response.writeHead(status).end();
      },
      () => response.writeHead(503).end(),
    );
  }).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, port, close: () => (server.close(), server.closeAllConnections()) };
};
