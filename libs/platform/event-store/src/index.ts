export * from './memory-event-store';
export * from './postgres';
