// The cost of sending a command over Kafka: links created by a gateway that handles commands itself, and by one that
// sends them to the links service, in one run on one machine: `node -r ./test/support/typescript.cjs
// test/bench/commands.ts [seconds]`.
import { setTimeout as delay } from 'node:timers/promises';
import { startClickhouse, startCluster } from '../support/cluster';
import { skipReason, startKafkaBroker } from '../support/kafka-broker';
import { withPostgres } from '../support/postgres';
import { type Address, api } from '../support/waymark';

const SECONDS = Number(process.argv[2] ?? 10);
const CLIENTS = 8;
const OPEN_RATE = 50;

/** Milliseconds since the request was due, so that a slow answer does not hide the wait of later ones. */
const create = async (gateway: Address, key: string, due = performance.now()): Promise<number> => {
  const { status, text } = await api(gateway, key).post('/v1/links', { destination_url: 'https://example.com/' });
  if (status !== 201) throw new Error(`${status}: ${text}`);
  return performance.now() - due;
};

const closedLoop = async (gateway: Address, key: string): Promise<number[]> => {
  const took: number[] = [];
  const until = performance.now() + SECONDS * 1_000;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() < until) took.push(await create(gateway, key));
    }),
  );
  return took;
};

const openLoop = async (gateway: Address, key: string): Promise<number[]> => {
  const asked: Promise<number>[] = [];
  const from = performance.now();
  for (let n = 0; n < SECONDS * OPEN_RATE; n += 1) {
    const due = from + (n * 1_000) / OPEN_RATE;
    if (due > performance.now()) await delay(due - performance.now());
    asked.push(create(gateway, key, due));
  }
  return Promise.all(asked);
};

const report = (what: string, took: readonly number[], seconds: number): void => {
  const sorted = [...took].sort((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1).padStart(7);
  console.log(
    `  ${what.padEnd(28)} ${(took.length / seconds).toFixed(0).padStart(5)}/s   p50 ${at(0.5)} ms   p99 ${at(0.99)} ` +
      `ms   n ${took.length}`,
  );
};

/** One gateway with its services, on a separate database. */
const measure = async (name: string, clickhouseUrl: string, kafkaBrokers?: string): Promise<void> => {
  const database = await withPostgres();
  const count = { redirector: 0, scheduler: 0, ...(!kafkaBrokers && { keys: 0, links: 0 }) };
  const cluster = await startCluster({
    databaseUrl: database.url,
    clickhouseUrl,
    count,
    ...(kafkaBrokers && { kafkaBrokers }),
  });
  try {
    const [gateway, key] = [cluster.one('gateway'), cluster.bootstrap.api_key];
    for (let warm = 0; warm < 200; warm += 1) await create(gateway, key);
    report(`${name}, ${OPEN_RATE}/s arrive`, await openLoop(gateway, key), SECONDS);
    report(`${name}, ${CLIENTS} clients`, await closedLoop(gateway, key), SECONDS);
  } finally {
    await cluster.stop();
    await database.close();
  }
};

const main = async (): Promise<void> => {
  const reason = skipReason();
  const clickhouse = await startClickhouse();
  try {
    await measure('in process', clickhouse.url);
    if (reason) return console.log(`  over Kafka: skipped, ${reason}`);
    const broker = await startKafkaBroker();
    await measure('over Kafka', clickhouse.url, broker.brokers.join(',')).finally(() => broker.close());
  } finally {
    await clickhouse.stop();
  }
};

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
