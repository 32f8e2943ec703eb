export * from './key';
export * from './key.decider';
export * from './key-list/key-list.projection';
export * from './key.public-names';
export * from './key-timers/key-timers.projection';
export * from './key.chronicle';
export * from './key.aggregate';
export * from './published';
