export * from './messages';
export * from './decider';
export * from './rejection';
export * from './event-store';
export * from './command-handler';
export * from './projection';
export * from './batches';
export * from './bounded-map';
