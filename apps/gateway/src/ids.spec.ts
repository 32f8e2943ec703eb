import { base32, idOf } from '@kernel';
import { uuidv7 } from './ids';

describe('ids', () => {
  it('sort by time', () => {
    const ids = [1, 2, 10, 1_000, 2 ** 40].map((now) => idOf('key', uuidv7(now)));
    expect([...ids].sort()).toEqual(ids);
  });

  it('never repeat', () =>
    expect(new Set(Array.from({ length: 10_000 }, () => idOf('key', uuidv7()))).size).toBe(10_000));

  it('are a function of their UUID', () =>
    expect(idOf('key', '01934d71-f53b-7c1c-9d3a-58bc0da2d573')).toBe(
      idOf('key', '01934d71-f53b-7c1c-9d3a-58bc0da2d573'),
    ));

  it('keep all 128 bits', () => {
    expect(base32(Buffer.alloc(16, 0xff))).toBe('7zzzzzzzzzzzzzzzzzzzzzzzzz');
    expect(base32(Buffer.alloc(16))).toBe('0'.repeat(26));
  });
});
