import 'reflect-metadata';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createAnalyticsClient } from '@platform/analytics-store';
import { COUNTING } from '@platform/click-counters';
import { serversOf } from '@platform/config';
import { type Consumption, createKafka } from '@platform/kafka';
import { type AppContext, MIGRATIONS, checkDisk, onceAvailable, runApp, serveStatus } from '@platform/process';
import { applicationPool, migrate } from '@platform/read-store';
import { runKafkaLoader } from './kafka/run-loader';
import { keepTables } from './shared/tables';

/** Connections to Postgres: one for each partition that is loaded at once, and some for the rest. */
const CONNECTIONS = 6;
/** An insert without an answer after this time is made again. Merges can delay an insert. */
const INSERT_TIMEOUT_MS = 60_000;

const start = async (context: AppContext): Promise<void> => {
  const { config, logger: log, health, shutdown, fail } = context;
  const { databaseUrl = '', clickHouseUrl: url = '', kafka: cluster = { brokers: [] }, dataDir } = config;
  await serveStatus(context, { port: config.port });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // It takes room only for what is set aside: health shows it, and readiness does not depend on it.
  health.watch('disk', () => checkDisk(dataDir));
  const urls = { url: databaseUrl, ownerUrl: config.migrationsDatabaseUrl };
  await onceAvailable(() => migrate(urls, MIGRATIONS, log, context.signal), context);
  const pool = applicationPool(databaseUrl, { ...COUNTING, most: CONNECTIONS }, log);
  shutdown.push(() => pool.end());
  const client = createAnalyticsClient({ url, timeout: INSERT_TIMEOUT_MS });
  shutdown.push(() => client.close());
  const kafka = createKafka({ ...cluster, clientId: 'waymark-clicks', log });

  let consumption: Consumption | undefined;
  health.register('postgres', () => pool.query('SELECT 1'), { server: serversOf(databaseUrl) });
  health.register('clickhouse', () => client.ping(), { server: serversOf(url) });
  const demandKafka = async (): Promise<void> => {
    if (!consumption) throw new Error('it waits for the tables of ClickHouse');
    if (!consumption.ready()) throw new Error('not connected to Kafka');
  };
  health.register('kafka', demandKafka, { server: cluster.brokers.join() });
  const loading = shutdown.background((signal) =>
    runKafkaLoader({
      kafka,
      client,
      pool,
      stateDirectory: join(dataDir, 'analytics'),
      log,
      signal,
      ...(config.geoipDb !== undefined && { geoipDb: config.geoipDb }),
      onTables: () => void keepTables({ retention: config.clickRetention, client, databaseUrl, log, signal }),
      onConsuming: (begun) => (consumption = begun),
    }),
  );
  loading.catch(fail);
};

runApp({ requires: ['DATABASE_URL', 'CLICKHOUSE_URL', 'KAFKA_BROKERS'], start });
