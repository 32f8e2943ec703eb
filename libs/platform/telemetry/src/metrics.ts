import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** In seconds. From a fast redirect to a command's deadline of 2 s and the drain of 10 s. */
const DURATIONS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];

/**
 * A registry whose methods return a metric that already exists, so that code may ask for its metric where it uses it.
 * Names are snake_case with the unit last: `_total`, `_seconds`, `_bytes`.
 */
export class Metrics {
  readonly registry = new Registry();
  private readonly requests = this.histogram(
    'http_request_duration_seconds',
    'Time from a request to the end of its response.',
    ['method', 'route', 'status'],
  );
  private readonly children = new Map<string, { observe(seconds: number): void }>();

  counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return this.made(name, () => new Counter({ name, help, labelNames, registers: [this.registry] }));
  }

  /** @param collect sets the value at each collection; the first one given for a name stays. */
  gauge<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
    collect?: (gauge: Gauge<L>) => void,
  ): Gauge<L> {
    return this.made(name, () => {
      const collected = collect && {
        collect(this: Gauge<L>) {
          collect(this);
        },
      };
      return new Gauge({ name, help, labelNames, registers: [this.registry], ...collected });
    });
  }

  histogram<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
    buckets: readonly number[] = DURATIONS,
  ): Histogram<L> {
    return this.made(
      name,
      () => new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [this.registry] }),
    );
  }

  /** @param route the template, never the path: a path would make as many series as there are links. */
  observeRequest(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${route} ${status}`;
    let child = this.children.get(key);
    if (!child) this.children.set(key, (child = this.requests.labels(method, route, String(status))));
    child.observe(seconds);
  }

  /** Memory, CPU, handles, garbage collection and event-loop lag of this process. Further calls do nothing. */
  observeProcess(): void {
    if (!this.registry.getSingleMetric('nodejs_eventloop_lag_seconds'))
      collectDefaultMetrics({ register: this.registry });
  }

  private made<M>(name: string, make: () => M): M {
    return (this.registry.getSingleMetric(name) as M | undefined) ?? make();
  }
}

export const createMetrics = (): Metrics => new Metrics();

/** The registry of this process. */
export const metrics: Metrics = createMetrics();
