import type { IncomingMessage } from 'node:http';
import { compileRules } from '@contexts/links';
import type { Enricher } from '@contexts/clicks';
import type { ClientOrigin } from './client-address';
import { factsOf } from './visit-facts';

const factsWith = (forwarded: string, trigger: 'link' | 'qr' = 'link') =>
  factsOf({ req: {} as IncomingMessage, trigger, forwarded, atMs: 0 }, {} as ClientOrigin, {} as Enricher);

describe('the query of a visit', () => {
  it('has the qr=1 of a QR code, however much follows', () => {
    const query = factsWith('a&'.repeat(5_000), 'qr').query();
    expect([query.has('qr', '1'), query.has('a'), query.has('b')]).toEqual([true, true, false]);
  });

  it('is asked for thousands of parameters in two thousand visits, which takes no minutes', async () => {
    const names = [...Array.from({ length: 99 }, (_, n) => `p${n}`), 'zz'];
    const wanted: Record<string, true> = Object.fromEntries(names.map((name) => [name, true]));
    const choose = compileRules(Array.from({ length: 20 }, () => ({ if: { query: wanted } })));
    const query = `${Array.from({ length: 99 }, (_, n) => `p${n}`).join('&')}&${'a&'.repeat(7_000)}`;
    for (let n = 0; n < 2_000; n += 1) {
      expect(choose(factsWith(query))).toBe(-1);
      // A test's time limit is only checked between event loop turns.
      await new Promise(setImmediate);
    }
  }, 30_000);
});
