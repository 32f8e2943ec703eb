import fc from 'fast-check';
import { create } from 'qrcode';
import { CODEWORDS, type QrLevel } from './qr-capacity';
import { type QrPlan, planOf, sideOf } from './qr-plan';
import { Renderer } from './renderer';

const LEVELS = Object.keys(CODEWORDS) as QrLevel[];

const renderer = new Renderer();
afterAll(() => renderer.close());

/** The smallest version that the package finds for a text, which it splits, or for segments; undefined without one. */
const versionByPackage = (parts: Parameters<typeof create>[0], errorCorrectionLevel: QrLevel): number | undefined => {
  try {
    return create(parts, { errorCorrectionLevel, maskPattern: 0 }).version;
  } catch {
    return undefined;
  }
};

/** The package takes text in any mode; its types know bytes alone for that of bytes. */
const segmentsOf = ({ segments }: QrPlan) => segments as unknown as Parameters<typeof create>[0];

/** Texts of runs that each suit another mode: digits, capitals, and any characters with those of URLs. */
const run = fc.oneof(
  fc.stringMatching(/^[0-9]{1,40}$/),
  fc.stringMatching(/^[A-Z0-9 $%*+\-./:]{1,40}$/),
  fc.stringMatching(/^[a-z/?=&#~_]{1,40}$/),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
);
const texts = fc.array(run, { minLength: 1, maxLength: 60 }).map((runs) => runs.join(''));

describe('the plan of a symbol', () => {
  it('has the version that the package gives its segments, and never a larger one than that of its own split', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...LEVELS), (text, level) => {
        const plan = planOf(text, level);
        const own = versionByPackage(text, level);
        if (!plan) return expect(own).toBeUndefined();
        expect(plan.segments.map(({ data }) => data).join('')).toBe(text);
        expect(versionByPackage(segmentsOf(plan), level)).toBe(plan.version);
        expect(plan.version).toBeLessThanOrEqual(own ?? 40);
      }),
      { numRuns: 300 },
    );
  });

  it('has the side of the symbol that is drawn of it', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom(...LEVELS), async (text, level) => {
        const plan = planOf(text, level);
        if (plan) expect((await renderer.symbol(plan)).side).toBe(sideOf(plan));
      }),
      { numRuns: 50 },
    );
  });

  it.each(LEVELS)('changes its version where the package does, at level %s', (level) => {
    for (const [at, codewords] of CODEWORDS[level].entries()) {
      const bytes = codewords - (at < 9 ? 2 : 3);
      const [full, more] = ['a'.repeat(bytes), 'a'.repeat(bytes + 1)];
      const next = at < 39 ? at + 2 : undefined;
      expect([planOf(full, level)?.version, planOf(more, level)?.version]).toEqual([at + 1, next]);
      expect([versionByPackage(full, level), versionByPackage(more, level)]).toEqual([at + 1, next]);
    }
  });

  it('takes the mode that is shorter, also where changing it costs bits', () => {
    const split = (text: string) => planOf(text, 'M')?.segments.map(({ mode, data }) => [mode, data]);
    expect(split('https://a.example/1')).toEqual([['byte', 'https://a.example/1']]);
    expect(split('HTTPS://A.EXAMPLE/12')).toEqual([['alphanumeric', 'HTTPS://A.EXAMPLE/12']]);
    expect(split('0123456789')).toEqual([['numeric', '0123456789']]);
    expect(split('ü€😀1234ABCDEF')).toEqual([
      ['byte', 'ü€😀'],
      ['alphanumeric', '1234ABCDEF'],
    ]);
  });
});
