import { type CollectedSpan, type OtlpCollector, startCollector } from '../support/otlp-collector';
import { eventually } from '../support/programs';
import { type Client, type Product, api, send, startWaymark } from '../support/waymark';
import { type WebhookReceiver, startReceiver } from '../support/webhook-receiver';

const PARENT = 'b7ad6b7169203331';
const traceparent = (trace: string, flags = '01') => `00-${trace}-${PARENT}-${flags}`;
const SECRET = 'hunter2-of-a-destination';

let collector: OtlpCollector;
let receiver: WebhookReceiver;
let product: Product;
let client: Client;

beforeAll(async () => {
  [collector, receiver] = [await startCollector(), await startReceiver()];
  const env = {
    EGRESS_ALLOW: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  };
  product = await startWaymark({ env, patient: true });
  client = api(product, product.bootstrap.api_key);
});
afterAll(async () => {
  await product.stop();
  await receiver.close();
  await collector.close();
});

const createLink = (alias: string, parent: string) =>
  send<{ id: string }>(product, 'POST', '/v1/links', {
    headers: { authorization: `Bearer ${product.bootstrap.api_key}`, traceparent: parent },
    body: { destination_url: `https://example.com/?token=${SECRET}`, alias },
  });
const of = (traceId: string) => collector.spans().filter((span) => span.traceId === traceId);
const named = (spans: readonly CollectedSpan[], name: string) => spans.filter((span) => span.name === name);

describe('traces of the whole product', () => {
  const trace = '0af7651916cd43dd8448eb211c80319c';

  it('lead from a request through its command and append to each projection, and to the webhook', async () => {
    await client.post('/v1/webhooks', { url: receiver.url('/hook'), events: ['link.created'] });
    expect((await createLink('traced', traceparent(trace))).status).toBe(201);
    await eventually(() => expect(named(of(trace), 'webhook.attempt')).toHaveLength(1));
    await eventually(() =>
      expect(named(of(trace), 'processor.handle').map(({ attributes }) => attributes['waymark.processor'])).toEqual(
        expect.arrayContaining(['links', 'redirect-index', 'webhook-dispatcher']) as string[],
      ),
    );
    // The spans of a process come in batches, and the request's is the last to end.
    await eventually(() => {
      for (const name of ['POST /v1/links', 'command.handle', 'store.append'])
        expect(named(of(trace), name)).toHaveLength(1);
    });
    const spans = of(trace);
    const [request, command, append, attempt] = [
      'POST /v1/links',
      'command.handle',
      'store.append',
      'webhook.attempt',
    ].map((name) => named(spans, name)[0]);
    expect(request).toMatchObject({ parentSpanId: PARENT, service: 'waymark-standalone' });
    expect(request?.attributes).toMatchObject({ 'http.route': '/v1/links', 'http.response.status_code': 201 });
    expect(command).toMatchObject({ parentSpanId: request?.spanId, attributes: { 'waymark.command': 'CreateLink' } });
    expect(append).toMatchObject({ parentSpanId: command?.spanId });
    for (const handled of named(spans, 'processor.handle')) expect(handled.parentSpanId).toBe(append?.spanId);
    expect(attempt).toMatchObject({ parentSpanId: append?.spanId, service: 'waymark-webhooks' });
    expect(receiver.at('/hook')[0]?.headers['traceparent']).toBe(`00-${trace}-${attempt?.spanId}-01`);
  });

  it('have nothing of a request whose sender does not record it', async () => {
    const [silent, loud] = ['1af7651916cd43dd8448eb211c80319c', '2af7651916cd43dd8448eb211c80319c'];
    expect((await createLink('silent', traceparent(silent, '00'))).status).toBe(201);
    expect((await createLink('loud', traceparent(loud))).status).toBe(201);
    await eventually(() => expect(named(of(loud), 'processor.handle').length).toBeGreaterThan(0));
    expect(of(silent)).toEqual([]);
  });

  it('begin anew where a header is none', async () => {
    expect((await createLink('odd', 'not-a-traceparent')).status).toBe(201);
    await eventually(() =>
      expect(named(collector.spans(), 'POST /v1/links').some(({ parentSpanId }) => parentSpanId === '')).toBe(true),
    );
  });

  it('show a redirect, its click on disk, and the insert that has the click', async () => {
    const visit = '3af7651916cd43dd8448eb211c80319c';
    const answer = await send(product, 'GET', '/traced?utm_source=x', { headers: { traceparent: traceparent(visit) } });
    expect(answer.status).toBe(302);
    await eventually(() => expect(named(of(visit), 'GET /{alias}')).toHaveLength(1));
    const [redirect] = named(of(visit), 'GET /{alias}');
    const [written] = named(of(visit), 'journal.write');
    expect(redirect).toMatchObject({ parentSpanId: PARENT, attributes: { 'http.response.status_code': 302 } });
    expect(written?.parentSpanId).toBe(redirect?.spanId);
    const { 'waymark.source': source, 'waymark.seq': seq } = written?.attributes ?? {};
    await eventually(() =>
      expect(
        named(collector.spans(), 'clicks.load').some(
          ({ attributes }) =>
            attributes['waymark.source'] === source && Number(attributes['waymark.last']) >= Number(seq),
        ),
      ).toBe(true),
    );
  });

  it('show an error by its kind alone', async () => {
    const refused = '4af7651916cd43dd8448eb211c80319c';
    expect((await createLink('traced', traceparent(refused))).status).toBe(409);
    await eventually(() => expect(named(of(refused), 'POST /v1/links')).toHaveLength(1));
    expect(named(of(refused), 'POST /v1/links')[0]).toMatchObject({ failed: false });
    expect(named(of(refused), 'command.handle')[0]).toMatchObject({
      failed: true,
      attributes: { 'error.type': 'Rejection' },
    });
  });

  it('hold no key, address, path or query', () => {
    const collected = collector.text();
    expect(collected).toContain('clicks.load');
    for (const secret of [
      product.bootstrap.api_key,
      SECRET,
      'example.com',
      '127.0.0.1',
      'utm_source',
      '/hook',
      '/traced',
    ])
      expect(collected).not.toContain(secret);
  });
});
