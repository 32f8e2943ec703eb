export { type Backlog, backlogOf } from './backlog';
export { type Journal, openJournal } from './journal';
export {
  type JournalFailpoint,
  type JournalOptions,
  type JournalStats,
  JournalUnavailable,
  type Log,
} from './journal-options';
export {
  blocksBetween,
  readBlocks,
  type Block,
  type Cursor,
  type Damage,
  type OnDamage,
  type ReadBlocks,
} from './read-blocks';
export {
  blockMessage,
  CLICK_LOADERS,
  CLICKS_TOPIC,
  type ClickMessage,
  markMessage,
  NotAClickMessage,
  readClickMessage,
  type SentBlock,
  type SourceMark,
} from './click-message';
export { writeDurably } from './durable-file';
export { mintedAt } from './layout';
export { clickLogId } from './log-id';
export { isThrough, sealedUpTo } from './progress';
export { prune, KEEP_MS, type Prune } from './prune';
export { type Standing, standingsOf, waitingBlocks } from './standings';
export { openDailySalts, type DailySaltFiles, type DailySaltsOptions } from './daily-salts';
export type { JournalFs } from './segment';
