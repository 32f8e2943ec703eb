import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Visitors } from './visitors';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const heldMb = (): number => {
  collect();
  return process.memoryUsage().heapUsed / 1_000_000;
};

describe('the memory of visitors', () => {
  it('stays below 8 MB, whatever their agents and addresses', () => {
    const visitors = new Visitors({ of: (day) => Buffer.from(day) });
    const filler = 'x'.repeat(14_500);
    const before = heldMb();
    for (let n = 0; n < 20_000; n += 1) {
      // As it comes from a socket: a separate string each time.
      const sent = Buffer.from(`Mozilla/5.0 (${n}) Firefox/130.0 ${filler}`, 'latin1').toString('latin1');
      visitors.who(`${n} ${sent}`, sent, '', Date.UTC(2026, 0, 1));
    }
    expect(heldMb() - before).toBeLessThan(8);
    expect(visitors.who('192.0.2.1', 'Mozilla/5.0', '', Date.UTC(2026, 0, 1))).toContain('192.0.2.0/24');
  });
});
