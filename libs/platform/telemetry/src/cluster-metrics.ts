import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';
import { within } from '@platform/async';
import { type Metrics, metrics as processMetrics } from './metrics';

/** Metrics of one process as a worker sends them to its primary. */
type WorkerMetrics = MetricObjectWithValues<MetricValue<string>>[];
type Message =
  | { readonly waymark: 'metrics?'; readonly id: number }
  | { readonly waymark: 'metrics'; readonly id: number; readonly values: WorkerMetrics };

/** In milliseconds. Of a worker that does not answer in time, its last answer counts. */
const PATIENCE_MS = 1_000;

const isOurs = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'waymark' in message;

/** In a worker of a cluster: answers its primary's requests for metrics. */
export const answerPrimary = (metrics: Metrics = processMetrics): void => {
  process.on('message', (message: unknown) => {
    if (!isOurs(message) || message.waymark !== 'metrics?') return;
    void metrics.registry.getMetricsAsJSON().then((values) => {
      if (process.connected) process.send?.({ waymark: 'metrics', id: message.id, values } satisfies Message);
    });
  });
};

/** What the primary needs of a worker. */
type AskedWorker = Pick<Worker, 'id' | 'send' | 'on' | 'off'>;

const workersOfCluster = (): readonly AskedWorker[] =>
  Object.values(cluster.workers ?? {})
    .filter((worker) => worker !== undefined)
    .filter((worker) => worker.isConnected());

/**
 * In the primary of a cluster: the sum of its own metrics and those of its workers, as text for Prometheus. What a
 * worker had counted stays in the sum when it is late or has ended: a sum that goes down is a restart to Prometheus,
 * and all of it would count anew.
 */
export const clusterMetrics = (
  metrics: Metrics = processMetrics,
  livingWorkers: () => readonly AskedWorker[] = workersOfCluster,
): (() => Promise<string>) => {
  let asked = 0;
  const known = new Map<number, WorkerMetrics>();
  let counted: WorkerMetrics = [];
  return async () => {
    const id = (asked += 1);
    await Promise.all(
      livingWorkers().map(async (worker) => {
        const values = await ask(worker, id);
        if (values) known.set(worker.id, values);
      }),
    );
    // Those that live now, because another request may have asked newer ones meanwhile.
    const living = new Set(livingWorkers().map((worker) => worker.id));
    for (const [worker, values] of [...known].filter(([worker]) => !living.has(worker))) {
      known.delete(worker);
      counted = summed([
        counted,
        values.filter(({ type }) => COUNTING.includes(String(type))),
      ]).getMetricsAsArray() as WorkerMetrics;
    }
    return summed([await metrics.registry.getMetricsAsJSON(), ...known.values(), counted]).metrics();
  };
};

/** Types of metrics that only grow. */
const COUNTING: readonly string[] = ['counter', 'histogram'];

const summed = (parts: readonly WorkerMetrics[]): Registry =>
  AggregatorRegistry.aggregate(parts.map((metrics) => metrics.map(worst)));

/** prom-client takes the average of lags, which hides one worker that is held up beside others that rest. */
const worst = (metric: WorkerMetrics[number]): WorkerMetrics[number] =>
  metric.aggregator === 'average' ? { ...metric, aggregator: 'max' } : metric;

/** @returns undefined where the worker does not answer in time */
const ask = async (worker: AskedWorker, id: number): Promise<WorkerMetrics | undefined> => {
  let listen = (_message: unknown): void => undefined;
  const answer = new Promise<WorkerMetrics>((resolve) => {
    listen = (message) => {
      if (isOurs(message) && message.waymark === 'metrics' && message.id === id) resolve(message.values);
    };
    worker.on('message', listen);
    worker.send({ waymark: 'metrics?', id } satisfies Message, () => undefined);
  });
  return within(PATIENCE_MS, answer)
    .catch(() => undefined)
    .finally(() => worker.off('message', listen));
};
