import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import { within } from '@platform/async';
import { type Metrics, metrics as processMetrics } from './metrics';

/** Metrics of one process as a worker sends them to its primary. */
type WorkerMetrics = MetricObjectWithValues<MetricValue<string>>[];
type Message =
  | { readonly waymark: 'metrics?'; readonly id: number }
  | { readonly waymark: 'metrics'; readonly id: number; readonly values: WorkerMetrics };

/** In milliseconds. A worker that does not answer in time is left out. */
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

/** In the primary of a cluster: the sum of its own metrics and those of its workers, as text for Prometheus. */
export const clusterMetrics = (metrics: Metrics = processMetrics): (() => Promise<string>) => {
  let asked = 0;
  return async () => {
    const id = (asked += 1);
    const workers = Object.values(cluster.workers ?? {})
      .filter((worker) => worker !== undefined)
      .filter((worker) => worker.isConnected());
    const ofWorkers = await Promise.all(workers.map((worker) => ask(worker, id)));
    return AggregatorRegistry.aggregate([await metrics.registry.getMetricsAsJSON(), ...ofWorkers]).metrics();
  };
};

const ask = async (worker: Worker, id: number): Promise<WorkerMetrics> => {
  let listen = (_message: unknown): void => undefined;
  const answer = new Promise<WorkerMetrics>((resolve) => {
    listen = (message) => {
      if (isOurs(message) && message.waymark === 'metrics' && message.id === id) resolve(message.values);
    };
    worker.on('message', listen);
    worker.send({ waymark: 'metrics?', id } satisfies Message, () => undefined);
  });
  return within(PATIENCE_MS, answer)
    .catch(() => [])
    .finally(() => worker.off('message', listen));
};
