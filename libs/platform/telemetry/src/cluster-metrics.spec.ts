import { EventEmitter } from 'node:events';
import { type Metrics, createMetrics } from '.';
import { clusterMetrics } from './cluster-metrics';

/** Answers as a worker does, unless it is `late`. */
class FakeWorker extends EventEmitter {
  late = false;
  readonly metrics: Metrics = createMetrics();

  constructor(readonly id: number) {
    super();
  }

  redirects(count: number): void {
    this.metrics.counter('redirects_total', 'Redirects.', ['outcome']).inc({ outcome: 'found' }, count);
    this.metrics.histogram('redirect_duration_seconds', 'Durations.').observe(0.01);
    this.metrics.gauge('open_visits', 'Visits.').set(count);
  }

  send({ id }: { readonly id: number }): boolean {
    if (!this.late)
      void this.metrics.registry
        .getMetricsAsJSON()
        .then((values) => this.emit('message', { waymark: 'metrics', id, values }));
    return true;
  }
}

describe('the metrics of a cluster', () => {
  let workers: FakeWorker[];
  let read: () => Promise<string>;
  beforeEach(() => {
    workers = [new FakeWorker(1), new FakeWorker(2)];
    for (const worker of workers) worker.redirects(10 * worker.id);
    read = clusterMetrics(createMetrics(), () => workers as never);
  });

  it('are the sum of its workers', async () => {
    expect(await read()).toContain('redirects_total{outcome="found"} 30');
  });

  it('keep what a worker had counted when it is late', async () => {
    await read();
    workers[1]!.late = true;
    workers[0]!.redirects(1);
    expect(await read()).toContain('redirects_total{outcome="found"} 31');
    workers[1]!.late = false;
    expect(await read()).toContain('redirects_total{outcome="found"} 31');
  });

  it('keep what workers had counted when they have ended, but not what they held', async () => {
    await read();
    for (const id of [3, 4]) {
      workers = [workers[1]!, new FakeWorker(id)];
      workers[1]!.redirects(1);
      await read();
    }
    const text = await read();
    expect(text).toContain('redirects_total{outcome="found"} 32');
    expect(text).toContain('redirect_duration_seconds_count 4');
    expect(text).toContain('open_visits 2');
  });

  it('show the lag of the worker whose event loop is held up most', async () => {
    const lags = [0.01, 1.5];
    for (const [n, worker] of workers.entries()) {
      worker.metrics.observeProcess();
      const values = await worker.metrics.registry.getMetricsAsJSON();
      const lagging = values.map((metric) =>
        metric.name === 'nodejs_eventloop_lag_p99_seconds'
          ? { ...metric, values: [{ labels: {}, value: lags[n]! }] }
          : metric,
      );
      worker.send = ({ id }) => worker.emit('message', { waymark: 'metrics', id, values: lagging });
    }
    expect(await read()).toMatch(/^nodejs_eventloop_lag_p99_seconds 1\.5$/m);
  });
});
