export { createEmbeddedClickhouse, type EmbeddedClickhouse, type EmbeddedClickhouseOptions, type EngineRequest } from './embedded-clickhouse';
export { serveClickhouseHttp, type ClickhouseHttpServer, type ServeClickhouseHttp } from './http-bridge';
export { createAnalyticsClient, type AnalyticsClient, type AnalyticsClientOptions } from './analytics-client';
export { migrateAnalytics } from './migrations';
export { encodeRow, type ClickRow } from './clicks-table';
export { insertClicks, insertEncodedClicks } from './insert-clicks';
export { engineSocketPath } from './socket-path';
