import { createEnricher } from '@contexts/clicks';
import { forgetSources, pooledClickCounters, saveWatermarks } from '@platform/click-counters';
import { CLICK_LOADERS, CLICKS_TOPIC } from '@platform/click-log';
import { openGeoIp } from '@platform/geoip';
import type { Consumption, Kafka } from '@platform/kafka';
import type { Pool } from 'pg';
import { makeTables } from '../shared/tables';
import { SourceCounters } from './counters';
import { KafkaLoader, type KafkaLoaderOptions } from './loader';
import { Watermarks } from './watermarks';

export interface RunKafkaLoader extends Pick<
  KafkaLoaderOptions,
  'client' | 'stateDirectory' | 'log' | 'signal' | 'failpoint'
> {
  /** Called when the tables are there. */
  readonly onTables?: () => void;
  readonly kafka: Pick<Kafka, 'consume' | 'ensureTopics'>;
  /** Of the application's role, with the timeouts of COUNTING. */
  readonly pool: Pool;
  /** A geographic database instead of the shipped one. */
  readonly geoipDb?: string;
  readonly onConsuming: (consumption: Consumption) => void;
}

const PARTITIONS_AT_ONCE = 4;

/** One click loader of a cluster: there may be as many as the topic has partitions. Resolves when aborted. */
export async function runKafkaLoader({
  kafka,
  pool,
  geoipDb,
  onTables,
  onConsuming,
  ...options
}: RunKafkaLoader): Promise<void> {
  const { client, log, signal } = options;
  await makeTables(client, options);
  if (signal.aborted) return;
  onTables?.();
  const watermarks = new Watermarks({
    save: (reached) => saveWatermarks(pool, reached),
    forget: () => forgetSources(pool),
    log,
  });
  const counters = new SourceCounters((name) => pooledClickCounters(pool, name));
  const enrich = createEnricher(openGeoIp({ ...(geoipDb !== undefined && { path: geoipDb }), log }));
  const loader = new KafkaLoader({ ...options, enrich, counters, watermarks });
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
  await Promise.all([consumption.ended, watermarks.keepSaving(signal)]);
  await watermarks.flush().catch(() => undefined);
}
