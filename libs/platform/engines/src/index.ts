export { DataDirTaken, lockDataDir, type DataDirLock } from './data-dir-lock';
export { forkChild, saysReady, type ForkChild, type Ready } from './fork-child';
export { startPostgres, type EmbeddedPostgres, type PostgresOptions } from './postgres';
export { findRunningPostgres, hasDatabase } from './running-postgres';
export {
  superviseChild,
  type ChildExit,
  type StopStep,
  type SupervisedChild,
  type ChildSupervision,
} from './supervise';
