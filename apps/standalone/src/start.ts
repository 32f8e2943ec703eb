import { startOrStandIn } from '@apps/redirector';
import { ensureSecrets } from '@platform/config';
import { Health, HttpProblem, type RawHandler, problemResponseOf, requestIdOf, sendRawProblem } from '@platform/http';
import { type AppContext, checkDisk, healthHandler } from '@platform/process';
import { startWaymark } from './waymark';

/** A start takes a segment of Postgres' log (16 MB), the reserve of clicks (8 MB), and some more. */
const ROOM_TO_START_BYTES = 32 * 1024 * 1024;
const RETRY_LATER = { 'retry-after': '10' };

/** Starts all parts; on a full disk, what needs no room until there is some. Resolves when the product is ready. */
export const start = (context: AppContext): Promise<void> => {
  const { config } = context;
  return startOrStandIn(context, {
    start: startWaymark,
    room: ROOM_TO_START_BYTES,
    visitorSecret: () => ensureSecrets(config.dataDir, config.secrets).visitorSecret.value,
    answerOther: refusal(context),
  });
};

/** Health, and 503 for everything else, while a stand-in has the port. */
const refusal = ({ config: { dataDir, publicUrl } }: AppContext): RawHandler => {
  const health = new Health();
  health.register('start', () => Promise.reject(new Error('the start waits for room on the disk')));
  health.register('disk', () => checkDisk(dataDir, ROOM_TO_START_BYTES));
  const answerHealth = healthHandler(health, publicUrl);
  return (request, response) => {
    if (answerHealth(request, response)) return true;
    const problem = new HttpProblem('unavailable', 'The disk of the data directory is full.', RETRY_LATER);
    sendRawProblem(response, problemResponseOf(problem, requestIdOf(request.headers['x-request-id']), publicUrl));
    return true;
  };
};
