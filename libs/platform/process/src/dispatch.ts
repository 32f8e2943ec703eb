import { hostname } from 'node:os';
import type { Aggregate, WriteService } from '@kernel';
import { endsOrAborts } from '@platform/async';
import {
  type Clock,
  Deciders,
  type HandleDispatch,
  KafkaDispatch,
  LocalDispatch,
  createKafkaDispatch,
  serveCommands,
} from '@platform/commands';
import { DatabaseClock, type ReadStore } from '@platform/read-store';
import type { AppContext } from './run-app';
import { serveStatus } from './status-server';
import { type Stores, checkStores, onceAvailable, openStores } from './stores';
import { demandingMatch } from './verified-event-store';

/** The one handler of commands: a gateway binds its CommandBus to it, and a scheduler calls it. */
export interface Dispatch {
  readonly execute: HandleDispatch;
}

export interface OpenDispatch {
  /** The app that sends. */
  readonly from: string;
  /** Where commands are handled, or where their outcome is read when an answer is lost; deadlines use its clock. */
  readonly stores: Stores;
  /** The aggregates that commands are sent to. */
  readonly aggregates: readonly Aggregate[];
}

/** A start waits this long for Kafka, so that the first commands are not refused; reads do not need Kafka. */
const FIRST_ANSWERS_MS = 10_000;

/** A command on a server of events is answered by then, whatever the server does: with its request, within 2 s. */
const LOCAL_MS = 1_800;

const topicOf = (service: WriteService): string => `waymark.commands.${service}`;

/** Handles commands in this process or, with KAFKA_BROKERS, sends them to the apps keys and links. */
export const openDispatch = async (
  context: AppContext,
  { from, stores, aggregates }: OpenDispatch,
): Promise<Dispatch> => {
  const { config, logger, shutdown, signal } = context;
  const deciders = new Deciders(demandingMatch(stores.eventStore), aggregates);
  if (!config.kafka) return new LocalDispatch(deciders, config.eventStoreUrl ? LOCAL_MS : undefined);
  const clock = await followClock(context, stores.readStore.system);
  const dispatch = await createKafkaDispatch({
    ...config.kafka,
    // The same name at each start, so that an earlier start leaves no topic behind.
    instance: `${from}.${hostname()}.${config.port}`,
    topics: Object.fromEntries(aggregates.map(({ category, service }) => [category, topicOf(service)])),
    outcomeOf: (dispatched) => deciders.outcomeOf(dispatched),
    clock,
    log: logger,
  });
  shutdown.push(() => dispatch.close());
  await endsOrAborts(dispatch.whenReady(FIRST_ANSWERS_MS), signal);
  signal.throwIfAborted();
  return dispatch;
};

/** Reports in health whether answers can be received. Without them commands are refused, and reads continue. */
export const checkDispatch = ({ config, health }: Pick<AppContext, 'config' | 'health'>, dispatch: Dispatch): void => {
  if (dispatch instanceof KafkaDispatch)
    health.watch('kafka', demandReady(dispatch), { server: config.kafka?.brokers.join() });
};

/** Runs an app of the write side: takes the commands of a service. Any number of processes may share the work. */
export const startWriteService = async (
  context: AppContext,
  service: WriteService,
  aggregates: readonly Aggregate[],
): Promise<void> => {
  const { config, logger, health, shutdown } = context;
  await serveStatus(context, { port: config.port });
  const stores = await openStores(context, { databaseUrl: config.databaseUrl ?? '' });
  checkStores(context, stores);
  const deciders = new Deciders(demandingMatch(stores.eventStore), aggregates);
  const clock = await followClock(context, stores.readStore.system);
  const topic = topicOf(service);
  const serving = serveCommands({ brokers: [], ...config.kafka, topic, deciders, clock, log: logger });
  shutdown.push(() => serving.stop());
  health.register('kafka', demandReady(serving), { server: config.kafka?.brokers.join() });
};

/** Waits for the database, and keeps measuring its clock from then on. */
const followClock = async (context: AppContext, pool: ReadStore['system']): Promise<Clock> => {
  const clock = new DatabaseClock(pool);
  await onceAvailable(() => clock.measure(), context);
  const onFailure = (error: unknown, failures: number): void => {
    if (failures === 1)
      context.logger.warn({ err: error }, "the database's clock cannot be read; its last known offset stays in use");
  };
  void context.shutdown.background((signal) => clock.keepMeasuring(signal, onFailure));
  return () => clock.now();
};

const demandReady = (part: { ready(): boolean }) => async (): Promise<void> => {
  if (!part.ready()) throw new Error('not connected to Kafka');
};
