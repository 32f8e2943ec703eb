import { atOnce, backoff, endsOrAborts, endsWithin, every, keepWorking, pause, poll, retry, within } from '.';

const quick = { firstMs: 1, lastMs: 1 };
const never = new Promise<never>(() => undefined);

describe('retry', () => {
  it('tries until it succeeds, and reports each failure', async () => {
    const failures: number[] = [];
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
      if (attempts < 4) throw new Error('not yet');
      return 'done';
    };
    const { signal } = new AbortController();
    const onFailure = (_: unknown, count: number) => failures.push(count);
    await expect(retry(attempt, { signal, onFailure, ...quick })).resolves.toBe('done');
    expect(failures).toEqual([1, 2, 3]);
  });

  it('ends with what its listener throws', async () => {
    const failing = () => Promise.reject(new Error('broken for good'));
    const onFailure = (error: unknown) => {
      throw error;
    };
    const { signal } = new AbortController();
    await expect(retry(failing, { signal, onFailure })).rejects.toThrow('broken for good');
  });

  it('ends without a result when aborted, also in the middle of a wait', async () => {
    const stop = new AbortController();
    const failing = () => Promise.reject(new Error('always'));
    const onFailure = () => stop.abort();
    await expect(retry(failing, { signal: stop.signal, onFailure, firstMs: 60_000 })).resolves.toBeUndefined();
  });
});

describe('the wait after a failure', () => {
  it('doubles with each failure in a row, up to the longest', () => {
    expect([1, 2, 3, 7].map((failures) => backoff(failures))).toEqual([100, 200, 400, 5_000]);
    expect([1, 2, 3].map((failures) => backoff(failures, { firstMs: 10, lastMs: 30 }))).toEqual([10, 20, 30]);
  });
});

describe('polling', () => {
  it('repeats until there is a result', async () => {
    let looks = 0;
    const look = async () => ((looks += 1) === 3 ? 'found' : undefined);
    await expect(poll(look, { everyMs: 1, withinMs: 60_000 })).resolves.toBe('found');
  });

  it('polls at least once, and gives up when the time is over', async () => {
    let looks = 0;
    const look = async () => void (looks += 1);
    await expect(poll(look, { everyMs: 1, withinMs: 0 })).resolves.toBeUndefined();
    expect(looks).toBe(1);
  });

  it('ends in the middle of a wait when aborted', async () => {
    const stop = new AbortController();
    let looks = 0;
    const look = async () => {
      looks += 1;
      stop.abort();
    };
    await expect(poll(look, { everyMs: 60_000, signal: stop.signal })).resolves.toBeUndefined();
    expect(looks).toBe(1);
  });
});

describe('keepWorking', () => {
  it('restarts after a failure and after an end, and counts consecutive failures only', async () => {
    const stop = new AbortController();
    const failures: number[] = [];
    let rounds = 0;
    const work = async (working: () => void) => {
      rounds += 1;
      if (rounds === 3) working();
      if (rounds === 5) return;
      if (rounds === 7) stop.abort();
      throw new Error(`round ${rounds}`);
    };
    await keepWorking(work, { signal: stop.signal, onFailure: (_, count) => failures.push(count), ...quick });
    expect(failures).toEqual([1, 2, 1, 2, 1]);
    expect(rounds).toBe(7);
  });
});

describe('atOnce', () => {
  it('works on every item once, begun in their order, and on so many at a time', async () => {
    const begun: number[] = [];
    let [under, most] = [0, 0];
    await atOnce(3, [0, 1, 2, 3, 4, 5, 6], async (item) => {
      begun.push(item);
      most = Math.max(most, (under += 1));
      await pause(item % 2);
      under -= 1;
    });
    expect([begun, most]).toEqual([[0, 1, 2, 3, 4, 5, 6], 3]);
  });

  it('fails with the first error, and begins no further item', async () => {
    const begun: number[] = [];
    let finish = (): void => undefined;
    const work = (item: number) => {
      begun.push(item);
      return item === 1 ? Promise.reject(new Error('broken')) : new Promise<void>((resolve) => (finish = resolve));
    };
    await expect(atOnce(2, [0, 1, 2, 3], work)).rejects.toThrow('broken');
    finish();
    await pause(1);
    expect(begun).toEqual([0, 1]);
  });
});

describe('a repeated task', () => {
  it('runs at once and again, also after a failure, and never twice at a time', async () => {
    const stop = new AbortController();
    const failures: unknown[] = [];
    let [rounds, under] = [0, 0];
    const round = async () => {
      rounds += 1;
      under += 1;
      expect(under).toBe(1);
      await pause(2);
      under -= 1;
      if (rounds === 4) stop.abort();
      throw new Error(`round ${rounds}`);
    };
    await every(1, round, { signal: stop.signal, onFailure: (error) => failures.push(error) });
    expect(failures).toEqual([1, 2, 3].map((nth) => new Error(`round ${nth}`)));
  });

  it('ends in the middle of a wait when aborted', async () => {
    const stop = new AbortController();
    const running = every(60_000, async () => stop.abort(), { signal: stop.signal, onFailure: () => undefined });
    await expect(running).resolves.toBeUndefined();
  });
});

describe('within', () => {
  it('passes on the result or the error', async () => {
    await expect(within(60_000, Promise.resolve(1))).resolves.toBe(1);
    await expect(within(60_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  it('rejects when the time is over', async () => {
    await expect(within(1, never)).rejects.toThrow('no answer within 1 ms');
    await expect(within(1, never, () => new RangeError('late'))).rejects.toThrow(RangeError);
  });

  it('reports whether a promise has settled, either way', async () => {
    await expect(endsWithin(60_000, Promise.reject(new Error('broken')))).resolves.toBe(true);
    await expect(endsWithin(1, never)).resolves.toBe(false);
  });
});

describe('a pause', () => {
  it('ends at once when aborted, before or meanwhile, without an error', async () => {
    await expect(pause(60_000, AbortSignal.abort())).resolves.toBeUndefined();
    const stop = new AbortController();
    const pausing = pause(60_000, stop.signal);
    stop.abort();
    await expect(pausing).resolves.toBeUndefined();
  });
});

describe('a wait for the end of work or an abort', () => {
  it('ends with the work, and throws what the work throws', async () => {
    const { signal } = new AbortController();
    await expect(endsOrAborts(Promise.resolve(1), signal)).resolves.toBeUndefined();
    await expect(endsOrAborts(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
  });

  it('ends with the abort, before or meanwhile, and does not report a later failure', async () => {
    let fail = (_: Error): void => undefined;
    const work = new Promise<never>((_, reject) => (fail = reject));
    const stop = new AbortController();
    const waiting = endsOrAborts(work, stop.signal);
    stop.abort();
    await expect(waiting).resolves.toBeUndefined();
    await expect(endsOrAborts(work, stop.signal)).resolves.toBeUndefined();
    fail(new Error('too late'));
  });
});
