export { EVENTS_TOPIC, publishTo } from './events-topic';
export type { Message, Publish } from './messages';
export { runRelay, type RelayOptions } from './relay';
