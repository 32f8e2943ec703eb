import type { EventStore } from '@kernel';
import { WEBHOOK_DISPATCHER } from '@contexts/aggregates';
import { every, keepWorking, pause, retry } from '@platform/async';
import type { HandleDispatch } from '@platform/commands';
import { type ProcessedStore, type RunOptions, runProcessor } from '@platform/processing';
import { type Leadership, SteadyClock, lead } from '@platform/read-store';
import { keepLog, skipStopped } from '@platform/webhooks';
import { beginAtFirstWebhook } from './begin';
import { type RunClicks, runClicks } from './clicks/run-clicks';
import { disableFailing } from './disable';
import { Dispatcher, type DispatcherOptions } from './dispatcher';
import { followLanes } from './metrics';
import { type SenderOptions, runSender } from './sender/sender';
import { traceIn } from './trace-of';

export interface WebhooksOptions
  extends
    Omit<DispatcherOptions, 'store'>,
    Pick<SenderOptions, 'connect' | 'egress' | 'secretsOf' | 'log' | 'signal'>,
    Pick<RunClicks, 'analytics'> {
  readonly store: EventStore & Pick<ProcessedStore, 'verify'>;
  readonly dispatch: HandleDispatch;
}

const KEEP_LOG_MS = 60_000;
const SKIP_MS = 500;

/**
 * Queues and sends until the signal aborts. Any number of processes may run: all of them send, and one of them queues,
 * disables, keeps the log and delivers clicks.
 */
export const runWebhooks = async (options: WebhooksOptions): Promise<void> => {
  const { readStore, store, connect, log, signal } = options;
  const pool = readStore.system;
  const work = (leading: AbortSignal): Promise<void> => leadWebhooks({ ...options, signal: leading });
  await Promise.all([
    lead({ of: [WEBHOOK_DISPATCHER.name], connect, log, signal, work }),
    runSender({ ...options, pool, traceOf: traceIn(store) }),
    followLanes({ pool, log, signal }),
  ]);
};

const leadWebhooks = async (options: WebhooksOptions & Pick<Leadership, 'log'> & RunOptions): Promise<void> => {
  const { readStore, store, dispatch, log, signal } = options;
  const pool = readStore.system;
  const dispatcher = new Dispatcher(options);
  const queue = async (): Promise<void> => {
    const onFailure = (err: unknown): void =>
      log.warn({ err }, 'the first webhook could not be looked up; trying again');
    await retry(() => beginAtFirstWebhook(dispatcher, store, signal), { signal, onFailure });
    await runProcessor(dispatcher, { store, log, signal });
  };
  const skip = async (working: () => void): Promise<void> => {
    const skipped = await skipStopped(pool);
    working();
    if (skipped === 0) await pause(SKIP_MS, signal);
  };
  const clock = new SteadyClock(pool);
  // Rows of a day without a partition lie in the default one, and must not become more than a statement can move.
  const keep = async (): Promise<void> => keepLog(pool, await clock.isSteady());
  await Promise.all([
    queue(),
    runClicks(options),
    disableFailing({ pool, dispatch, log, signal }),
    keepWorking(skip, {
      signal,
      onFailure: (err) => log.warn({ err }, 'deliveries could not be skipped; trying again'),
    }),
    every(KEEP_LOG_MS, keep, {
      signal,
      onFailure: (err) => log.warn({ err }, 'the delivery log could not be maintained; trying again in a minute'),
    }),
  ]);
};
