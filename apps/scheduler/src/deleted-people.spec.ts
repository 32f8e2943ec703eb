import type { Erasure } from '@platform/read-store';
import { eraseDeletedPeople } from './deleted-people';

const MINUTE = 60_000;

describe('what deleted people left', () => {
  it('is erased within seconds, as soon as no transaction reads it, and at most once in ten minutes', async () => {
    const ending = new AbortController();
    const outcomes: (Erasure | Error)[] = ['none', 'held', 'done', 'none', new Error('away'), 'done'];
    const waits: number[] = [];
    const warned: string[] = [];
    await eraseDeletedPeople({
      erase: async () => {
        const outcome = outcomes.shift() ?? 'none';
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
      log: { warn: (_: object, message: string) => void warned.push(message) },
      signal: ending.signal,
      wait: async (ms) => {
        waits.push(ms);
        if (outcomes.length === 0) ending.abort();
      },
    });
    expect(waits).toEqual([5_000, 5_000, 10 * MINUTE, 5_000, 10 * MINUTE, 10 * MINUTE]);
    expect(warned).toEqual(['deleted accounts could not be erased from the files; trying again in ten minutes']);
  });
});
