import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty in the first span of a trace. */
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly string[];
  readonly failed: boolean;
}

export interface OtlpCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  /** Everything that has come, in its order. */
  spans(): readonly CollectedSpan[];
  /** The same, as it came. */
  text(): string;
  close(): Promise<void>;
}

interface Value {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface OtlpSpan extends Pick<CollectedSpan, 'name' | 'traceId' | 'spanId'> {
  readonly parentSpanId?: string;
  readonly attributes: readonly Value[];
  readonly links?: readonly { readonly traceId: string }[];
  readonly status: { readonly code: number };
}
interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Value[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

const FAILED = 2;

const plain = (values: readonly Value[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(values.map(({ key, value }) => [key, Object.values(value)[0]]));

const spansIn = ({ resourceSpans }: OtlpRequest): readonly CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId = '', attributes, links = [], status }) => ({
        service: String(plain(resource.attributes)['service.name']),
        name,
        traceId,
        spanId,
        parentSpanId,
        attributes: plain(attributes),
        links: links.map((link) => link.traceId),
        failed: status.code === FAILED,
      })),
    ),
  );

/** Takes traces by OTLP over HTTP, as an OpenTelemetry collector does. */
export const startCollector = async (): Promise<OtlpCollector> => {
  const bodies: string[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    if (request.url === '/v1/traces') bodies.push(body);
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => void take(request, response).catch(() => request.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => bodies.flatMap((body) => spansIn(JSON.parse(body) as OtlpRequest)),
    text: () => bodies.join('\n'),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
