import { type AuditResult, auditMetrics } from '@platform/click-audit';
import type { Metrics } from '@platform/telemetry';
import type { LoaderMessage, LoaderProgress } from './messages';

type Counts = Pick<LoaderProgress, 'clicks' | 'inserts' | 'setAside' | 'failures'>;

const NOTHING: Counts = { clicks: 0, inserts: 0, setAside: 0, failures: 0 };

/** The child's metrics, which the parent exposes. Totals continue across the child's restarts. */
export class LoaderMetrics {
  private readonly loaded;
  private readonly inserts;
  private readonly setAside;
  private readonly failures;
  private readonly damaged;
  private readonly setAudit;
  private readonly countersOff;

  /** @param behindMs age of the oldest click that is known to wait, in milliseconds. */
  constructor(metrics: Metrics, behindMs: () => number) {
    this.loaded = metrics.counter('clicks_loaded_total', "Clicks inserted into ClickHouse by this host's loader.");
    this.inserts = metrics.counter('clicks_inserts_total', 'Inserts they took.');
    this.setAside = metrics.counter('clicks_set_aside_total', 'Records that could not be loaded and were set aside.');
    this.failures = metrics.counter('clicks_load_failures_total', 'Attempts to load that failed and were made again.');
    this.damaged = metrics.counter(
      'clicks_log_damaged_bytes_total',
      'Bytes of the click log that could not be read and were set aside.',
    );
    metrics.gauge('clicks_behind_seconds', 'Age of the oldest click that waits to be loaded.', [], (gauge) =>
      gauge.set(Math.max(0, behindMs()) / 1_000),
    );
    this.setAudit = auditMetrics(metrics);
    this.countersOff = metrics.gauge(
      'clicks_audit_counters_off',
      'By how many clicks the counters of links were off at the last audit.',
    );
  }

  /** A listener for one child. A child counts from 0, and its last messages may come when the next one already runs. */
  listener(): (message: LoaderMessage) => void {
    let last = NOTHING;
    return (message) => {
      if (message.type === 'damage') this.damaged.inc(message.bytes);
      if (message.type === 'audit') this.audited(message.audit);
      if (message.type !== 'progress') return;
      this.progressed(last, message.progress);
      last = message.progress;
    };
  }

  private audited(result: AuditResult): void {
    this.setAudit(result);
    if (result.countersOff !== undefined) this.countersOff.set(result.countersOff);
  }

  private progressed(last: Counts, now: Counts): void {
    this.loaded.inc(now.clicks - last.clicks);
    this.inserts.inc(now.inserts - last.inserts);
    this.setAside.inc(now.setAside - last.setAside);
    this.failures.inc(now.failures - last.failures);
  }
}
