export type { Log } from './log';
export { createLogger, type Logger } from './logger';
export { messageOf } from './message-of';
export { occasionalLog } from './occasional-log';
export { redactLine, redactUrl } from './redact';
export { createMetrics, metrics, type Metrics } from './metrics';
export { clusterMetrics, answerPrimary } from './cluster-metrics';
export type { Span, SpanAttributes, SpanOptions, StartTracing, Tracer } from './tracer';
export { inSpan, parentOf, startTracing, tracing } from './tracing';
