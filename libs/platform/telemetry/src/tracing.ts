import { createOtlpTracer } from './otlp-tracer';
import type { Span, SpanOptions, StartTracing, Tracer } from './tracer';

let tracer: Tracer | undefined;

/** Where spans begin; undefined while nothing is traced. Ask once, at a start, where each call counts. */
export const tracing = (): Tracer | undefined => tracer;

/** Traces this process from now on. @returns ends it */
export const startTracing = async ({ endpoint, ...options }: StartTracing): Promise<() => Promise<void>> => {
  if (endpoint === undefined) return async () => undefined;
  const started = (tracer = await createOtlpTracer({ endpoint, ...options }));
  return async () => {
    tracer = undefined;
    await started.stop();
  };
};

/** The parent of a request's span, from its headers: one that names none begins a trace. */
export const parentOf = ({ traceparent }: Readonly<Record<string, string | string[] | undefined>>): string | null =>
  typeof traceparent === 'string' ? traceparent : null;

/** Runs work in a span that ends with it; without tracing only the work. */
export const inSpan = <T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> => (tracer ? within(tracer.begin(name, options), work) : work(undefined));

const within = async <T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> => {
  try {
    const result = await span.enter(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
};
