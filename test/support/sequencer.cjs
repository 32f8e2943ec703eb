// The order of the spec files. Those that start a product or engines run for longest and wait most of that time, so
// they come first, and short ones fill the gaps at the end. Within a group jest decides: by how long a file took the
// last time, or by its size on a machine that never ran it.
const { readFileSync } = require('node:fs');
const { default: Sequencer } = require('@jest/test-sequencer');

const PRODUCT = /\b(startWaymark|startClockedProduct|withFaults|inBrowser)\b|\/support\/gateways'|\.\/processes'/;
const ENGINE = /test\/support\/|\.\.\/support\//;

const groupOf = (path) => {
  if (/[\\/]test[\\/]architecture[\\/]/.test(path)) return 1;
  const source = readFileSync(path, 'utf8');
  if (PRODUCT.test(source)) return 0;
  return ENGINE.test(source) && !/[\\/]test[\\/]api[\\/]/.test(path) ? 1 : 2;
};

module.exports = class extends Sequencer {
  sort(tests) {
    const groups = new Map(tests.map((test) => [test, groupOf(test.path)]));
    return super.sort(tests).sort((one, other) => groups.get(one) - groups.get(other));
  }
};
