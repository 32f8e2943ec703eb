import { type Bundles, bundlesOfDashboard, weightInBrotli } from '../support/bundles';

/** In kB of brotli, at most. What comes later is not counted: dialogs, toasts, the palette. */
const BARS = { signIn: 95, overview: 180, furtherScreen: 40, css: 15 };

describe('what the dashboard weighs', () => {
  let bundles: Bundles;

  beforeAll(() => {
    bundles = bundlesOfDashboard();
  });

  it('is light enough to sign in', () => {
    expect(weightInBrotli(bundles.signIn)).toBeGreaterThan(50);
    expect(weightInBrotli(bundles.signIn)).toBeLessThanOrEqual(BARS.signIn);
  });

  it('is light enough for the overview', () => {
    expect(bundles.overview.size).toBeGreaterThan(3);
    expect(weightInBrotli(bundles.overview)).toBeLessThanOrEqual(BARS.overview);
  });

  it('adds little with each further screen', () => {
    expect(bundles.furtherScreens.size).toBeGreaterThan(4);
    const weights = [...bundles.furtherScreens].map(([file, added]) => [file, weightInBrotli(added)] as const);
    expect(weights.filter(([, size]) => size > BARS.furtherScreen)).toEqual([]);
  });

  it('has few styles', () => {
    expect(bundles.css.length).toBeGreaterThan(0);
    expect(weightInBrotli(bundles.css)).toBeLessThanOrEqual(BARS.css);
  });
});
