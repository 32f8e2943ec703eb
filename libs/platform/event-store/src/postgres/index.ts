export { createPostgresEventStore, type PostgresEventStoreOptions } from './postgres-event-store';
export { eventStoreMigrations } from './schema';
