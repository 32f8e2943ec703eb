import { StoreUnavailable } from '@kernel';
import { DatabaseError } from 'pg';
import { postgresBatcher } from './batcher';

describe('a batcher on Postgres', () => {
  it('fails as unavailable with the cause, and continues with the next batch', async () => {
    const cause = new Error('connection lost');
    const answers = [() => Promise.reject(cause), () => Promise.resolve([20])];
    const batcher = postgresBatcher<number, number>({
      send: () => answers.shift()!(),
      maxItems: 3,
      deadlineMs: 60_000,
    });
    await expect(batcher.add(1)).rejects.toEqual(expect.objectContaining({ name: 'StoreUnavailable', cause }));
    await expect(batcher.add(2)).resolves.toBe(20);
  });

  it('fails the one item that Postgres refuses by its fault, and answers its neighbours', async () => {
    const fault = Object.assign(new DatabaseError('date/time field value out of range', 0, 'error'), { code: '22008' });
    const sent: (readonly number[])[] = [];
    const batcher = postgresBatcher<number, number>({
      send: async (items) => {
        sent.push(items);
        if (items.includes(3)) throw fault;
        return items.map((item) => item * 10);
      },
      maxItems: 8,
      deadlineMs: 60_000,
    });
    const answers = await Promise.allSettled([1, 2, 3, 4].map((item) => batcher.add(item)));
    expect(answers).toEqual([
      { status: 'fulfilled', value: 10 },
      { status: 'fulfilled', value: 20 },
      { status: 'rejected', reason: fault },
      { status: 'fulfilled', value: 40 },
    ]);
    expect(sent).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [4]]);
  });

  it('fails as unavailable at the deadline', async () => {
    const never = () => new Promise<never>(() => undefined);
    const batcher = postgresBatcher<number, number>({ send: never, maxItems: 3, deadlineMs: 1 });
    await expect(batcher.add(1)).rejects.toBeInstanceOf(StoreUnavailable);
  });
});
