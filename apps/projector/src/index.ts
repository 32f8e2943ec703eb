import { KEY_CATEGORY, keyList } from '@contexts/keys';
import { LINK_CATEGORY, linkList } from '@contexts/links';
import { WORKSPACE_CATEGORY, workspaceList } from '@contexts/workspaces';
import { type ProjectorOptions, runProjector } from '@platform/read-store';

/** Which read models a writer waits for, by the category of its stream. */
export const READ_MODELS = {
  [KEY_CATEGORY]: [keyList.name],
  [LINK_CATEGORY]: [linkList.name],
  [WORKSPACE_CATEGORY]: [workspaceList.name],
} as const;

/** Keeps every read model, until the signal aborts. A new read model is a line here, and one above. */
export const runProjectors = async (options: ProjectorOptions): Promise<void> => {
  await Promise.all([
    runProjector(keyList, options),
    runProjector(linkList, options),
    runProjector(workspaceList, options),
  ]);
};
