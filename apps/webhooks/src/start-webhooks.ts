import { once } from 'node:events';
import { join } from 'node:path';
import { keepWorking, poll } from '@platform/async';
import { forkChild, saysReady, superviseChild } from '@platform/engines';
import type { Log, Metrics } from '@platform/telemetry';
import type { Pool } from 'pg';
import { ChildReports } from './report';

export interface StartWebhooks {
  /** Sees every workspace. */
  readonly pool: Pick<Pool, 'query'>;
  /** Variables of the child, beside those of this process. */
  readonly env: Readonly<Record<string, string>>;
  readonly log: Log;
  /** For the child's metrics. */
  readonly metrics: Metrics;
  readonly signal: AbortSignal;
  /** The child's program; the compiled `child.js` beside this file by default. */
  readonly main?: string;
  /** Options of Node for the child. */
  readonly execArgv?: readonly string[];
}

const LOOK_MS = 500;

/**
 * Runs the dispatcher and a sender in a child process, from the first webhook on, and starts it anew whenever it dies.
 * Ends when the signal aborts, after the child.
 */
export const runWebhooksChild = async (options: StartWebhooks): Promise<void> => {
  const { log, metrics, env, signal, main = join(__dirname, 'child.js'), execArgv = [] } = options;
  await firstWebhook(options);
  if (signal.aborted) return;
  const reports = new ChildReports(metrics);
  const hide = reports.show();
  const supervise = async (): Promise<void> => {
    const child = await superviseChild({
      name: 'webhooks',
      log,
      start: () => {
        const forked = forkChild({ main, execArgv, env });
        forked.on('message', reports.listener());
        return forked;
      },
      ready: saysReady,
    });
    if (!signal.aborted) await once(signal, 'abort');
    await child.stop();
  };
  await keepWorking(supervise, { signal, onFailure: (err) => log.error({ err }, 'webhooks are not delivered') });
  hide();
};

const firstWebhook = async ({ pool, signal }: StartWebhooks): Promise<void> => {
  const look = async () => (await pool.query('select from webhooks limit 1')).rowCount || undefined;
  await poll(() => look().catch(() => undefined), { everyMs: LOOK_MS, signal });
};
