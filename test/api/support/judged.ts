import { eventually } from '../../support/programs';
import type { Answer } from '../../support/waymark';

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

/** How many answers have any of these statuses. */
export const countOf = (answers: readonly Answer[], ...statuses: readonly number[]): number =>
  answers.filter(({ status }) => statuses.includes(status)).length;
