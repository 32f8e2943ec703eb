import type { Aggregate, ReadModel } from '@kernel';
import { WORKSPACE_CATEGORY, type WorkspaceEvent, workspaceStream } from './workspace';
import { workspaceDecider } from './workspace.decider';
import { type WorkspaceRow, workspaceList } from './workspace-list/workspace-list.projection';

const workspaces: ReadModel<WorkspaceRow, WorkspaceEvent> = {
  projection: workspaceList,
  awaited: true,
  streamOf: ({ id }) => workspaceStream(id),
};

export const workspaceAggregate: Aggregate<WorkspaceEvent> = {
  category: WORKSPACE_CATEGORY,
  service: 'keys',
  decider: workspaceDecider,
  readModels: [workspaces],
  resource: { idPrefix: 'ws', readModel: workspaces, streamOf: workspaceStream },
};
