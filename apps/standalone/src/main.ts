import 'reflect-metadata';
import { once } from 'node:events';
import { ConfigError, ensureSecrets, loadConfig } from '@platform/config';
import { DataDirTaken, lockDataDir } from '@platform/engines';
import { createLogger } from '@platform/telemetry';
import { startWaymark } from './waymark';

// The journal's writes, lmdb's commits and password hashing share this pool; it is read once, before its first use.
process.env['UV_THREADPOOL_SIZE'] ??= '8';

/** An end that hangs (a frozen database) is cut short before a supervisor's usual 10 s are over; the next start heals. */
const END_WITHIN_MS = 9_500;

/** Aborted by the first request to end, which may come in the middle of the start. */
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping.signal.aborted) return;
    stopping.abort(new Stopped(`stopped by ${signal}`));
    setTimeout(() => {
      console.error(`Could not end in good order within ${END_WITHIN_MS / 1000} s.`);
      process.exit(1);
    }, END_WITHIN_MS).unref();
  });
}

class Stopped extends Error {}

const main = async (): Promise<void> => {
  const config = loadConfig(process.env, { cwd: process.cwd() });
  const logger = createLogger({ level: config.logLevel });
  const lock = await lockDataDir(config.dataDir);
  try {
    const secrets = ensureSecrets(config.dataDir, config.secrets);
    const waymark = await startWaymark({ config, secrets, logger, signal: stopping.signal });
    await stopped();
    logger.info({ cause: String(stopping.signal.reason) }, 'stopping');
    await waymark.stop();
    logger.info({}, 'stopped');
  } finally {
    await lock.release();
  }
};

const stopped = async (): Promise<void> => {
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
};

main().then(
  () => process.exit(0),
  (error: unknown) => {
    if (error instanceof Stopped) process.exit(0);
    // What the operator can mend is said in a sentence; anything else with its stack.
    console.error(sentenceOf(error) ?? error);
    process.exit(1);
  },
);

const MENDABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EEXIST', 'ENOTDIR']);

const sentenceOf = (error: unknown): string | undefined => {
  if (error instanceof ConfigError || error instanceof DataDirTaken) return error.message;
  if (!(error instanceof Error && 'code' in error)) return undefined;
  const { code, path, port } = error as NodeJS.ErrnoException & { readonly port?: number };
  if (code === 'EADDRINUSE' && port !== undefined) return `Port ${port} is taken by another program. Stop it, or give this one a PORT of its own.`;
  if (code === undefined || path === undefined || !MENDABLE.has(code)) return undefined;
  return `${error.message}. The data directory must be a folder that this user can write, on a disk with room; DATA_DIR names it.`;
};
