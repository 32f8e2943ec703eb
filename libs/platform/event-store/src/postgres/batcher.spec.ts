import { NO_STREAM, type Proposed, StoreUnavailable, WrongRevision } from '@kernel';
import { DatabaseError } from 'pg';
import { metadata } from '../../../../../test/contract/event-store.support';
import { createBatcher } from './batcher';
import type { Judged } from './queries';

const event = (data: unknown = {}): Proposed => ({
  id: '018f0000-0000-7000-8000-000000000000',
  event: { type: 'SomethingHappened', data },
  metadata: metadata(),
});

/** A store that answers when the spec says so, and remembers what it got. */
const remote = () => {
  const sent: string[][] = [];
  const answers: (() => void)[] = [];
  let position = 0n;
  const send = async (batch: string): Promise<Judged[]> => {
    const streams = (JSON.parse(batch) as [string][]).map(([stream]) => stream);
    sent.push(streams);
    await new Promise<void>((resolve) => answers.push(resolve));
    return streams.map(() => ({ revision: 0n, position: position++, stored: true }));
  };
  const answer = async (): Promise<void> => {
    while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    answers.shift()?.();
  };
  return { sent, send, answer };
};

const unstorable = (): DatabaseError =>
  Object.assign(new DatabaseError('unsupported Unicode escape sequence', 0, 'error'), { code: '22P05' });

describe('the batch of appends', () => {
  const committed: [bigint, readonly string[]][] = [];
  const batcherOn = (send: (batch: string) => Promise<readonly Judged[]>) =>
    createBatcher({ send, committed: (...args) => committed.push(args) });
  // No append is late because the machine is slow.
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    committed.splice(0);
  });
  afterEach(() => jest.useRealTimers());

  it('batches the appends of one turn, and then those that arrived meanwhile', async () => {
    const { sent, send, answer } = remote();
    const batcher = batcherOn(send);
    const first = [batcher.append('a-1', [event()], NO_STREAM), batcher.append('b-1', [event()], NO_STREAM)];
    while (sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const second = [batcher.append('c-1', [event()], NO_STREAM), batcher.append('d-1', [event()], NO_STREAM)];
    await answer();
    expect(await Promise.all(first)).toEqual([
      { revision: 0n, position: 0n },
      { revision: 0n, position: 1n },
    ]);
    await answer();
    await Promise.all(second);
    expect(sent).toEqual([
      ['a-1', 'b-1'],
      ['c-1', 'd-1'],
    ]);
    expect(committed).toEqual([
      [1n, ['a', 'b']],
      [3n, ['c', 'd']],
    ]);
  });

  it('keeps a batch below 500 appends and 1 MB', async () => {
    const sizes: number[] = [];
    const batcher = batcherOn(async (batch) => {
      const streams = JSON.parse(batch) as unknown[];
      sizes.push(streams.length);
      return streams.map(() => ({ revision: 0n, position: 0n, stored: true }));
    });
    await Promise.all(Array.from({ length: 501 }, (_, index) => batcher.append(`a-${index}`, [event()], NO_STREAM)));
    expect(sizes.splice(0)).toEqual([500, 1]);
    await Promise.all(
      Array.from({ length: 3 }, (_, index) => batcher.append(`b-${index}`, [event('x'.repeat(600_000))], NO_STREAM)),
    );
    expect(sizes).toEqual([1, 1, 1]);
  });

  it('rejects the append that cannot be stored and stores the others', async () => {
    const batcher = batcherOn(async (batch) => {
      if (batch.includes('unstorable')) throw unstorable();
      return (JSON.parse(batch) as unknown[]).map(() => ({ revision: 0n, position: 0n, stored: true }));
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 7 }, (_, index) =>
        batcher.append(`a-${index}`, [event(index === 4 ? 'unstorable' : index)], NO_STREAM),
      ),
    );
    expect(outcomes.map((outcome) => outcome.status)).toEqual(
      Array.from({ length: 7 }, (_, index) => (index === 4 ? 'rejected' : 'fulfilled')),
    );
    expect(outcomes[4]).toMatchObject({ reason: { name: 'TypeError', message: expect.stringContaining('a-4') } });
  });

  it('answers a lost race with the actual revision, and notifies no subscriber', async () => {
    const batcher = batcherOn(async () => [{ revision: 6n, position: undefined, stored: false }]);
    const refused = await batcher.append('a-1', [event()], 4n).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(WrongRevision);
    expect(refused).toMatchObject({ stream: 'a-1', expected: 4n, actual: 6n });
    expect(committed).toEqual([]);
  });

  it('refuses at once when 10,000 wait or it is closed, and answers accepted appends', async () => {
    const { sent, send, answer } = remote();
    const batcher = batcherOn(send);
    const inFlight = batcher.append('a-0', [event()], NO_STREAM);
    while (sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const taken = Array.from({ length: 10_000 }, (_, index) => batcher.append(`b-${index}`, [event()], NO_STREAM));
    await expect(batcher.append('c-1', [event()], NO_STREAM)).rejects.toThrow(StoreUnavailable);

    const closed = batcher.close();
    await expect(batcher.append('c-1', [event()], NO_STREAM)).rejects.toThrow(StoreUnavailable);
    for (let batch = 0; batch < 21; batch += 1) await answer();
    await Promise.all([inFlight, ...taken, closed]);
    expect(sent).toHaveLength(21);
  });

  it('gives up after 2 s whatever the store does, and never sends what was given up', async () => {
    const { sent, send, answer } = remote();
    const batcher = batcherOn(send);
    const lost = [batcher.append('a-1', [event()], NO_STREAM)];
    while (sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
    lost.push(batcher.append('b-1', [event()], NO_STREAM));
    const outcomes = Promise.allSettled(lost);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(
      (await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason instanceof StoreUnavailable),
    ).toEqual([true, true]);

    const next = batcher.append('c-1', [event()], NO_STREAM);
    await answer();
    await answer();
    await next;
    expect(sent).toEqual([['a-1'], ['c-1']]);
  });
});
