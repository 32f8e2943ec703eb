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
  return { queue: new BlockQueue(blocks(), most), send };
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
