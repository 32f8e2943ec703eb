import { gather, GATHER_MS, WORTH_GATHERING } from './gathering';

const NOW = Date.UTC(2026, 10, 26, 12);

/** How long it is ready to wait, in milliseconds; undefined if it does not ask. */
const waitOf = async (records: number, clickedAt: number): Promise<number | undefined> => {
  let asked: number | undefined;
  const queue = { gather: async (_: number, ms: number) => void (asked = ms) };
  await gather(queue, { records, bytes: 100 * records }, clickedAt);
  return asked;
};

describe('gathering clicks', () => {
  beforeAll(() => void jest.useFakeTimers({ now: NOW }));
  afterAll(() => void jest.useRealTimers());

  it.each([
    ['that come slowly, not at all', WORTH_GATHERING - 1, NOW, undefined],
    ['that come fast, until the first is a second old', WORTH_GATHERING, NOW - 400, GATHER_MS - 400],
    ['of the future, since the clock was set back, for a second', 1_000, NOW + 60_000, GATHER_MS],
  ])('%s', async (_, records, clickedAt, wait) => {
    expect(await waitOf(records, clickedAt)).toBe(wait);
  });

  it('of a backlog does not wait', async () => {
    expect(await waitOf(1_000, NOW - 60_000)).toBeLessThanOrEqual(0);
    expect(await waitOf(1_000, 0)).toBeLessThanOrEqual(0);
  });
});
