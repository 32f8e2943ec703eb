export { runAudit, type AuditOptions, type Due } from './audit';
export { showAudits } from './audit-figures';
export type { AuditResult } from './audit-result';
export type { TimeOf } from './audit-rows';
export type { AuditState, Waiting } from './audit-state';
