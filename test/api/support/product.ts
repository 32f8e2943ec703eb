import type { Address } from '../../support/waymark';

/** Hands the port of the running product to jest's workers, which inherit the environment. */
const PORT = 'WAYMARK_UNDER_TEST';
const GATEWAY = 'WAYMARK_GATEWAY_UNDER_TEST';

interface Held {
  readonly port: number;
  /** Where its gateway listens, if a balancer stands before it. */
  readonly gateway?: number;
  stop(): Promise<void>;
}

let product: Held | undefined;

export const hold = (started: Held): void => {
  product = started;
  process.env[PORT] = String(started.port);
  process.env[GATEWAY] = String(started.gateway ?? started.port);
};

export const held = (): Held | undefined => product;

export const productUnderTest = (): Address => addressIn(PORT);

/** The gateway itself, for what a balancer would answer in its stead: bytes that are no HTTP, bodies without an end. */
export const gatewayUnderTest = (): Address => addressIn(GATEWAY);

const addressIn = (variable: string): Address => {
  const port = Number(process.env[variable]);
  if (!port) throw new Error('no product is running: start these suites by jest, with test/jest.config.cjs');
  return { port, url: `http://localhost:${port}` };
};
