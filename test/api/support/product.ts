import type { Address } from '../../support/waymark';

/** Hands the port of the running product to jest's workers, which inherit the environment. */
const PORT = 'WAYMARK_UNDER_TEST';

interface Held {
  readonly port: number;
  stop(): Promise<void>;
}

let product: Held | undefined;

export const hold = (started: Held): void => {
  product = started;
  process.env[PORT] = String(started.port);
};

export const held = (): Held | undefined => product;

export const productUnderTest = (): Address => {
  const port = Number(process.env[PORT]);
  if (!port) throw new Error('no product is running: start these suites by jest, with test/jest.config.cjs');
  return { port, url: `http://localhost:${port}` };
};
