import { pause as pauseFor } from '@platform/async';
import type { FailedCheck, Health, Round } from '@platform/http';
import { type Log, messageOf } from '@platform/telemetry';
import { reminder } from './reminder';

type HealthLog = Pick<Log, 'info' | 'warn'> & { readonly debug: Log['info'] };

export interface WatchHealth {
  readonly health: Health;
  readonly log: HealthLog;
  /** Called once, when the process is ready for the first time. */
  readonly onReady: () => void;
  readonly signal: AbortSignal;
  /** A clock in milliseconds, and a pause that ends at once with the signal. */
  readonly now?: () => number;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Dependencies may still be connecting: for this long failures are not logged, and checks are frequent. */
const SETTLING_MS = 5_000;
const SETTLING_POLL_MS = 250;
const NOT_READY_POLL_MS = 1_000;
const POLL_MS = 5_000;

/**
 * Checks the dependencies of the process until the signal aborts, so that a server that is down is known before a
 * request needs it. Each change is logged once, whichever check found it, and again each minute while a check fails.
 * What an operator must mend is logged once.
 */
export const watchHealth = async ({
  health,
  log,
  onReady,
  signal,
  now = () => performance.now(),
  pause = pauseFor,
}: WatchHealth): Promise<void> => {
  const settledAt = now() + SETTLING_MS;
  const reporter = new HealthReporter(log, onReady, now, settledAt);
  health.follow((round) => {
    if (!signal.aborted) reporter.report(round);
  });
  while (!signal.aborted) {
    await health.readiness();
    if (reporter.isReady) await pause(POLL_MS, signal);
    else await pause(now() < settledAt ? SETTLING_POLL_MS : NOT_READY_POLL_MS, signal);
  }
};

interface Outage {
  readonly since: number;
  readonly due: () => boolean;
  /** What an operator was told last. */
  detail?: string | undefined;
}

class HealthReporter {
  private readonly outages = new Map<string, Outage>();
  private everReady = false;
  /** The result of the last check, whichever caller made it. */
  isReady = false;
  private notReadySince: number | undefined;

  constructor(
    private readonly log: HealthLog,
    private readonly onReady: () => void,
    private readonly now: () => number,
    private readonly settledAt: number,
  ) {}

  report({ ready, failed }: Round): void {
    this.isReady = ready;
    this.recovered(new Set(failed.map(({ name }) => name)));
    if (ready) this.ready();
    if (this.now() < this.settledAt) return;
    for (const failure of failed) this.failed(failure);
    if (!ready) this.notReady(failed);
  }

  private recovered(failing: ReadonlySet<string>): void {
    for (const [check, { since }] of this.outages) {
      if (failing.has(check)) continue;
      this.outages.delete(check);
      this.log.info({ check, for_s: this.secondsSince(since) }, 'health check passes again');
    }
  }

  /** What an operator must mend is logged once: it does not pass by itself. */
  private failed({ name: check, server, error, detail }: FailedCheck): void {
    const outage: Outage = this.outages.get(check) ?? { since: this.now(), due: reminder(this.now) };
    this.outages.set(check, outage);
    if (detail === undefined ? !outage.due() : detail === outage.detail) return;
    outage.detail = detail;
    this.log.warn(
      { check, server, cause: messageOf(error), for_s: this.secondsSince(outage.since) },
      'health check failed',
    );
    this.log.debug({ check, err: error }, 'health check failed, in full');
  }

  private ready(): void {
    if (!this.everReady) this.onReady();
    else if (this.notReadySince !== undefined)
      this.log.info({ for_s: this.secondsSince(this.notReadySince) }, 'ready again');
    this.everReady = true;
    this.notReadySince = undefined;
  }

  private notReady(failed: readonly FailedCheck[]): void {
    if (this.notReadySince !== undefined) return;
    this.notReadySince = this.now();
    this.log.warn({ checks: failed.filter(({ vital }) => vital).map(({ name }) => name) }, 'not ready');
  }

  private secondsSince(time: number): number {
    return Math.round((this.now() - time) / 1_000);
  }
}
