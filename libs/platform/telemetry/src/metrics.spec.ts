import { createMetrics } from '.';

describe('metrics', () => {
  it('count requests by route template, method and status', async () => {
    const metrics = createMetrics();
    metrics.observeRequest('GET', '/v1/links/:id', 200, 0.003);
    metrics.observeRequest('GET', '/v1/links/:id', 200, 0.003);
    metrics.observeRequest('GET', '/v1/links/:id', 404, 0.003);
    const text = await metrics.registry.metrics();
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/v1/links/:id",status="200"} 2');
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/v1/links/:id",status="404"} 1');
  });

  it('return the same metric when it is requested again', async () => {
    const metrics = createMetrics();
    metrics.counter('parked_total', 'Parked events.', ['processor']).inc({ processor: 'projector' });
    metrics.counter('parked_total', 'Parked events.', ['processor']).inc({ processor: 'projector' });
    metrics.gauge('lag_events', 'Lag.').set(3);
    metrics.histogram('append_seconds', 'Appends.').observe(0.2);
    const text = await metrics.registry.metrics();
    expect(text).toContain('parked_total{processor="projector"} 2');
    expect(text).toContain('lag_events 3');
    expect(text).toContain('append_seconds_bucket{le="0.25"} 1');
  });

  it('report the lag of the event loop', async () => {
    const metrics = createMetrics();
    metrics.observeProcess();
    metrics.observeProcess();
    expect(await metrics.registry.metrics()).toContain('nodejs_eventloop_lag_p99_seconds');
  });
});
