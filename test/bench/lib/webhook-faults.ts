import type { Answer } from '../../support/webhook-receiver';
import { withStatus } from '../../support/webhook-receiver';

const SLOWLY_MS = 500;
const underWay = new Set<() => void>();

const hangs: Answer = (response) => void underWay.add(() => response.destroy());

/** A byte of the answer every half second, without an end. */
const slowLoris: Answer = (response, received) => {
  response.writeHead(200);
  const writing = setInterval(() => response.write(' '), SLOWLY_MS);
  response.once('close', () => clearInterval(writing));
  hangs(response, received);
};

/** What becomes of the first three endpoints. */
export const FAULTS: readonly Answer[] = [withStatus(500), hangs, slowLoris];

/** Breaks off every answer that has no end. */
export const endAnswers = (): void => {
  for (const end of underWay) end();
  underWay.clear();
};
