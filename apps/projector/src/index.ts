import { keyList, keyTimers } from '@contexts/keys';
import { linkList } from '@contexts/links';
import { workspaceList } from '@contexts/workspaces';
import { type Leadership, type ProjectorOptions, lead, runProjector } from '@platform/read-store';

const PROJECTORS = {
  [keyList.name]: (options: ProjectorOptions) => runProjector(keyList, options),
  [keyTimers.name]: (options: ProjectorOptions) => runProjector(keyTimers, options),
  [linkList.name]: (options: ProjectorOptions) => runProjector(linkList, options),
  [workspaceList.name]: (options: ProjectorOptions) => runProjector(workspaceList, options),
};

/** Every read model that is kept, awaited by a writer or not. */
export const PROJECTED: readonly string[] = Object.keys(PROJECTORS);

/**
 * Keeps every read model while this process leads, and stands by while another one does, until the signal aborts. A new
 * read model is a line above.
 */
export const runProjectors = ({
  connect,
  log,
  ...options
}: ProjectorOptions & Pick<Leadership, 'connect' | 'log'>): Promise<void> =>
  lead({
    of: PROJECTED,
    connect,
    log,
    signal: options.signal,
    work: async (signal) => {
      await Promise.all(Object.values(PROJECTORS).map((run) => run({ ...options, log, signal })));
    },
  });
