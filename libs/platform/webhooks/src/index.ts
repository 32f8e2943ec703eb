export { type FailedFirst, enqueueAttempted, noteDelivered } from './attempted';
export {
  type ClickAdvance,
  type ClickCursor,
  CursorMoved,
  advanceClickCursors,
  forgetClickCursors,
  readClickCursors,
} from './click-cursors';
export { webhookClickCursors } from './click-cursors.schema';
export { type AttemptRequest, type AttemptResult, attemptDelivery } from './attempt';
export type {
  DeliveryStatus,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookResponse,
} from './delivery';
export {
  type DeliveryPosition,
  type ListDeliveries,
  type ListedDeliveries,
  type OneDelivery,
  type Ping,
  enqueuePing,
  findDelivery,
  listDeliveries,
  retryDelivery,
} from './delivery-log';
export {
  type Enqueue,
  type QueuedDelivery,
  WEBHOOKS_CHANNEL,
  type WebhookMessage,
  enqueue,
  lockLanes,
  withoutStream,
} from './enqueue';
export { ARE_FOLDED, beginFold, endFold, foldsTo, foldToEnd } from './fold-anew';
export {
  type LaneHealth,
  type LaneResult,
  PROBING_AFTER,
  hasFailedForGood,
  healthAfter,
  isProbing,
} from './lane-health';
export {
  type DueDelivery,
  LEASE_MS,
  Lanes,
  type LeasedLane,
  type RecordedAttempt,
  type Take,
  type Taken,
} from './lanes';
export {
  type MoreMessages,
  REPLAYED_BYTES,
  REPLAY_EVENTS,
  ReplayTooLarge,
  type ReplayRequest,
  ReplayedEnough,
  requestReplay,
} from './replay';
export { STEPS, waitAfter } from './schedule';
export { type Signed, signatureHeaders } from './signature';
export {
  type StoredWebhook,
  type WebhookChanges,
  forgetSubscriptions,
  readSubscriptions,
  writeSubscriptions,
} from './subscriptions';
export { type LaneFigures, type LaneState, keepLog, laneFigures, listLanes, skipStopped } from './upkeep';
export { adoptSecrets, mintSecret, type NewSecret, type SecretOwner, WebhookSecrets } from './secrets';
export { webhookSecrets } from './secrets.schema';
export { webhookDeliveryCounts } from './webhook-delivery-counts.schema';
export { webhookPartitions } from './webhook-partitions.schema';
export { webhookReplayed } from './webhook-replayed.schema';
export { webhookLogLock } from './webhook-log-lock.schema';
export { REPLAY_DAYS, webhookLog } from './webhook-log.schema';
