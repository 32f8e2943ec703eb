export * from './memory-event-store';
export * from './postgres';
export { createEventStoreDb } from './eventstoredb/eventstoredb';
export type { EventStoreDbOptions, StoreLog } from './eventstoredb/options';
