export {
  createEmbeddedClickhouse,
  type EmbeddedClickhouse,
  type EmbeddedClickhouseOptions,
} from './embedded-clickhouse';
export type { EngineRequest } from './engine-request';
export { serveClickhouseHttp, type ClickhouseHttpServer, type ServeClickhouseHttp } from './http-bridge';
export {
  createAnalyticsClient,
  lacksTables,
  tookTooLong,
  type AnalyticsClient,
  type AnalyticsClientOptions,
  type AnalyticsReader,
  type ReadOptions,
  type StreamFormat,
} from './analytics-client';
export { migrateAnalytics } from './migrations';
export { encodeRows, type ClickRow, type NewClick } from './clicks-table';
export { insertClicks, insertEncodedClicks } from './insert-clicks';
export {
  BYTES_OF_CLICK,
  bytesOfClick,
  type PublishedClick,
  RECORD_SETTINGS,
  RECORD_TEXTS,
  recordColumns,
} from './records/click-record';
export {
  type ClickPosition,
  lastNumbers,
  newerClicks,
  type NewerClick,
  type NewerClicks,
  leftOut,
  type LeftOut,
  NewestInserts,
  newestInsert,
} from './records/newer-clicks';
export { lastClicks, type LastClicks } from './last-clicks';
export { copyClicks, type CopiedClicks } from './copy-clicks';
export { purgeClicks } from './purge-clicks';
export { expireClicks, type Expired, type Expiry } from './expire-clicks';
export { BOT_VERDICT, changedLinks, correctionOf, type LinkDelta, type MendedVisitor } from './reclassify/deltas';
export type { MutationProgress } from './reclassify/mutations';
export { type Derivation, rederive, type Rederived, snapshotClicks, stampClicks } from './reclassify/rederive';
export { buildRollup, type RollupOptions } from './rollup/build-rollup';
export { figuresSql, FINGERPRINT, PEOPLE, ROLLED_UP, SLICES } from './rollup/figures';
export { engineSocketPath } from './private-directory';
