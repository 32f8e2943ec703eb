import { TimedOut, within } from '@platform/async';
import type { AppendResult } from './append';
import { NoAnswer } from './no-answer';

/** All times in milliseconds. */
export interface UntilAnswered {
  /** Sends the append. Equal ones have one effect, however many arrive. */
  readonly send: (deadline: number) => Promise<AppendResult>;
  /** The append as the stream holds it; undefined when it is not there. */
  readonly look: (deadline: number) => Promise<AppendResult | undefined>;
  /** How long to wait for an answer before looking; it doubles with each look. */
  readonly patience: number;
  readonly deadline: number;
}

/**
 * Appends by a server that drops an append without an answer while an equal one is not yet committed. So what gets no
 * answer is looked for in its stream, and is sent again when it is not there. The first answer counts.
 *
 * @throws {NoAnswer} at the deadline; the append may have been stored. Else the first failure of what was sent.
 */
export const appendUntilAnswered = async ({ send, look, patience, deadline }: UntilAnswered): Promise<AppendResult> => {
  const until = performance.now() + deadline;
  const left = (): number => Math.max(0, until - performance.now());
  const sent: Promise<AppendResult>[] = [];
  for (let wait = patience; left() > 0; wait *= 2) {
    sent.push(send(left()));
    const answer = await orLate(Math.min(wait, left()), Promise.race(sent));
    if (answer) return answer;
    const found = look(left()).catch(() => undefined);
    const known = await orLate(left(), Promise.race([...sent, found]));
    if (known) return known;
  }
  throw new NoAnswer(deadline);
};

/** The result, or undefined when it is not there in time. */
const orLate = <T>(ms: number, result: Promise<T>): Promise<T | undefined> =>
  within(ms, result).catch((error: unknown) => {
    if (error instanceof TimedOut) return undefined;
    throw error;
  });
