export type { Message, Publish } from './messages';
export { RELAY, runRelay, type RelayOptions } from './relay';
