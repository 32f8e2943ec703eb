import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../failure';
import type { Api } from './api';
import { countedOn, demoLinks } from './links';
import { yearStart } from './year';

const POLL_MS = 200;
/** Without any progress for so long, something stands still. */
const PATIENCE_MS = 60_000;

/** Remembers what the product shows now, in analytics and on the links, so that one can wait until it shows more. */
export const awaitShown = async (api: Api, now: number) => {
  const window = `range=custom&interval=month&start=${new Date(yearStart(now)).toISOString()}&end=${new Date(now).toISOString()}`;
  const shown = async (): Promise<number> => {
    const { totals } = await api.get<{ totals: { clicks: number; bot_clicks: number } }>(
      `/v1/analytics/workspace?${window}`,
    );
    return totals.clicks + totals.bot_clicks;
  };
  const [inAnalytics, onLinks] = [await shown(), countedOn(await demoLinks(api))];
  return {
    /** Resolves when both show so many clicks more. Throws Failure when they stand still. */
    reach: async (clicks: number, onProgress: (done: bigint, all: bigint) => void): Promise<void> => {
      let [reached, since] = [-1, performance.now()];
      while (reached < clicks) {
        const seen = Math.min((await shown()) - inAnalytics, countedOn(await demoLinks(api)) - onLinks, clicks);
        if (seen > reached) [reached, since] = [seen, performance.now()];
        if (performance.now() - since > PATIENCE_MS)
          throw new Failure(
            `Only ${reached} of ${clicks} clicks are shown, and no more come. They are safe in the click log: see "npm run ops -- doctor".`,
          );
        onProgress(BigInt(reached), BigInt(clicks));
        if (reached < clicks) await delay(POLL_MS);
      }
    },
  };
};
