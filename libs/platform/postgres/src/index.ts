export { openApplicationLogin } from './application-login';
export { type BackupLog, type BaseBackup, takeBaseBackup } from './base-backup';
export {
  APPLICATION_ROLE,
  applicationConnection,
  applicationPool,
  type ConnectionOptions,
  EVERY_WORKSPACE,
  type Queries,
} from './connections';
export { keepConnection, type KeepConnection } from './keep-connection';
export { keepListening, type KeepListening } from './keep-listening';
export { problemWithLogin } from './login';
export { inOwnerTransaction } from './owner-transaction';
export { type SqlMigration, tenantTable } from './sql-migration';
export { asUnavailable, isDataFault } from './unavailable';
export { withLock } from './with-lock';
