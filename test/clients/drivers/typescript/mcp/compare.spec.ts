import type { Waymark } from '../../../../../libs/clients/typescript/src';
import { compareClicks } from '../../../../../libs/clients/typescript/src/mcp/compare';

const WINDOW = { start: '2026-11-19T00:00:00.000Z', end: '2026-11-26T00:00:00.000Z' };
const BEFORE = { start: '2026-11-12T00:00:00.000Z', end: WINDOW.start };
const [LONG_AGO, WITHIN, SINCE] = ['2026-10-01T00:00:00.000Z', '2026-11-20T00:00:00.000Z', '2026-11-27T00:00:00.000Z'];

interface Entry {
  readonly id: number;
  readonly at: string;
}

/** What clicks_compare shows of a link whose history has so many entries, of each instant in turn. */
const changesOf = async (...history: readonly (readonly [entries: number, at: string])[]) => {
  const instants = history.flatMap(([entries, at]) => Array.from({ length: entries }, () => at));
  const all: readonly Entry[] = instants.map((at, id) => ({ id, at }));
  const asked: number[] = [];
  const firstPage = (page: number, limit: number) => {
    asked.push(page);
    return Promise.resolve({ data: all.slice((page - 1) * limit, page * limit), meta: { total: all.length } });
  };
  const waymark = {
    analytics: { link: () => Promise.resolve({ ...WINDOW, timezone: 'UTC', totals: {}, previous: BEFORE }) },
    links: {
      history: (_id: string, { page = 1, limit }: { page?: number; limit: number }) => ({
        firstPage: () => firstPage(page, limit),
      }),
    },
  } as unknown as Waymark;
  const { changes } = (await compareClicks(waymark, { of: 'link', id: 'link_1' }, {})) as {
    readonly changes: readonly [{ readonly entries: readonly Entry[]; readonly cut: boolean }];
  };
  const [{ entries, cut }] = changes;
  return { ids: entries.map(({ id }) => id), cut, asked };
};

describe('clicks_compare shows the last changes of a link', () => {
  it('across the pages of its history', async () => {
    expect(await changesOf([96, LONG_AGO], [5, WITHIN])).toMatchObject({ ids: [96, 97, 98, 99, 100], cut: false });
    expect(await changesOf([98, LONG_AGO], [4, WITHIN])).toMatchObject({ ids: [98, 99, 100, 101], cut: false });
  });

  it('of a window that later changes followed', async () => {
    const answer = await changesOf([150, LONG_AGO], [2, WITHIN], [200, SINCE]);
    expect(answer).toEqual({ ids: [150, 151], cut: false, asked: [1, 4, 3, 2] });
  });

  it('and reads no page beyond the window, nor more than it shows', async () => {
    expect(await changesOf([40, WITHIN])).toMatchObject({ ids: [35, 36, 37, 38, 39], cut: true, asked: [1] });
    expect(await changesOf([450, LONG_AGO], [3, WITHIN])).toMatchObject({ ids: [450, 451, 452], asked: [1, 5] });
    expect(await changesOf([450, WITHIN])).toMatchObject({ ids: [445, 446, 447, 448, 449], cut: true, asked: [1, 5] });
  });

  it('and says so where too many changes followed the window', async () => {
    expect(await changesOf([5, WITHIN], [1_000, SINCE])).toEqual({ ids: [], cut: true, asked: [1, 11, 10, 9, 8, 7] });
  });
});
