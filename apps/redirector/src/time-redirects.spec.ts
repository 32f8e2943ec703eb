import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { timedHandle } from './time-redirects';

const visit = (handle: ReturnType<typeof timedHandle>) => {
  const res = new EventEmitter();
  return { res, answered: handle({} as IncomingMessage, res as unknown as ServerResponse) };
};

describe('the time of redirects', () => {
  it('is taken of every sixteenth, to the end of its answer', () => {
    const seen: number[] = [];
    const handle = timedHandle(
      () => true,
      (seconds) => seen.push(seconds),
    );
    const visits = Array.from({ length: 32 }, () => visit(handle));
    expect(seen).toEqual([]);
    for (const { res } of visits) res.emit('finish');
    expect(seen).toHaveLength(2);
  });

  it('does not count what is for the API, known at once or later', async () => {
    const seen: number[] = [];
    for (const answer of [false, Promise.resolve(false)]) {
      const handle = timedHandle(
        () => answer,
        (seconds) => seen.push(seconds),
      );
      const visits = Array.from({ length: 16 }, () => visit(handle));
      expect(await Promise.all(visits.map(async ({ answered }) => answered))).toEqual(Array(16).fill(false));
      for (const { res } of visits) res.emit('finish');
    }
    expect(seen).toEqual([]);
  });
});
