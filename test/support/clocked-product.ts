import { generateKeyPairSync } from 'node:crypto';
import { withPostgres } from './postgres';
import { type Product, startWaymark } from './waymark';

/** A product on a test database, whose clock the test controls. */
export interface ClockedProduct extends Product {
  /** The environment of its start, to start it again. */
  readonly env: Readonly<Record<string, string>>;
  /** The database's current time. */
  now(): Promise<Date>;
  /** Stops the database's clock at an instant. */
  freeze(instant: Date): Promise<void>;
}

const { privateKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

/** What an installation with an external database must be given. */
const SECRETS = {
  KEY_PEPPER: 'pepper of a test '.repeat(2),
  VISITOR_SECRET: 'visitors of a test '.repeat(2),
  JWT_PRIVATE_KEY: privateKey,
};

export const startClockedProduct = async (more: Readonly<Record<string, string>> = {}): Promise<ClockedProduct> => {
  const database = await withPostgres();
  const env = { SIGNUP: 'open', DEFAULT_PLAN: 'enterprise', ...SECRETS, ...more, DATABASE_URL: database.url };
  try {
    const product = await startWaymark({ env });
    return {
      ...product,
      env,
      now: async () =>
        (await database.query<{ now: Date }>('SELECT waymark_now() AS now', []))[0]?.now ?? new Date(NaN),
      freeze: async (instant) => {
        await database.query(
          'INSERT INTO clock_offset (frozen_at) VALUES ($1) ON CONFLICT (only_row) DO UPDATE ' +
            'SET frozen_at = excluded.frozen_at',
          [instant.toISOString()],
        );
      },
      stop: async () => {
        await product.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
};
