import { every } from '@platform/async';
import { buildLinkTexts, type BuildLinkTexts, readCheckpoints } from '@platform/read-store';
import type { Log } from '@platform/telemetry';

const ROUND_MS = 5_000;

/**
 * Puts texts of links into the blocks that searches read, until the signal aborts; only while links are written. A
 * search finds every link without it, and takes longer.
 */
export const indexTexts = async ({
  log,
  ...options
}: BuildLinkTexts & { readonly log: Pick<Log, 'warn'> }): Promise<void> => {
  const { pool, signal } = options;
  let done = '';
  const round = async (): Promise<void> => {
    const links = (await readCheckpoints(pool)).find(({ read_model }) => read_model === 'links');
    const position = String(links?.position);
    if (position === done) return;
    await buildLinkTexts(options);
    done = position;
  };
  const onFailure = (error: unknown): void =>
    log.warn({ err: error }, 'texts of links could not be put into blocks; trying again');
  await every(ROUND_MS, round, { signal, onFailure });
};
