import { once } from 'node:events';
import { createServer } from 'node:net';

/** Says at once that a port is taken, before anything is started or made. @throws EADDRINUSE */
export const demandPort = async (port: number): Promise<void> => {
  const server = createServer().listen(port, '::');
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
};
