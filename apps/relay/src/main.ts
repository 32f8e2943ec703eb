import 'reflect-metadata';
import { createKafka } from '@platform/kafka';
import { type AppContext, checkStores, openStores, runApp, serveStatus } from '@platform/process';
import { checkProcessors } from '@platform/processing';
import { EVERY_WORKSPACE, applicationConnection } from '@platform/read-store';
import { EVENTS_TOPIC, publishTo, runRelay } from '.';

const start = async (context: AppContext): Promise<void> => {
  const { config, logger: log, health, shutdown } = context;
  const { databaseUrl = '', kafka: cluster = { brokers: [] }, publicUrl } = config;
  await serveStatus(context, { port: config.port });
  const stores = await openStores(context, { databaseUrl });
  checkStores(context, stores);
  const kafka = createKafka({ ...cluster, clientId: 'waymark-relay', log });
  shutdown.push(() => kafka.close());
  // Creates the topic before the first event, so that consumers may begin.
  health.register('kafka', () => kafka.ensureTopics([EVENTS_TOPIC]), { server: cluster.brokers.join() });
  health.watch('processors', checkProcessors);
  const connect = () =>
    applicationConnection(databaseUrl, { name: `relay of ${process.pid}`, workspace: EVERY_WORKSPACE });
  const {
    eventStore: store,
    readStore: { system: pool },
  } = stores;
  void shutdown.background((signal) =>
    runRelay({ store, pool, connect, publicUrl, publish: publishTo(kafka), log, signal }),
  );
};

runApp({ requires: ['DATABASE_URL', 'KAFKA_BROKERS'], start });
