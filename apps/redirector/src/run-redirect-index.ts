import type { Projection } from '@kernel';
import { LINK_CATEGORY, type LinkEvent, linkList } from '@contexts/links';
import { WORKSPACE_CATEGORY } from '@contexts/workspaces';
import { retry } from '@platform/async';
import { type Processor, Progress, type RunOptions, foldInto, matchHistory, runProcessor } from '@platform/processing';
import { deletedWorkspaces } from './deleted-workspaces';
import { type IndexEntry, type RedirectIndex, entryOf } from './redirect-index';

/** The processor of links, and the one of deleted workspaces. */
export const REDIRECT_INDEX = { name: 'redirect-index', categories: [LINK_CATEGORY] } as const;
export const REDIRECT_WORKSPACES = { name: 'redirect-workspaces', categories: [WORKSPACE_CATEGORY] } as const;

const LOOK_MS = 1_000;

/**
 * Keeps the index up to date until the signal aborts; the state of each processor moves with its effect. Both begin anew
 * when the event store is not the one they were built from. Links are folded only once the index knows which workspaces
 * are deleted: an index that starts from nothing would serve their links. Until a link is there, it is looked up in the
 * database.
 */
export const runRedirectIndex = async (index: RedirectIndex, options: RunOptions): Promise<void> => {
  const { progress = new Progress(), ...others } = options;
  const run = { ...others, progress };
  const [workspaces, links] = processorsOf(index);
  const running = runProcessor(workspaces, run);
  await caughtUp(progress, options);
  await runProcessor(links, run);
  await running;
};

/** Empties the index at once if it was built from another history, so that it serves no visitor any more. */
export const matchRedirectIndex = async (
  index: RedirectIndex,
  options: Pick<RunOptions, 'store' | 'log'>,
): Promise<void> => {
  for (const processor of processorsOf(index)) await matchHistory(processor, options);
};

/** The one of deleted workspaces, and the one of links. */
const processorsOf = (index: RedirectIndex): readonly [Processor, Processor] => {
  const { deleted } = index;
  const workspaces = { ...REDIRECT_WORKSPACES, state: deleted.state, handle: foldInto(deletedWorkspaces, deleted) };
  const links = { ...REDIRECT_INDEX, state: index.state, handle: foldInto(indexEntries, index) };
  return [
    { ...workspaces, restart: () => deleted.restart() },
    { ...links, restart: () => index.restart() },
  ];
};

/** Resolves when the deleted workspaces of this moment are known, or when aborted. */
const caughtUp = async (progress: Progress, { store, log, signal }: RunOptions): Promise<void> => {
  const { name, categories } = REDIRECT_WORKSPACES;
  const onFailure = (error: unknown) => log.warn({ err: error, processor: name }, 'the event store does not answer');
  const head = await retry(() => store.head(categories), { signal, onFailure });
  if (head === undefined) return;
  while (!signal.aborted && (await progress.awaitProcessed([name], head, LOOK_MS)).length > 0);
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
