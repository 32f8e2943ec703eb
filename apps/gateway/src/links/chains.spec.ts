import fc from 'fast-check';
import { chainsOf } from './chains';

describe('chains of items', () => {
  it('hold the items that share a key, in their order', () => {
    expect(chainsOf([['a'], ['b'], ['a'], [], ['b']])).toEqual([[0, 2], [1, 4], [3]]);
  });

  it('are joined by an item with keys of both', () => {
    expect(chainsOf([['a'], ['b'], ['c'], ['b', 'a'], ['a']])).toEqual([[0, 1, 3, 4], [2]]);
  });

  it('hold every item once, and never two items with a common key apart', () => {
    const keys = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 3 }));
    fc.assert(
      fc.property(keys, (items) => {
        const chains = chainsOf(items);
        expect(chains.flat().toSorted((a, b) => a - b)).toEqual(items.map((_, index) => index));
        const chainOf = (index: number) => chains.findIndex((chain) => chain.includes(index));
        items.forEach((own, index) =>
          items.forEach((other, second) => {
            if (own.some((key) => other.includes(key))) expect(chainOf(index)).toBe(chainOf(second));
          }),
        );
        for (const chain of chains) expect(chain).toEqual(chain.toSorted((a, b) => a - b));
      }),
    );
  });
});
