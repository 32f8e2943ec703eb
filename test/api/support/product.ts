import { type Published, publishIn } from '../../support/name-server';
import { eventually } from '../../support/programs';
import type { Address } from '../../support/waymark';

/** The only origin whose pages may call the product from a browser. */
export const BROWSER_ORIGIN = 'https://app.example.com';

/** Passes the running product to jest's workers, which inherit the environment. */
const UNDER_TEST = 'WAYMARK_UNDER_TEST';

/** What the suites know of the running product. */
interface UnderTest {
  readonly port: number;
  /** Where its data is, if all of it is in one place. */
  readonly dataDir?: string;
  /** Where its gateway listens, if a balancer is in front of it. */
  readonly gateway?: number;
  /** Its ClickHouse, unless it has the embedded engine in its data directory. */
  readonly clickhouseUrl?: string;
  /** The folder that says what its name server answers, see `publishIn`. */
  readonly zone: string;
}

interface Held extends UnderTest {
  stop(): Promise<void>;
}

let product: Held | undefined;

export const hold = (started: Held): void => {
  product = started;
  const { port, dataDir, gateway, clickhouseUrl, zone } = started;
  process.env[UNDER_TEST] = JSON.stringify({ port, dataDir, gateway, clickhouseUrl, zone });
};

export const held = (): Held | undefined => product;

const underTest = (): UnderTest => {
  const stored = process.env[UNDER_TEST];
  if (!stored) throw new Error('no product is running: start these suites by jest, with test/jest.config.cjs');
  return JSON.parse(stored) as UnderTest;
};

/** A busy machine may shed any request: the suites ask again, but for those that are about bursts. */
const addressAt = (port: number): Address => ({ port, url: `http://localhost:${port}`, patient: true });

export const productUnderTest = (): Address => addressAt(underTest().port);

/** The gateway itself, for requests that a balancer would refuse: bytes that are not HTTP, bodies without an end. */
export const gatewayUnderTest = (): Address => addressAt(underTest().gateway ?? underTest().port);

/** Checks a redirect after an edit: it follows at once in one process, and within a second in a cluster. */
export const followed = (check: () => Promise<unknown>): Promise<unknown> =>
  underTest().gateway === undefined ? check() : eventually(check);

/** Where the engine with its clicks is: at an address, or embedded in a data directory. */
export const engineUnderTest = (): Pick<UnderTest, 'clickhouseUrl' | 'dataDir'> => underTest();

/** Sets what DNS says of a name to the product. @param published absent: that there is no such name */
export const publish = (name: string, published?: Published): void => publishIn(underTest().zone, name, published);
