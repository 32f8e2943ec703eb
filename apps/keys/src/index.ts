import { KEY_CATEGORY, keyDecider } from '@contexts/keys';
import { WORKSPACE_CATEGORY, workspaceDecider } from '@contexts/workspaces';
import type { Deciders } from '@platform/commands';

/** The write side of API keys and workspaces: a new aggregate is a line here. */
export const registerKeys = (deciders: Deciders): void => {
  deciders.register(KEY_CATEGORY, keyDecider);
  deciders.register(WORKSPACE_CATEGORY, workspaceDecider);
};
