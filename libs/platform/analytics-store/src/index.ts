export { createEmbeddedClickhouse, type EmbeddedClickhouse, type EmbeddedClickhouseOptions, type EngineRequest } from './embedded-clickhouse';
export { serveClickhouseHttp, type ClickhouseHttpServer, type ServeClickhouseHttp } from './http-bridge';
export { createAnalyticsClient, type AnalyticsClient, type AnalyticsClientOptions, type StreamFormat } from './analytics-client';
export { migrateAnalytics } from './migrations';
export { insertClicks, type ClickRow } from './clicks-table';
export { engineSocketPath } from './private-directory';
