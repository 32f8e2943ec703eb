import { setTimeout as delay } from 'node:timers/promises';
import type { NewerClick } from '@platform/analytics-store';
import { Patience, portionsOf } from './portions';

const click = (seq: number, destination = 'https://example.com/') =>
  ({ workspaceId: 'ws_a', source: 'a', seq, record: { destination, tags: [] } }) as unknown as NewerClick;
const clicks = (count: number, destination?: string) =>
  Array.from({ length: count }, (_, n) => click(n + 1, destination));
const sizes = (own: readonly NewerClick[]) => portionsOf(own).map(({ length }) => length);

describe('portions of clicks', () => {
  it('hold 500 clicks, and less than half a mebibyte of long ones', () => {
    expect([sizes([]), sizes(clicks(1_001))]).toEqual([[], [500, 500, 1]]);
    const ofLong = sizes(clicks(24, 'x'.repeat(60_000)));
    expect(ofLong).toEqual([8, 8, 8]);
  });

  it('hold a click that is longer than a portion, and all clicks in their order', () => {
    const own = [click(1), click(2, 'x'.repeat(600_000)), click(3)];
    expect(sizes(own)).toEqual([1, 1, 1]);
    expect(portionsOf(own).flat()).toEqual(own);
  });
});

describe('patience', () => {
  const { signal } = new AbortController();
  /** Looks at a condition that holds at the first one. */
  const looks = async (patience: Patience) => {
    let count = 0;
    await patience.whileTrue(() => (count += 1) < 2, signal);
    return count;
  };

  it('is left for the later waits although an earlier one took longer than all of it', async () => {
    const patience = new Patience(600, 3);
    const until = performance.now() + 700;
    const slow = () => {
      while (performance.now() < until);
      return true;
    };
    await patience.whileTrue(slow, signal);
    expect([await looks(patience), await looks(patience)]).toEqual([2, 2]);
  });

  it('does not wait once the condition does not hold, and ends with it', async () => {
    const patience = new Patience(600_000, 2);
    await patience.whileTrue(() => false, signal);
    let holds = true;
    void delay(5).then(() => (holds = false));
    await patience.whileTrue(() => holds, signal);
    expect(holds).toBe(false);
  });
});
