import { getEventListeners } from 'node:events';
import { BlockQueue } from './block-queue';

const block = (records: number) => ({ records, bytes: 100 * records });

/** A queue of blocks that come when they are sent. */
const queueOf = (most = 100_000) => {
  let arrived = (): void => undefined;
  const sent: (ReturnType<typeof block> | undefined)[] = [];
  const blocks = async function* () {
    for (;;) {
      while (sent.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
      const next = sent.shift();
      if (!next) return;
      yield next;
    }
  };
  const send = (...next: (ReturnType<typeof block> | undefined)[]): void => {
    sent.push(...next);
    arrived();
  };
  return { queue: new BlockQueue(blocks, { most, signal: new AbortController().signal }), send };
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Whether it has ended by the time that everything sent has arrived. */
const hasEnded = async (work: Promise<void>): Promise<boolean> => {
  let ended = false;
  void work.then(() => (ended = true));
  await turn();
  await turn();
  return ended;
};

const NEVER_MS = 3_600_000;

describe('reading ahead', () => {
  const idle = () => {
    const working = new AbortController();
    let ended = false;
    const queue = new BlockQueue(
      async function* (signal): AsyncGenerator<ReturnType<typeof block>> {
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        ended = true;
      },
      { most: 1, signal: working.signal },
    );
    return { working, queue, ended: () => ended };
  };

  it('ends with the queue, also while no block comes, and leaves nothing in the signal', async () => {
    const { working, queue, ended } = idle();
    expect(ended()).toBe(false);
    queue.stop();
    await turn();
    expect(ended()).toBe(true);
    expect(await queue.next()).toBeUndefined();
    expect(getEventListeners(working.signal, 'abort')).toEqual([]);
  });

  it('ends with its signal', async () => {
    const { working, queue, ended } = idle();
    working.abort();
    expect(await queue.next()).toBeUndefined();
    expect(ended()).toBe(true);
  });
});

describe('gathering blocks', () => {
  it('waits until there are enough records, and takes none', async () => {
    const { queue, send } = queueOf();
    send(block(10), block(10));
    const gathered = queue.gather(30, NEVER_MS);
    expect(await hasEnded(gathered)).toBe(false);
    send(block(10));
    expect(await hasEnded(gathered)).toBe(true);
    expect(queue.here()).toEqual(block(10));
    queue.stop();
  });

  it('does not wait for a queue that accepts no more', async () => {
    const { queue, send } = queueOf(2_000);
    send(block(10), block(10), block(10));
    expect(await hasEnded(queue.gather(30, NEVER_MS))).toBe(true);
    queue.stop();
  });

  it('does not wait for a log that has ended', async () => {
    const { queue, send } = queueOf();
    const gathered = queue.gather(30, NEVER_MS);
    expect(await hasEnded(gathered)).toBe(false);
    send(block(10), undefined);
    expect(await hasEnded(gathered)).toBe(true);
  });

  it('ends when the time is over', async () => {
    const { queue, send } = queueOf();
    send(block(10));
    await queue.gather(30, 1);
    expect(queue.here()).toEqual(block(10));
    queue.stop();
  });
});
