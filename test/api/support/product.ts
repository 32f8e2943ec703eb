import type { Address, Product } from '../../support/waymark';

/** Hands the port of the running product to jest's workers, which inherit the environment. */
const PORT = 'WAYMARK_UNDER_TEST';
/** Where it keeps its data, for suites that look into its engines. */
const DATA_DIR = 'WAYMARK_UNDER_TEST_DATA';

let product: Product | undefined;

export const hold = (started: Product): void => {
  product = started;
  process.env[PORT] = String(started.port);
  process.env[DATA_DIR] = started.dataDir;
};

export const held = (): Product | undefined => product;

export const productUnderTest = (): Address => {
  const port = Number(process.env[PORT]);
  if (!port) throw new Error('no product is running: start these suites by jest, with test/jest.config.cjs');
  return { port, url: `http://localhost:${port}` };
};

export const dataDirUnderTest = (): string => process.env[DATA_DIR] ?? '';
