import { blockMessage, markMessage, NotAClickMessage, readClickMessage, type SentBlock } from './click-message';
import { mintSource } from './layout';

const source = mintSource(Date.UTC(2026, 10, 21));
const block = (count: number, size = 20, first = 7): SentBlock => ({
  source,
  name: `${source}-${first}-${first + count - 1}`,
  records: Array.from({ length: count }, (_, n) => ({ seq: first + n, payload: Buffer.alloc(size, n % 256) })),
});
const incoming = ({ key = source, value, headers }: ReturnType<typeof blockMessage>) => ({
  key: Buffer.from(key),
  value: Buffer.from(value),
  headers: new Map(Object.entries(headers ?? {})),
});

describe('a message of clicks', () => {
  it('carries a block as it is, within 512 kB for the largest', () => {
    for (const sent of [block(1), block(1_000, 500), block(7, 64 * 1024)]) {
      const message = blockMessage(sent);
      const read = readClickMessage(incoming(message));
      expect(read).toMatchObject({ type: 'block', block: { name: sent.name, source } });
      expect(read.type === 'block' && blockMessage(read.block).value).toEqual(message.value);
      expect(message.value.length).toBeLessThanOrEqual(512 * 1024);
    }
  });

  it('carries a mark', () => {
    const mark = { source, until: 1_795_219_200_000, ended: true };
    expect(readClickMessage(incoming(markMessage(mark)))).toEqual({ type: 'mark', mark });
  });

  it('is refused when any bit of a block has changed, or a byte is missing', () => {
    const message = incoming(blockMessage(block(3)));
    for (let at = 0; at < message.value.length; at += 1) {
      const damaged = Buffer.from(message.value);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
      expect(() => readClickMessage({ ...message, value: damaged })).toThrow(NotAClickMessage);
      expect(() => readClickMessage({ ...message, value: message.value.subarray(0, at) })).toThrow(NotAClickMessage);
    }
  });

  it('is refused when its name, source or type does not match', () => {
    const message = incoming(blockMessage({ ...block(2), name: `${source}-1-2` }));
    expect(() => readClickMessage(message)).toThrow(/is named/);
    expect(() => readClickMessage({ ...incoming(blockMessage(block(2))), key: Buffer.from(mintSource(1)) })).toThrow(
      /is named/,
    );
    expect(() => readClickMessage({ ...message, key: null })).toThrow(/not a source/);
    expect(() => readClickMessage({ ...message, value: null })).toThrow(/no value/);
    expect(() => readClickMessage({ ...message, headers: new Map() })).toThrow(/type/);
    for (const value of [
      'null',
      '[]',
      '{"until":1.5,"ended":true}',
      '{"until":-1,"ended":true}',
      '{"until":1}',
      '{"until":9e15,"ended":true}',
    ]) {
      expect(() =>
        readClickMessage({ ...message, value: Buffer.from(value), headers: new Map([['type', 'mark']]) }),
      ).toThrow(NotAClickMessage);
    }
  });
});
