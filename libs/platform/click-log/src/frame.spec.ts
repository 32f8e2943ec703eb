import fc from 'fast-check';
import { FRAME_OVERHEAD, FrameKind, MAX_PAYLOAD, readFrame, writeFrame } from './frame';

const payloads = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  ),
  { maxLength: 20 },
);

const encode = (records: readonly (string | Buffer)[]): Buffer => {
  const bytes = Buffer.alloc(records.reduce((sum, record) => sum + Buffer.byteLength(record) + FRAME_OVERHEAD, 0) + 64);
  let end = 0;
  let seed = 0;
  records.forEach((record, index) => {
    const start = end;
    end = writeFrame(bytes, start, FrameKind.Record, index + 1, record, seed);
    seed = readFrame(bytes, start, seed)?.crc ?? -1;
  });
  return bytes.subarray(0, end);
};

const decode = (bytes: Buffer): { seq: number; payload: Buffer }[] => {
  const found = [];
  for (let frame = readFrame(bytes, 0, 0); frame; frame = readFrame(bytes, frame.end, frame.crc))
    found.push({ seq: frame.seq, payload: frame.payload });
  return found;
};

describe('frames', () => {
  it('come back as they were written, whatever their content', () => {
    fc.assert(
      fc.property(payloads, (records) => {
        expect(decode(encode(records))).toEqual(
          records.map((record, index) => ({ seq: index + 1, payload: Buffer.from(record) })),
        );
      }),
    );
  });

  it('end where a single byte was changed', () => {
    fc.assert(
      fc.property(
        payloads.filter((records) => records.length > 0),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (records, place, flip) => {
          const bytes = encode(records);
          const at = place % bytes.length;
          bytes[at] = bytes.readUInt8(at) ^ flip;
          const before = records.findIndex((_, index) => encode(records.slice(0, index + 1)).length > at);
          expect(decode(bytes)).toHaveLength(before);
        },
      ),
    );
  });

  it('are no larger than a record may be', () => {
    expect(decode(encode(['x'.repeat(MAX_PAYLOAD), 'y']))).toHaveLength(2);
    expect(decode(encode(['x'.repeat(MAX_PAYLOAD + 1)]))).toEqual([]);
  });

  it('from another place in the file are not accepted as the next one', () => {
    const bytes = encode(['a', 'b', 'c']);
    const size = bytes.length / 3;
    expect(decode(Buffer.concat([bytes.subarray(0, size), bytes.subarray(2 * size)]))).toHaveLength(1);
  });
});
