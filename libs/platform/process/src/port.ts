import { once } from 'node:events';
import { createServer } from 'node:net';

const [EVERY_ADDRESS, EVERY_IPV4_ADDRESS] = ['::', '0.0.0.0'];

/**
 * The host to listen on: every address, or every IPv4 address if the machine has no IPv6.
 * @throws EADDRINUSE before anything is started that would have to be stopped again
 */
export const demandPort = async (port: number): Promise<string> => {
  try {
    await tryPort(port, EVERY_ADDRESS);
    return EVERY_ADDRESS;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EAFNOSUPPORT')) throw error;
    await tryPort(port, EVERY_IPV4_ADDRESS);
    return EVERY_IPV4_ADDRESS;
  }
};

const tryPort = async (port: number, host: string): Promise<void> => {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
};
