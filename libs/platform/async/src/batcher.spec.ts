import { Batcher, type BatcherOptions } from './batcher';

/** A server whose batches the spec answers. */
const slowServer = () => {
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

const set = (server: ReturnType<typeof slowServer>, options: Partial<BatcherOptions<number, number>> = {}) =>
  new Batcher<number, number>({
    send: server.send,
    maxItems: 3,
    deadlineMs: 60_000,
    unavailable: (detail) => new Error(detail),
    ...options,
  });

describe('a batcher', () => {
  afterEach(() => jest.useRealTimers());

  it('sends what arrives during a batch as the next one, and gives each its own answer', async () => {
    const server = slowServer();
    const batcher = set(server);
    const first = batcher.add(1);
    const { answer } = await server.batch(0);
    const others = [2, 3, 4, 5].map((item) => batcher.add(item));
    answer();
    expect(await first).toBe(10);
    (await server.batch(1)).answer();
    (await server.batch(2)).answer();
    expect(await Promise.all(others)).toEqual([20, 30, 40, 50]);
    expect(server.sent()).toEqual([[1], [2, 3, 4], [5]]);
  });

  it('keeps a batch within its size, and sends a larger item alone', async () => {
    const server = slowServer();
    const batcher = set(server, { sizeOf: (item) => item, maxSize: 10 });
    const all = [4, 5, 6, 50].map((item) => batcher.add(item));
    for (const nth of [0, 1, 2]) (await server.batch(nth)).answer();
    expect(await Promise.all(all)).toEqual([40, 50, 60, 500]);
    expect(server.sent()).toEqual([[4, 5], [6], [50]]);
  });

  it('fails all of a batch with the thrown error, and continues with the next', async () => {
    const server = slowServer();
    const batcher = set(server);
    const failed = batcher.add(1);
    (await server.batch(0)).fail(new Error('connection lost'));
    await expect(failed).rejects.toThrow('connection lost');
    const next = batcher.add(2);
    (await server.batch(1)).answer();
    expect(await next).toBe(20);
  });

  it('fails an item at its deadline, and never sends one that was late before its turn', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const server = slowServer();
    const batcher = set(server, { deadlineMs: 1_000 });
    const late = [batcher.add(1)];
    const { answer } = await server.batch(0);
    late.push(batcher.add(2));
    const outcomes = Promise.allSettled(late);
    await jest.advanceTimersByTimeAsync(1_000);
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const third = batcher.add(3, 60_000);
    answer();
    (await server.batch(1)).answer();
    expect(await third).toBe(30);
    expect(server.sent()).toEqual([[1], [3]]);
  });

  it('refuses at once what exceeds its queue', async () => {
    const server = slowServer();
    const batcher = set(server, { maxWaiting: 1 });
    const first = batcher.add(1);
    const { answer } = await server.batch(0);
    const second = batcher.add(2);
    await expect(batcher.add(3)).rejects.toThrow('1 wait already');
    answer();
    (await server.batch(1)).answer();
    expect(await Promise.all([first, second])).toEqual([10, 20]);
  });

  it('answers accepted items when it is closed, and accepts no more', async () => {
    const server = slowServer();
    const batcher = set(server);
    const taken = batcher.add(1);
    const closed = batcher.close();
    await expect(batcher.add(2)).rejects.toThrow('closed');
    (await server.batch(0)).answer();
    await closed;
    expect(await taken).toBe(10);
  });
});
