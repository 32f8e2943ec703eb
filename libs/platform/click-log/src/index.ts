export { type Backlog, backlogOf } from './backlog';
export { type Journal, openJournal } from './journal';
export { type JournalFailpoint, type JournalOptions, type JournalStats, JournalUnavailable } from './journal-options';
export {
  blocksBetween,
  readBlocks,
  type Block,
  type ClickLogCheckpoint,
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
export { makeFolders, mintedAt } from './layout';
export { closedSources } from './closed-sources';
export { clickLogId } from './log-id';
export { recover } from './recover';
export { hasRead, sealedUpTo } from './sealed-up-to';
export { prune, KEEP_MS, type Prune } from './prune';
export { type SourceStatus, sourceStatuses, waitingBlocks } from './source-status';
export { openDailySalts, type DailySaltFiles, type DailySaltsOptions } from './daily-salts';
export { keepReserve, releaseReserve } from './reserve';
export type { JournalFs } from './segment';
