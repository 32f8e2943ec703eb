import pino from 'pino';
import { readConfig } from './config';
import { runClicks } from './run-clicks';
import type { FromChild } from './messages';

const DRAIN = 5_000;

const log = pino({ name: 'clicks', level: process.env.LOG_LEVEL ?? 'info' });
const stopping = new AbortController();
const tell = (message: FromChild) => {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

/** Ends what is under way, or gives up on it: every step can be repeated by the next process. */
const stop = () => {
  stopping.abort();
  setTimeout(() => process.exit(1), DRAIN).unref();
};

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// The channel closes when the parent dies, however it died: nobody would supervise this process any more.
process.once('disconnect', stop);

runClicks({
  config: readConfig(process.env),
  log,
  signal: stopping.signal,
  tell,
}).then(
  () => process.exit(0),
  (error: unknown) => {
    log.fatal({ err: error }, 'the click loader gives up');
    process.exit(1);
  },
);
