import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reclassifications } from '@platform/click-counters';
import { CLICK_LOADERS, CLICKS_TOPIC, type ClickLogCheckpoint, sealedUpTo } from '@platform/click-log';
import { createKafka, type KafkaCluster } from '@platform/kafka';
import type { AnalyticsSite } from '../analytics';
import { Failure } from '../failure';
import { clickLog, counterOf, loadedUpTo, reaches } from './readers';

/** One path of clicks to the counters and the analytics store. */
export interface ClickPipeline {
  /** Waits until every click of this pipeline is counted. @throws Failure that says what is missing */
  counted(): Promise<void>;
  /** Called while counting is stopped. Waits until every counted click is in the analytics store. @throws Failure */
  loaded(): Promise<void>;
}

export interface Patience {
  /** Whether a loader runs. Without one, waiting is useless. */
  readonly loading: boolean;
  /** Milliseconds to wait for a product that is busy with a backlog. */
  readonly catchUpMs?: number;
}

const CATCH_UP_MS = 60_000;
/** Postgres ends the waiting transaction after 10 s. */
const LOADED_MS = 5_000;

const NOT_COUNTED =
  'Clicks wait in the journal and are not counted yet. Run the product until they are, then this command again; ' +
  'it goes on where it stopped.';
const NOT_LOADED =
  'Clicks that have been counted are not in the analytics store yet. When the product has loaded them, run this ' +
  'command again; it goes on where it stopped.';
const NOT_COMMITTED =
  `Clicks wait in Kafka and are not counted yet. Run a click loader until the group ${CLICK_LOADERS} has ` +
  `caught up with the topic ${CLICKS_TOPIC.topic}, then this command again; it goes on where it stopped.`;
const NO_ANSWER =
  'Kafka does not answer how far clicks are counted. Check the brokers in KAFKA_BROKERS, then run this command ' +
  'again; it goes on where it stopped.';

/**
 * The pipelines of this configuration: Kafka if it names brokers and the servers of a cluster, and the journal of this
 * data directory unless a redirector sends it to Kafka.
 */
export const pipelinesOf = async (
  site: AnalyticsSite,
  runs: Reclassifications,
  patience: Patience,
): Promise<readonly ClickPipeline[]> => {
  const { kafka, clickHouseUrl, databaseUrl } = site.config;
  if (!kafka || !clickHouseUrl || !databaseUrl) return [byJournal(site, runs, patience)];
  return [overKafka(site, kafka, patience), ...((await isReadHere(site)) ? [byJournal(site, runs, patience)] : [])];
};

/** False for a redirector's data directory, which has the file clicks-sent.json, and for one without clicks. */
const isReadHere = async (site: AnalyticsSite): Promise<boolean> => {
  const isSent = await access(join(site.config.dataDir, 'clicks-sent.json')).then(
    () => true,
    () => false,
  );
  return !isSent && Object.keys(await sealedUpTo(clickLog(site))).length > 0;
};

/** The loader and the counters read the journal independently of each other. */
const byJournal = (
  site: AnalyticsSite,
  runs: Reclassifications,
  { loading, catchUpMs = CATCH_UP_MS }: Patience,
): ClickPipeline => {
  const directory = clickLog(site);
  const counted = async () => (await runs.countedUpTo(await counterOf(site))) as ClickLogCheckpoint;
  return {
    counted: async () => reaches(directory, counted, await sealedUpTo(directory), loading ? catchUpMs : 0, NOT_COUNTED),
    loaded: async () =>
      reaches(directory, () => loadedUpTo(site), await counted(), loading ? LOADED_MS : 0, NOT_LOADED),
  };
};

/** A loader inserts a block, counts it, then commits its offset: a committed block is counted, a counted one loaded. */
const overKafka = (
  { log }: AnalyticsSite,
  cluster: KafkaCluster,
  { catchUpMs: withinMs = CATCH_UP_MS }: Patience,
): ClickPipeline => ({
  counted: async () => {
    const kafka = createKafka({ ...cluster, clientId: 'waymark-ops', log });
    const committed = await kafka
      .awaitCommitted({ topic: CLICKS_TOPIC.topic, groupId: CLICK_LOADERS, withinMs })
      .catch((error: unknown) => {
        throw new Failure(`${NO_ANSWER} (${error instanceof Error ? error.message : String(error)})`);
      });
    if (!committed) throw new Failure(NOT_COMMITTED);
  },
  loaded: async () => undefined,
});
