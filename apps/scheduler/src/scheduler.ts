import { setTimeout as delay } from 'node:timers/promises';
import type { Command, Outcome } from '@kernel';
import { keyTimers } from '@contexts/keys';
import { DispatchCommand, uuidOf } from '@platform/commands';
import type { Progress } from '@platform/processing';
import { metrics } from '@platform/telemetry';
import type { Pool } from 'pg';
import { type DueTimer, lookAtTimers, takeDueTimers } from './due-timers';

export interface SchedulerOptions {
  readonly pool: Pool;
  /** The way of every command: to a decider in this process, or to another one by request and reply. */
  readonly dispatch: (dispatched: DispatchCommand) => Promise<Outcome<unknown>>;
  readonly progress: Progress;
  readonly log: { warn(context: object, message: string): void };
  readonly signal: AbortSignal;
}

const BATCH = 1_000;
/** The database's clock is looked at so often at least: it may have been set, and a timer may have become the next. */
const LONGEST_SLEEP_MS = 500;
const SHORTEST_SLEEP_MS = 2;
const OTHERS_MS = 100;
/** How long a timer whose command failed is left alone. */
const AVOIDED_MS = 2_000;
const PROJECTED_WITHIN_MS = 2_000;

/**
 * Puts on record what the clock has decided. It decides nothing itself: requests are judged by time, whether a scheduler
 * runs or not. The database's clock alone tells what is due; this process's timers only wake it. Any number may run: a
 * timer's command has an id of its own, so that a second one changes nothing. Ends when the signal aborts.
 */
export const runScheduler = async ({ pool, dispatch, progress, log, signal }: SchedulerOptions): Promise<void> => {
  const figures = figuresOf();
  const avoided = new Set<string>();

  const fire = async (timer: DueTimer, now: string): Promise<bigint> => {
    try {
      const outcome = await dispatch(commandOf(timer, now));
      figures.fired.inc({
        kind: timer.kind,
        outcome: outcome.repeated || outcome.events.length === 0 ? 'repeated' : 'recorded',
      });
      figures.lateness.observe((Date.parse(now) - Date.parse(timer.due_at)) / 1_000);
      return outcome.position;
    } catch (error) {
      figures.fired.inc({ kind: timer.kind, outcome: 'failed' });
      log.warn({ err: error, timer: timer.id }, 'a timer could not be put on record; trying again');
      avoided.add(timer.id);
      setTimeout(() => avoided.delete(timer.id), AVOIDED_MS).unref();
      return -1n;
    }
  };

  /** A batch is over when its rows are gone, or else they would be found due again. */
  const batch = async (): Promise<number> => {
    let last = -1n;
    const taken = await takeDueTimers(pool, { most: BATCH, except: [...avoided] }, async (timers, now) => {
      const positions = await Promise.all(timers.map((timer) => fire(timer, now)));
      last = positions.reduce((highest, position) => (position > highest ? position : highest), last);
    });
    await progress.awaitProcessed([keyTimers.name], last, PROJECTED_WITHIN_MS);
    return taken;
  };

  const round = async (): Promise<number> => {
    const { wait, due, late } = await lookAtTimers(pool);
    figures.due.set(due);
    figures.late.set(late);
    // None taken: another scheduler has them in hand.
    if (due > avoided.size) return (await batch()) > 0 ? 0 : OTHERS_MS;
    return wait === null || wait <= 0
      ? LONGEST_SLEEP_MS
      : Math.max(SHORTEST_SLEEP_MS, Math.min(wait, LONGEST_SLEEP_MS));
  };

  while (!signal.aborted) {
    const sleep = await round().catch((error: unknown) => {
      log.warn({ err: error }, 'the timers could not be looked at; trying again');
      return LONGEST_SLEEP_MS;
    });
    await delay(sleep, undefined, { signal }).catch(() => undefined);
  }
};

const TYPES = { grace: 'EndGrace', expiry: 'ExpireKey' } as const;

/** The same timer, the same command id: it is recorded once, whoever sends it and however often. */
const commandOf = ({ kind, key_id, workspace_id, stream }: DueTimer, now: string): DispatchCommand => {
  const type = TYPES[kind];
  const command: Command = { type, data: { key_id, workspace_id, now } };
  return new DispatchCommand(stream, command, {
    actor: { type: 'system', id: 'scheduler' },
    request_id: `scheduler:${key_id}`,
    command_id: uuidOf(`${type}/${key_id}`),
    correlation_id: `scheduler:${key_id}`,
    causation_id: `scheduler:${key_id}`,
    workspace_id,
    now,
  });
};

const figuresOf = () => ({
  due: metrics.gauge('scheduler_timers_due', 'Timers that are due and not on record yet.'),
  late: metrics.gauge('scheduler_timers_late', 'Timers that have been due for more than a second.'),
  fired: metrics.counter('scheduler_timers_fired_total', 'Timers whose command was sent, by what came of it.', [
    'kind',
    'outcome',
  ]),
  lateness: metrics.histogram(
    'scheduler_lateness_seconds',
    'Time from when a timer was due to when its command was sent.',
  ),
});
