import { createLogger, startTracing } from '@platform/telemetry';
import { readConfig } from './config';
import type { LoaderMessage } from './messages';
import { runJournalLoader } from './run-loader';

const DRAIN_MS = 5_000;

const log = createLogger({ level: process.env.LOG_LEVEL || 'info' }).child({ name: 'clicks' });
const stopping = new AbortController();
const send = (message: LoaderMessage) => {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

/** Aborts the work, and ends the process after 5 s: the next process can repeat every step. */
const stop = () => {
  stopping.abort();
  setTimeout(() => process.exit(1), DRAIN_MS).unref();
};

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// The channel closes when the parent dies. Then nothing supervises this process any more.
process.once('disconnect', stop);

const run = async (): Promise<void> => {
  const config = readConfig(process.env);
  const endTracing = await startTracing({ endpoint: config.otlpEndpoint, service: 'waymark-clicks', log });
  await runJournalLoader({ config, log, signal: stopping.signal, send });
  await endTracing();
};

run().then(
  () => process.exit(0),
  (error: unknown) => {
    log.fatal({ err: error }, 'the click loader ends');
    process.exit(1);
  },
);
