import { StoreUnavailable } from '@kernel';
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

  it('fails as unavailable at the deadline', async () => {
    const never = () => new Promise<never>(() => undefined);
    const batcher = postgresBatcher<number, number>({ send: never, maxItems: 3, deadlineMs: 1 });
    await expect(batcher.add(1)).rejects.toBeInstanceOf(StoreUnavailable);
  });
});
