import { BoundedMap } from './index';

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

  it('does not evict everything for one large entry', () => {
    const map = new BoundedMap<string>(10_000);
    map.set('small', 'value');
    map.set('large', 'x'.repeat(9_000));
    expect([map.get('small'), map.get('large')]).toEqual(['value', undefined]);
  });
});
