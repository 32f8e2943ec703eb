export { createEmbeddedClickhouse, type EmbeddedClickhouse, type EmbeddedClickhouseOptions, type EngineRequest } from './embedded-clickhouse';
export { serveClickhouseHttp, type ClickhouseHttpServer, type ServeClickhouseHttp } from './http-bridge';
export { createAnalyticsClient, type AnalyticsClient, type AnalyticsClientOptions } from './analytics-client';
export { migrateAnalytics } from './migrations';
export { insertClicks, insertEncodedClicks, type ClickRow } from './clicks-table';
export { encodeRow } from './encode-row';
export { engineSocketPath } from './socket-path';
