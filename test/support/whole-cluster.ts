import {
  type AppName,
  type ClickhouseProcess,
  type Cluster,
  type StartCluster,
  startClickhouse,
  startCluster,
} from './cluster';
import { type EventStoreProcess, startEventStore } from './event-store-process';
import { newSecrets } from './gateways';
import { type KafkaBroker, startKafkaBroker } from './kafka-broker';
import { type TestDatabase, withPostgres } from './postgres';
import { type Proxy, startProxy } from './proxy';
import { freePort } from './waymark';

/** Every app as a separate process, on a server of each kind, behind a balancer. */
export interface WholeCluster {
  readonly cluster: Cluster;
  /** The single origin of API and short links. */
  readonly proxy: Proxy;
  readonly database: TestDatabase;
  readonly broker: KafkaBroker;
  readonly events: EventStoreProcess;
  readonly clickhouse: ClickhouseProcess;
  /** As variables of the environment, which all processes on one database share. */
  readonly secrets: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export interface StartWholeCluster {
  readonly count?: Partial<Readonly<Record<AppName, number>>>;
  readonly env?: StartCluster['env'];
  readonly former?: StartCluster['former'];
}

/** Java and Kafka must be there: ask `skipReason` first. */
export const startWholeCluster = async ({
  count = {},
  env = {},
  former,
}: StartWholeCluster = {}): Promise<WholeCluster> => {
  const ends: (() => Promise<unknown>)[] = [];
  const ending = <T>(one: T, end: (one: T) => Promise<unknown>): T => {
    ends.unshift(() => end(one));
    return one;
  };
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0)) await end();
  };
  try {
    const [database, clickhouse, broker, events] = await Promise.all([
      withPostgres().then((one) => ending(one, () => one.close())),
      startClickhouse().then((one) => ending(one, () => one.stop())),
      startKafkaBroker().then((one) => ending(one, () => one.close())),
      startEventStore().then((one) => ending(one, () => one.stop())),
    ]);
    const [port, secrets] = [await freePort(), newSecrets()];
    const cluster = ending(
      await startCluster({
        databaseUrl: database.url,
        clickhouseUrl: clickhouse.url,
        eventStoreUrl: events.url,
        kafkaBrokers: broker.brokers.join(','),
        count: { relay: 1, ...count },
        ...(former && { former }),
        env: {
          PUBLIC_URL: `http://localhost:${port}`,
          SHORT_HOSTS: `localhost:${port},127.0.0.1:${port}`,
          TRUST_PROXY: 'loopback',
          EGRESS_ALLOW: '127.0.0.1',
          CORS_ORIGINS: 'https://app.example.com',
          ...secrets,
          ...env,
        },
      }),
      (one) => one.stop(),
    );
    const proxy = ending(
      await startProxy({ port, gateways: cluster.of('gateway'), redirectors: cluster.of('redirector') }),
      (one) => one.close(),
    );
    return { cluster, proxy, database, broker, events, clickhouse, secrets, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
