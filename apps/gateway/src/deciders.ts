import { KEY_CATEGORY, keyDecider } from '@contexts/keys';
import { LINK_CATEGORY, linkDecider } from '@contexts/links';
import { WORKSPACE_CATEGORY, workspaceDecider } from '@contexts/workspaces';
import type { Deciders } from '@platform/commands';
import type { WriteService } from '@platform/process';

/** Every aggregate that the edge sends commands to: handled here, or, when an answer of the write side is lost, looked up here. */
export const registerDeciders = (deciders: Deciders): void => {
  deciders.register(KEY_CATEGORY, keyDecider);
  deciders.register(WORKSPACE_CATEGORY, workspaceDecider);
  deciders.register(LINK_CATEGORY, linkDecider);
};

/** Who handles them where that is not done in this process. */
export const WRITE_SERVICES: Readonly<Record<string, WriteService>> = {
  [KEY_CATEGORY]: 'keys',
  [WORKSPACE_CATEGORY]: 'keys',
  [LINK_CATEGORY]: 'links',
};
