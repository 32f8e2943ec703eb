import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Waker } from './waker';

describe('a waker', () => {
  it('ends a wait when it is woken or the signal aborts, and remembers a wake', async () => {
    const [waker, ending] = [new Waker(), new AbortController()];
    const woken = waker.wait(60_000, ending.signal);
    waker.wake();
    expect(await woken).toBe('woken');
    waker.wake();
    expect(await waker.wait(60_000, ending.signal)).toBe('woken');
    const aborted = waker.wait(60_000, ending.signal);
    ending.abort();
    expect([await aborted, await waker.wait(60_000, ending.signal)]).toEqual(['late', 'late']);
  });

  it('leaves nothing in a signal that lives as long as the process', async () => {
    setFlagsFromString('--expose_gc');
    const gc = runInNewContext('gc') as () => void;
    const [waker, { signal }] = [new Waker(), new AbortController()];
    const heapAfter = async (waits: number): Promise<number> => {
      for (let n = 0; n < waits; n += 1) {
        const waiting = waker.wait(60_000, signal);
        waker.wake();
        await waiting;
      }
      // What a turn of the event loop holds is freed after it.
      for (let turns = 0; turns < 3; turns += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        gc();
      }
      return process.memoryUsage().heapUsed;
    };
    const before = await heapAfter(3_000);
    expect((await heapAfter(18_000)) - before).toBeLessThan(500_000);
  });
});
