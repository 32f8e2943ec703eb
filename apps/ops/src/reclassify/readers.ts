import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { clickLogId, type Checkpoint, hasRead } from '@platform/click-log';
import { analyticsFolder, type Site } from '../analytics';
import { Failure } from '../failure';

const LoadState = z.object({ cursor: z.record(z.string(), z.object({ segment: z.number(), offset: z.number() })) });

const POLL_MS = 50;

export const clickLog = ({ config }: Site): string => join(config.dataDir, 'clicks');

/** The name under which the product counts the clicks of its log. */
export const counterOf = async (installation: Site): Promise<string> =>
  `link_counters/${await clickLogId(clickLog(installation))}`;

/** Up to where the click log is in the analytics store, as its loader has noted it. */
export const loadedUpTo = async (installation: Site): Promise<Checkpoint> => {
  const text = await readFile(join(analyticsFolder(installation), 'clickhouse-loader.json'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{"cursor":{}}';
      throw error;
    },
  );
  return LoadState.parse(JSON.parse(text)).cursor;
};

/**
 * Waits until a reader of the click log has come to a mark.
 * @param withinMs without reaching it; 0 where nobody reads, so that it is there or will not be.
 * @throws Failure saying what is waited for in vain
 */
export const reaches = async (
  directory: string,
  position: () => Promise<Checkpoint>,
  mark: Checkpoint,
  withinMs: number,
  waitedFor: string,
): Promise<void> => {
  const deadline = performance.now() + withinMs;
  while (!(await hasRead(directory, await position(), mark))) {
    if (performance.now() >= deadline) throw new Failure(waitedFor);
    await delay(POLL_MS);
  }
};
