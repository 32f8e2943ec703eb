import { randomUUID } from 'node:crypto';
import { eventually } from './programs';
import type { Address, Answer } from './waymark';

/**
 * A request as a careful client makes it: one that a busy machine has shed is repeated. For bursts, which a slow
 * machine cannot answer within its one-second limit. What would be made twice needs an Idempotency-Key.
 */
export const untilJudged = <T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> =>
  eventually(async () => {
    const answer = await ask();
    const { code } = (answer.body ?? {}) as { readonly code?: string };
    if (answer.status === 503 || code === 'idempotency_in_progress') throw new Error(`not judged: ${answer.text}`);
    return answer;
  });

/** As `untilJudged`, for bulk calls, whose items may be shed one by one. */
export const untilAllJudged = <T>(
  ask: (headers: Readonly<Record<string, string>>) => Promise<Answer<T>>,
): Promise<Answer<T>> => {
  const headers = { 'idempotency-key': randomUUID() };
  return eventually(async () => {
    const answer = await ask(headers);
    if (/"(status":503|code":"idempotency_in_progress)/.test(answer.text)) throw new Error(answer.text);
    return answer;
  });
};

/** A product for tests that judge what is shed themselves. */
export const impatient = ({ port, url }: Address): Address => ({ port, url });

/** How many answers have any of these statuses. */
export const countOf = (answers: readonly Answer[], ...statuses: readonly number[]): number =>
  answers.filter(({ status }) => statuses.includes(status)).length;
