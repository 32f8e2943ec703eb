export * from './memory-event-store';
