import type { Projection } from '@kernel';
import { LINK_CATEGORY, type LinkEvent, linkList } from '@contexts/links';
import { type RunOptions, foldInto, runProcessor } from '@platform/processing';
import { type IndexEntry, type RedirectIndex, entryOf } from './redirect-index';

/** Name of the processor. */
export const REDIRECT_INDEX = 'redirect-index';

/** Keeps the index up to date until the signal aborts; its state moves in the same transaction. */
export const runRedirectIndex = (index: RedirectIndex, options: RunOptions): Promise<void> => {
  const handle = foldInto(indexEntries, index);
  return runProcessor({ name: REDIRECT_INDEX, categories: [LINK_CATEGORY], state: index.state, handle }, options);
};

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
