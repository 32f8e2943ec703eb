export type { Clock } from './clock';
export * from './dispatch-command';
export * from './deciders';
export * from './local-dispatch';
export { createKafkaDispatch, KafkaDispatch, type KafkaDispatchOptions } from './kafka-dispatch';
export { type CommandService, type ServeCommands, serveCommands } from './serve-commands';
