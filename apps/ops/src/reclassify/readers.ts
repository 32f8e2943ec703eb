import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { pause } from '@platform/async';
import { clickLogId, type ClickLogCheckpoint, hasRead } from '@platform/click-log';
import { analyticsFolder, type AnalyticsSite } from '../analytics';
import { Failure } from '../failure';

const LoadState = z.object({ cursor: z.record(z.string(), z.object({ segment: z.number(), offset: z.number() })) });

const POLL_MS = 50;

export const clickLog = ({ config }: AnalyticsSite): string => join(config.dataDir, 'clicks');

/** The name by which the product counts the clicks of its log. */
export const counterOf = async (installation: AnalyticsSite): Promise<string> =>
  `link_counters/${await clickLogId(clickLog(installation))}`;

/** The stored checkpoint of the loader. */
export const loadedUpTo = async (installation: AnalyticsSite): Promise<ClickLogCheckpoint> => {
  const text = await readFile(join(analyticsFolder(installation), 'clickhouse-loader.json'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{"cursor":{}}';
      throw error;
    },
  );
  return LoadState.parse(JSON.parse(text)).cursor;
};

/**
 * Waits until a reader of the click log has read up to a mark.
 * @param withinMs how long to wait; 0 where no reader runs, because waiting is useless
 * @throws Failure with the text `waitedFor`
 */
export const reaches = async (
  directory: string,
  checkpoint: () => Promise<ClickLogCheckpoint>,
  mark: ClickLogCheckpoint,
  withinMs: number,
  waitedFor: string,
): Promise<void> => {
  const deadline = performance.now() + withinMs;
  while (!(await hasRead(directory, await checkpoint(), mark))) {
    if (performance.now() >= deadline) throw new Failure(waitedFor);
    await pause(POLL_MS);
  }
};
