export { createPostgresEventStore, type PostgresEventStoreOptions } from './postgres-event-store';
export { refuseAppends } from './refuse-appends';
export { eventStoreMigrations } from './schema';
