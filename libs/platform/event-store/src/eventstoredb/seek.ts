import type { EventStoreDBClient } from '@eventstore/db-client';
import { pause } from '@platform/async';

/** A new attempt begins so often, whatever the earlier ones do: the first node that is asked may be the frozen one. */
const EVERY_MS = 400;
export interface Seek {
  readonly open: () => EventStoreDBClient;
  /** Asks the leader for something, and fails when it is silent. */
  readonly probe: (client: EventStoreDBClient) => Promise<unknown>;
  readonly discard: (client: EventStoreDBClient) => void;
  /** Ends the search. */
  readonly signal: AbortSignal;
}

/**
 * Looks for a leader that answers, by new clients, while the present one has no answer: in a cluster whose leader is
 * frozen, another one is elected some seconds later. @returns a client that has got an answer; undefined when aborted
 */
export const seek = async ({ open, probe, discard, signal }: Seek): Promise<EventStoreDBClient | undefined> => {
  let found: EventStoreDBClient | undefined;
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const attempt = async (): Promise<void> => {
    const client = open();
    const answered = await probe(client).then(
      () => true,
      () => false,
    );
    if (!answered || found || signal.aborted) return discard(client);
    found = client;
    over.abort();
  };
  while (!until.aborted) {
    void attempt();
    await pause(EVERY_MS, until);
  }
  return found;
};
