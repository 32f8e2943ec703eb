import { eventually } from '../../support/programs';
import { send } from '../../support/waymark';
import type { Workspace } from './workspace';

export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

export interface Visit {
  readonly agent?: string;
  /** As `?qr=1`. */
  readonly query?: string;
  /** Address of the visitor. */
  readonly from?: string;
}

/** Follows a short link as a visitor, who is redirected. */
export const visit = async (
  { product }: Pick<Workspace, 'product'>,
  alias: string,
  { agent = BROWSER, query = '', from = '203.0.113.1' }: Visit = {},
): Promise<void> => {
  const { status } = await send(product, 'GET', `/${alias}${query}`, {
    headers: { 'user-agent': agent, 'x-forwarded-for': from },
  });
  if (status !== 302) throw new Error(`/${alias} answered ${status}`);
};

const DAY_MS = 86_400_000;
const NEAR_MS = 180_000;

/** For tests that count visitors, or clicks of today: where the UTC day is about to end, they begin after midnight. */
export const useOneDay = (): void =>
  beforeAll(() =>
    eventually(() => {
      if (DAY_MS - (Date.now() % DAY_MS) < NEAR_MS) throw new Error('the day is about to end');
    }, 2 * NEAR_MS),
  );

/** A click of `/v1/analytics/events`, with the fields that these suites use. */
export interface Click {
  readonly id: string;
  readonly at: string;
  readonly link_id: string;
  readonly short_url: string | null;
  readonly domain: string | null;
  readonly tags: readonly string[];
  readonly campaign_id: string | null;
  readonly destination: string;
  readonly trigger: string;
  readonly is_bot: boolean;
  readonly utm_source: string | null;
}

export interface Events {
  readonly data: readonly Click[];
  readonly meta: { readonly limit: number; readonly next_cursor: string | null };
}

/** Waits until a workspace has that many visible clicks, bots included, and returns them. */
export const shownClicks = (workspace: Workspace, count: number): Promise<readonly Click[]> =>
  eventually(async () => {
    const { body } = await workspace.get<Events>('/v1/analytics/events?limit=1000&include_bots=true');
    if (body.data.length !== count) throw new Error(`${body.data.length} clicks are shown, not ${count}`);
    return body.data;
  });
