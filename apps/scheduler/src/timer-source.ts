import { type Outcome, type Timers, UnfoldableEvent } from '@kernel';
import { type HandleDispatch, systemCommand } from '@platform/commands';
import type { Progress } from '@platform/processing';
import { type Log, metrics, occasionalLog } from '@platform/telemetry';
import type { Pool } from 'pg';
import { type DueTimer, type TimersDue, timersDue, takeDueTimers } from './due-timers';
import { sendAtOnce, untilProjected } from './send-at-once';

export interface TimerSourceOptions {
  readonly pool: Pool;
  /** Sends a command to its decider, in this process or in another one by request and reply. */
  readonly dispatch: HandleDispatch;
  readonly progress: Progress;
  readonly log: Pick<Log, 'error' | 'warn'>;
}

const BATCH = 1_000;
/** The database is asked at least this often: its clock may have been set, and an earlier timer may have come. */
const LONGEST_SLEEP_MS = 500;
const SHORTEST_SLEEP_MS = 2;
const OTHERS_MS = 100;
/** How long a timer is skipped after its command failed. */
const FAILED_MS = 2_000;
/**
 * The same after its command recorded nothing new, where the projector removes the timer sooner, if it ever does, and
 * where its stream cannot be folded: an operator or a later release has to mend that.
 */
const FRUITLESS_MS = 30_000;

/** The timers of one table. */
export class TimerSource {
  readonly table: string;
  private readonly avoided = new Set<DueTimer>();
  private readonly metrics = timerMetrics();
  private readonly warn: ReturnType<typeof occasionalLog>['warn'];

  constructor(
    private readonly timers: Timers,
    private readonly options: TimerSourceOptions,
  ) {
    this.table = timers.table;
    this.warn = occasionalLog(options.log).warn;
  }

  /** Sends the commands of due timers. @returns milliseconds until the next round */
  async round(): Promise<number> {
    const looked = await timersDue(this.options.pool, this.table, [...this.avoided]);
    showDue(this.metrics, this.table, looked);
    // None taken: another scheduler has locked them.
    if (looked.ready) return (await this.batch()) > 0 ? 0 : OTHERS_MS;
    return Math.max(SHORTEST_SLEEP_MS, Math.min(looked.wait ?? LONGEST_SLEEP_MS, LONGEST_SLEEP_MS));
  }

  /** Where the projector removes timers, waits until it has. Otherwise they would be found due again. */
  private async batch(): Promise<number> {
    const { pool, progress, log } = this.options;
    const deletes = this.timers.removedBy === 'scheduler';
    let last = -1n;
    const wanted = { table: this.table, most: BATCH, avoided: [...this.avoided], deletes };
    const taken = await takeDueTimers(pool, wanted, async (timers, now) => {
      const fired = new Set<DueTimer>();
      const send = async (timer: DueTimer) => {
        const outcome = await this.fire(timer, now);
        if (outcome) fired.add(timer);
        return outcome;
      };
      last = await sendAtOnce(timers, send, log);
      return timers.filter((timer) => fired.has(timer));
    });
    if (!deletes) await untilProjected(progress, this.table, last);
    return taken;
  }

  /** @returns the outcome; null if there is none yet */
  private async fire(timer: DueTimer, now: string): Promise<Outcome<unknown> | null> {
    const { fired, lateness } = this.metrics;
    const { kind } = timer;
    try {
      const outcome = await this.options.dispatch(systemCommand(this.timers.commandOf(timer, now), { ...timer, now }));
      const repeated = outcome.repeated || outcome.events.length === 0;
      fired.inc({ kind, outcome: repeated ? 'repeated' : 'recorded' });
      lateness.observe((Date.parse(now) - Date.parse(timer.due_at)) / 1_000);
      if (repeated) this.avoid(timer, FRUITLESS_MS);
      return outcome;
    } catch (error) {
      fired.inc({ kind, outcome: 'failed' });
      this.warn({ err: error, timer: timer.id }, 'a timer could not be recorded; trying again');
      this.avoid(timer, error instanceof UnfoldableEvent ? FRUITLESS_MS : FAILED_MS);
      return null;
    }
  }

  private avoid(timer: DueTimer, ms: number): void {
    this.avoided.add(timer);
    setTimeout(() => this.avoided.delete(timer), ms).unref();
  }
}

const timerMetrics = () => ({
  due: metrics.gauge('scheduler_timers_due', 'Timers that are due and not on record yet.', ['timers']),
  late: metrics.gauge('scheduler_timers_late', 'Timers that have been due for more than a second.', ['timers']),
  fired: metrics.counter('scheduler_timers_fired_total', 'Timers whose command was sent, by what came of it.', [
    'kind',
    'outcome',
  ]),
  lateness: metrics.histogram(
    'scheduler_lateness_seconds',
    'Time from when a timer was due to when its command was sent.',
  ),
});

const showDue = ({ due, late }: ReturnType<typeof timerMetrics>, timers: string, looked: TimersDue): void => {
  due.set({ timers }, looked.due);
  late.set({ timers }, looked.late);
};
