import { pause } from '@platform/async';
import { Failure } from '../failure';
import type { Api } from './api';
import { countedOn, demoLinks } from './links';
import { yearStart } from './year';

const POLL_MS = 200;
/** After this time without progress, clicks are not being loaded. */
const PATIENCE_MS = 60_000;

/** The clicks that analytics and links of a workspace return, counted from the call of `since`. */
export class VisibleClicks {
  private constructor(
    private readonly api: Api,
    private readonly window: string,
    private readonly before: { readonly inAnalytics: number; readonly onLinks: number },
  ) {}

  /** Remembers the present numbers. @param now milliseconds since 1970 */
  static async since(api: Api, now: number): Promise<VisibleClicks> {
    const window =
      `range=custom&interval=month&start=${new Date(yearStart(now)).toISOString()}&end=` +
      `${new Date(now).toISOString()}`;
    return new VisibleClicks(api, window, {
      inAnalytics: await inAnalytics(api, window),
      onLinks: countedOn(await demoLinks(api)),
    });
  }

  /** Resolves when both return `clicks` more. @throws Failure when the number does not grow for a minute */
  async waitFor(clicks: number, onProgress: (done: bigint, all: bigint) => void): Promise<void> {
    let [reached, since] = [-1, performance.now()];
    while (reached < clicks) {
      const visible = Math.min(await this.count(), clicks);
      if (visible > reached) [reached, since] = [visible, performance.now()];
      if (performance.now() - since > PATIENCE_MS)
        throw new Failure(
          `Only ${reached} of ${clicks} clicks are shown, and no more come. They are safe in the click log: ` +
            `see "npm run ops -- doctor".`,
        );
      onProgress(BigInt(reached), BigInt(clicks));
      if (reached < clicks) await pause(POLL_MS);
    }
  }

  /** The new clicks of analytics or of links, whichever are fewer. */
  private async count(): Promise<number> {
    const analytics = (await inAnalytics(this.api, this.window)) - this.before.inAnalytics;
    return Math.min(analytics, countedOn(await demoLinks(this.api)) - this.before.onLinks);
  }
}

const inAnalytics = async (api: Api, window: string): Promise<number> => {
  const { totals } = await api.get<{ totals: { clicks: number; bot_clicks: number } }>(
    `/v1/analytics/workspace?${window}`,
  );
  return totals.clicks + totals.bot_clicks;
};
