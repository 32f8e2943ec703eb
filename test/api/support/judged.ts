import { eventually } from '../../support/programs';
import type { Answer } from '../../support/waymark';

/**
 * A request as a careful client makes it: one that a busy machine has shed is repeated. For bursts, which a slow
 * machine cannot answer within its one-second limit.
 */
export const untilJudged = <T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> =>
  eventually(async () => {
    const answer = await ask();
    if (answer.status === 503) throw new Error(`not judged: ${answer.text}`);
    return answer;
  });

/** How many answers have any of these statuses. */
export const countOf = (answers: readonly Answer[], ...statuses: readonly number[]): number =>
  answers.filter(({ status }) => statuses.includes(status)).length;
