export { createEmbeddedClickhouse, type EmbeddedClickhouse, type EmbeddedClickhouseOptions } from './embedded-clickhouse';
export type { EngineRequest } from './engine-request';
export { serveClickhouseHttp, type ClickhouseHttpServer, type ServeClickhouseHttp } from './http-bridge';
export { createAnalyticsClient, type AnalyticsClient, type AnalyticsClientOptions, type StreamFormat } from './analytics-client';
export { migrateAnalytics } from './migrations';
export { insertClicks, type ClickRow } from './clicks-table';
export { engineSocketPath } from './private-directory';
