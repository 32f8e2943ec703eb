import type { Projection } from '@kernel';
import { LINK_CATEGORY, type LinkEvent, linkList } from '@contexts/links';
import { type RunOptions, foldInto, runProcessor } from '@platform/processing';
import { type IndexEntry, type RedirectIndex, entryOf } from './redirect-index';

/** Name of the processor. */
export const REDIRECT_INDEX = 'redirect-index';

/** Keeps the index up with the event store, its state in the same transaction, until the signal aborts. */
export const runRedirectIndex = (index: RedirectIndex, options: RunOptions): Promise<void> => {
  const handle = foldInto(indexEntries, index);
  return runProcessor({ name: REDIRECT_INDEX, categories: [LINK_CATEGORY], state: index.state, handle }, options);
};

/** The fold of the read model, with what the index derives of it: all that may fail on an event fails here. */
const indexEntries: Pick<Projection<IndexEntry, LinkEvent>, 'keys' | 'evolve'> = {
  keys: (recorded) => linkList.keys(recorded),
  evolve: (entry, recorded, linkId) => {
    const before = entry?.target ?? null;
    // An index that is ahead of its events keeps what it has.
    if (before && BigInt(before.revision) >= recorded.revision) return entry;
    const target = linkList.evolve(before, recorded, linkId);
    return target && entryOf(target);
  },
};
