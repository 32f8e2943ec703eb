import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reclassifications } from '@platform/click-counters';
import { CLICK_LOADERS, CLICKS_TOPIC, type Checkpoint, sealedUpTo } from '@platform/click-log';
import { createKafka, type KafkaCluster } from '@platform/kafka';
import type { Site } from '../analytics';
import { Failure } from '../failure';
import { clickLog, counterOf, loadedUpTo, reaches } from './readers';

/** How clicks come to the counters, as far as whoever corrects these must know it. */
export interface Way {
  /** Waits until all that has gone this way is counted. @throws Failure saying what is waited for in vain */
  counted(): Promise<void>;
  /** While nobody counts: waits until all that came this way and is counted is in the analytics store. @throws Failure, too */
  loaded(): Promise<void>;
}

export interface Patience {
  /** Whether clicks are loaded meanwhile; else they are there or will not be. */
  readonly loading: boolean;
  /** Milliseconds for a product that is busy with a backlog; it moves on meanwhile. */
  readonly catchUpMs?: number;
}

const CATCH_UP_MS = 60_000;
/** The transaction that waits is cut after 10 s. */
const LOADED_MS = 5_000;

const NOT_COUNTED =
  'Clicks wait in the journal and are not counted yet. Run the product until they are, then this command again; it goes on where it stopped.';
const NOT_LOADED =
  'Clicks that have been counted are not in the analytics store yet. When the product has loaded them, run this command again; it goes on where it stopped.';
const NOT_COMMITTED = `Clicks wait in Kafka and are not counted yet. Run a click loader until the group ${CLICK_LOADERS} has caught up with the topic ${CLICKS_TOPIC.topic}, then this command again; it goes on where it stopped.`;
const NO_ANSWER =
  'Kafka does not tell how far clicks are counted. Look after the brokers that KAFKA_BROKERS names, then run this command again; it goes on where it stopped.';

/**
 * The ways by which clicks come, by the configuration: over Kafka where the apps of a cluster can be, and by the journal of
 * this data directory unless a redirector sends it to Kafka.
 */
export const waysOf = async (site: Site, runs: Reclassifications, patience: Patience): Promise<readonly Way[]> => {
  const { kafka, clickHouseUrl, databaseUrl } = site.config;
  if (!kafka || !clickHouseUrl || !databaseUrl) return [byJournal(site, runs, patience)];
  return [overKafka(site, kafka, patience), ...((await isReadHere(site)) ? [byJournal(site, runs, patience)] : [])];
};

/** A redirector keeps a file of what it has sent; to a data directory without clicks this command adds nothing. */
const isReadHere = async (site: Site): Promise<boolean> => {
  const isSent = await access(join(site.config.dataDir, 'clicks-sent.json')).then(
    () => true,
    () => false,
  );
  return !isSent && Object.keys(await sealedUpTo(clickLog(site))).length > 0;
};

/** Two readers of their own, which may be in any order. */
const byJournal = (site: Site, runs: Reclassifications, { loading, catchUpMs = CATCH_UP_MS }: Patience): Way => {
  const directory = clickLog(site);
  const counted = async () => (await runs.countedUpTo(await counterOf(site))) as Checkpoint;
  return {
    counted: async () => reaches(directory, counted, await sealedUpTo(directory), loading ? catchUpMs : 0, NOT_COUNTED),
    loaded: async () =>
      reaches(directory, () => loadedUpTo(site), await counted(), loading ? LOADED_MS : 0, NOT_LOADED),
  };
};

/** A loader inserts a block, then counts it, then commits its offset: so what is committed is counted, and what is counted is loaded. */
const overKafka = ({ log }: Site, cluster: KafkaCluster, { catchUpMs: withinMs = CATCH_UP_MS }: Patience): Way => ({
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
