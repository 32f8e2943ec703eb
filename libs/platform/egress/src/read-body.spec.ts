import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { readBody } from './read-body';

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

const ANSWERS: readonly [string, string, Buffer][] = [
  ['in an unknown encoding', 'zstd', Buffer.from('taken')],
  ['that is no gzip', 'gzip', Buffer.from('taken')],
  ['that is no brotli', 'br', Buffer.from('taken')],
  ['that ends early', 'gzip', gzipSync('taken').subarray(0, 15)],
];

describe('the body of an answer', () => {
  it.each(ANSWERS)('%s is refused, or kept as far as it could be read', async (_, encoding, bytes) => {
    const read = (longer: 'refuse' | 'cut') => readBody(Readable.from([bytes]), encoding, { maxBytes: 100, longer });
    await expect(read('refuse')).rejects.toThrow();
    expect('taken').toContain((await read('cut')).toString());
  });

  it('that breaks off is a failure in any case', async () => {
    const broken = async function* () {
      yield Buffer.from('tak');
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', errno: -104 });
    };
    const read = () => readBody(Readable.from(broken()), '', { maxBytes: 100, longer: 'cut' });
    await expect(read()).rejects.toThrow('ECONNRESET');
  });

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
