import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readBody } from './read-body';

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

describe('the body of an answer', () => {
  it('keeps none of the buffers that its pieces were received in', async () => {
    const pieces = 1_000;
    let kept = 0;
    const received = async function* () {
      collectGarbage();
      const before = process.memoryUsage().arrayBuffers;
      for (let nth = 0; nth < pieces; nth += 1) {
        // A turn, as between two pieces from a socket.
        await new Promise(setImmediate);
        yield Buffer.alloc(64 * 1024, 'a').subarray(0, 1);
      }
      collectGarbage();
      kept = process.memoryUsage().arrayBuffers - before;
    };
    const body = await readBody(Readable.from(received()), '', { maxBytes: 65_536, longer: 'refuse' });
    expect(body.toString()).toBe('a'.repeat(pieces));
    expect(kept).toBeLessThan(10_000_000);
  });
});
