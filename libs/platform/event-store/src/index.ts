export * from './memory-event-store';
export { createEventStoreDb } from './eventstoredb/eventstoredb';
export { type BulkAppender, openBulkAppender } from './eventstoredb/bulk';
export type { EventStoreDbOptions } from './eventstoredb/options';
export * from './postgres';
