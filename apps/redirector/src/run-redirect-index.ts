import type { Projection } from '@kernel';
import { LINK_CATEGORY, type LinkEvent, linkList } from '@contexts/links';
import { type Processor, type RunOptions, foldInto, matchHistory, runProcessor } from '@platform/processing';
import { type IndexEntry, type RedirectIndex, entryOf } from './redirect-index';

/** Name of the processor. */
export const REDIRECT_INDEX = 'redirect-index';

/**
 * Keeps the index up to date until the signal aborts; its state moves in the same transaction. It begins anew when the
 * event store is not the one it was built from. While it is being built, links are looked up in the database.
 */
export const runRedirectIndex = (index: RedirectIndex, options: RunOptions): Promise<void> =>
  runProcessor(processorOf(index), options);

/** Empties the index at once if it was built from another history, so that it serves no visitor any more. */
export const matchRedirectIndex = (
  index: RedirectIndex,
  options: Pick<RunOptions, 'store' | 'log'>,
): Promise<unknown> => matchHistory(processorOf(index), options);

const processorOf = (index: RedirectIndex): Processor => ({
  name: REDIRECT_INDEX,
  categories: [LINK_CATEGORY],
  state: index.state,
  handle: foldInto(indexEntries, index),
  restart: () => index.clear(),
});

/** The fold of the read model, with what the index derives from it: every failure on an event happens here. */
const indexEntries: Pick<Projection<IndexEntry, LinkEvent>, 'keys' | 'evolve'> = {
  keys: (recorded) => linkList.keys(recorded),
  evolve: (entry, recorded, linkId) => {
    const before = entry?.target ?? null;
    // An index that is ahead of its events keeps its entry.
    if (before && BigInt(before.revision) >= recorded.revision) return entry;
    const target = linkList.evolve(before, recorded, linkId);
    return target && entryOf(target);
  },
};
