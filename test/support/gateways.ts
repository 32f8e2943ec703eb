import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { testPool } from './pool';
import { type TestDatabase, withPostgres } from './postgres';
import { eventually } from './programs';
import { type Bootstrap, type Product, startWaymark } from './waymark';

/** Several processes of the product on one database, each with its own port and data directory. */
export interface Gateways {
  readonly all: readonly Product[];
  /** What the first of them made at its first start. */
  readonly bootstrap: Bootstrap;
  readonly database: TestDatabase;
  /** Acts as the owner of the tables. */
  readonly owner: Pool;
  readonly pepper: string;
  /** Starts one more process. */
  add(): Promise<Product>;
  /** Sets `waymark_now()`: to an instant at which it stops, or by milliseconds relative to the real time. */
  setClock(to: Date | number): Promise<void>;
  /** The process that leads the projectors. */
  leader(): Promise<Product>;
  close(): Promise<void>;
}

export const startGateways = async (count: number, env: Readonly<Record<string, string>> = {}): Promise<Gateways> => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-gateways-'));
  // Traversable, for programs of another account.
  chmodSync(folder, 0o755);
  const database = await withPostgres();
  const owner = testPool({ connectionString: database.url, max: 4 });
  const analytics = await silentAnalytics();
  const secrets = newSecrets();
  const all: Product[] = [];
  let started = 0;

  const add = async (): Promise<Product> => {
    const dataDir = join(folder, String((started += 1)));
    mkdirSync(dataDir);
    if (all[0]) writeFileSync(join(dataDir, 'bootstrap.json'), JSON.stringify(all[0].bootstrap));
    const product = await startWaymark({
      dataDir,
      env: {
        DATABASE_URL: database.url,
        CLICKHOUSE_URL: analytics.url,
        PUBLIC_URL: 'http://go.example.com',
        ...secrets,
        ...env,
      },
    });
    all.push(product);
    return product;
  };
  const close = async (): Promise<void> => {
    await Promise.all(all.map((product) => product.stop()));
    await owner.end();
    await database.close();
    analytics.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };

  try {
    const { bootstrap } = await add();
    for (let more = 1; more < count; more += 1) await add();
    return {
      all,
      bootstrap,
      database,
      owner,
      pepper: secrets.KEY_PEPPER,
      add,
      close,
      setClock: async (to) => {
        const [milliseconds, frozen] = typeof to === 'number' ? [to, null] : [0, to.toISOString()];
        await owner.query(
          `insert into clock_offset (milliseconds, frozen_at) values ($1, $2)
           on conflict (only_row) do update set milliseconds = excluded.milliseconds, frozen_at = excluded.frozen_at`,
          [milliseconds, frozen],
        );
      },
      leader: () => eventually(() => leaderOf(owner, all)),
    };
  } catch (error) {
    await close();
    throw error;
  }
};

/** The holder of the lock names itself by its session. */
const leaderOf = async (owner: Pool, all: readonly Product[]): Promise<Product> => {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and application_name like 'waymark projectors of %'
       and pg_locks.database = (select oid from pg_database where datname = current_database())`,
  );
  const leader = all.find(({ pid }) => rows.some(({ name }) => name === `waymark projectors of ${pid}`));
  if (!leader) throw new Error('nobody leads');
  return leader;
};

/** What processes on one database must share. */
export const newSecrets = () => ({
  KEY_PEPPER: randomBytes(32).toString('base64url'),
  VISITOR_SECRET: randomBytes(32).toString('base64url'),
  JWT_PRIVATE_KEY: generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
    .replaceAll('\n', '\\n'),
});

/** In place of a ClickHouse server, for tests without analytics: it saves an engine per process. */
const silentAnalytics = async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.end('Ok.\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
};
