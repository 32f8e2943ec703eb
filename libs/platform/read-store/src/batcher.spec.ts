import { StoreUnavailable } from '@kernel';
import { createBatcher } from './batcher';

/** A store whose batches are answered when the spec says so. */
const slowStore = () => {
  const batches: { items: readonly number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  let arrived = (): void => undefined;
  const send = (items: readonly number[]) =>
    new Promise<readonly number[]>((resolve, reject) => {
      batches.push({ items, answer: () => resolve(items.map((item) => item * 10)), fail: reject });
      arrived();
    });
  const batch = async (nth: number) => {
    while (!batches[nth]) await new Promise<void>((resolve) => (arrived = resolve));
    return batches[nth];
  };
  return { send, batch, sent: () => batches.map(({ items }) => items) };
};

describe('a batcher', () => {
  it('sends what comes while a batch is under way as the next one, and each gets its own answer', async () => {
    const store = slowStore();
    const ask = createBatcher({ send: store.send, most: 3, deadlineMs: 60_000 });
    const first = ask(1);
    const { answer } = await store.batch(0);
    const others = [2, 3, 4, 5].map(ask);
    answer();
    expect(await first).toBe(10);
    (await store.batch(1)).answer();
    (await store.batch(2)).answer();
    expect(await Promise.all(others)).toEqual([20, 30, 40, 50]);
    expect(store.sent()).toEqual([[1], [2, 3, 4], [5]]);
  });

  it('fails a batch as unavailable with its cause, and goes on with the next', async () => {
    const store = slowStore();
    const ask = createBatcher({ send: store.send, most: 3, deadlineMs: 60_000 });
    const failed = ask(1);
    const cause = new Error('connection lost');
    (await store.batch(0)).fail(cause);
    await expect(failed).rejects.toEqual(expect.objectContaining({ name: 'StoreUnavailable', cause }));
    const next = ask(2);
    (await store.batch(1)).answer();
    expect(await next).toBe(20);
  });

  it('answers unavailable at the deadline, and never sends what was late before its turn', async () => {
    const store = slowStore();
    const ask = createBatcher({ send: store.send, most: 3, deadlineMs: 1_500 });
    const late = [ask(1)];
    const { answer } = await store.batch(0);
    late.push(ask(2));
    const outcomes = await Promise.allSettled(late);
    expect(outcomes.map((each) => each.status === 'rejected' && each.reason)).toEqual([
      expect.any(StoreUnavailable),
      expect.any(StoreUnavailable),
    ]);
    const third = ask(3);
    answer();
    (await store.batch(1)).answer();
    expect(await third).toBe(30);
    expect(store.sent()).toEqual([[1], [3]]);
  });
});
