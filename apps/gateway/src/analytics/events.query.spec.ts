import { useClicks } from '../../../../test/support/analytics-store';
import { type ClickPageCursor, type EventsPage, queryEvents } from './events.query';

const CLICKS = 900;
/** Characters of each destination: 13 MB in all. */
const LONG = 15_000;
const PAGE_BYTES = 4 * 1024 * 1024;

describe('a page of clicks', () => {
  const store = useClicks([]);
  beforeAll(async () => {
    // Three clicks of each millisecond.
    for (const { workspace, clicks, length } of [
      { workspace: 'ws_long', clicks: CLICKS, length: LONG },
      { workspace: 'ws_huge', clicks: 2, length: 4_200_000 },
      { workspace: 'ws_short', clicks: 7, length: 10 },
    ])
      await store.client.command(
        `INSERT INTO clicks (workspace_id, link_id, time, source, seq, destination)
         SELECT '${workspace}', 'link_7', fromUnixTimestamp64Milli(toInt64(${Date.UTC(2026, 10, 21)} + intDiv(number, 3)), 'UTC'),
           'source', number, repeat(repeat('x', 10), ${length / 10})
         FROM numbers(${clicks}) SETTINGS max_block_size = 100`,
      );
  });

  const window = { start: Date.UTC(2026, 10, 21), end: Date.UTC(2026, 10, 22) };
  /** All pages, each after the one before. */
  const pages = async (workspaceId: string, limit: number): Promise<EventsPage[]> => {
    const all: EventsPage[] = [];
    let after: ClickPageCursor | undefined;
    do {
      const request = { workspaceId, filters: {}, includeBots: true, window, limit, after };
      const page = await queryEvents({ client: store.client, ...request });
      all.push(page);
      after = page.next ?? undefined;
    } while (after);
    return all;
  };
  const numbers = (all: readonly EventsPage[]) => all.map(({ clicks }) => clicks.map(({ id }) => Number(id.slice(11))));
  const newestFirst = (count: number) => Array.from({ length: count }, (_, index) => count - 1 - index);

  it('has a bound of bytes, and all pages together have each click once', async () => {
    const all = await pages('ws_long', 1_000);
    for (const { clicks } of all) expect(JSON.stringify(clicks).length).toBeLessThan(PAGE_BYTES + 2 * LONG);
    expect(all.length).toBeGreaterThan(3);
    expect(numbers(all).flat()).toEqual(newestFirst(CLICKS));
  });

  it('has a click, however large it is', async () => {
    expect(numbers(await pages('ws_huge', 1_000))).toEqual([[1], [0]]);
  });

  it('ends at its limit, and the last one is the last', async () => {
    expect(numbers(await pages('ws_short', 3))).toEqual([[6, 5, 4], [3, 2, 1], [0]]);
    expect(numbers(await pages('ws_short', 7))).toEqual([newestFirst(7)]);
  });
});
