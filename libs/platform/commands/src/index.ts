export * from './dispatch-command';
export * from './deciders';
export * from './local-dispatch';
