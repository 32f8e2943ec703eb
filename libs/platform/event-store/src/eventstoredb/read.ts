import { type Credentials, type EventStoreDBClient, StreamNotFoundError } from '@eventstore/db-client';
import { type Recorded, StoreUnavailable } from '@kernel';
import { NoAnswer } from './no-answer';
import { recordedOf } from './translate';

export interface ReadFrom {
  readonly client: EventStoreDBClient;
  readonly credentials: Credentials | undefined;
  readonly closing: AbortController;
}

/**
 * A stream's events, as the leader has them.
 * @param patience milliseconds that the server may be silent; the client itself would wait for ever
 * @throws NoAnswer
 */
export const read = async (
  { client, credentials, closing }: ReadFrom,
  patience: number,
  stream: string,
  { from = 0n, count }: { readonly from?: bigint; readonly count?: number } = {},
): Promise<Recorded[]> => {
  const incoming = client.readStream(stream, {
    fromRevision: from,
    ...(count !== undefined && { maxCount: count }),
    credentials,
    requiresLeader: true,
  });
  // The client may emit an error after the iteration has ended; without a listener it would end the process.
  incoming.on('error', () => undefined);
  const late = setTimeout(() => void incoming.destroy(new NoAnswer(patience)), patience);
  const closed = (): void => void incoming.destroy(new StoreUnavailable('The event store has been closed.'));
  closing.signal.addEventListener('abort', closed, { once: true });
  try {
    const recorded: Recorded[] = [];
    for await (const { event } of incoming) {
      late.refresh();
      if (event) recorded.push(recordedOf(event));
    }
    return recorded;
  } catch (error) {
    if (error instanceof StreamNotFoundError) return [];
    throw error;
  } finally {
    clearTimeout(late);
    closing.signal.removeEventListener('abort', closed);
    void incoming.cancel().catch(() => undefined);
  }
};
