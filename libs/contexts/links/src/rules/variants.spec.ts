import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { Variant } from '../link-choice.record';
import { compileVariants } from './variants';

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
const variantsOf = (...weights: number[]): Variant[] =>
  weights.map((weight, index) => ({ destination_url: `https://example.com/${index}`, weight }));
const weights = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 2, maxLength: 4 });
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('a variant', () => {
  it('is drawn as often as its weight says', () => {
    const draw = compileVariants(variantsOf(1, 2, 7), digest);
    const drawn = [0, 0, 0];
    for (let n = 0; n < 10_000; n += 1) drawn[draw({ marks: [], share: () => n / 10_000 }).index]! += 1;
    expect(drawn).toEqual([1_000, 2_000, 7_000]);
  });

  it('is the same for the same share, and one of them for every share', () =>
    fc.assert(
      fc.property(weights, share, (some, at) => {
        const first = compileVariants(variantsOf(...some), digest)({ marks: [], share: () => at });
        expect(first).toEqual(compileVariants(variantsOf(...some), digest)({ marks: [], share: () => at }));
        expect(some[first.index]).toBeDefined();
        expect(first.kept).toBe(false);
      }),
    ));

  it('is kept by its mark, however weights and order change', () =>
    fc.assert(
      fc.property(weights, weights, share, share, (before, after, first, second) => {
        const original = variantsOf(...before);
        const { index, mark } = compileVariants(original, digest)({ marks: [], share: () => first });
        const edited = variantsOf(...after).reverse();
        const next = compileVariants(edited, digest)({ marks: [mark], share: () => second });
        const kept = edited.findIndex((variant) => variant.destination_url === original[index]?.destination_url);
        if (kept >= 0) expect(next).toMatchObject({ index: kept, kept: true });
        else expect(next).toEqual(compileVariants(edited, digest)({ marks: [], share: () => second }));
      }),
    ));

  it('is not decided by a mark of something else', () => {
    const draw = compileVariants(variantsOf(1, 1), digest);
    expect(draw({ marks: ['nonsense', digest('https://example.com/9')], share: () => 0.9 })).toMatchObject({
      index: 1,
      kept: false,
    });
  });

  it('has a mark of its own beside another with the same destination', () => {
    const [one] = variantsOf(1);
    const draw = compileVariants([one!, one!], digest);
    const [first, second] = [0, 0.5].map((at) => draw({ marks: [], share: () => at }));
    expect(draw({ marks: [first!.mark], share: () => 0.5 }).index).toBe(0);
    expect(draw({ marks: [second!.mark], share: () => 0 }).index).toBe(1);
  });
});
