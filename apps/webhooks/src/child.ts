import 'reflect-metadata';
import { type AppContext, runApp } from '@platform/process';
import { metrics } from '@platform/telemetry';
import { every } from '@platform/async';
import type { FromChild } from './messages';
import { openWebhooks } from './open-webhooks';
import { reportFrom } from './report';

const REPORT_MS = 2_000;

const send = (message: FromChild): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

const start = async (context: AppContext): Promise<void> => {
  await openWebhooks(context);
  send({ type: 'ready' });
  const report = async (): Promise<void> => send({ type: 'report', report: await reportFrom(metrics) });
  const onFailure = (err: unknown): void => context.logger.warn({ err }, 'metrics of webhooks could not be reported');
  void context.shutdown.background((signal) => every(REPORT_MS, report, { signal, onFailure }));
};

// The channel closes when the parent dies. Then nothing supervises this process any more.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

runApp({ name: 'webhooks', requires: ['DATABASE_URL', 'KEY_PEPPER'], start });
