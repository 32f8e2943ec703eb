import { createEnricher } from '@contexts/clicks';
import { type AnalyticsClient, migrateAnalytics } from '@platform/analytics-store';
import { forgetSources, pooledClickCounters, tellSources } from '@platform/click-counters';
import { CLICK_LOADERS, CLICKS_TOPIC } from '@platform/click-log';
import { NewerData } from '@platform/config';
import { openGeoIp } from '@platform/geoip';
import type { Consumption, Kafka } from '@platform/kafka';
import type { Pool } from 'pg';
import { untilDone } from './backoff';
import { clickRow } from './click-row';
import { KafkaLoader, type KafkaLoaderOptions } from './kafka-loader';
import { PreparedBlocks } from './prepared-blocks';
import { SourceCounters } from './source-counters';
import { Progress } from './source-progress';

export interface RunKafkaLoader extends Pick<
  KafkaLoaderOptions,
  'client' | 'stateDirectory' | 'log' | 'signal' | 'failpoint'
> {
  /** The tables are there. */
  readonly onTables?: () => void;
  readonly kafka: Pick<Kafka, 'consume' | 'ensureTopics'>;
  /** Counts as the application, with the patience of COUNTING. */
  readonly pool: Pool;
  /** A geographic database instead of the shipped one. */
  readonly geoipDb?: string;
  readonly onConsuming: (consumption: Consumption) => void;
}

const PARTITIONS_AT_ONCE = 4;

/** The click loader of a cluster, besides others like it: as many as there are partitions find work. Resolves when aborted. */
export async function runKafkaLoader({
  kafka,
  pool,
  geoipDb,
  onTables,
  onConsuming,
  ...options
}: RunKafkaLoader): Promise<void> {
  const { client, log, signal } = options;
  await migrated(client, options);
  if (signal.aborted) return;
  onTables?.();
  const progress = new Progress({ tell: (told) => tellSources(pool, told), forget: () => forgetSources(pool), log });
  const counters = new SourceCounters((name) => pooledClickCounters(pool, name));
  const enrich = createEnricher(openGeoIp({ ...(geoipDb !== undefined && { path: geoipDb }), log }));
  const prepared = new PreparedBlocks((source, click) => clickRow(source, click, enrich));
  const loader = new KafkaLoader({ ...options, prepared, counters, progress });
  const consumption = kafka.consume({
    topics: [CLICKS_TOPIC.topic],
    groupId: CLICK_LOADERS,
    fromBeginning: true,
    concurrency: PARTITIONS_AT_ONCE,
    prepare: () => kafka.ensureTopics([CLICKS_TOPIC]),
    handle: (messages) => loader.handle(messages),
    failed: () => loader.failed(),
    signal,
  });
  onConsuming(consumption);
  await Promise.all([consumption.ended, progress.keepTelling(signal)]);
  await progress.flush().catch(() => undefined);
}

const migrated = (client: AnalyticsClient, { log, signal }: Pick<RunKafkaLoader, 'log' | 'signal'>) =>
  untilDone(() => migrateAnalytics(client), {
    signal,
    onFailure: (error) => {
      if (error instanceof NewerData) throw error;
      log.error({ err: error }, 'the tables for clicks could not be made; trying again');
    },
  });
