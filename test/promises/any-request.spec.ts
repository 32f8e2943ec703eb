import { join } from 'node:path';
import { edit, type Fault, withFaults } from '../support/faulty-product';
import { type NameServer, startNameServer } from '../support/name-server';
import { atScale } from '../support/scale';
import { type Product, startWaymark } from '../support/waymark';
import { judge } from './generated/judge';

const SEED = Number(process.env['SEED'] ?? Date.now());

/** A planted fault: what is not found is presented all the same. */
const forgetToLook: Fault = (dist) =>
  edit([join(dist, 'libs/platform/http/src/errors.js')], /if \(resource === null\) throw notFound\(\);/, '');

let names: NameServer;
let env: Record<string, string>;
let product: Product | undefined;
beforeAll(async () => {
  // Knows no name, so nothing that a request names is asked for anything.
  names = await startNameServer();
  env = { SIGNUP: 'open', DEFAULT_PLAN: 'enterprise', TRUST_PROXY: 'loopback', DNS_SERVERS: names.address };
});
afterAll(async () => {
  await product?.stop();
  await names.close();
});

describe(`requests generated from the OpenAPI document (SEED=${SEED})`, () => {
  it(
    'get no 5xx, and failures have the one shape and a status of the document',
    async () => {
      product = await startWaymark({ env, patient: true });
      const count = atScale(400, 100_000);
      const { sent, statuses, faults } = await judge(product, count, SEED);
      expect(sent).toBe(count);
      expect(faults).toEqual([]);
      // As a fuzzer that is only ever refused finds nothing.
      const good = (statuses[200] ?? 0) + (statuses[201] ?? 0) + (statuses[202] ?? 0) + (statuses[204] ?? 0);
      expect(good).toBeGreaterThan(count / 5);
    },
    atScale(900_000, 7_200_000),
  );

  it('to a product that does not look whether there is what an id names, planted, are caught', () =>
    withFaults([forgetToLook], env, async (faulty) =>
      expect((await judge(faulty, 400, SEED)).faults.join('\n')).toMatch(/^500: /m),
    ));
});
