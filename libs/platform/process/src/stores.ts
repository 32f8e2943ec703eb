import { EventStoreMismatch, StoreUnavailable } from '@kernel';
import { retry, within } from '@platform/async';
import {
  clickCountersSchema,
  campaignCountersSchema,
  clickSourcesSchema,
  clickTotalsSchema,
  foreignClicksSchema,
  reclassificationsSchema,
} from '@platform/click-counters';
import { type Secrets, serversOf } from '@platform/config';
import { createEventStoreDb, createPostgresEventStore, eventStoreMigrations } from '@platform/event-store';
import type { Explained } from '@platform/http';
import { MISMATCH_REMEDY, Progress } from '@platform/processing';
import {
  EVERY_WORKSPACE,
  type ReadStore,
  type SqlMigration,
  applicationConnection,
  asUnavailable,
  createReadStore,
  followProgress,
} from '@platform/read-store';
import { messageOf } from '@platform/telemetry';
import {
  webhookClickCursors,
  webhookDeliveryCounts,
  webhookLog,
  webhookLogLock,
  webhookPartitions,
  webhookReplayed,
  webhookSecrets,
} from '@platform/webhooks';
import { checkEventsAreHere } from './events-moved';
import { checkFingerprints } from './fingerprints';
import { reminder } from './reminder';
import type { AppContext } from './run-app';
import { EventsMoved, type VerifiedEventStore, verifiedEventStore } from './verified-event-store';

/** The migrations of every app on the database; the read store's own steps come first. */
export const MIGRATIONS: readonly SqlMigration[] = [
  ...eventStoreMigrations,
  clickCountersSchema,
  clickTotalsSchema,
  clickSourcesSchema,
  campaignCountersSchema,
  reclassificationsSchema,
  foreignClicksSchema,
  webhookLog,
  webhookSecrets,
  webhookClickCursors,
  webhookLogLock,
  webhookDeliveryCounts,
  webhookReplayed,
  webhookPartitions,
];

export interface OpenStores {
  readonly databaseUrl: string;
  /** Of the tables' owner, for migrations; by default MIGRATIONS_DATABASE_URL, or the same. */
  readonly ownerUrl?: string;
  /** The secrets that this process uses; it refuses a database that was used with others. */
  readonly secrets?: Partial<Secrets>;
  /** The app's own steps, run after the common ones. */
  readonly migrations?: readonly SqlMigration[];
}

export interface Stores {
  readonly readStore: ReadStore;
  readonly eventStore: VerifiedEventStore;
}

const RETRY_MS = 1_000;

/**
 * The database, migrated by the first process to come, and the event store in it or at EVENTSTORE_URL. Waits for a
 * database that is not up yet.
 * @throws ConfigError if other secrets were used with it, or its events were moved away; an aborted signal's reason
 */
export const openStores = async (
  context: AppContext,
  { databaseUrl, ownerUrl, secrets = {}, migrations = [] }: OpenStores,
): Promise<Stores> => {
  const { logger, shutdown, signal } = context;
  const options = {
    url: databaseUrl,
    ownerUrl: ownerUrl ?? context.config.migrationsDatabaseUrl,
    log: logger,
    extraMigrations: [...MIGRATIONS, ...migrations],
    signal,
  };
  const readStore = await onceAvailable(() => createReadStore(options), context);
  shutdown.push(() => readStore.close());
  await checkFingerprints(readStore.system, secrets);
  await checkEventsAreHere(readStore.system, context.config);
  signal.throwIfAborted();
  return { readStore, eventStore: openEventStore(context, databaseUrl, readStore.system) };
};

/** @param pool of the tables, and for the store in Postgres where EVENTSTORE_URL names no other */
export const openEventStore = (
  { config, logger, shutdown }: Pick<AppContext, 'config' | 'logger' | 'shutdown'>,
  databaseUrl: string,
  pool: ReadStore['system'],
): VerifiedEventStore => {
  const listen = () => applicationConnection(databaseUrl, { name: 'listen', workspace: EVERY_WORKSPACE });
  const store = config.eventStoreUrl
    ? createEventStoreDb({ url: config.eventStoreUrl, log: logger })
    : createPostgresEventStore({ pool, listen, log: logger });
  shutdown.push(() => store.close());
  return verifiedEventStore(store, pool, config);
};

/** The checkpoints of the read models of all processes. */
export const followReadModels = ({ logger, shutdown }: AppContext, databaseUrl: string): Progress => {
  const progress = new Progress();
  const connect = () => applicationConnection(databaseUrl, { name: 'progress', workspace: EVERY_WORKSPACE });
  void shutdown.background((signal) => followProgress({ connect, progress, log: logger, signal }));
  return progress;
};

/** Registers the stores as dependencies in health. */
export const checkStores = (
  context: Pick<AppContext, 'config' | 'health'>,
  { readStore, eventStore }: Stores,
): void => {
  context.health.register('postgres', () => readStore.ping(), { server: serversOf(context.config.databaseUrl) });
  watchEventStore(context, eventStore);
};

/**
 * Reports the event store in health. Without its server commands are refused, and reads and redirects continue. With
 * another history than that of the tables they do so as well, until an operator acts; so the process is not ready.
 * @param readyAnyway for a process whose work goes on
 */
export const watchEventStore = (
  { config, health }: Pick<AppContext, 'config' | 'health'>,
  eventStore: Stores['eventStore'],
  { readyAnyway = false } = {},
): void => {
  const check = async (): Promise<void> => {
    if (config.eventStoreUrl) await eventStore.read('health-check');
    const mismatch = await mismatchOf(eventStore);
    if (mismatch) throw mismatch;
  };
  const explain = (error: unknown): Explained | undefined => {
    if (!(error instanceof EventStoreMismatch)) return undefined;
    const remedy = error instanceof EventsMoved ? '' : `; ${MISMATCH_REMEDY}`;
    return { vital: !readyAnyway, detail: `${upperFirst(error.message)}${remedy}.` };
  };
  const server = serversOf(config.eventStoreUrl ?? config.databaseUrl);
  health.watch('event_store', check, { server, explain });
};

/** Milliseconds; a database that does not answer is reported by itself. */
const COMPARED_WITHIN_MS = 800;

const mismatchOf = (eventStore: VerifiedEventStore): Promise<EventStoreMismatch | undefined> => {
  const compared = eventStore.verify().then(
    () => undefined,
    (error: unknown) => (error instanceof EventStoreMismatch ? error : undefined),
  );
  return within(COMPARED_WITHIN_MS, compared).catch(() => undefined);
};

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Tries again while the database is down, and logs a warning now and then. */
export const onceAvailable = async <T>(
  attempt: () => Promise<T>,
  { config, logger, signal }: Pick<AppContext, 'config' | 'logger' | 'signal'>,
  retryMs = RETRY_MS,
): Promise<T> => {
  const due = reminder();
  const onFailure = (error: unknown): void => {
    if (!(asUnavailable(error) instanceof StoreUnavailable)) throw error;
    logger.debug({ err: error }, 'the database is not available');
    if (due())
      logger.warn(
        { server: serversOf(config.databaseUrl), cause: messageOf(error) },
        'the database is not available; trying again until it is',
      );
  };
  const succeeded = async () => ({ result: await attempt() });
  const done = await retry(succeeded, { signal, onFailure, firstMs: retryMs, lastMs: retryMs });
  if (!done) throw signal.reason;
  return done.result;
};
