// A thread of its own for argon2, one job at a time. Not TypeScript: a worker loads its file by itself, from sources
// under jest and from dist/ in the product.
const { parentPort } = require('node:worker_threads');
const { hashSync, verifySync } = require('@node-rs/argon2');

/** OWASP's first choice of parameters for argon2id: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

parentPort.on('message', ({ password, stored }) => {
  try {
    const result = stored === undefined ? hashSync(password, COST) : verifySync(stored, password);
    parentPort.postMessage({ result });
  } catch (error) {
    parentPort.postMessage({ failure: error instanceof Error ? error.message : String(error) });
  }
});
