import { productUnderTest } from '../support/product';
import { judgeIsolation } from './matrix';

// test/promises/tenant-barriers.spec.ts plants faults that this judgement finds.
describe('tenant isolation', () => {
  it('answers a foreign id byte for byte like an unknown one, for every operation with an id', async () => {
    const { asked, violations } = await judgeIsolation(productUnderTest());
    expect(asked.length).toBeGreaterThanOrEqual(8);
    expect(violations).toEqual([]);
  });
});
