import { EventStoreMismatch, type Projection } from '@kernel';
import { REDIRECT_CAMPAIGNS, REDIRECT_HOSTS, REDIRECT_INDEX, REDIRECT_WORKSPACES } from '@contexts/aggregates';
import { type LinkEvent, linkList } from '@contexts/links';
import { retry } from '@platform/async';
import {
  type ProcessedStore,
  type Processor,
  Progress,
  type RunOptions,
  demandHistory,
  foldInto,
  matchHistory,
  runProcessor,
} from '@platform/processing';
import { deletedWorkspacesProjection } from './deleted-workspaces';
import { hostEntries } from './redirect-hosts';
import { indexedCampaigns } from './redirect-campaigns';
import { type IndexEntry, indexEntryOf } from './index-entry';
import type { RedirectIndex } from './redirect-index';

const LOOK_MS = 1_000;

/**
 * Keeps the index up to date until the signal aborts; the state of each processor moves with its effect. All begin anew
 * when the event store is not the one they were built from. Links are folded only once the index knows which workspaces
 * are deleted: an index that starts from nothing would serve their links. They are folded after the campaigns, so that
 * their answers are made once. Until a link is there, it is looked up in the database.
 */
export const runRedirectIndex = async (index: RedirectIndex, options: RunOptions): Promise<void> => {
  const { progress = new Progress(), store, ...others } = options;
  const processors = processorsOf(index);
  const run = { ...others, progress, store: { ...store, verify: () => demandOwn(Object.values(processors), store) } };
  const { workspaces, campaigns, hosts, links } = processors;
  const first = [workspaces, campaigns, hosts];
  const running = first.map((processor) => runProcessor(processor, run));
  await Promise.all(first.map((processor) => caughtUp(processor, progress, options)));
  await runProcessor(links, run);
  await Promise.all(running);
};

/** Empties the index at once if it was built from another history, so that it serves no visitor any more. */
export const matchRedirectIndex = async (
  index: RedirectIndex,
  options: Pick<RunOptions, 'store' | 'log'>,
): Promise<void> => {
  for (const processor of Object.values(processorsOf(index))) await matchHistory(processor, options);
};

/** While the tables do not answer, all of the index decides: visitors are redirected without them. */
const demandOwn = async (processors: readonly Processor[], store: ProcessedStore): Promise<void> => {
  try {
    await store.verify?.();
  } catch (error) {
    if (error instanceof EventStoreMismatch) throw error;
    for (const { state } of processors) await demandHistory(store, await state.mark(), await state.checkpoint());
  }
};

const processorsOf = (index: RedirectIndex) => {
  const { deleted, campaigns, hosts } = index;
  return {
    workspaces: {
      ...REDIRECT_WORKSPACES,
      state: deleted.state,
      handle: foldInto(deletedWorkspacesProjection, deleted),
      restart: () => deleted.restart(),
    },
    campaigns: {
      ...REDIRECT_CAMPAIGNS,
      state: campaigns.state,
      handle: foldInto(indexedCampaigns, campaigns),
      restart: () => campaigns.restart(),
    },
    hosts: {
      ...REDIRECT_HOSTS,
      state: hosts.state,
      handle: foldInto(hostEntries, hosts),
      restart: () => hosts.restart(),
    },
    links: {
      ...REDIRECT_INDEX,
      state: index.state,
      handle: foldInto(indexEntries, index),
      restart: () => index.restart(),
    },
  } satisfies Readonly<Record<string, Processor>>;
};

/** Resolves when a processor has handled the events of this moment, or when aborted. */
const caughtUp = async ({ name }: Processor, progress: Progress, { store, log, signal }: RunOptions): Promise<void> => {
  const onFailure = (error: unknown) => log.warn({ err: error, processor: name }, 'the event store does not answer');
  const head = await retry(() => store.head(), { signal, onFailure });
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
    return target && indexEntryOf(target);
  },
};
