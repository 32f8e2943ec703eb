export { type Backlog, backlogOf } from './backlog';
export { openJournal, JournalUnavailable, type Journal, type JournalOptions, type JournalStats, type Log } from './journal';
export { readBlocks, type Block, type Cursor, type ReadBlocks } from './read-blocks';
export { prune, KEEP_MS, type Prune } from './prune';
export { openDailySalts, type DailySaltFiles, type DailySaltsOptions } from './daily-salts';
export type { JournalFs } from './segment';
