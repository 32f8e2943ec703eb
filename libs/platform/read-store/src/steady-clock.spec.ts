import type { Pool } from 'pg';
import { SteadyClock } from './steady-clock';

const MINUTE = 60_000;
const DAY = 86_400_000;

describe('a clock that decides what is deleted for good', () => {
  it('is believed after it has gone evenly for an hour', async () => {
    const { after } = fakes();
    expect([await after(0), await after(59 * MINUTE), await after(MINUTE)]).toEqual([false, false, true]);
    expect(await after(30 * DAY)).toBe(true);
  });

  it('is not believed for an hour after a step ahead, at which a process has looked or not', async () => {
    const { after, step } = fakes();
    await after(0);
    expect(await after(60 * MINUTE)).toBe(true);
    step(40 * DAY);
    expect([await after(0), await after(59 * MINUTE), await after(MINUTE)]).toEqual([false, false, true]);
  });

  it('may be set back, and be corrected by less than a minute', async () => {
    const { after, step } = fakes();
    await after(0);
    await after(60 * MINUTE);
    step(-40 * DAY);
    expect(await after(MINUTE)).toBe(true);
    step(MINUTE / 2);
    expect(await after(MINUTE)).toBe(true);
  });

  it('is believed at once where a test sets it', async () => {
    const { after, ofTest } = fakes();
    ofTest();
    expect(await after(0)).toBe(true);
  });
});

const fakes = () => {
  let [elapsed, ahead, isOfTest] = [5_000, Date.UTC(2026, 0, 1), false];
  const query = async () => ({ rows: [{ now: elapsed + ahead, ofTest: isOfTest }] });
  const clock = new SteadyClock({ query } as unknown as Pool, () => elapsed);
  return {
    after: (ms: number) => ((elapsed += ms), clock.isSteady()),
    step: (ms: number) => (ahead += ms),
    ofTest: () => (isOfTest = true),
  };
};
