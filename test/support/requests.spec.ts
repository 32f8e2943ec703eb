import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Address, send } from './requests';

describe('a patient caller', () => {
  let server: Server;
  let address: Address;
  let asked: number;

  beforeEach(async () => {
    asked = 0;
    server = createServer((_, answer) => {
      asked += 1;
      answer.writeHead(asked === 1 ? 503 : 200, { 'content-type': 'application/problem+json' });
      answer.end(JSON.stringify(asked === 1 ? { code: 'unavailable' } : {}));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = { url: '', port: (server.address() as AddressInfo).port, patient: true };
  });
  afterEach(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  it('sends a request that was shed again', async () => {
    expect([(await send(address, 'GET', '/v1/links')).status, asked]).toEqual([200, 2]);
  });

  it('takes the 503 of readiness for its answer, instead of waiting until it is ready', async () => {
    expect([(await send(address, 'GET', '/health/ready')).status, asked]).toEqual([503, 1]);
  });
});
