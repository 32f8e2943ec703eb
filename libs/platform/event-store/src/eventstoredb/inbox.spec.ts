import { PassThrough } from 'node:stream';
import { Inbox } from './inbox';

describe('an inbox', () => {
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const limits = { items: 100, bytes: 1_000, weightOf: () => 1 };

  it('takes what comes up to its limit, then lets its source wait, and delivers all in order', async () => {
    const source = new PassThrough({ objectMode: true, highWaterMark: 4 });
    const inbox = new Inbox<number>(source, limits);
    const all = Array.from({ length: 1_000 }, (_, n) => n);
    const writing = (async () => {
      for (const n of all) if (!source.write(n)) await new Promise((resolve) => source.once('drain', resolve));
      source.end();
    })();
    for (let n = 0; n < 50; n += 1) await settled();
    expect([inbox.length, source.isPaused()]).toEqual([100, true]);
    const seen: number[] = [];
    let most = 0;
    for await (const n of inbox) {
      seen.push(n);
      most = Math.max(most, inbox.length);
      if (n % 10 === 0) await settled();
    }
    await writing;
    expect(seen).toEqual(all);
    expect(most).toBeLessThanOrEqual(100);
  });

  it('lets its source wait as well when what it has takes many bytes, and takes one item that is larger', async () => {
    const source = new PassThrough({ objectMode: true, highWaterMark: 4 });
    const inbox = new Inbox<number>(source, { ...limits, weightOf: (bytes) => bytes });
    const all = [...Array.from({ length: 20 }, () => 300), 5_000, 300];
    const writing = (async () => {
      for (const bytes of all) if (!source.write(bytes)) await new Promise((resolve) => source.once('drain', resolve));
      source.end();
    })();
    for (let n = 0; n < 50; n += 1) await settled();
    expect([inbox.length, source.isPaused()]).toEqual([4, true]);
    const seen: number[] = [];
    for await (const bytes of inbox) {
      seen.push(bytes);
      await settled();
    }
    await writing;
    expect(seen).toEqual(all);
  });

  it('delivers what came before a failure, and then the failure', async () => {
    const source = new PassThrough({ objectMode: true });
    const inbox = new Inbox<number>(source, limits);
    source.write(1);
    source.write(2);
    await settled();
    source.destroy(new Error('cut'));
    await settled();
    const seen: number[] = [];
    const all = (async () => {
      for await (const n of inbox) seen.push(n);
    })();
    await expect(all).rejects.toThrow('cut');
    expect(seen).toEqual([1, 2]);
  });
});
