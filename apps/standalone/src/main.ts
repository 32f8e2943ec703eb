import 'reflect-metadata';
import { ConfigError, ensureSecrets, loadConfig } from '@platform/config';
import { DataDirTaken, lockDataDir } from '@platform/engines';
import { createLogger } from '@platform/telemetry';
import { startWaymark } from './waymark';

// The journal's writes, lmdb's commits and password hashing share this pool; it is read once, before its first use.
process.env['UV_THREADPOOL_SIZE'] ??= '8';

const main = async (): Promise<void> => {
  const config = loadConfig(process.env, { cwd: process.cwd() });
  const logger = createLogger({ level: config.logLevel });
  const lock = await lockDataDir(config.dataDir);
  const secrets = ensureSecrets(config.dataDir, config.secrets);
  const waymark = await startWaymark({ config, secrets, logger });

  let stopping: Promise<void> | undefined;
  const stop = (signal: string) => {
    stopping ??= (async () => {
      logger.info({ signal }, 'stopping');
      await waymark.stop();
      await lock.release();
      logger.info({}, 'stopped');
      process.exit(0);
    })();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

main().catch((error: unknown) => {
  // What the operator can mend is said in a sentence; anything else with its stack.
  const expected = error instanceof ConfigError || error instanceof DataDirTaken || isTakenPort(error);
  console.error(expected ? (error as Error).message : error);
  process.exit(1);
});

const isTakenPort = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
