import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that a kernel hands out when a program asks for any port. So nothing else takes a port from here
 * before its process starts, nor while that process is restarted.
 */
const [FIRST, COUNT] = [10_000, 22_000];
/** Each worker of a run of jest has its own ports. */
const SHARE = 1_000;

const given = new Set<number>();

/** A port nobody listens on, and which no other caller of the same run gets. */
export const freePort = async (): Promise<number> => {
  const worker = 8 * process.ppid + Number(process.env['JEST_WORKER_ID'] ?? 0);
  const first = FIRST + (worker % (COUNT / SHARE)) * SHARE;
  while (given.size < SHARE) {
    const port = first + Math.floor(Math.random() * SHARE);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${first} on is free`);
};

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  try {
    await once(server.listen(port), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};
