import type { Metrics } from '@platform/telemetry';
import type { AuditResult } from './audit-result';

/** Registers the metrics of an audit. @returns a function that sets them by a result */
export const auditMetrics = (metrics: Metrics): ((result: AuditResult) => void) => {
  let lastAt = Date.now();
  const missing = metrics.gauge(
    'clicks_audit_missing',
    'Clicks of the journal that audits did not find in ClickHouse.',
  );
  const doubled = metrics.gauge('clicks_audit_doubled', 'Rows in ClickHouse that audits found more than once.');
  const checked = metrics.gauge('clicks_audit_checked', 'Clicks that audits have looked up.');
  const checkedUntil = metrics.gauge(
    'clicks_audit_checked_until_seconds',
    'Time of the last click that an audit has looked up, Unix time.',
  );
  metrics.gauge(
    'clicks_audit_age_seconds',
    'Time since the last audit; before the first, since the start.',
    [],
    (gauge) => gauge.set(Math.max(0, Date.now() - lastAt) / 1_000),
  );
  return (result) => {
    lastAt = Date.parse(result.at);
    missing.set(result.missing);
    doubled.set(result.doubled);
    checked.set(result.checked);
    checkedUntil.set(result.checkedUntil === null ? 0 : Date.parse(result.checkedUntil) / 1_000);
  };
};
