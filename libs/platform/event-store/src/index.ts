export * from './memory-event-store';
export { createEventStoreDb } from './eventstoredb/eventstoredb';
export type { EventStoreDbOptions } from './eventstoredb/options';
export * from './postgres';
