export type { Clock } from './clock';
export * from './dispatch-command';
export * from './deciders';
export { LocalDispatch } from './local-dispatch';
export { createKafkaDispatch, KafkaDispatch, type KafkaDispatchOptions } from './kafka-dispatch';
export { type CommandService, type ServeCommands, serveCommands } from './serve-commands';
export { digest, sha256 } from './digest';
export { uuidv7 } from './uuidv7';
export { systemCommand } from './system-command';
