import { once } from 'node:events';
import { inspect } from 'node:util';
import { type Config, type VariableName, loadConfig } from '@platform/config';
import { Health } from '@platform/http';
import { type Logger, createLogger, startTracing } from '@platform/telemetry';
import { operatorMessage } from './operator-message';
import { Shutdown } from './shutdown';
import { watchHealth } from './watch-health';

/** What an app gets at its start. */
export interface AppContext {
  readonly config: Config;
  readonly logger: Logger;
  /** Where the app registers its dependencies. They are checked regularly after `start`, and changes are logged. */
  readonly health: Health;
  /** Work that begins must add its end here at once. */
  readonly shutdown: Shutdown;
  /** Aborted by the first request to stop, which may come in the middle of the start. */
  readonly signal: AbortSignal;
  /** Ends the process in good order because it cannot continue; its exit code is 1. */
  readonly fail: (error: unknown) => void;
  /** Whether `start` has resolved. */
  readonly isStarted: () => boolean;
}

export interface App {
  /** In each line of its log, where several programs share one. */
  readonly name?: string;
  /** Variables without which the app cannot work; an error names all missing ones together. */
  readonly requires?: readonly VariableName[];
  /** Resolves once the app has started; `health` shows what it still awaits. May throw the aborted signal's reason. */
  readonly start: (context: AppContext) => Promise<void>;
}

/** A stop that hangs (a frozen database) is cut short before a supervisor's usual 10 s end; the next start recovers. */
const END_WITHIN_MS = 9_500;

class Stopped extends Error {}

/** The life of a process: configuration, start, SIGTERM or SIGINT, the ends of all work begun, exit code. */
export const runApp = (app: App): void => {
  const stopping = new AbortController();
  const stop = (reason: unknown): void => {
    if (stopping.signal.aborted) return;
    stopping.abort(reason);
    setTimeout(() => {
      process.stderr.write(`Could not end in good order within ${END_WITHIN_MS / 1_000} s.\n`);
      process.exit(1);
    }, END_WITHIN_MS).unref();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => stop(new Stopped(`stopped by ${signal}`)));
  live(app, stopping.signal, stop).then(
    () => process.exit(0),
    (error: unknown) => {
      if (error instanceof Stopped) process.exit(0);
      process.stderr.write(`${operatorMessage(error) ?? inspect(error)}\n`);
      process.exit(1);
    },
  );
};

/** As OpenTelemetry names it. @param main the program, `dist/apps/<app>/src/main.js` */
const serviceOf = (main = ''): string => {
  const [, app] = /apps[\\/]([\w-]+)[\\/]src/.exec(main) ?? [];
  return app === undefined ? 'waymark' : `waymark-${app}`;
};

/** @throws the reason why it could not start or continue */
const live = async (
  { name, requires, start }: App,
  signal: AbortSignal,
  fail: (error: unknown) => void,
): Promise<void> => {
  const began = performance.now();
  const config = loadConfig(process.env, { cwd: process.cwd(), ...(requires && { requires }) });
  const own = createLogger({ level: config.logLevel });
  const logger = name === undefined ? own : own.child({ name });
  const health = new Health();
  const shutdown = new Shutdown();
  const endTracing = await startTracing({
    endpoint: config.otlpEndpoint,
    service: serviceOf(process.argv[1]),
    log: logger,
  });
  shutdown.push(endTracing);
  let started = false;
  try {
    await start({ config, logger, health, shutdown, signal, fail, isStarted: () => started });
    started = true;
    const onReady = (): void =>
      logger.info({ port: config.port, url: config.publicUrl, ms: Math.round(performance.now() - began) }, 'ready');
    void watchHealth({ health, log: logger, onReady, signal });
    if (!signal.aborted) await once(signal, 'abort');
    logger.info({ cause: String(signal.reason) }, 'stopping');
  } catch (error) {
    await shutdown
      .run()
      .catch((failure: unknown) =>
        logger.warn({ err: failure }, 'the failed start could not be cleaned up completely'),
      );
    throw error;
  }
  await shutdown.run();
  logger.info({}, 'stopped');
  if (!(signal.reason instanceof Stopped)) throw signal.reason;
};
