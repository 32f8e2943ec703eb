import { type ClickRetention, keptForAll, timeOfClick } from '@contexts/clicks';
import { type AuditOptions, type AuditResult, runAudit, auditMetrics } from '@platform/click-audit';
import type { Metrics } from '@platform/telemetry';
import { dueBlocks } from './due-blocks';
import { readForwarded } from './forwarded';

export interface AuditClicks extends Pick<AuditOptions, 'client' | 'stateFile' | 'log' | 'signal' | 'everyMs'> {
  /** Of the click log. */
  readonly directory: string;
  /** The forwarder's state. */
  readonly sentFile: string;
  /** Days for which clicks are kept, by plan. */
  readonly retention: ClickRetention;
  /** For the results. */
  readonly metrics: Metrics;
}

/** Compares the clicks that were sent with their rows in ClickHouse, once a minute until aborted. Retries failures. */
export const auditClicks = async ({
  directory,
  sentFile,
  retention,
  metrics,
  ...options
}: AuditClicks): Promise<void> => {
  const setMetrics = auditMetrics(metrics);
  const waiting = metrics.gauge(
    'clicks_audit_waiting_seconds',
    'Age of the oldest click that was sent and, at the last audit, not in ClickHouse yet.',
  );
  const onResult = (result: AuditResult): void => {
    setMetrics(result);
    waiting.set(
      result.waitingSince === null ? 0 : Math.max(0, Date.parse(result.at) - Date.parse(result.waitingSince)) / 1_000,
    );
  };
  await runAudit({
    ...options,
    timeOf: timeOfClick,
    keptDays: keptForAll(retention),
    onResult,
    due: async (known) =>
      dueBlocks({ ...known, directory, client: options.client, sent: (await readForwarded(sentFile)).cursor }),
  });
};
