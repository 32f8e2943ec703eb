import { Readable, type Transform, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { EgressFailure } from './failure';

interface Limits {
  readonly maxBytes: number;
  /** Of a longer body, and of one that cannot be decoded, `cut` keeps what was read up to there. */
  readonly longer: 'refuse' | 'cut';
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Reads a body up to its limit, as it is sent and once more after decompression, and closes the connection there.
 * @param encoding the header `content-encoding`
 */
export const readBody = async (body: Readable, encoding: string, { maxBytes, longer }: Limits): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  try {
    const decoded = decode(limited(body, maxBytes), encoding);
    // A copy: a piece of one byte would keep the whole buffer of 64 kB that it was received in.
    for await (const chunk of limited(decoded, maxBytes)) chunks.push(Buffer.from(chunk));
  } catch (error) {
    if (longer === 'refuse' || !(error instanceof EgressFailure || isOfDecoder(error))) throw error;
  } finally {
    body.on('error', () => undefined).destroy();
  }
  return Buffer.concat(chunks);
};

/** Whether zlib or brotli could not decode the body. Their errors have a code and a negative number, as those of sockets do. */
const isOfDecoder = (error: unknown): boolean => {
  const { errno, code } = error as NodeJS.ErrnoException;
  return errno !== undefined && /^(Z_|ERR_)/.test(code ?? '');
};

/** The bytes up to the limit, and then a failure. */
async function* limited(body: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let left = maxBytes;
  for await (const chunk of body) {
    if (left > 0) yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left < 0) throw new EgressFailure('too_large', `answers with more than ${maxBytes} bytes`);
  }
}

const decode = (body: AsyncIterable<Buffer>, encoding: string): AsyncIterable<Buffer> => {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name]?.() : undefined;
  if (!decoder) throw new EgressFailure('malformed', 'answers in an encoding that was not asked for');
  return pipeline(Readable.from(body), decoder, () => undefined);
};
