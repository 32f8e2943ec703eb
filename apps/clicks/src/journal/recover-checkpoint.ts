import { type AnalyticsClient, lastClicks } from '@platform/analytics-store';
import {
  type Block,
  blocksBetween,
  type ClickLogCheckpoint,
  makeFolders,
  recover,
  sealedUpTo,
} from '@platform/click-log';

/**
 * The checkpoint after the blocks of a click log that ClickHouse has. Blocks of a source are inserted in order, each
 * whole or not at all. So ClickHouse has a block if the block's first record is not above the highest number of its
 * source. Reads all loaded blocks that the log still has. No insert may be under way.
 *
 * Recovers the log first, as a writer does that may begin at the same time: a source of a restored log may lack its
 * head until then, and would be missing here.
 */
export const recoverCheckpoint = async (
  directory: string,
  client: Pick<AnalyticsClient, 'rows'>,
): Promise<ClickLogCheckpoint> => {
  await makeFolders(directory);
  await recover(directory, Date.now());
  const upTo = await sealedUpTo(directory);
  const lasts = await lastClicks(client, { sources: Object.keys(upTo), since: 0 });
  const isLoaded = ({ source, records }: Block): boolean => (records[0]?.seq ?? 0) <= (lasts.get(source) ?? 0);
  const loaded = new Map<string, ClickLogCheckpoint[string]>();
  for await (const block of blocksBetween({ directory, after: {}, upTo, shouldContinue: isLoaded })) {
    const at = block.checkpoint[block.source];
    if (at && block.records.length > 0) loaded.set(block.source, at);
  }
  return Object.fromEntries(loaded);
};
