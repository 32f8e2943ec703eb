import { WEBHOOK_DISPATCHER } from '@contexts/aggregates';
import { type ReportedStatus, showStatus, processorStatusOf } from '@platform/processing';
import { type Metrics, messageOf } from '@platform/telemetry';
import type { FromChild, WebhooksReport } from './messages';
import { attemptsTotal, clicksBehind, laneMetrics, lastFigures } from './metrics';

/** In the child: what its parent shows. */
export const reportFrom = async (metrics: Metrics): Promise<WebhooksReport> => {
  const { values } = await attemptsTotal(metrics).get();
  const behind = (await clicksBehind(metrics).get()).values[0];
  const status = processorStatusOf(WEBHOOK_DISPATCHER.name);
  return {
    attempts: Object.fromEntries(values.map(({ labels, value }) => [String(labels.outcome), value])),
    lanes: lastFigures(),
    clicksBehindSeconds: behind?.value ?? 0,
    dispatcher: status
      ? {
          position: status.position.toString(),
          parkedStreams: status.parkedStreams,
          lagSeconds: status.lagSeconds(),
          problem: problemOf(status),
        }
      : null,
  };
};

const problemOf = (status: ReportedStatus): string | null => {
  try {
    status.check();
    return null;
  } catch (error) {
    return messageOf(error);
  }
};

/** In the parent: shows the metrics and the condition of its child. Totals continue across the child's restarts. */
export class ChildReports {
  private readonly attempts;
  private readonly setLanes;
  private readonly clicksBehind;
  private dispatcher: WebhooksReport['dispatcher'] = null;

  constructor(metrics: Metrics) {
    this.attempts = attemptsTotal(metrics);
    this.setLanes = laneMetrics(metrics);
    this.clicksBehind = clicksBehind(metrics);
  }

  /** Publishes the dispatcher's status. @returns what ends that */
  show(): () => void {
    const current = (): WebhooksReport['dispatcher'] => this.dispatcher;
    return showStatus(WEBHOOK_DISPATCHER.name, {
      get position() {
        return BigInt(current()?.position ?? -1);
      },
      get parkedStreams() {
        return current()?.parkedStreams ?? 0;
      },
      lagSeconds: () => current()?.lagSeconds ?? 0,
      check: () => {
        const problem = current()?.problem ?? null;
        if (problem !== null) throw new Error(problem);
      },
    });
  }

  /** A listener for one child, which counts from 0. */
  listener(): (message: FromChild) => void {
    let last: WebhooksReport['attempts'] = {};
    return (message) => {
      if (message.type !== 'report') return;
      const { attempts, lanes, clicksBehindSeconds, dispatcher } = message.report;
      for (const [outcome, count] of Object.entries(attempts))
        this.attempts.inc({ outcome }, count - (last[outcome] ?? 0));
      last = attempts;
      this.setLanes(lanes);
      this.clicksBehind.set(clicksBehindSeconds);
      this.dispatcher = dispatcher;
    };
  }
}
