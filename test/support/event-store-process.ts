import { once } from 'node:events';
import { startProgram } from './programs';

export interface EventStoreProcess {
  /** As EVENTSTORE_URL takes it. */
  readonly url: string;
  /** Cuts the current connections; or refuses, or answers nothing, until `accept`. */
  network(fault: 'drop' | 'refuse' | 'freeze' | 'stall' | 'accept'): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The server of EVENTSTORE_URL, which must be one empty node, or else the double; behind a network that fails on
 * request.
 */
export const startEventStore = async (): Promise<EventStoreProcess> => {
  const { EVENTSTORE_URL: given } = process.env;
  const { child, end } = await startProgram('test/fixtures/processes/eventstoredb.ts', given ? [given] : []);
  const send = async (message: string): Promise<string> => {
    const done = once(child, 'message') as Promise<[{ url: string }]>;
    child.send(message);
    const [{ url }] = await done;
    return url;
  };
  return { url: await send('address'), network: async (fault) => void (await send(fault)), stop: () => end('SIGKILL') };
};
