import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BoundedMap } from './index';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const heldMb = (): number => {
  collect();
  return process.memoryUsage().heapUsed / 1_000_000;
};

describe('a bounded map', () => {
  it('keeps used entries, and forgets unused ones', () => {
    const map = new BoundedMap<number>(10_000);
    map.set('used', 1);
    map.set('unused', 2);
    for (let n = 0; n < 500; n += 1) {
      map.set(`other ${n}`, n);
      map.get('used');
    }
    expect([map.get('used'), map.get('unused')]).toEqual([1, undefined]);
  });

  it('holds at most twice its characters, however long keys and values are', () => {
    const map = new BoundedMap<string>(10_000);
    const keys = Array.from({ length: 300 }, (_, n) => `${n} ${'k'.repeat(400)}`);
    for (const key of keys) map.set(key, 'v'.repeat(400));
    const held = keys.filter((key) => map.get(key) !== undefined);
    expect(held.length).toBeGreaterThan(5);
    expect(held.length * 800).toBeLessThan(20_000);
  });

  it('does not hold the long texts that its keys are parts of', () => {
    const map = new BoundedMap<number>(1_000_000);
    const before = heldMb();
    for (let n = 0; n < 5_000; n += 1) {
      const record = Buffer.from(`${String(n).padStart(20, '0')}${'x'.repeat(14_500)}`).toString();
      map.set(record.slice(0, 20), n);
    }
    expect(heldMb() - before).toBeLessThan(8);
    expect(map.get('4999'.padStart(20, '0'))).toBe(4_999);
  });

  it('does not evict everything for one large entry', () => {
    const map = new BoundedMap<string>(10_000);
    map.set('small', 'value');
    map.set('large', 'x'.repeat(9_000));
    expect([map.get('small'), map.get('large')]).toEqual(['value', undefined]);
  });
});
