export { runAudit, type AuditOptions, type Due } from './audit';
export { auditMetrics } from './audit-metrics';
export type { AuditResult } from './audit-result';
export type { TimeOf } from './audit-rows';
export type { AuditState, Waiting } from './audit-state';
