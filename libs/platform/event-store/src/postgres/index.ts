export { createPostgresEventStore, type PostgresEventStoreOptions } from './postgres-event-store';
export { eventStoreSchema } from './schema';
