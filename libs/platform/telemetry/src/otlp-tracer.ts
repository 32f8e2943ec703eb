import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  type SpanContext,
  type Tracer as OtelTracer,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  isSpanContextValid,
  trace,
} from '@opentelemetry/api';
import type { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { endsWithin } from '@platform/async';
import { occasionalLog } from './occasional-log';
import type { Span, SpanAttributes, SpanOptions, StartTracing, Tracer } from './tracer';

type StartOtlp = StartTracing & { readonly endpoint: string };

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;
/** For what is left at the end of the process. */
const STOP_MS = 1_500;
const MOST_LINKS = 32;

/**
 * Traces by OpenTelemetry's own packages, which are loaded here and not before. Spans wait in a bounded queue and are
 * sent beside the work; a collector that is away costs spans and nothing else.
 */
export const createOtlpTracer = async ({ endpoint, service, log }: StartOtlp): Promise<Tracer> => {
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const { BasicTracerProvider, BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-base');
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'process.pid': process.pid }),
    spanProcessors: [new BatchSpanProcessor(watched(exporter, occasionalLog(log)))],
  });
  return new OtlpTracer(provider);
};

class OtlpTracer implements Tracer {
  private readonly contexts = new AsyncLocalStorage<Context>();
  private readonly otel: OtelTracer;

  constructor(private readonly provider: BasicTracerProvider) {
    this.otel = provider.getTracer('waymark');
  }

  begin(name: string, { kind = 'internal', parent, links = [], attributes = {} }: SpanOptions = {}): Span {
    const context = parent === undefined ? this.active() : remote(parent);
    const options = {
      kind: KINDS[kind],
      links: links.slice(0, MOST_LINKS).flatMap(linkTo),
      attributes: defined(attributes),
    };
    return new TracedSpan(this.otel.startSpan(name, options, context), context, this.contexts);
  }

  current(): string | undefined {
    return traceparentOf(trace.getSpanContext(this.active()));
  }

  continuing<T>(traceparent: string | undefined, work: () => T): T {
    return this.contexts.run(remote(traceparent ?? null), work);
  }

  async stop(): Promise<void> {
    await endsWithin(STOP_MS, this.provider.shutdown());
  }

  private active(): Context {
    return this.contexts.getStore() ?? ROOT_CONTEXT;
  }
}

class TracedSpan implements Span {
  constructor(
    private readonly span: OtelSpan,
    private readonly parent: Context,
    private readonly contexts: AsyncLocalStorage<Context>,
  ) {}

  get traceparent(): string | undefined {
    return traceparentOf(this.span.spanContext());
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes(defined(attributes));
  }

  enter<T>(work: () => T): T {
    return this.contexts.run(trace.setSpan(this.parent, this.span), work);
  }

  end(error?: unknown): void {
    if (error !== undefined)
      this.span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', kindOf(error));
    this.span.end();
  }
}

const kindOf = (error: unknown): string =>
  error instanceof Error ? error.constructor.name : typeof error === 'string' ? error : typeof error;

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

const contextIn = (traceparent: string): SpanContext | undefined => {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent) ?? [];
  const context = { traceId, spanId, traceFlags: parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
};

const remote = (traceparent: string | null): Context => {
  const context = traceparent === null ? undefined : contextIn(traceparent);
  return context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT;
};

const linkTo = (traceparent: string): Link[] => {
  const context = contextIn(traceparent);
  return context ? [{ context }] : [];
};

const traceparentOf = (context: SpanContext | undefined): string | undefined =>
  context && context.traceFlags & TraceFlags.SAMPLED ? `00-${context.traceId}-${context.spanId}-01` : undefined;

const defined = (attributes: SpanAttributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));

/** Tells of spans that did not arrive, at most once in a while. */
const watched = (exporter: OTLPTraceExporter, log: ReturnType<typeof occasionalLog>): OTLPTraceExporter => {
  const send = exporter.export.bind(exporter);
  exporter.export = (spans, done) =>
    send(spans, (result) => {
      if (result.error)
        log.warn({ cause: result.error.name }, 'spans could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT');
      done(result);
    });
  return exporter;
};
