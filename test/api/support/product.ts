import type { Address, Product } from '../../support/waymark';

/** Hands the port of the running product to jest's workers, which inherit the environment. */
const PORT = 'WAYMARK_UNDER_TEST';

let product: Product | undefined;

export const hold = (started: Product): void => {
  product = started;
  process.env[PORT] = String(started.port);
};

export const held = (): Product | undefined => product;

export const productUnderTest = (): Address => {
  const port = Number(process.env[PORT]);
  if (!port) throw new Error('no product is running: start these suites by jest, with test/jest.config.cjs');
  return { port, url: `http://localhost:${port}` };
};
