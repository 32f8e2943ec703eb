import { every } from '@platform/async';
import { type Log, type Metrics, metrics as processMetrics } from '@platform/telemetry';
import { type LaneFigures, laneFigures } from '@platform/webhooks';
import type { Pool } from 'pg';

const LOOK_MS = 5_000;

/** Attempts of this process since its start, by outcome. */
export const attemptsTotal = (metrics: Metrics = processMetrics) =>
  metrics.counter('webhook_attempts_total', 'Attempts to deliver to webhooks, by what came of them.', ['outcome']);

/** Of the process that reads clicks; 0 in the others. */
export const clicksBehind = (metrics: Metrics = processMetrics) =>
  metrics.gauge(
    'webhook_clicks_behind_seconds',
    'How long the oldest click has waited for a webhook, or for being looked for.',
  );

/** Sets the metrics of all lanes, which every process reports alike. */
export const laneMetrics = (metrics: Metrics = processMetrics): ((figures: LaneFigures) => void) => {
  const lanes = metrics.gauge('webhook_lanes', 'Webhooks that have a lane for their deliveries.');
  const probing = metrics.gauge(
    'webhook_lanes_probing',
    'Webhooks whose deliveries go one at a time, because attempts have failed.',
  );
  const oldest = metrics.gauge('webhook_oldest_due_seconds', 'How long the oldest delivery that is due has waited.');
  return (figures) => {
    lanes.set(figures.lanes);
    probing.set(figures.probing);
    oldest.set(figures.oldest_due_seconds);
  };
};

interface FollowLanes {
  readonly pool: Pick<Pool, 'query'>;
  readonly log: Pick<Log, 'warn'>;
  readonly signal: AbortSignal;
}

let last: LaneFigures = { lanes: 0, probing: 0, oldest_due_seconds: 0 };

/** As they were counted last. */
export const lastFigures = (): LaneFigures => last;

/** Keeps the metrics of lanes up to date until the signal aborts. */
export const followLanes = ({ pool, log, signal }: FollowLanes): Promise<void> => {
  const set = laneMetrics();
  const count = async (): Promise<void> => set((last = await laneFigures(pool)));
  return every(LOOK_MS, count, {
    signal,
    onFailure: (err) => log.warn({ err }, 'the lanes of webhooks could not be counted; trying again'),
  });
};
