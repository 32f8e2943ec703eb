export { createLogger, type Logger } from './logger';
export { redactLine, redactUrl } from './redact';
export { createMetrics, metrics, type Metrics } from './metrics';
export { clusterFigures, tellFigures } from './cluster-metrics';
