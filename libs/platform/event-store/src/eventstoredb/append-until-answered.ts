import type { Recorded } from '@kernel';
import { pause } from '@platform/async';
import { append, type AppendResult, type OutgoingEvent } from './append';
import type { Connection } from './connection';

/** After so long without an answer an append is looked for and, if it is not there, sent again; then after twice that. */
const UNANSWERED_MS = 200;

export interface SentAppend {
  readonly stream: string;
  readonly events: readonly OutgoingEvent[];
  readonly expected: bigint;
  /** In milliseconds. */
  readonly deadline: number;
}

/**
 * An append that is looked for when it is not answered: while an equal one is not committed yet, the server drops it
 * without an answer. `read` gives the events of a stream from a revision on.
 *
 * @throws {WrongRevision} when the stream is not at the expected revision.
 */
export const appendUntilAnswered = async (
  connection: Connection,
  sent: SentAppend,
  read: (stream: string, from: bigint) => Promise<readonly Recorded[]>,
): Promise<AppendResult> => {
  const settled = new AbortController();
  const { stream, events, expected, deadline } = sent;
  const until = performance.now() + deadline;
  const left = (): number => until - performance.now();
  const found = async (): Promise<AppendResult | undefined> => {
    const { client } = connection;
    const stored = await read(stream, expected + 1n);
    connection.worked(client);
    const last = stored[events.length - 1];
    return last && events.every(({ id }, nth) => id === stored[nth]?.id) ? last : undefined;
  };
  try {
    return await new Promise<AppendResult>((resolve, reject) => {
      const send = (): void => void append(connection, stream, events, expected, left()).then(resolve, reject);
      const look = async (): Promise<void> => {
        for (let waitMs = UNANSWERED_MS; ; waitMs *= 2) {
          await pause(waitMs, settled.signal);
          if (settled.signal.aborted || left() <= 0) return;
          const result = await found();
          if (result) return resolve(result);
          if (left() > 0) send();
        }
      };
      send();
      // The append's own answer, or its deadline, tells what a failure to look does not.
      look().catch(() => undefined);
    });
  } finally {
    settled.abort();
  }
};
